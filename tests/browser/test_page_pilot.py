"""Flying by keys, letting things fail, and changing the surroundings, from the page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from studio_page import Studio, opened

HEIGHT = "-store.selected.latest.down"


@pytest.fixture(scope="module")
def desk(browser: Browser, address: str) -> Iterator[Studio]:
    """One page for all: the scene is closed, since nothing here needs its picture."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme="dark")
    studio = Studio(context.new_page())
    opening = opened(studio, address)
    next(opening)
    show(studio, "3-D scene")
    yield studio
    for _ in opening:
        pass
    context.close()


def show(studio: Studio, panel: str) -> None:
    """Open a panel that is closed, or close one that is open."""
    studio.page.get_by_role("button", name="Panels").click()
    studio.page.locator("#panel-menu .menu-item", has_text=panel).click()
    studio.page.keyboard.press("Escape")


def sent(studio: Studio) -> int:
    """How many frames the world has taken."""
    return int(studio.ask("window.rcSeen"))


def count_commands(studio: Studio) -> None:
    """Count the frames that are answered from now on."""
    studio.ask(
        """window.rcSeen = 0;
        window.simloop.store.bus.on("answer", ({ verb, state }) => {
          if (verb === "rc" && state === "executed") window.rcSeen += 1;
        });
        null"""
    )


def test_a_vehicle_that_was_added_is_flown_by_keys(desk: Studio) -> None:
    page, keys = desk.page, desk.page.keyboard
    show(desk, "Fly")
    count_commands(desk)
    page.get_by_label("Model").select_option("quad")
    page.get_by_role("button", name="Add").click()
    desk.wait(lambda: desk.store("store.vehicles.size") == 2)
    page.locator(".vehicle", has_text="quad_1").click()
    desk.fresh_frame()
    assert sent(desk) == 0
    page.get_by_role("button", name="Take the controls of quad_1").click()
    desk.wait(lambda: desk.store("store.selected.status?.mode") == "position")
    keys.press("t")
    desk.wait(lambda: desk.store("store.selected.status.armed"))

    keys.down("w")
    desk.wait(lambda: desk.store(HEIGHT) > 2.0)
    keys.up("w")
    north = desk.store("store.selected.latest.north")
    keys.down("ArrowUp")
    desk.wait(lambda: desk.store("store.selected.latest.north") > north + 2.0)
    keys.up("ArrowUp")
    # Keys of the page, such as space for pause and 1 for the first vehicle, are the pilot's now.
    keys.press(" ")
    keys.press("1")
    keys.press(".")
    assert desk.store("store.selected.item.name") == "quad_1"
    desk.fresh_frame()
    assert not desk.store("store.run.paused")

    keys.down("s")
    desk.wait(lambda: "on the ground" in page.locator(".rc-state").inner_text())
    keys.up("s")
    assert desk.store(HEIGHT) < 0.3
    keys.press("t")
    desk.wait(lambda: not desk.store("store.selected.status.armed"))
    assert sent(desk) > 100
    keys.press("Escape")
    page.get_by_role("button", name="Take the controls of quad_1").wait_for()


def test_whoever_looks_away_lets_go(desk: Studio) -> None:
    page = desk.page
    page.get_by_role("button", name="Take the controls").click()
    before = sent(desk)
    desk.wait(lambda: sent(desk) > before + 3)
    desk.ask("window.dispatchEvent(new Event('blur'))")
    parting = page.get_by_text("Released: the page lost the focus")
    parting.wait_for()
    # What was on its way when it let go is counted a little later.
    for _ in range(3):
        desk.fresh_frame()
    silent = sent(desk)
    for _ in range(10):
        desk.fresh_frame()
    assert sent(desk) == silent
    # Whoever comes back later still reads why.
    assert parting.is_visible()
    page.keyboard.press("1")
    assert desk.store("store.selected.item.name") == "quad_0"


