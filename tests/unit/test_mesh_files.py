"""Meshes of vehicles: what `simloop check` finds, and how they reach a page."""

import base64
from pathlib import Path

import pytest

from simloop.cli.main import main
from simloop.server.files import load_scenario
from simloop.server.files.lock import load_lock, write_lock
from simloop.server.files.mesh_file import MOST_BYTES
from simloop.server.simulation import Simulation
from simloop.studio.questions import QUESTIONS
from simloop.systems.scene.looks import item_of
from simloop.systems.scene.messages import QuestionMessage
from tiny_glb import glb, wedge_glb

VEHICLE = """\
extends: quad
visual:
  mesh: wedge.glb
"""
ASSET = {"asset": {"version": "2.0"}, "meshes": [{}]}


@pytest.fixture
def vehicle(tmp_path: Path) -> Path:
    (tmp_path / "wedge.glb").write_bytes(wedge_glb())
    path = tmp_path / "own.yaml"
    path.write_text(VEHICLE)
    return path


def test_a_mesh_beside_the_vehicle_is_found(
    vehicle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(vehicle)]) == 0
    assert "is fine" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "there is no such file"),
        (b"", "not a glTF file"),
        (b"solid ascii stl", "not a glTF file"),
        (wedge_glb()[:100], "cut off"),
        (wedge_glb()[:8], "cut off"),
        (b"glTF" + b"\x01\0\0\0" + wedge_glb()[8:], "glTF of version 1, not 2"),
        (glb({"asset": {"version": "2.0"}}), "there is no mesh in it"),
        (glb(ASSET | {"buffers": [{"uri": "other.bin"}]}), "it names another file, 'other.bin'"),
        (glb(ASSET | {"images": [{"uri": "http://a.example/x"}]}), "it names another file"),
        (
            glb(ASSET | {"extensionsRequired": ["KHR_draco_mesh_compression"]}),
            "it needs KHR_draco_mesh_compression",
        ),
        (b"[" * 100_000, "not a glTF file"),
        (b"glTF" + bytes(MOST_BYTES), "larger than 4 MB"),
    ],
)
def test_a_mesh_that_cannot_be_drawn_is_one_line(
    vehicle: Path, data: bytes | None, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    mesh = vehicle.parent / "wedge.glb"
    if data is None:
        mesh.unlink()
    else:
        mesh.write_bytes(data)
    assert main(["check", str(vehicle)]) == 2
    said = capsys.readouterr().err
    assert f"own.yaml:3: mesh wedge.glb: {words}" in said
    assert said.count("\n") == 1


def test_a_folder_is_no_mesh(vehicle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (vehicle.parent / "wedge.glb").unlink()
    (vehicle.parent / "wedge.glb").mkdir()
    assert main(["check", str(vehicle)]) == 2
    assert "there is no such file" in capsys.readouterr().err


def test_a_look_names_the_mesh_and_the_question_tells_it(vehicle: Path) -> None:
    simulation = Simulation.load("stand", vehicle=str(vehicle), compiled=False)
    (record,) = simulation.world.models()
    look = item_of(simulation.world, record, None, ()).look
    assert look is not None
    assert look.mesh is not None
    desk = simulation.provided["questions"]
    desk.offer(QUESTIONS)
    told = desk.answer(QuestionMessage("1", "mesh", {"digest": look.mesh}))
    assert base64.b64decode(told.data.data) == wedge_glb()
    assert desk.answer(QuestionMessage("1", "mesh", {"digest": "0"})).refused


def test_a_lock_outlives_the_mesh(vehicle: Path, tmp_path: Path) -> None:
    lock = tmp_path / "config.lock"
    write_lock(load_scenario("stand", vehicle=str(vehicle)), lock)
    kept = next(iter(load_lock(lock).models.values())).visual.mesh
    assert kept == str(vehicle.parent / "wedge.glb")
    (vehicle.parent / "wedge.glb").unlink()
    simulation = Simulation(load_lock(lock), compiled=False)
    (record,) = simulation.world.models()
    assert record.facts["mesh"] is None
