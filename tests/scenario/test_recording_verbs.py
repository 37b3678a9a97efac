"""plot, export and report on a recorded flight, as users call them."""

import csv
import importlib.util
import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simloop.cli.main import main
from simloop.messages.rosflight_msgs import SimState
from simloop.server.recording.reader import RunFile
from simloop.server.recording.series import read_series

CHROMIUM = Path("/usr/bin/chromium")
VOID = {"meta", "br", "img", "hr"}


@pytest.fixture(scope="module")
def flown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first flight, recorded by the command line."""
    out = tmp_path_factory.mktemp("runs") / "square"
    options = ["--speed", "max", "--headless", "--record", "--out", str(out)]
    assert main(["run", "square", *options]) == 0
    return out


def summary(directory: Path) -> Any:
    """What a run came to."""
    return json.loads((directory / "summary.json").read_text())


def test_a_run_says_what_was_recorded(flown: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert {each.name for each in flown.iterdir()} >= {"run.mcap", "config.lock", "summary.json"}
    assert main(["replay", str(flown), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["same"]
    assert told["state_hash"] == summary(flown)["state_hash"]


def test_series_are_the_numbers_of_the_flight(flown: Path) -> None:
    north, height = read_series(
        RunFile(flown), ["sim/truth_state.pose.position.x", "sim/truth_state.pose.position.z"]
    )
    assert (north.unit, height.unit) == ("m", "m")
    assert north.values.max() == pytest.approx(20.0, abs=1.5)
    assert height.values.min() == pytest.approx(-10.0, abs=1.0)
    assert np.allclose(np.diff(north.times_s), 0.02)


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_plot_draws_fields_of_several_runs(
    flown: Path, tmp_path: Path, suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / f"plot.{suffix}"
    fields = ["sim/truth_state.pose.position.*", "sim/sensors/battery", "sim/pwm_output.values[0]"]
    assert main(["plot", str(flown), str(flown / "run.mcap"), *fields, "--out", str(out)]) == 0
    assert out.stat().st_size > 10_000
    assert capsys.readouterr().out == f"{out}\n"


def test_plot_without_fields_lists_them_and_a_wrong_one_gets_a_hint(
    flown: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["plot", str(flown)]) == 0
    assert "sim/sensors/gnss\n  .fix_type\n" in capsys.readouterr().out
    assert main(["plot", str(flown), "sim/truth_state.pose.positon.x"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "did you mean 'sim/truth_state.pose.position.x'?" in said


def test_csv_reads_back_to_the_same_bits(
    flown: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    topic, out = "sim/truth_state", str(tmp_path)
    assert main(["export", str(flown), "--topic", topic, "--out", out]) == 0
    with (tmp_path / "sim_truth_state.csv").open() as stream:
        head, *rows = list(csv.reader(stream))
    column = head.index("pose.position.x")
    (north,) = read_series(RunFile(flown), ["sim/truth_state.pose.position.x"])
    assert [float(row[column]) for row in rows] == north.values.tolist()
    assert [float(row[0]) for row in rows] == north.times_s.tolist()
    assert main(["export", str(flown), "--topic", "sim/truth_stat"]) == 2
    assert "did you mean 'sim/truth_state'?" in capsys.readouterr().err


def test_parquet_holds_every_topic(flown: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert main(["export", str(flown), "--to", "parquet", "--out", str(tmp_path)]) == 0
    table = parquet.read_table(tmp_path / "sim_sensors_gnss.parquet")
    assert table.schema.metadata[b"simloop.type"] == b"rosflight_msgs/msg/GNSS"
    assert len(table) == sum(1 for _ in RunFile(flown).items({"sim/sensors/gnss"}))
    # Ten fixes a second, from the first second on.
    assert len(table) == pytest.approx(10.0 * summary(flown)["sim_time_s"], abs=10)
    assert (tmp_path / "estimated_state.parquet").exists()


def test_without_pyarrow_a_line_says_how_to_get_it(
    flown: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["export", str(flown), "--to", "parquet", "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        "simloop: Parquet needs pyarrow: pip install 'simloop[parquet]', or use --to csv\n"
    )


@pytest.mark.parametrize("verb", ["replay", "plot", "export", "report"])
def test_a_run_without_a_recording_is_one_line(
    verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([verb, str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said == (
        f"simloop: {tmp_path}: no recording there: record it: simloop run SCENARIO --record\n"
    )


class _Balance(HTMLParser):
    """Counts what is opened and closed, and collects text and references."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.references: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.references += [str(value) for name, value in attrs if name in ("src", "href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Closed at once."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def page(flown: Path) -> Path:
    assert main(["report", str(flown)]) == 0
    return flown / "report.html"


