"""A mesh of a vehicle file is got from the page's server and drawn, live and from a recording."""

from pathlib import Path

from playwright.sync_api import Browser
from studio_page import Studio, opened

from paged_run import ENDLESS, paged_run
from simloop.server.recording.recording import Recording
from simloop.server.simulation import Simulation
from tiny_glb import wedge_glb
from viewed_recordings import viewed

# A warning is told where a mesh cannot be drawn.
UNDRAWN = "the mesh of a vehicle cannot be drawn"


def vehicle_with_mesh(directory: Path) -> Path:
    (directory / "wedge.glb").write_bytes(wedge_glb())
    vehicle = directory / "own.yaml"
    vehicle.write_text("extends: quad\nvisual:\n  mesh: wedge.glb\n")
    return vehicle


def meshes_got(browser: Browser, address: str, *, count: int) -> list[bytes]:
    """What a page gets as meshes, none of which it may find undrawable."""
    context = browser.new_context(viewport={"width": 900, "height": 600})
    page = context.new_page()
    got: list[bytes] = []
    said: list[str] = []
    page.on("response", lambda each: got.append(each.body()) if "/meshes/" in each.url else None)
    page.on("console", lambda each: said.append(each.text))
    for studio in opened(Studio(page), address):
        studio.wait(lambda: len(got) >= count)
        # A picture inside it that the policy forbids would be a complaint.
        studio.fresh_frame()
    assert not any(UNDRAWN in line for line in said)
    context.close()
    return got


def test_a_mesh_is_drawn(browser: Browser, tmp_path: Path) -> None:
    with paged_run(*ENDLESS, "--vehicle", str(vehicle_with_mesh(tmp_path))) as address:
        assert meshes_got(browser, address, count=1) == [wedge_glb()]


def test_a_recording_draws_it_while_its_file_is_there(browser: Browser, tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    vehicle = str(vehicle_with_mesh(tmp_path))
    simulation = Simulation.load("square", vehicle=vehicle, compiled=False)
    recording = Recording(simulation, run / "run.mcap")
    simulation.advance(400)
    recording.finish()
    simulation.close()
    with viewed(run) as address:
        assert meshes_got(browser, address, count=1) == [wedge_glb()]
    (tmp_path / "wedge.glb").unlink()
    with viewed(run) as address:
        assert meshes_got(browser, address, count=0) == []
