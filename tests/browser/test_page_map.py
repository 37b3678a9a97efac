"""Docks, the map with its mission editor, and the first steps, used as people use them."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page
from studio_page import Studio, opened

MAP_ONLY = {
    "version": 2,
    "docks": {
        "stage": {"frames": [{"panels": ["map"], "active": "map"}]},
        "left": {"frames": [{"panels": ["vehicles"]}, {"panels": ["event_log", "of_yesterday"]}]},
        "right": {"frames": [{"panels": ["instruments"]}]},
        "bottom": {"frames": [{"panels": ["world_control"]}]},
    },
    "closed": {"scene": "stage", "plot": "right"},
}


def page_with(browser: Browser, layout: Any, **options: Any) -> Page:
    """A page whose browser has kept a layout; without the scene it is quick."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, **options)
    page = context.new_page()
    stored = json.dumps(json.dumps(layout))
    key = "simloop layout 2"
    page.add_init_script(
        f"localStorage.getItem('{key}') ?? localStorage.setItem('{key}', {stored})"
    )
    return page


@pytest.fixture
def planner(browser: Browser, address: str) -> Iterator[Studio]:
    """The page with a map on its stage, playing at real time."""
    page = page_with(browser, MAP_ONLY)
    for studio in opened(Studio(page), address):
        studio.ask("window.simloop.send('play')")
        yield studio
    page.context.close()


def canvas(studio: Studio) -> Locator:
    return studio.page.locator(".map-canvas")


def items(studio: Studio) -> list[str]:
    return studio.page.locator(".map-item-title").all_inner_texts()


def held(studio: Studio) -> dict[str, Any]:
    plan: dict[str, Any] = studio.ask("window.simloop.ask('mission', {name: 'quad_0'})")
    return plan


def editing(studio: Studio) -> None:
    """Open the editor with an empty mission."""
    studio.page.get_by_role("button", name="Edit the mission").click()
    studio.wait(lambda: items(studio))
    studio.page.get_by_role("button", name="Clear").click()
    studio.page.get_by_text("Click on the map to add a waypoint").wait_for()


# Which colours the map's pen has drawn with, since the last look.
PENS = """
window.inks = new Set();
for (const name of ["stroke", "fill"]) {
  const known = CanvasRenderingContext2D.prototype[name];
  CanvasRenderingContext2D.prototype[name] = function (...given) {
    if (this.canvas.className === "map-canvas") window.inks.add(String(this[name + "Style"]));
    return known.apply(this, given);
  };
}
const words = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (text, ...given) {
  if (this.canvas.className === "map-canvas") window.inks.add(text.split(" ")[0]);
  return words.call(this, text, ...given);
};
"""


def drawn_with(studio: Studio) -> set[str]:
    """What the next pictures of the map are drawn with."""
    studio.ask("window.inks.clear()")
    studio.wait(lambda: studio.ask("window.inks.size"))
    return set(studio.ask("[...window.inks]"))


def test_of_many_laps_the_next_numbers_are_shown(browser: Browser, address: str) -> None:
    page = page_with(browser, MAP_ONLY)
    page.add_init_script(PENS)
    for studio in opened(Studio(page), address):
        assert len(held(studio)["items"]) > 400
        # The item that is flown, as people count, and none of the last lap.
        studio.wait(lambda s=studio: str(held(s)["current"] + 1) in drawn_with(s))
        assert not {"398", "399", "400", "401"} & drawn_with(studio)
    page.context.close()


def test_a_mission_is_drawn_uploaded_and_flown(planner: Studio) -> None:
    page = planner.page
    editing(planner)
    canvas(planner).click(position={"x": 560, "y": 300})
    canvas(planner).click(position={"x": 660, "y": 420})
    assert [title.split(" ·")[0] for title in items(planner)] == [
        "Take off",
        "Waypoint",
        "Waypoint",
    ]
    # The last one is chosen: drag it, write its altitude, undo and redo.
    page.mouse.move(660, 420)
    page.mouse.down()
    page.mouse.move(640, 500, steps=4)
    page.mouse.up()
    north = page.get_by_label("North of home")
    dragged = float(north.input_value())
    page.get_by_label("Altitude, m").fill("7")
    page.get_by_label("Altitude, m").press("Enter")
    page.get_by_role("button", name="Undo the edit").click()
    assert page.get_by_label("Altitude, m").input_value() == "10"
    page.get_by_role("button", name="Undo the edit").click()
    assert float(north.input_value()) > dragged
    page.get_by_role("button", name="Redo the edit").click()
    page.get_by_role("button", name="Redo the edit").click()
    assert items(planner)[-1] == "Waypoint · 7.0 m"
    page.get_by_role("button", name="Fly it").click()
    page.get_by_text("It flies the mission").wait_for()
    last = held(planner)["items"][-1]
    assert last["north_m"] == pytest.approx(dragged, abs=0.1)
    assert last["altitude_m"] == pytest.approx(7.0)
    # The scene follows what the firmware holds.
    planner.wait(lambda: planner.store("store.selected.item.plan_ned_m.length") == 3)
    planner.ask("window.simloop.send('speed', {factor: 8})")
    off = f"Math.hypot(p.north - {last['north_m']}, p.east - {last['east_m']}, p.down + 7)"
    planner.wait(lambda: planner.store(f"(p => {off})(store.selected.latest) < 1.5"))
    planner.ask("window.simloop.send('speed', {factor: 1})")


