"""The timeline of a run: look back and see what was, come back, and go on from there."""

from typing import Any

import pytest
from studio_page import Studio

SELECTED = "(({north, east, down}) => [north, east, down])(store.selected.latest)"


@pytest.fixture
def page(studio: Studio) -> Studio:
    """The page without its picture, with a run that has some past."""
    studio.toggle("scene")
    studio.ask("window.simloop.send('play')")
    studio.ask("window.simloop.send('speed', {factor: 4})")
    studio.wait(lambda: studio.store("store.now.timeS > 12"))
    return studio


def pause(page: Studio) -> None:
    """Hold the run, so that the bar does not grow under the pointer."""
    page.ask("window.simloop.send('pause')")
    page.wait(lambda: page.store("store.run.paused"))


def look_back(page: Studio, share: float) -> int:
    """Drag the handle to a share of the bar; gives the tick that is shown then."""
    box = page.page.locator(".track").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.page.mouse.move(box["x"] + box["width"] * 0.95, middle)
    page.page.mouse.down()
    page.page.mouse.move(box["x"] + box["width"] * share, middle, steps=3)
    page.page.mouse.up()
    page.wait(lambda: page.store("store.past !== null"))
    return settled(page)


def settled(page: Studio) -> int:
    """The tick of the past that is shown once no answer is on its way."""
    last: list[Any] = []

    def same() -> bool:
        last.append(page.store("store.past"))
        # A loaded machine takes some looks for an answer.
        return last[-1] is not None and last[-10:] == [last[-1]] * 10

    page.wait(same)
    return int(last[-1])


def shows(page: Studio, tick: int) -> bool:
    """Is the moment of a tick shown? A busy machine looks at the world less often."""
    past = page.store("store.past")
    return past is not None and tick - 200 < past <= tick


def test_the_past_is_shown_as_it_was_and_now_comes_back(page: Studio) -> None:
    page.ask(
        """(() => {
          const {store} = window.simloop;
          window.seen = [];
          store.bus.on("frame", () => {
            if (store.past !== null) return;
            const {north, east, down} = store.selected.latest;
            window.seen.push([store.run.tick, north, east, down]);
          });
        })()"""
    )
    first = page.store("store.now.tick")
    page.wait(lambda: page.store("store.now.tick") > first + 4000)
    pause(page)
    last = page.store("store.now.tick")
    tick = look_back(page, (first + 2000) / last)
    assert first < tick < last
    nearest = page.ask(
        f"window.seen.toSorted((a, b) => Math.abs(a[0]-{tick}) - Math.abs(b[0]-{tick}))[0]"
    )
    # At most 8 m/s, and frames of the page and of the history some 100 ms apart.
    assert page.store(SELECTED) == pytest.approx(nearest[1:], abs=1.5)
    assert page.store("store.run.tick") == tick
    assert "s ago" in page.page.locator(".timeline-words").inner_text()
    assert page.page.locator(".past-words").is_visible()
    assert page.page.locator(".topbar .chip[role=status]").inner_text() == "past"
    # The run goes on meanwhile.
    page.ask("window.simloop.send('play')")
    now = page.store("store.now.tick")
    page.wait(lambda: page.store("store.now.tick") > now + 100)
    assert page.store("store.run.tick") == tick
    page.page.get_by_role("button", name="Back to live").click()
    page.wait(lambda: page.store("store.run.tick") > now + 100)
    assert page.store("store.past") is None
    assert not page.page.locator(".past-words").is_visible()


def test_keys_step_through_events_and_bookmarks(page: Studio) -> None:
    look_back(page, 0.5)
    slider = page.page.get_by_role("slider", name="Moment shown")
    slider.press("Home")
    page.wait(lambda: page.store("store.past") == 0)
    slider.press("Shift+ArrowRight")
    page.wait(lambda: shows(page, 400))
    slider.press("b")
    slider.press("n")
    event = page.store("store.events.find(({words}) => words).tick")
    assert event > 600
    page.wait(lambda: shows(page, event))
    slider.press("p")
    page.wait(lambda: shows(page, 400))
    slider.press(" ")
    page.wait(lambda: page.store("store.past") > 500)
    slider.press("End")
    page.wait(lambda: page.store("store.past") is None)


def test_vehicles_that_were_not_there_yet_are_not_shown(page: Studio) -> None:
    page.ask(
        "window.simloop.send('spawn', {model: 'quad', name: 'guest', position_ned_m: [9, 9, 0]})"
    )
    page.wait(lambda: page.store("store.vehicles.size") == 2)
    tick = page.store("store.now.tick")
    page.wait(lambda: page.store("store.now.tick") > tick + 400)
    look_back(page, 0.3)
    assert page.store("[...store.vehicles.values()].map(v => v.item.name)") == ["quad_0"]
    page.page.get_by_role("button", name="Back to live").click()
    page.wait(lambda: page.store("store.vehicles.size") == 2)
    page.ask("window.simloop.send('remove', {name: 'guest'})")
    page.wait(lambda: page.store("store.vehicles.size") == 1)


def test_the_run_goes_on_from_a_moment_of_the_past(page: Studio) -> None:
    branch = page.page.get_by_role("button", name="Branch from here")
    assert branch.is_disabled()
    assert "Look back first" in (branch.get_attribute("title") or "")
    pause(page)
    before = page.store("store.now.tick")
    look_back(page, 0.4)
    page.wait(branch.is_enabled)
    branch.click()
    # Frames on the way back to the moment are no answer yet.
    tick = page.wait(lambda: page.store("store.events.find(e => e.name == 'branched')?.tick"))
    page.wait(lambda: page.store(f"store.past === null && store.now.tick == {tick}"))
    assert tick < before
    assert page.store("store.run.paused")
    assert page.store(f"store.events.every(event => event.tick <= {tick})")
    # The log is drawn with the next picture.
    log = page.page.locator(".log-list")
    page.wait(lambda: "goes on from here anew" in log.inner_text())
    page.ask("window.simloop.send('play')")
    page.wait(lambda: tick < page.store("store.run.tick") < before)
