"""The studio's page in a browser, as tests use it: look, wait, and let no complaint pass."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, Page

PATIENCE_S = 60.0
# A script that a page runs first: a browser in which nothing draws in three dimensions.
NO_WEBGL = """
const known = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  return kind.startsWith("webgl") ? null : known.call(this, kind, ...more);
};
"""


@dataclass
class Studio:
    """A page and what a test asks of it."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def ask(self, expression: str) -> Any:
        """The value of an expression on the page."""
        return self.page.evaluate(expression)

    def store(self, expression: str) -> Any:
        """The value of an expression over the page's store."""
        return self.ask(f"(store => {expression})(window.simloop.store)")

    def wait(self, reached: Callable[[], Any]) -> Any:
        """Wait until something holds, and give it back."""
        deadline = time.monotonic() + PATIENCE_S
        while not (found := reached()):
            assert time.monotonic() < deadline, "it did not happen"
            self.page.wait_for_timeout(50)
        return found

    def toggle(self, panel: str) -> None:
        """Open or close a panel by the menu."""
        self.page.get_by_role("button", name="Panels").click()
        self.page.locator(f"#panel-menu [data-item={panel}]").click()
        self.page.keyboard.press("Escape")

    def show(self, panel: str) -> Locator:
        """Open a panel, or bring it to the front."""
        self.ask(f"window.simloop.store.bus.emit('openPanel', '{panel}')")
        return self.page.locator(f"[data-panel={panel}]")

    def shown_edges(self, selector: str) -> list[tuple[float, float]]:
        """The left and right edges of what is shown of a selector."""
        boxes = [each.bounding_box() for each in self.page.locator(selector).all()]
        edges = [(box["x"], box["x"] + box["width"]) for box in boxes if box is not None]
        assert edges, f"nothing of {selector} is shown"
        return edges

    def fresh_frame(self) -> None:
        """Wait for poses that were sent after now."""
        seen = self.store("store.framesSeen")
        self.wait(lambda: self.store("store.framesSeen") > seen + 2)


# The cards of a first visit would cover what tests press.
CARDS_SEEN = "localStorage.setItem('simloop cards 1', 'seen')"


def opened(studio: Studio, address: str, *, first_visit: bool = False) -> Iterator[Studio]:
    """Open the page, wait for the first poses, and let no complaint pass."""
    page = studio.page
    if not first_visit:
        page.add_init_script(CARDS_SEEN)
    page.on("pageerror", lambda error: studio.complaints.append(str(error)))
    page.on(
        "console",
        lambda said: studio.complaints.append(said.text) if said.type == "error" else None,
    )
    page.goto(address)
    studio.wait(lambda: studio.ask("window.simloop?.store.framesSeen > 2"))
    yield studio
    assert studio.complaints == []
