"""A run whose simulator never comes ends as a failure in one line, and keeps its record."""

import json
import socket
from pathlib import Path

import pytest

from simloop.cli.main import main

SCENARIO = """
world: airfield
tick_rate_hz: 100
speed: max
adapters:
  field: {{kind: gazebo, port: {port}}}
vehicles:
  - {{model: pico_rover, name: pico, adapter: field}}
patience: {{policy: fail, timeout_s: 0.1, start_timeout_s: 0.2}}
"""


def test_a_simulator_that_never_comes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as nobody:
        # A socket that is bound and never answers: no simulator, and no port of another's.
        nobody.bind(("127.0.0.1", 0))
        path, out = tmp_path / "late.yaml", tmp_path / "run"
        path.write_text(SCENARIO.format(port=nobody.getsockname()[1]))
        code = main(["run", str(path), "--interpreted", "--headless", "--out", str(out)])
    said = capsys.readouterr()
    assert code == 1
    assert "simulator 'field' has not answered for 0." in said.out
    assert "pico (id 1)" in said.out and "Traceback" not in said.err
    assert json.loads((out / "summary.json").read_text())["outcome"] == "failure"
    events = [json.loads(line) for line in (out / "events.jsonl").read_text().splitlines()]
    assert [e["event"] for e in events if "party" in e or e["event"] == "gave up"] == [
        "waiting",
        "gave up",
    ]
