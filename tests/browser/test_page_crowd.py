"""Many vehicles in the scene: few draw calls, each of them can be found, chosen and hidden."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from studio_page import Studio, opened

COUNT = 60
RUN_WITH = ("--set", f"vehicles[0].count={COUNT}", "--set", "vehicles[0].spacing_m=8.0")
COUNT_DRAWS = """
window.drawn = 0;
for (const name of ["Arrays", "Elements", "ArraysInstanced", "ElementsInstanced"]) {
  const known = WebGL2RenderingContext.prototype["draw" + name];
  WebGL2RenderingContext.prototype["draw" + name] = function (...all) {
    window.drawn++;
    return known.apply(this, all);
  };
}
"""
DRAWS_OF_A_PICTURE = """new Promise(done => {
  let before = null;
  const off = window.simloop.store.bus.on("render", () => {
    if (before === null) { before = window.drawn; return; }
    off();
    done(window.drawn - before);
  });
})"""
LAST = "[...store.vehicles.values()].at(-1)"


@pytest.fixture
def crowd(browser: Browser, address: str) -> Iterator[Studio]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(COUNT_DRAWS)
    yield from opened(Studio(context.new_page()), address)
    context.close()


def test_a_crowd_is_drawn_in_few_calls(crowd: Studio) -> None:
    crowd.wait(lambda: crowd.store("store.vehicles.size") == COUNT)
    crowd.fresh_frame()
    # Ten may have moving parts, of about ten calls each; with six hundred parts there were more.
    assert 0 < crowd.ask(DRAWS_OF_A_PICTURE) < 150


def test_one_of_many_is_chosen_by_a_click_and_hidden_by_its_eye(crowd: Studio) -> None:
    page = crowd.page
    crowd.ask("window.simloop.send('pause')")
    crowd.wait(lambda: crowd.store("store.run.paused"))
    name = crowd.store(f"{LAST}.item.name")
    crowd.store(f"store.select({LAST}.index)")
    label = page.locator(".label", has_text=name)
    label.wait_for()
    box = label.bounding_box()
    assert box is not None
    # A label stands beside its vehicle.
    at = (box["x"] - 18, box["y"] + 52)
    crowd.store("store.select(store.vehicles.keys().next().value)")
    page.mouse.move(*at)
    crowd.wait(lambda: name in page.locator(".scene-card").inner_text())
    page.mouse.click(*at)
    crowd.wait(lambda: crowd.store("store.selected.item.name") == name)
    page.get_by_label(f"Hide {name} in scene and map").click()
    label.wait_for(state="hidden")
    crowd.store("store.select(store.vehicles.keys().next().value)")
    page.mouse.click(*at)
    assert crowd.store("store.selected.item.name") != name
