"""`simloop view RUN` as a process: it serves a page, plays, and flies on from a moment."""

import json
import sys
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from recorded_pair import TICKS, Flight, record_flight
from simloop.cli.branch_record import begin_record
from simloop.server.recording.branches import recordings_in
from simloop.server.recording.reader import RunFile
from simloop.server.recording.replay import replay
from simloop.server.recording.replayer import Replayer
from simloop.server.session import Session
from viewed_recordings import viewing

PATIENCE_S = 120.0


@dataclass(frozen=True)
class Page:
    """The page's HTTP interface."""

    address: str

    def post(self, kind: str, body: dict[str, Any]) -> Any:
        base, token = self.address.split("/#token=")
        head = {"Authorization": f"Bearer {token}"}
        request = urllib.request.Request(f"{base}/api/{kind}", json.dumps(body).encode(), head)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            return json.load(refused)

    def command(self, verb: str, **arguments: Any) -> Any:
        return self.post("commands", {"verb": verb, "arguments": arguments})

    def ask(self, name: str, **arguments: Any) -> Any:
        return self.post("questions", {"name": name, "arguments": arguments})


@pytest.fixture(scope="module")
def flight(tmp_path_factory: pytest.TempPathFactory) -> Flight:
    return record_flight(tmp_path_factory.mktemp("flights") / "calm")


def test_it_plays_and_then_flies_on_into_a_file_of_its_own(flight: Flight) -> None:
    with viewing(flight.directory) as (address, process):
        fly_on(Page(address))
        _, told = process.communicate(timeout=PATIENCE_S)
    source, branch = (RunFile(path) for path in RunFile(flight.directory).siblings)
    assert f"recorded in {branch.path}" in told
    assert (branch.path.name, branch.about.branch_of) == ("run_branch_1.mcap", "run.mcap")
    assert branch.about.branch_tick == 2400
    common = [
        [item for item in run.items({"sim/truth_state"}) if item.time_ns <= 6_000_000_000]
        for run in (source, branch)
    ]
    assert common[0] == common[1] != []
    report = replay(branch)
    assert report.same, (report.difference, report.trouble)
    assert report.to_the_end
    assert report.last_tick == 2405
    summary = json.loads((flight.directory / "run_branch_1_summary.json").read_text())
    assert summary["state_hash"] == report.state_hash
    # What the recording says of itself still stands.
    assert source.end() == (TICKS, flight.hashes[TICKS])
    assert replay(source).state_hash == flight.hashes[TICKS]


def fly_on(page: Page) -> None:
    """Look, branch at tick 2400, spawn somebody there, and end five ticks later."""
    assert page.command("pause")["state"] == "executed"
    timeline = page.ask("timeline")["data"]
    assert (timeline["last_tick"], timeline["can_branch"]) == (TICKS, True)
    assert page.command("seek", tick=2000)["tick"] == 2000
    assert page.command("spawn", name="x", model="quad")["state"] == "refused"
    answer = page.command("branch", tick=2400)
    # A busy machine may take longer than a request lives; the branch comes all the same.
    assert answer.get("state") == "executed" or "busy" in answer["error"]
    # What a recording refuses is obeyed once it is live, paused as the recording was.
    while page.command("spawn", name="x", model="quad").get("state") != "executed":
        pass
    assert page.ask("entities")["tick"] == 2400
    assert page.command("step", ticks=5)["state"] == "executed"
    told = page.ask("entities")
    assert {"quad_0", "x"} <= {row["name"] for row in told["data"]["rows"]}
    assert told["tick"] >= 2400
    page.command("quit")


def test_a_branch_is_recorded_where_it_is_asked_for(flight: Flight, tmp_path: Path) -> None:
    run, told = RunFile(flight.directory / "run.mcap"), list[str]()
    replayer = Replayer(run, lambda world: None, every=400)
    replayer.stop_at = (0, 800)
    out = tmp_path / "out"
    record = begin_record(replayer.simulation, run, 800, str(out), told.append)
    assert record is not None
    replayer.simulation.prepare()
    replayer.follow()
    # Until it is live nobody takes it for a recording.
    assert recordings_in(out) == ()
    record.recording.keep()
    session = Session(replayer.simulation)
    session.stop()
    record.conclude(session.run(lambda: None))
    replayer.simulation.close()
    names = ["config.lock", "events.jsonl", "run.mcap", "summary.json"]
    assert sorted(path.name for path in out.iterdir()) == names
    report = replay(RunFile(out))
    assert (report.same, report.to_the_end, report.last_tick) == (True, True, 800)
    assert report.state_hash == flight.hashes[800]


def test_where_nothing_can_be_written_the_branch_is_told_so(flight: Flight, tmp_path: Path) -> None:
    run, told = RunFile(flight.directory / "run.mcap"), list[str]()
    (tmp_path / "file").write_text("")
    replayer = Replayer(run, lambda world: None, every=400, compiled=False)
    assert begin_record(replayer.simulation, run, 800, str(tmp_path / "file"), told.append) is None
    assert told[0].startswith("the branch is not recorded: ")
    replayer.simulation.close()
