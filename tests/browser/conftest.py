"""A run with its page in a real browser, shared by the tests of a module."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from studio_page import Studio, opened

from paged_run import ENDLESS, paged_run

# Software rendering: no graphics card is needed.
FLAGS = (
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    if found is None:
        pytest.skip("no Chromium is installed: these tests need a browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """The page of a quad that flies squares for as long as the tests take.

    A module may have a run with more of its own: arguments in `RUN_WITH`.
    """
    more = getattr(request.module, "RUN_WITH", ())
    with paged_run(*ENDLESS, *more) as address:
        yield address


@pytest.fixture
def studio(browser: Browser, address: str) -> Iterator[Studio]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, color_scheme="dark")
    yield from opened(Studio(context.new_page()), address)
    context.close()
