"""The page with a panel of an installed package, a broken one, and eyes that may only look."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import os
import re
import subprocess
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from studio_page import Studio, opened

from guide_package import install

PACKAGE = Path(__file__).parents[1] / "third_party_panel"
BROKEN = {
    "METADATA": "Metadata-Version: 2.1\nName: odd\nVersion: 1.0\n",
    "entry_points.txt": "[simloop.studio]\nodd = odd_panel\n",
}
# Toasts go by themselves; this keeps their words.
KEEP_TOASTS = """
window.said = "";
new MutationObserver((changes) => {
  for (const {addedNodes} of changes)
    for (const node of addedNodes)
      if (node.classList?.contains("toast")) window.said += node.textContent;
}).observe(document, {childList: true, subtree: true});
"""


class Run:
    """A run whose page has panels of packages."""

    def __init__(self, site: Path, said: Path) -> None:
        self._said = said
        path = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])
        with said.open("w") as stderr:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "simloop.cli.main", "run", "square", "--no-out"),
                    *("--page-port", "0", "--share", "view", "--set", "duration_s=20000"),
                    *("--set", "vehicles[0].mission.laps=100"),
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                env={**os.environ, "PYTHONPATH": path},
            )

    @property
    def said(self) -> str:
        return self._said.read_text()

    def address(self, words: str) -> str | None:
        found = re.search(rf"{words} (http://\S+)", self.said)
        return found.group(1) if found else None

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    site = install(PACKAGE, tmp_path_factory.mktemp("site"))
    (site / "odd_panel").mkdir()
    (site / "odd_panel/__init__.py").touch()
    (site / "odd_panel/panel.js").write_text("export default { id: 'odd' };")
    (site / "odd-1.0.dist-info").mkdir()
    for name, text in BROKEN.items():
        (site / "odd-1.0.dist-info" / name).write_text(text)
    run = Run(site, tmp_path_factory.mktemp("said") / "stderr")
    yield run
    run.close()


def opened_at(browser: Browser, run: Run, words: str) -> Iterator[Studio]:
    # Wide enough for docks; a narrow page starts panels when their tabs are seen.
    context = browser.new_context(viewport={"width": 1000, "height": 700})
    context.add_init_script(KEEP_TOASTS)
    studio = Studio(context.new_page())
    address = studio.wait(lambda: run.address(words))
    for each in opened(studio, address):
        studio.toggle("scene")
        yield each
    context.close()


@pytest.fixture
def owner(browser: Browser, run: Run) -> Iterator[Studio]:
    yield from opened_at(browser, run, "open")


@pytest.fixture
def guest(browser: Browser, run: Run) -> Iterator[Studio]:
    yield from opened_at(browser, run, "others may look:")


def test_a_panel_of_a_package_is_part_of_the_page(owner: Studio, run: Run) -> None:
    panel = owner.page.locator('[data-panel="summit"]')
    owner.wait(lambda: "quad_0: " in (panel.text_content() or ""))
    colour = "getComputedStyle(document.querySelector('.summit-list')).paddingLeft"
    owner.wait(lambda: owner.ask(colour) == "18px")
    # The other one is left out, with words on the page and on the terminal.
    words = "is left out: wrong or missing: title, icon, dock, order, open, mount"
    owner.wait(lambda: words in owner.ask("window.said"))
    owner.wait(lambda: f"panel 'odd' of package 'odd' {words}" in run.said)


def test_a_guest_may_look_and_not_touch(guest: Studio) -> None:
    assert guest.page.locator('.chip[data-role="view"]').text_content() == "view only"
    assert guest.store("store.obeys('pause')") is False
    answer = guest.ask("window.simloop.send('pause')")
    assert (answer["state"], answer["reason"]) == ("refused", "this address is for looking only")
    guest.fresh_frame()
    assert guest.store("store.run.paused") is False
    # The studio refuses as well: a page that does not hold itself back gets no further.
    status = """fetch('/api/commands', {method: 'POST', body: '{"verb": "pause"}', headers:
        {Authorization: 'Bearer ' + sessionStorage.getItem('simloop token')}})
        .then((answer) => answer.status)"""
    assert guest.ask(status) == 403
    guest.complaints.clear()


def test_the_owner_passes_addresses_on_and_ends_the_run(owner: Studio, run: Run) -> None:
    page = owner.page
    page.get_by_role("button", name="Panels").click()
    page.locator('[data-item="access"]').click()
    panel = page.locator('[data-panel="access"]')
    owner.wait(lambda: panel.get_by_label("Look", exact=True).count())
    owner.ask("window.simloop.send('speed', {factor: 2})")
    python = panel.get_by_label("Python", exact=True)
    owner.wait(lambda: python.count() and "speed" in python.input_value())
    assert python.input_value() == 'send("speed", factor=2)'
    assert "$TOKEN" in panel.get_by_label("curl", exact=True).input_value()
    panel.get_by_role("button", name="End the run").click()
    panel.get_by_role("button", name="Press again to end the run").click()
    owner.wait(lambda: run.ended)
    # What follows the end, such as a line that broke, is no complaint.
    owner.complaints.clear()
