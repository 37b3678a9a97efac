"""Meshes of recordings: told while their file is what a page can draw, else there is the shape."""

import sys
from base64 import b64decode
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from simloop.server.player.recorded_run import RecordedRun
from simloop.server.recording.recording import Recording
from simloop.server.simulation import Simulation
from tiny_glb import glb, wedge_glb

ELSEWHERE = {"asset": {"version": "2.0"}, "meshes": [{}], "buffers": [{"uri": "http://a.b/c"}]}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("meshes")
    (place / "wedge.glb").write_bytes(wedge_glb())
    vehicle = place / "own.yaml"
    vehicle.write_text("extends: quad\nvisual:\n  mesh: wedge.glb\n")
    (place / "run").mkdir()
    simulation = Simulation.load("square", vehicle=str(vehicle), compiled=False)
    recording = Recording(simulation, place / "run" / "run.mcap")
    simulation.advance(40)
    recording.finish()
    simulation.close()
    return place / "run"


def opened(run: Path) -> RecordedRun:
    recorded = RecordedRun(run)
    recorded.close()
    return recorded


def test_a_recording_tells_the_mesh_of_its_vehicle(run: Path) -> None:
    recorded = opened(run)
    (item,) = recorded.items(10)
    assert item.look is not None
    found = recorded.mesh({"digest": item.look.mesh})
    assert found is not None
    assert b64decode(found.data) == wedge_glb()
    assert recorded.mesh({"digest": "0" * 32}) is None
    assert recorded.mesh({}) is None


@pytest.mark.parametrize("now", [None, b"", glb(ELSEWHERE)], ids=["gone", "empty", "elsewhere"])
def test_a_file_that_is_no_mesh_any_more_leaves_the_shape(run: Path, now: bytes | None) -> None:
    file = run.parent / "wedge.glb"
    kept = file.read_bytes()
    file.unlink()
    if now is not None:
        file.write_bytes(now)
    try:
        (item,) = opened(run).items(10)
    finally:
        file.write_bytes(kept)
    assert item.look is not None
    assert (item.look.shape, item.look.mesh) == ("quad", None)