def test_what_cannot_be_flown_is_told_at_the_item(planner: Studio) -> None:
    page = planner.page
    editing(planner)
    canvas(planner).click(position={"x": 560, "y": 300})
    page.get_by_label("Altitude, m").fill("1")
    page.get_by_label("Altitude, m").press("Enter")
    line = page.locator(".map-item.chosen")
    assert "Only 1.0 m above the ground" in line.inner_text()
    page.get_by_label("Altitude, m").fill("")
    page.get_by_label("Altitude, m").press("Enter")
    page.get_by_role("button", name="Upload").click()
    page.get_by_text("Refused: item 2: altitude_m is missing").wait_for()
    assert "altitude_m is missing" in line.inner_text()


def test_it_goes_where_the_menu_says(planner: Studio) -> None:
    planner.wait(lambda: planner.store("-store.selected.latest.down > 3"))
    canvas(planner).click(button="right", position={"x": 520, "y": 400})
    planner.page.get_by_role("menuitem", name="go here").click()
    planner.page.get_by_text("It goes there").wait_for()
    assert held(planner)["mode"] == "guided"


def test_missions_are_saved_and_opened_as_files(planner: Studio, tmp_path: Path) -> None:
    page = planner.page
    editing(planner)
    for x in (500, 600, 700):
        canvas(planner).click(position={"x": x, "y": 360})
    page.get_by_role("button", name="Close the loop").click()
    page.get_by_role("button", name="Land at the end").click()
    drawn = items(planner)
    assert drawn[-2:] == ["Repeat from 2, 1 ×", "Land"]
    for kind in ("plan", "waypoints"):
        with page.expect_download() as download:
            page.get_by_role("button", name=f".{kind}", exact=True).click()
        file = tmp_path / download.value.suggested_filename
        download.value.save_as(file)
        page.get_by_role("button", name="Clear").click()
        assert items(planner) == []
        # An empty mission can be uploaded, and nothing can be flown.
        assert page.get_by_role("button", name="Upload").is_enabled()
        assert page.get_by_role("button", name="Fly it").is_disabled()
        assert "Not uploaded yet" in page.locator(".map-editor").inner_text()
        page.locator(".map-editor input[type=file]").set_input_files(file)
        planner.wait(lambda: items(planner) == drawn)
    plan = json.loads((tmp_path / "quad_0.plan").read_text())
    assert plan["fileType"] == "Plan"
    assert [item["command"] for item in plan["mission"]["items"]] == [22, 16, 16, 16, 177, 21]
    file.write_text("nothing")
    page.locator(".map-editor input[type=file]").set_input_files(file)
    page.get_by_text("neither a .plan nor a file of waypoints").wait_for()


def test_the_map_works_by_keys(planner: Studio) -> None:
    editing(planner)
    canvas(planner).focus()
    for key in ("Enter", "ArrowLeft", "+", "Enter"):
        planner.page.keyboard.press(key)
    assert len(items(planner)) == 3
    planner.page.keyboard.press("Delete")
    assert len(items(planner)) == 2
    planner.page.keyboard.press("Control+z")
    assert len(items(planner)) == 3


def test_layouts_are_kept_by_name(planner: Studio) -> None:
    page = planner.page
    # A panel of a layout that this page does not have is passed over.
    assert page.locator("[data-panel=event_log]").is_visible()
    page.locator("[data-panel=event_log]").hover()
    page.get_by_role("button", name="Where Events is").click()
    page.get_by_role("menuitem", name="Share a frame with Vehicles").click()
    vehicles, events = page.locator("[data-panel=vehicles]"), page.locator("[data-panel=event_log]")
    assert events.is_visible() and not vehicles.is_visible()
    events.get_by_role("tab", name="Vehicles").click()
    assert vehicles.is_visible() and not events.is_visible()
    page.get_by_role("button", name="Layouts").click()
    page.get_by_label("Name of this layout").fill("mine")
    page.get_by_label("Name of this layout").press("Enter")
    page.get_by_role("button", name="Plan", exact=True).click()
    assert events.is_visible() and vehicles.is_visible()
    page.reload()
    planner.wait(lambda: planner.ask("window.simloop?.store.framesSeen > 2"))
    assert events.is_visible()
    page.get_by_role("button", name="Layouts").click()
    page.get_by_role("button", name="mine", exact=True).click()
    assert vehicles.is_visible() and not events.is_visible()
    page.get_by_role("button", name="Layouts").click()
    page.get_by_role("button", name="Delete mine").click()
    page.get_by_text("None saved yet").wait_for()


