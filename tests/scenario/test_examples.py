"""Every example runs and prints what its first lines promise."""

import importlib.util
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"

# What a run of each example must say, beside not failing.
PROMISES = {
    "01_first_flight": ("landed", "success: True"),
    "02_many_vehicles": ("12 vehicles", "equal"),
    "03_listen_to_topics": ("sim/truth_state", "99 fixes"),
    "04_push_and_undo": ("force is [0.0, 0.0, 0.0]", "refused", "did you mean 'quad_0'"),
    "05_snapshot_and_branch": ("the same bits",),
    "06_own_system": ("calm", "shaken"),
    "07_trim_and_modes": ("phugoid: 13.", "13.", "flown"),
    "12_own_visualizer": ("↑", "north is up", "36.0 s", "height   0.1 m", "drawn from 4"),
    "08_drive_by_topics": ("0.40 rad/s to the left", "stopped: 0.00 m/s"),
    "09_sitl_bridge": ("2 vehicles on gazebo, lightweight", "0 arrived", "1 arrived"),
    "10_formation": ("leader  landed", "wing_4  landed", "no two came nearer than"),
    "13_look_at_vehicles": ("<Vehicle quad: quad, ", "is only read here", "bias 50 Pa"),
    "11_external_autopilot": ("after 10 s", "\nhovers\n"),
}


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("[0-9]*.py")))
def test_an_example_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    _main_of(name)()
    said = capsys.readouterr().out
    assert not [word for word in PROMISES[name] if word not in said], said
    assert "DIFFERENT" not in said


def test_every_promise_has_an_example() -> None:
    assert set(PROMISES) == {path.stem for path in EXAMPLES.glob("[0-9]*.py")}


def _main_of(name: str):  # type: ignore[no-untyped-def]
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.main
