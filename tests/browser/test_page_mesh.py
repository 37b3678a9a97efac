"""A mesh of a vehicle file is got from the page's server and drawn, within the page's policy."""

from pathlib import Path

from playwright.sync_api import Browser
from studio_page import Studio, opened

from paged_run import ENDLESS, paged_run
from tiny_glb import wedge_glb

# A warning is told where a mesh cannot be drawn.
UNDRAWN = "the mesh of a vehicle cannot be drawn"


def test_a_mesh_is_drawn(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "wedge.glb").write_bytes(wedge_glb())
    vehicle = tmp_path / "own.yaml"
    vehicle.write_text("extends: quad\nvisual:\n  mesh: wedge.glb\n")
    with paged_run(*ENDLESS, "--vehicle", str(vehicle)) as address:
        context = browser.new_context(viewport={"width": 900, "height": 600})
        page = context.new_page()
        got: list[bytes] = []
        said: list[str] = []
        page.on(
            "response", lambda each: got.append(each.body()) if "/meshes/" in each.url else None
        )
        page.on("console", lambda each: said.append(each.text))
        for studio in opened(Studio(page), address):
            studio.wait(lambda: got == [wedge_glb()])
            # A picture inside it that the policy forbids would be a complaint.
            studio.fresh_frame()
        assert not any(UNDRAWN in line for line in said)
        context.close()