def test_a_panel_is_dragged_to_another(planner: Studio) -> None:
    page = planner.page
    head = page.locator("[data-panel=event_log] .panel-title")
    onto = page.locator("[data-panel=instruments]").bounding_box()
    assert onto is not None
    head.hover()
    page.mouse.down()
    page.mouse.move(onto["x"] + 150, onto["y"] + onto["height"] / 2, steps=6)
    page.get_by_text("Share this frame").wait_for()
    page.mouse.up()
    assert page.locator(".dock-right [data-panel=event_log]").is_visible()
    assert not page.locator("[data-panel=instruments]").is_visible()


def test_docks_are_sized_and_folded_by_keys(planner: Studio) -> None:
    page = planner.page
    dock = page.locator(".dock-left")
    before = dock.bounding_box()
    page.get_by_role("separator", name="Width of the left dock").focus()
    page.keyboard.press("ArrowRight")
    after = dock.bounding_box()
    assert before is not None and after is not None
    assert after["width"] == before["width"] + 16
    page.locator(".map-canvas").focus()
    page.keyboard.press("[")
    assert not dock.is_visible()
    page.get_by_role("button", name="Fold the left dock").click()
    assert dock.is_visible()
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Help").wait_for()
    page.keyboard.press("Escape")
    assert page.get_by_role("dialog").count() == 0


@pytest.fixture
def newcomer(browser: Browser, address: str) -> Iterator[Studio]:
    """The page as somebody sees it who was never here."""
    page = page_with(browser, MAP_ONLY)
    yield from opened(Studio(page), address, first_visit=True)
    page.context.close()


def test_the_first_steps_come_once_and_the_program_runs(newcomer: Studio) -> None:
    page = newcomer.page
    cards = page.get_by_role("complementary", name="First steps")
    cards.wait_for()
    # It stands above the scene and leaves all of it in sight.
    strip, scene = cards.bounding_box(), page.locator(".docks").bounding_box()
    assert strip is not None
    assert scene is not None
    assert strip["height"] < 60
    assert strip["y"] + strip["height"] <= scene["y"]
    cards.get_by_role("button", name="Script it in Python").click()
    program = page.get_by_role("dialog").locator("code").last.inner_text()
    page.keyboard.press("Escape")
    assert cards.is_visible()
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "'state': 'executed'" in ran.stdout
    cards.get_by_role("button", name="Connect a ground station or autopilot").click()
    # The ports are asked for when it is opened.
    page.get_by_role("dialog").get_by_text("simloop run --mavlink").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    page.keyboard.press("Escape")
    cards.wait_for(state="hidden")
    # The page takes its room back, to the last line.
    bottom = page.evaluate("document.querySelector('.docks').getBoundingClientRect().bottom")
    assert bottom == page.evaluate("innerHeight")
    page.reload()
    newcomer.wait(lambda: newcomer.ask("window.simloop?.store.framesSeen > 2"))
    assert not cards.is_visible()
    page.get_by_role("button", name="Help").click()
    page.get_by_role("button", name="Show the first steps again").click()
    cards.wait_for()
    cards.get_by_role("button", name="Close the first steps").click()
    cards.wait_for(state="hidden")


def test_a_hidden_vehicle_is_not_on_the_map(browser: Browser, address: str) -> None:
    page = page_with(browser, MAP_ONLY)
    page.add_init_script(PENS)
    for studio in opened(Studio(page), address):
        colour = studio.store("store.selected.colour").lower()
        studio.wait(lambda s=studio, c=colour: {c, "H", "quad_0"} <= drawn_with(s))
        page.get_by_role("button", name="Hide quad_0").click()
        left = drawn_with(studio)
        assert not {colour, "H", "quad_0"} & left
        # The rest is there.
        assert left
        # A map that is opened later knows it, too.
        studio.toggle("map")
        studio.toggle("map")
        assert not {colour, "H", "quad_0"} & drawn_with(studio)
        page.get_by_role("button", name="Show quad_0").click()
        studio.wait(lambda s=studio, c=colour: {c, "H", "quad_0"} <= drawn_with(s))
    page.context.close()
