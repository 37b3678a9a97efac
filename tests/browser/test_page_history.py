"""Who comes late sees what was before: plots and ways are filled from the run's history."""

import csv
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from studio_page import NO_WEBGL, Studio, opened

TOPIC = "sim/truth_state.pose.position.z"
# How many corners the longest line in the vehicle's colour has on the map.
LINES = """
window.corners = {};
const pen = CanvasRenderingContext2D.prototype;
for (const [name, count] of [["beginPath", () => 0], ["lineTo", (now) => now + 1]]) {
  const known = pen[name];
  pen[name] = function (...given) {
    this.corners = count(this.corners ?? 0);
    return known.apply(this, given);
  };
}
const stroke = pen.stroke;
pen.stroke = function (...given) {
  const ink = String(this.strokeStyle).toLowerCase();
  if (this.canvas.className === "map-canvas") {
    window.corners[ink] = Math.max(window.corners[ink] ?? 0, this.corners ?? 0);
  }
  return stroke.apply(this, given);
};
"""
# How many strokes as wide as a trail the last picture of the plan view has.
STROKES = """
window.strokes = 0;
let now = 0;
const brush = CanvasRenderingContext2D.prototype;
const fill = brush.fillRect, draw = brush.stroke;
brush.fillRect = function (...given) {
  if (this.canvas.classList.contains("flat")) [window.strokes, now] = [now, 0];
  return fill.apply(this, given);
};
brush.stroke = function (...given) {
  if (this.canvas.classList.contains("flat") && this.lineWidth === 2.5) now++;
  return draw.apply(this, given);
};
"""


@pytest.fixture(params=["3-D"])
def late(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Studio]:
    """A page that is opened when the run has gone on for a while, and then stands still."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    for early in opened(Studio(context.new_page()), address):
        early.wait(lambda e=early: e.store("store.now.timeS > 12"))
        early.ask("window.simloop.send('pause')")
        early.wait(lambda e=early: e.store("store.run.paused"))
    page = context.new_page()
    page.add_init_script(LINES)
    if request.param == "flat":
        page.add_init_script(NO_WEBGL + STROKES)
    for studio in opened(Studio(page), address):
        yield studio
        studio.ask("window.simloop.send('play')")
    context.close()


def first_times(studio: Studio) -> list[float]:
    """When the values of each plotted field begin, from the table that the page saves."""
    page = studio.page
    if not page.get_by_role("button", name="Table (CSV)").is_visible():
        page.get_by_role("button", name="Save").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Table (CSV)").click()
    with waiting.value.path().open() as file:
        _, *rows = csv.reader(file)
    columns = range(1, 3)
    return [
        min(float(row[0]) for row in rows if row[at]) for at in columns if any(r[at] for r in rows)
    ]


def filled(studio: Studio) -> bool:
    times = first_times(studio)
    return len(times) == 2 and max(times) < 3.0


def test_plots_begin_with_the_run_and_survive_another_layout(late: Studio) -> None:
    page = late.page
    for field in ("pose/height", TOPIC):
        late.ask(f"window.simloop.store.bus.emit('plot', {{field: '{field}'}})")
    page.get_by_role("button", name="All", exact=True).click()
    late.wait(lambda: filled(late))
    for layout in ("Inspect", "Fly"):
        page.get_by_role("button", name="Layouts").click()
        page.get_by_role("button", name=layout, exact=True).click()
        page.keyboard.press("Escape")
    late.show("plot")
    late.wait(lambda: filled(late))


def test_the_map_draws_the_way_of_before(late: Studio) -> None:
    late.show("map")
    colour = late.store("store.selected.colour").lower()
    late.wait(lambda: late.ask(f"window.corners['{colour}'] > 20"))


@pytest.mark.parametrize("late", ["flat"], indirect=True)
def test_the_plan_view_draws_the_way_of_before(late: Studio) -> None:
    late.page.locator("canvas.flat").wait_for()
    late.wait(lambda: late.ask("window.strokes > 20"))
