"""The page as a whole: keys reach all of it, closed panels leave nothing, broken lines mend."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser
from studio_page import Studio, opened

# Listeners of the page and timers are counted from the very start.
COUNT = """
window.left = {listeners: 0, timers: new Set()};
for (const target of [window, document]) {
  for (const [name, way] of [["addEventListener", 1], ["removeEventListener", -1]]) {
    const known = target[name].bind(target);
    target[name] = (kind, ...rest) => {
      if (!rest[1]?.once && !kind.startsWith("pointer")) window.left.listeners += way;
      known(kind, ...rest);
    };
  }
}
const begin = window.setInterval, end = window.clearInterval;
window.setInterval = (...given) => {
  const number = begin(...given);
  window.left.timers.add(number);
  return number;
};
window.clearInterval = (number) => {
  window.left.timers.delete(number);
  end(number);
};
"""
LEFT = """(() => {
  const heard = [...window.simloop.store.bus.handlers.values()].map(handlers => handlers.size);
  return [heard.reduce((a, b) => a + b, 0), window.left.listeners, window.left.timers.size];
})()"""
# What is to be pressed or written in, in a panel: with its name, and whether it can be used now.
CONTROLS = """section => [...section.querySelectorAll(
    "button, input, select, textarea, summary, a[href], [role=slider], [role=application], "
    + "[role=tree]")]
  .filter(e => e.checkVisibility() && !e.disabled && !e.closest("[inert]"))
  .map(e => {
    window.numbers ??= new Map();
    if (!window.numbers.has(e)) window.numbers.set(e, window.numbers.size);
    const words = e.ariaLabel || e.labels?.[0]?.innerText || e.innerText || e.title;
    return [window.numbers.get(e), (words || "").trim(), e.outerHTML.slice(0, 120)];
  })"""


@pytest.fixture
def counted(browser: Browser, address: str) -> Iterator[Studio]:
    """The page without its picture, with an eye on what it leaves behind."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.add_init_script(COUNT)
    for studio in opened(Studio(page), address):
        studio.toggle("scene")
        yield studio
    context.close()


def panels(studio: Studio) -> list[str]:
    """The names of all panels."""
    studio.page.get_by_role("button", name="Panels").click()
    found = studio.page.locator("#panel-menu .menu-list [data-item]")
    names = [str(each.get_attribute("data-item")) for each in found.all()]
    studio.page.keyboard.press("Escape")
    return names


def named(controls: list[Any]) -> list[Any] | None:
    """The controls, once all of them have names."""
    return controls if all(name for _, name, _ in controls) else None


def reached(studio: Studio, panel: str) -> set[int]:
    """Which controls of a panel the tabulator comes by."""
    section = studio.page.locator(f"[data-panel={panel}]")
    section.evaluate("e => { e.tabIndex = -1; e.focus(); }")
    found: set[int] = set()
    while True:
        studio.page.keyboard.press("Tab")
        number = section.evaluate(
            "e => e.contains(document.activeElement)"
            " ? window.numbers.get(document.activeElement) ?? -1 : null"
        )
        if number is None or (number >= 0 and number in found):
            return found
        found.add(number)


def test_every_control_of_every_panel_has_a_name_and_is_reached_by_keys(counted: Studio) -> None:
    # The scene is the first of them, and stays open below the others.
    for panel in panels(counted):
        section = counted.show(panel)
        # Some names come with the first answer.
        controls: list[Any] = counted.wait(lambda s=section: named(s.evaluate(CONTROLS)))
        found = reached(counted, panel)
        unreached = [html for number, _, html in controls if number not in found]
        assert not unreached, panel


def test_closed_panels_leave_nothing_behind(counted: Studio) -> None:
    names = [name for name in panels(counted) if name != "scene"]
    for name in names:
        if counted.page.locator(f"[data-panel={name}]").count() > 0:
            counted.toggle(name)
    before = counted.ask(LEFT)
    for name in names:
        counted.show(name)
        counted.fresh_frame()
        counted.toggle(name)
        assert counted.ask(LEFT) == before, name


def test_the_focus_stays_with_a_panel_that_moves(counted: Studio) -> None:
    page = counted.page
    head = page.locator("[data-panel=event_log] .panel-head")
    head.get_by_role("button", name="Move to the other side").focus()
    page.keyboard.press("Enter")
    assert page.locator(".dock-right [data-panel=event_log]").count() == 1
    assert head.get_by_role("button", name="Move to the other side").evaluate(
        "e => e === document.activeElement"
    )
    head.get_by_role("button", name="Where Events is").press("Enter")
    page.keyboard.press("Enter")
    assert page.locator(".dock-left [data-panel=event_log]").count() == 1
    assert head.get_by_role("button", name="Where Events is").evaluate(
        "e => e === document.activeElement"
    )


@pytest.mark.parametrize(
    "stored", ["{", "[]", '{"version": 2, "docks": {"left": {"frames": [7]}}}']
)
def test_a_broken_layout_is_made_good(browser: Browser, address: str, stored: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.add_init_script(f"localStorage.setItem('simloop layout 2', {stored!r})")
    for studio in opened(Studio(page), address):
        assert studio.page.locator("[data-panel=vehicles]").is_visible()
    context.close()


# The lines that the page has opened, so that one can be cut.
LINES = """
window.lines = [];
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    window.lines.push(this);
  }
};
"""


def test_the_page_comes_back_when_its_line_breaks(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.add_init_script(LINES)
    for studio in opened(Studio(page), address):
        studio.toggle("scene")
        check_the_way_back(studio)
    context.close()


def check_the_way_back(studio: Studio) -> None:
    """Cut the line below two panels, and look whether they live on."""
    page = studio.page
    columns, parameters = page.locator(".column-value:visible"), page.locator(".parameter:visible")
    studio.show("inspector")
    studio.wait(columns.count)
    studio.show("parameters")
    studio.wait(parameters.count)
    studio.ask("window.lines[0].close(4000, 'a trial')")
    silence = page.get_by_text("The run does not answer")
    silence.wait_for()
    answer = studio.ask("window.simloop.send('pause')")
    assert (answer["state"], answer["reason"]) == ("refused", "not connected")
    studio.wait(lambda: studio.store("store.connected"))
    studio.fresh_frame()
    assert not silence.is_visible()
    assert parameters.count() > 0
    studio.show("inspector")
    before = columns.all_inner_texts()
    studio.wait(lambda: columns.all_inner_texts() != before)
