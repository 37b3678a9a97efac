"""After its verdict a run goes on being a run: it is flown again from the page."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect
from studio_page import PATIENCE_S, Studio, opened

expect.set_options(timeout=PATIENCE_S * 1000)
RUN = ("run", "square", "--speed", "20", "--no-out", "--page-port", "0")


@pytest.fixture
def landed(browser: Browser) -> Iterator[Studio]:
    """The page of a run on a terminal that has met its verdict."""
    master, slave = os.openpty()
    run = subprocess.Popen(
        [sys.executable, "-m", "simloop.cli.main", *RUN], stdin=slave, stdout=slave, stderr=slave
    )
    os.close(slave)
    told = ""
    while (found := re.search(r"http://\S+", told)) is None or "\n" not in told[found.end() :]:
        told += os.read(master, 1000).decode(errors="replace")
    listener = Thread(target=_listen, args=(master,), daemon=True)
    listener.start()
    try:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        for studio in opened(Studio(context.new_page()), found.group()):
            studio.wait(lambda s=studio: s.store("store.verdict !== null"))
            yield studio
        context.close()
    finally:
        run.terminate()
        run.wait()
        listener.join()
        os.close(master)


def _listen(terminal: int) -> None:
    # The other end of a terminal that is closed cannot be read.
    with suppress(OSError):
        while os.read(terminal, 1000):
            pass


def test_a_run_with_its_verdict_is_flown_again(landed: Studio) -> None:
    page = landed.page
    assert landed.store("store.run.ended") is None
    expect(page.locator(".run-about")).to_contain_text("success after")
    again = page.get_by_role("button", name="Fly again")
    expect(again).to_be_visible()
    # Who loads the page anew is told, too.
    page.reload()
    landed.wait(lambda: landed.ask("window.simloop?.store.verdict != null"))
    expect(again).to_be_visible()
    check_widths(landed)
    end_s = landed.store("store.now.timeS")
    again.click()
    landed.wait(lambda: landed.store("store.verdict === null && !store.run.paused"))
    expect(again).to_be_hidden()
    landed.wait(lambda: landed.store("store.verdict !== null"))
    assert landed.store("store.now.timeS") == pytest.approx(end_s, abs=1.0)
    page.get_by_role("button", name="Back to the start").click()
    landed.wait(lambda: landed.store("store.now.timeS < 1 && store.run.paused"))


def check_widths(studio: Studio) -> None:
    """With the button that flies again, too, the controls fit into their panel."""
    for width in (320, 430, 640, 900, 1280):
        studio.page.set_viewport_size({"width": width, "height": 800})
        studio.fresh_frame()
        ((begin, end),) = studio.shown_edges("[data-panel=world_control]")
        for left, right in studio.shown_edges(".control :is(button, input)"):
            assert begin <= left and right <= end
