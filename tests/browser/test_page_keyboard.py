"""The page without a mouse, with the 3-D scene open: every control, the picture, all menus."""

from typing import Any

import pytest
from playwright.sync_api import Locator
from studio_page import Studio

# Everything that can be used now; of radios that belong together the tabulator stops at one.
WANTED = """root => [...root.querySelectorAll(
    "button, input, select, textarea, summary, a[href], [tabindex='0']")]
  .filter(e => e.checkVisibility() && !e.disabled && !e.closest("[inert]"))
  .filter(e => e.type !== "radio" || e.checked)
  .map(e => {
    window.numbers ??= new Map();
    if (!window.numbers.has(e)) window.numbers.set(e, window.numbers.size);
    return [window.numbers.get(e), e.outerHTML.slice(0, 160)];
  })"""
# The focus, and whether an eye can find it: an outline, its own or that of what stands for it.
FOCUSED = """(() => {
  const e = document.activeElement;
  const marks = [e, e.nextElementSibling].filter(Boolean).flatMap(each => [
    getComputedStyle(each), getComputedStyle(each, "::after")]);
  const outlined = marks.some(({ outlineStyle, outlineWidth }) =>
    outlineStyle !== "none" && outlineWidth !== "0px");
  const lit = e.classList.contains("edge") && getComputedStyle(e, "::after").opacity > 0.5;
  const { left, right, top, bottom } = e.getBoundingClientRect();
  const inside = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  return [window.numbers.get(e) ?? -1, (outlined || lit) && inside, e.outerHTML.slice(0, 160)];
})()"""
SCALE = "document.querySelector('.scale-bar span').textContent"
NEEDLE = "document.querySelector('.rose g').getAttribute('transform')"
AT_FOCUS = "e => e === document.activeElement"


def ring(studio: Studio) -> dict[int, tuple[bool, str]]:
    """Where the tabulator stops, once round the page."""
    found: dict[int, tuple[bool, str]] = {}
    while True:
        studio.page.keyboard.press("Tab")
        number, seen, html = studio.ask(FOCUSED)
        if number in found and number >= 0:
            return found
        # Between the last and the first the focus is with the browser.
        if not html.startswith("<body"):
            found[number] = (seen, html)


def picture(studio: Studio) -> Locator:
    """The canvas, with the focus of keys."""
    canvas = studio.page.locator(".scene-canvas")
    canvas.focus()
    studio.page.keyboard.press("Shift")
    return canvas


@pytest.fixture(autouse=True)
def still(studio: Studio) -> Any:
    """Nothing comes or goes while the tabulator is on its way."""
    studio.ask("window.simloop.send('pause')")
    studio.wait(lambda: studio.store("store.run.paused"))
    yield
    studio.ask("window.simloop.send('play')")


def test_the_tabulator_comes_by_everything_and_shows_where_it_is(studio: Studio) -> None:
    assert studio.page.locator(".scene-canvas").is_visible()
    wanted: list[Any] = studio.page.locator("body").evaluate(WANTED)
    found = ring(studio)
    assert [html for number, html in wanted if number not in found] == []
    assert [html for seen, html in found.values() if not seen] == []


def test_the_menu_show_is_used_and_left_by_keys(studio: Studio) -> None:
    page = studio.page
    opener = page.get_by_role("button", name="Show", exact=True)
    menu = page.locator(".show-menu")
    opener.press("Enter")
    assert page.get_by_label("Find something to show").evaluate(AT_FOCUS)
    wanted: list[Any] = menu.evaluate(WANTED)
    opener.focus()
    stops: set[int] = set()
    page.keyboard.press("Tab")
    while menu.evaluate("e => e.contains(document.activeElement)"):
        number, seen, html = studio.ask(FOCUSED)
        assert seen, html
        stops.add(number)
        page.keyboard.press("Tab")
    assert len(wanted) > 20
    assert [html for number, html in wanted if number not in stops] == []
    # Who has left it does not want it over the page.
    assert menu.is_hidden()
    opener.press("Enter")
    page.get_by_role("radio", name="Speed").press("ArrowRight")
    assert page.get_by_role("radio", name="Height").is_checked()
    page.get_by_role("button", name="As at first").press("Enter")
    assert page.get_by_role("radio", name="Speed").is_checked()
    assert page.get_by_role("button", name="As at first").evaluate(AT_FOCUS)
    page.keyboard.press("Escape")
    assert menu.is_hidden()
    assert opener.evaluate(AT_FOCUS)


