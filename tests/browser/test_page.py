"""The page of a run, used as people use it: look, pause, step, speed, add, rearrange."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from studio_page import Studio, opened

HEIGHT = "-store.selected.latest.down"


def paused(studio: Studio) -> None:
    """Pause, whatever was before."""
    if not studio.store("store.run.paused"):
        studio.page.get_by_role("button", name="Pause").click()
    studio.wait(lambda: studio.store("store.run.paused"))


def playing(studio: Studio) -> None:
    """Play, whatever was before."""
    if studio.store("store.run.paused"):
        studio.page.get_by_role("button", name="Play").click()
    studio.wait(lambda: not studio.store("store.run.paused"))


def picture(studio: Studio) -> bytes:
    """The pixels of the 3-D scene."""
    return studio.page.locator(".stage canvas").first.screenshot()


def test_the_vehicle_moves_in_the_store_and_in_the_picture(studio: Studio) -> None:
    playing(studio)
    before, drawn = studio.store("store.run.tick"), picture(studio)
    studio.wait(lambda: studio.store(HEIGHT) > 3.0)
    assert studio.store("store.run.tick") > before
    assert picture(studio) != drawn
    row = studio.page.locator(".vehicle", has_text="quad_0")
    assert "auto" in row.inner_text()
    studio.wait(lambda: "takes off" in studio.page.locator(".log-list").inner_text())


def test_pause_and_step(studio: Studio) -> None:
    paused(studio)
    studio.fresh_frame()
    tick = studio.store("store.run.tick")
    studio.fresh_frame()
    assert studio.store("store.run.tick") == tick
    studio.page.get_by_role("button", name="One tick").click()
    studio.wait(lambda: studio.store("store.run.tick") == tick + 1)
    studio.page.keyboard.press(".")
    studio.wait(lambda: studio.store("store.run.tick") == tick + 2)
    # The button that was pressed last keeps the focus: space there would press it again.
    studio.page.locator("body").click(position={"x": 700, "y": 500})
    studio.page.keyboard.press(" ")
    studio.wait(lambda: not studio.store("store.run.paused"))
    studio.wait(lambda: studio.store("store.run.tick") > tick + 50)


def ticks_per_frame(studio: Studio) -> float:
    """How far the world goes from frame to frame: a host that is late sends fewer of them."""
    counts = "[store.run.tick, store.framesSeen]"
    tick, frame = studio.store(counts)
    studio.wait(lambda: studio.store("store.framesSeen") > frame + 15)
    now_tick, now_frame = studio.store(counts)
    return (now_tick - tick) / (now_frame - frame)


def test_the_speed_is_dragged_and_the_world_follows(studio: Studio) -> None:
    playing(studio)
    calm = ticks_per_frame(studio)
    slider = studio.page.get_by_role("slider", name="Speed")
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    studio.page.mouse.move(box["x"] + box["width"] * 0.37, middle)
    studio.page.mouse.down()
    studio.page.mouse.move(box["x"] + box["width"] * 0.62, middle, steps=4)
    studio.page.mouse.up()
    speed = studio.wait(lambda: (s := studio.store("store.run.speed")) > 2.0 and s)
    studio.wait(lambda: ticks_per_frame(studio) > 2.0 * calm)
    assert speed < 20.0
    studio.ask("window.simloop.send('speed', {factor: 1})")
    studio.wait(lambda: studio.store("store.run.speed") == 1.0)


def test_a_second_vehicle_is_added_chosen_and_removed(studio: Studio) -> None:
    page = studio.page
    page.get_by_label("Model").select_option("quad")
    page.get_by_role("button", name="Add").click()
    studio.wait(lambda: studio.store("store.vehicles.size") == 2)
    row = page.locator(".vehicle", has_text="quad_1")
    row.click()
    assert studio.store("store.selected.item.name") == "quad_1"
    assert row.get_attribute("aria-pressed") == "true"
    studio.fresh_frame()
    east = "[...store.vehicles.values()].map(v => v.latest.east)"
    first, second = studio.store(east)
    assert second == pytest.approx(4.0, abs=0.2)
    assert first != second
    page.get_by_role("button", name="Remove the selected vehicle").click()
    studio.wait(lambda: studio.store("store.vehicles.size") == 1)
    page.get_by_role("button", name="Undo").click()
    studio.wait(lambda: studio.store("store.vehicles.size") == 2)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    studio.wait(lambda: studio.store("store.vehicles.size") == 1)


def test_an_order_that_is_not_obeyed_is_told(studio: Studio) -> None:
    playing(studio)
    # Slow, so that the newcomer is still finding its attitude when it is told to arm.
    studio.ask("window.simloop.send('speed', {factor: 0.1})")
    studio.page.get_by_role("button", name="Add").click()
    row = studio.page.locator(".vehicle", has_text="quad_1")
    row.click()
    studio.page.get_by_role("button", name="Arm", exact=True).click()
    studio.wait(studio.page.locator(".toast", has_text="quad_1: Arming refused").count)
    studio.ask("window.simloop.send('speed', {factor: 1})")
    studio.ask("window.simloop.send('remove', {name: 'quad_1'})")
    studio.wait(lambda: studio.store("store.vehicles.size") == 1)


def test_a_refusal_is_told(studio: Studio) -> None:
    answer = studio.ask("window.simloop.send('remove', {name: 'nobody'})")
    assert answer["state"] == "refused"
    assert "nobody" in answer["reason"]
    assert "nobody" in studio.page.locator(".toasts").inner_text()
    playing(studio)
    studio.page.keyboard.press(".")
    toast = studio.page.locator(".toast", has_text="time is running")
    studio.wait(toast.count)
    assert toast.inner_text() == "step: time is running; pause it first"


def test_cameras_go_with_the_vehicle(studio: Studio) -> None:
    playing(studio)
    pictures = set()
    for name in ("Orbit", "Chase", "Cockpit", "From above"):
        button = studio.page.get_by_role("button", name=name)
        button.click()
        assert button.get_attribute("aria-pressed") == "true"
        studio.fresh_frame()
        pictures.add(picture(studio))
    assert len(pictures) == 4


def test_panels_are_closed_moved_and_found_again(studio: Studio) -> None:
    page = studio.page
    plot = page.locator("[data-panel=plot]")
    plot.get_by_role("button", name="Close").click()
    assert plot.count() == 0
    events = page.locator("[data-panel=event_log]")
    events.get_by_role("button", name="Move to the other side").click()
    assert page.locator(".dock-right [data-panel=event_log]").count() == 1
    page.reload()
    studio.wait(lambda: studio.ask("window.simloop?.store.framesSeen > 2"))
    assert plot.count() == 0
    assert page.locator(".dock-right [data-panel=event_log]").count() == 1
    page.get_by_role("button", name="Panels").click()
    page.get_by_role("button", name="Restore the layout").click()
    assert page.locator(".dock-right [data-panel=plot]").count() == 1
    assert page.locator(".dock-left [data-panel=event_log]").count() == 1


def test_a_panel_of_somebody_else_joins_in(studio: Studio) -> None:
    studio.ask(
        """window.simloop.addPanel({
          id: "own", title: "My panel", icon: "M4 4h16", dock: "left", order: 9, open: true,
          mount(host, {store}) {
            return store.bus.on("frame", () => { host.textContent = "tick " + store.run.tick; });
          },
        })"""
    )
    own = studio.page.locator("[data-panel=own]")
    studio.wait(lambda: "tick" in own.inner_text())
    own.get_by_role("button", name="Close").click()
    studio.fresh_frame()
    assert own.count() == 0


def test_the_rest_works_without_the_scene(studio: Studio) -> None:
    page = studio.page
    page.get_by_role("button", name="Panels").click()
    page.locator("#panel-menu .menu-item", has_text="3-D scene").click()
    assert page.locator(".stage").count() == 0
    paused(studio)
    playing(studio)


def test_the_keyboard_reaches_every_control(studio: Studio) -> None:
    page = studio.page
    controls = page.locator("button:visible, select:visible, input:visible")
    # The first line only: the rest of a vehicle's button changes while it flies.
    name = "(e => (e.ariaLabel || e.innerText).split('\\n')[0])"
    wanted = {control.evaluate(name) for control in controls.all()}
    wanted -= {"One tick (.)"}  # Only while paused.
    reached = set()
    for _ in range(3 * len(wanted)):
        page.keyboard.press("Tab")
        reached.add(studio.ask(f"{name}(document.activeElement)"))
    assert wanted <= reached


def test_light_and_dark(studio: Studio) -> None:
    dark = studio.ask("getComputedStyle(document.body).backgroundColor")
    studio.page.get_by_role("button", name="Light or dark").click()
    assert studio.ask("getComputedStyle(document.body).backgroundColor") != dark


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Studio]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    yield from opened(Studio(context.new_page()), address)
    context.close()


def test_a_phone_shows_all_without_sideways_scrolling(phone: Studio) -> None:
    width = phone.ask(
        "Math.max(document.body.scrollWidth, document.querySelector('.docks').scrollWidth)"
    )
    assert width <= 390
    paused(phone)
    playing(phone)
    tabs = {"vehicles": "Vehicles", "instruments": "Instruments", "event_log": "Events"}
    for panel, title in tabs.items():
        phone.page.get_by_role("tab", name=title).and_(phone.page.locator(":visible")).click()
        assert phone.page.locator(f"[data-panel={panel}]").is_visible()
    # The bar of the scene does not lie on the tabs of the stage.
    phone.show("map")
    for title in ("3-D scene", "Map", "3-D scene"):
        phone.page.get_by_role("tab", name=title).and_(phone.page.locator(":visible")).tap()
    assert phone.page.locator("[data-panel=scene]").is_visible()


def test_a_wrong_token_is_told(browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(address.partition("#")[0] + "#token=wrong")
    page.get_by_text("no valid token").wait_for()
    context.close()


SEEN_AT_ITS_END = """e => {
  const { left, width, bottom } = e.getBoundingClientRect();
  return e.contains(document.elementFromPoint(left + width / 2, bottom - 4));
}"""


@pytest.mark.parametrize("width", [360, 320])
def test_a_small_phone_has_undo_and_redo(browser: Browser, address: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 740}, has_touch=True)
    for studio in opened(Studio(context.new_page()), address):
        assert studio.ask("document.documentElement.scrollWidth") <= width
        assert studio.ask("document.querySelector('.docks').scrollWidth") <= width
        for left, right in studio.shown_edges(".control :is(button, input)"):
            assert left >= 0 and right <= width
        check_undo_and_redo(studio)
        # A menu of the scene reaches beyond the scene, which does not cut it off.
        studio.page.get_by_role("button", name="Show", exact=True).tap()
        assert studio.page.locator(".show-menu").evaluate(SEEN_AT_ITS_END)
    context.close()


def check_undo_and_redo(studio: Studio) -> None:
    """A lamp is put up, taken back, put up again, and taken back."""
    lamp = "{kind: 'light', name: 'lamp', position_ned_m: [1, 1, -1]}"
    studio.ask(f"window.simloop.send('insert', {lamp})")
    names = "[...store.items.values()].map(item => item.name)"
    studio.wait(lambda: "lamp" in studio.store(names))
    studio.page.get_by_role("button", name="Undo").tap()
    studio.wait(lambda: "lamp" not in studio.store(names))
    studio.page.get_by_role("button", name="Redo").tap()
    studio.wait(lambda: "lamp" in studio.store(names))
    studio.page.get_by_role("button", name="Undo").tap()
    studio.wait(lambda: "lamp" not in studio.store(names))
