"""While the past is shown: panels tell the numbers of that moment, or say that they cannot."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from studio_page import PATIENCE_S, Studio

expect.set_options(timeout=PATIENCE_S * 1000)


@pytest.fixture
def bench(studio: Studio) -> Iterator[Studio]:
    """The page without its picture, with a run that has some past."""
    studio.page.set_default_timeout(PATIENCE_S * 1000)
    studio.toggle("scene")
    studio.wait(lambda: studio.store("store.now.timeS > 6"))
    yield studio
    studio.ask("localStorage.clear()")


def test_panels_do_not_take_now_for_the_past(bench: Studio) -> None:
    inspector = bench.show("inspector")
    column = inspector.locator(".column", has_text="position_ned_m").first
    bench.wait(lambda: "–" not in column.inner_text())
    expect(inspector.locator(".inspected-moment")).to_be_hidden()
    bench.ask("window.simloop.store.bus.emit('seek', {timeS: 4.5})")
    bench.wait(lambda: bench.store("store.past !== null"))
    expect(inspector.locator(".inspected-moment")).to_contain_text("As it was at 00:0")
    # The run goes on, and the numbers stand still.
    bench.fresh_frame()
    told = bench.wait(lambda: "–" not in (text := column.inner_text()) and text)
    now = bench.store("store.now.timeS")
    bench.wait(lambda: bench.store("store.now.timeS") > now + 1)
    assert column.inner_text() == told
    assert inspector.locator(".column-edit:visible").count() == 0
    for panel, words in (("parameters", "these values"), ("environment", "wind and things")):
        expect(bench.show(panel).locator(".of-now")).to_contain_text(words)
    bench.store("store.backToNow()")
    expect(inspector.locator(".inspected-moment")).to_be_hidden()
    expect(bench.page.locator(".of-now:visible")).to_have_count(0)
