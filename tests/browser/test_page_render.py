"""How the page is drawn where a processor plays the graphics card, and that `?sharp` forbids it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from studio_page import Studio, opened

ON_PROCESSOR = """document.querySelector(".flight-display")
  .getContext("2d").getContextAttributes().willReadFrequently"""
OWN_LAYER = "getComputedStyle(document.querySelector('[data-panel=plot]')).willChange"
FIRST_FRAME = "performance.getEntriesByName('simloop first frame').length"


def test_a_processor_draws_panels_apart_from_the_scene(studio: Studio) -> None:
    studio.wait(lambda: studio.ask(FIRST_FRAME) == 1)
    assert studio.ask(ON_PROCESSOR)
    assert studio.ask(OWN_LAYER) == "transform"


@pytest.fixture
def sharp(browser: Browser, address: str) -> Iterator[Studio]:
    context = browser.new_context(viewport={"width": 600, "height": 400})
    yield from opened(Studio(context.new_page()), address.replace("/#", "/?sharp#"))
    context.close()


def test_sharp_leaves_out_nothing(sharp: Studio) -> None:
    sharp.wait(lambda: sharp.ask(FIRST_FRAME) == 1)
    assert not sharp.ask(ON_PROCESSOR)
    assert sharp.ask(OWN_LAYER) == "auto"