def test_menus_give_the_focus_back_to_who_opened_them(studio: Studio) -> None:
    page = studio.page
    menu = page.get_by_role("menu", name="quad_0")
    more = page.get_by_role("button", name="Menu of the selected vehicle")
    for opener, key in ((more, "Enter"), (page.locator(".scene-canvas"), "Shift+F10")):
        opener.press(key)
        menu.wait_for()
        assert menu.get_by_role("menuitem").first.evaluate(AT_FOCUS)
        page.keyboard.press("ArrowUp")
        assert menu.get_by_role("menuitem").last.evaluate(AT_FOCUS)
        page.keyboard.press("Escape")
        assert menu.is_hidden()
        assert opener.evaluate(AT_FOCUS)
    for name, box in (("Panels", "#panel-menu"), ("Layouts", "#layout-menu")):
        opener = page.get_by_role("button", name=name, exact=True)
        opener.press("Enter")
        assert page.locator(box).evaluate("e => e.contains(document.activeElement)")
        page.keyboard.press("Escape")
        assert page.locator(box).is_hidden()
        assert opener.evaluate(AT_FOCUS)


def test_the_camera_turns_shifts_and_comes_near_by_keys(studio: Studio) -> None:
    page = studio.page
    assert not page.locator(".scene-cross").is_visible()
    picture(studio)
    assert page.locator(".scene-cross").is_visible()
    for mode in ("o", "c", "v", "g"):
        page.keyboard.press(mode)
        heading = studio.wait(lambda: studio.ask(NEEDLE))
        page.keyboard.press("ArrowRight")
        studio.wait(lambda heading=heading: studio.ask(NEEDLE) != heading)
    page.keyboard.press("Home")
    for mode in ("o", "t"):
        page.keyboard.press(mode)
        far = studio.ask(SCALE)
        for _ in range(12):
            page.keyboard.press("+")
        studio.wait(lambda far=far: studio.ask(SCALE) != far)
    place = page.locator(".label").evaluate("e => e.style.transform")
    page.keyboard.press("ArrowRight")
    moved = "e => e.style.transform"
    studio.wait(lambda: page.locator(".label").evaluate(moved) != place)


def test_the_ground_is_measured_and_used_by_keys(studio: Studio) -> None:
    page = studio.page
    picture(studio)
    page.keyboard.press("Enter")
    page.get_by_role("menuitem", name="Measure from here").press("Enter")
    for _ in range(4):
        page.keyboard.press("Shift+ArrowRight")
    studio.fresh_frame()
    page.keyboard.press("Enter")
    studio.wait(lambda: " m" in page.locator(".scene-page").inner_text())
    page.keyboard.press("Escape")
    studio.wait(lambda: page.locator(".scene-tag:visible").count() == 0)
    page.keyboard.press("Enter")
    assert page.get_by_role("menuitem", name="Put quad_0 here").is_visible()
    page.keyboard.press("Escape")
    assert page.locator(".scene-canvas").evaluate(AT_FOCUS)


def test_vehicles_are_selected_one_after_the_other(studio: Studio) -> None:
    page = studio.page
    studio.ask(
        "window.simloop.send('spawn', {name: 'guest', model: 'quad', position_ned_m: [4, 9, 0]})"
    )
    studio.wait(lambda: studio.store("store.vehicles.size") == 2)
    picture(studio)
    for key, name in (("PageDown", "guest"), ("PageDown", "quad_0"), ("PageUp", "guest")):
        page.keyboard.press(key)
        assert studio.store("store.selected.item.name") == name
    studio.ask("window.simloop.send('remove', {name: 'guest'})")
    studio.wait(lambda: studio.store("store.vehicles.size") == 1)
