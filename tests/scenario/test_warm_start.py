"""A plain run loads what it uses: what only other runs need waits for them."""

import subprocess
import sys

import pytest

RUN = "run square --headless --for 0.0025 --speed max --no-out --quiet --interpreted"

ELSEWHERE = {
    "analysis of steady motion": "simloop.server.analysis",
    "what an airframe knows under way": "simloop.sitl.firmware_air_start",
    "flight of wings": "simloop.firmware.wing.tasks",
    "flight of VTOLs": "simloop.firmware.vtol.tasks",
    "driving and sailing": "simloop.firmware.surface.tasks",
    "facts of wings": "simloop.sitl.wing_facts",
    "facts of rovers and boats": "simloop.sitl.surface_facts",
    "hulls": "simloop.systems.vessel",
    "tyres": "simloop.systems.rover",
    "finding collisions": "simloop.systems.collisions.collider",
    "kernels of collisions": "simloop.kernels.collision.solver",
    "the firmware's link": "simloop.firmware.link.comm_link",
    "the codec of MAVLink": "simloop.firmware.mavlink.messages",
    "sockets of MAVLink": "simloop.links.mavlink.bridge",
    "boards": "simloop.sitl.sil_board",
    "the firmware on a board": "simloop.firmware.firmware",
    "the bridge of programs": "simloop.sitl.bridge",
    "simulators elsewhere": "simloop.sitl.simulator_party",
    "a world of differential drives": "simloop.adapters.lightweight.drives",
    "autopilots elsewhere": "simloop.links.autopilot_process",
    "recordings": "simloop.server.recording.recording",
    "reports": "simloop.server.report",
    "players": "simloop.server.player",
    "the page's server": "simloop.studio.web_server",
    "the verb figures": "simloop.cli.figures",
    "the verb trim": "simloop.cli.trim",
    "translation of kernels": "simloop.compiler.flow",
}


def loaded_after(program: str) -> set[str]:
    """The modules of simloop in a process that has done something, and `ssl` if that is there."""
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport sys\nprint('loaded', *sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.splitlines()[-1].split()[1:])


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    return loaded_after(f"from simloop.cli.main import main\nassert main({RUN.split()}) == 0")


@pytest.mark.parametrize("module", ELSEWHERE.values(), ids=ELSEWHERE.keys())
def test_a_plain_run_leaves_alone(module: str, loaded: set[str]) -> None:
    assert not {name for name in loaded if name == module or name.startswith(f"{module}.")}


def test_the_names_are_those_of_modules_that_are_there() -> None:
    tried = "\n".join(f"import {module}" for module in ELSEWHERE.values())
    assert set(ELSEWHERE.values()) <= loaded_after(tried)


def test_a_plain_run_does_what_it_is_for(loaded: set[str]) -> None:
    assert {"simloop.server.simulation", "simloop.firmware.multirotor.tasks"} <= loaded


def test_a_plain_run_encrypts_nothing(loaded: set[str]) -> None:
    assert "ssl" not in loaded


def test_who_finds_units_made_loads_no_translator() -> None:
    found = loaded_after("import simloop.world.unit_maker, simloop.world.array_program")
    assert not found & {
        "simloop.compiler.flow",
        "simloop.compiler.unit",
        "simloop.compiler.program",
    }


def test_the_help_of_a_verb_loads_no_simulation() -> None:
    program = (
        "from simloop.cli.main import main\ntry: main(['run', '--help'])\nexcept SystemExit: pass"
    )
    assert not loaded_after(program) & {"simloop.server.simulation", "numpy", "yaml"}