def test_keys_count_while_they_are_held_and_only_for_the_pilot(desk: Studio) -> None:
    page, keys = desk.page, desk.page.keyboard
    page.locator(".vehicle", has_text="quad_1").click()
    engage = page.get_by_role("button", name="Take the controls of quad_1")
    engage.click()
    left, right = (page.locator(".rc-stick-box output").nth(at) for at in (0, 1))
    # Two sticks at once; a key that repeats goes no further, two that disagree go nowhere.
    for key in ("ArrowUp", "ArrowRight", "a", "ArrowUp", "ArrowUp"):
        keys.down(key)
    desk.wait(lambda: right.inner_text() == "70 % · 70 %")
    desk.wait(lambda: left.inner_text().endswith("-70 %"))
    keys.down("d")
    desk.wait(lambda: left.inner_text().endswith("· 0 %"))
    for key in ("a", "d", "ArrowRight"):
        keys.up(key)
    desk.wait(lambda: right.inner_text() == "70 % · 0 %")
    # A window that loses the focus does not hear that the key comes up.
    desk.ask("window.dispatchEvent(new Event('blur'))")
    keys.up("ArrowUp")
    engage.click()
    count_commands(desk)
    desk.wait(lambda: sent(desk) > 3)
    assert right.inner_text() == "0 % · 0 %"
    # Letters of a field are no keys of the pilot, those beside a slider are.
    desk.ask("document.body.append(document.createElement('textarea'))")
    field = page.locator("body > textarea")
    field.focus()
    keys.down("d")
    keys.down("t")
    desk.fresh_frame()
    assert field.input_value() == "dt"
    assert left.inner_text().endswith("· 0 %")
    keys.up("d")
    keys.up("t")
    field.evaluate("field => field.remove()")
    page.get_by_label("Speed", exact=True).focus()
    keys.down("d")
    desk.wait(lambda: left.inner_text().endswith("· 70 %"))
    keys.up("d")
    keys.press("Escape")


def test_a_gamepad_and_a_finger_move_the_sticks(desk: Studio) -> None:
    page = desk.page
    page.locator(".vehicle", has_text="quad_1").click()
    page.get_by_role("button", name="Take the controls of quad_1").click()
    right = page.locator(".rc-stick-box").nth(1)
    desk.ask(
        """navigator.getGamepads = () => [{
          connected: true, id: "A pad", axes: [0, 0, 1, 0.05], buttons: [],
        }];
        null"""
    )
    # Full to the right; the little tilt of the other axis is within the deadband.
    desk.wait(lambda: right.locator("output").inner_text() == "0 % · 100 %")
    desk.ask("navigator.getGamepads = () => []; null")
    desk.wait(lambda: right.locator("output").inner_text() == "0 % · 0 %")
    box = right.locator("svg").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"])
    desk.wait(lambda: right.locator("output").inner_text() == "100 % · 0 %")
    page.mouse.up()
    desk.wait(lambda: right.locator("output").inner_text() == "0 % · 0 %")
    page.keyboard.press("Escape")


def test_a_failure_is_seen_everywhere_and_ends(desk: Studio) -> None:
    page = desk.page
    show(desk, "Failures")
    page.locator(".vehicle", has_text="quad_0").click()
    panel = page.locator("[data-panel=failures]")
    panel.get_by_role("button", name="GNSS off").click()
    banner = page.get_by_role("alert", name="Failures")
    desk.wait(lambda: "quad_0: gps off" in banner.inner_text())
    row = page.locator(".vehicle", has_text="quad_0")
    assert "gps off" in row.locator(".vehicle-flag").inner_text()
    panel.get_by_role("button", name="End GNSS: off").click()
    desk.wait(lambda: banner.inner_text() == "")
    assert not row.locator(".vehicle-flag").is_visible()

    panel.get_by_label("What fails", exact=True).select_option("baro")
    panel.get_by_label("How it fails").select_option("bias")
    panel.get_by_label("Bias").fill("20")
    panel.get_by_label("For how long").fill("600")
    panel.get_by_role("button", name="Inject now").click()
    desk.wait(lambda: "s left" in panel.locator(".failures-active").inner_text())
    told = desk.ask("window.simloop.ask('failures', {name: 'quad_0'})")
    assert [(row["kind"], row["strength"]) for row in told["rows"]] == [("bias", {"bias": 20})]
    page.get_by_role("button", name="Undo").click()
    desk.wait(lambda: banner.inner_text() == "")


def test_wind_and_things(desk: Studio) -> None:
    page = desk.page
    show(desk, "Surroundings")
    panel = page.locator("[data-panel=environment]")
    speed = panel.get_by_label("Wind speed")
    desk.wait(lambda: "0.0" not in panel.locator(".wind-value").first.inner_text())
    speed.focus()
    before = float(speed.input_value())
    page.keyboard.press("ArrowRight")
    told = "window.simloop.ask('environment')"
    desk.wait(lambda: desk.ask(told)["wind_mps"] == pytest.approx(before + 0.5))
    panel.get_by_label("What to put up").select_option("balloon")
    panel.get_by_role("button", name="Put up").click()
    desk.wait(lambda: "balloon_1" in panel.locator(".thing-list").inner_text())
    panel.get_by_role("button", name="Remove balloon_1").click()
    desk.wait(lambda: "balloon_1" not in panel.locator(".thing-list").inner_text())