def test_the_report_is_whole_and_needs_nothing_else(page: Path) -> None:
    text = page.read_text()
    seen = _Balance()
    seen.feed(text)
    assert seen.open == []
    assert seen.references == []
    assert not re.search(r"<script|url\(|@import|https?://", text)
    events = [json.loads(line) for line in (page.parent / "events.jsonl").read_text().splitlines()]
    (landed,) = [event for event in events if event["event"] == "landed"]
    for word in (
        *(
            "success",
            "nobody crashes",
            "everybody ends within 2 m of the start",
            "Plan",
            "In space",
            "Height above the start",
            "Roll and pitch",
            "Heading",
        ),
        *("Estimate less truth: place", "Actuators", "reached waypoint 4"),
        f"landed {landed['error_m']:.2f} m",
        *("simloop replay square", "config.lock", "seed", "llvmlite"),
        summary(page.parent)["state_hash"],
    ):
        assert word in seen.text, word
    assert len(text) < 400_000


def test_a_report_of_a_failed_or_killed_run_says_so(flown: Path, tmp_path: Path) -> None:
    whole = (flown / "run.mcap").read_bytes()
    (tmp_path / "run.mcap").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "config.lock").write_text((flown / "config.lock").read_text())
    assert main(["report", str(tmp_path)]) == 0
    text = (tmp_path / "report.html").read_text()
    assert "cut off" in text
    reason = "quad_0 <b>fell</b> & broke"
    verdict: dict[str, Any] = {"outcome": "failure", "reasons": [reason], "sim_time_s": 47.0}
    (tmp_path / "summary.json").write_text(json.dumps(verdict))
    assert main(["report", str(tmp_path)]) == 0
    text = (tmp_path / "report.html").read_text()
    assert "quad_0 &lt;b&gt;fell&lt;/b&gt; &amp; broke" in text
    # The run went on when its recording had ended.
    assert "47.0 s simulated" in text
    assert re.search(r"The recording was cut off after 2\d\.\d s", text)
    # A reason stands with the condition that it breaks; the others held.
    verdict["reasons"] = ["quad_0 crashed"]
    (tmp_path / "summary.json").write_text(json.dumps(verdict))
    assert main(["report", str(tmp_path)]) == 0
    rows = re.findall(r'<li class="(\w+)">', (tmp_path / "report.html").read_text())
    assert rows[:2] == ["failed", "held"]
    assert rows.count("failed") == 1


@pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Debian's chromium")
@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_a_browser_shows_the_report_without_a_sideways_scroll(
    page: Path, width: int, scheme: Any
) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=str(CHROMIUM), args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        shown, said = context.new_page(), []
        shown.on("console", lambda message: said.append(message.text))
        shown.on("request", lambda request: said.append(request.url))
        shown.goto(page.as_uri())
        assert said == [page.as_uri()]
        assert shown.evaluate("document.documentElement.scrollWidth") == width
        # Side by side where there is room, one below the other where there is not; the path in
        # space is wider than the plan.
        left = [chart.bounding_box()["x"] for chart in shown.query_selector_all(".chart")]
        assert len(set(left)) == (3 if width > 1000 else 1)
        assert len(left) == 10
        browser.close()


def test_a_visualizer_draws_a_recording_as_it_draws_a_flight(flown: Path) -> None:
    path = Path(__file__).parents[2] / "examples" / "12_own_visualizer.py"
    spec = importlib.util.spec_from_file_location("own_visualizer", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    view = module.PlanView()
    for item in RunFile(flown).items({"sim/truth_state"}):
        state = item.decode()
        assert isinstance(state, SimState)
        view.take(state)
    last_s = view.state.header.stamp.nanoseconds / 1e9
    # Truth is recorded fifty times a second, up to the end.
    assert last_s == pytest.approx(summary(flown)["sim_time_s"], abs=0.02)
    assert f"{last_s:6.1f} s" in view.picture()
    assert view.picture().count("·") > 80


def test_the_programs_of_the_guides_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    guides = Path(__file__).parents[2] / "docs" / "guides"
    known: dict[str, Any] = {}
    for name in ("recording", "visualizer"):
        text = (guides / f"{name}.md").read_text()
        for program in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
            exec(program, known)
    assert (tmp_path / "runs" / "mine" / "config.lock").exists()
    assert isinstance(known["state"], SimState)
    assert f"highest {max(known['heights']):.1f} m" in capsys.readouterr().out
