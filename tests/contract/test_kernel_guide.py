"""The guide to kernels: its plugin and its force model work as they stand there."""

import importlib
import re
import sys
from collections.abc import Iterator
from math import exp, sqrt
from pathlib import Path
from types import ModuleType

import pytest

from simloop.systems import physics
from simloop.testing.body_bench import BodyBench
from simloop.testing.system_checker import check_system_plugin
from simloop.world.plugin import VehicleKit

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "kernel.md"
FORCE_MODEL_LINES = 10


def blocks() -> dict[str, str]:
    """The guide's files by name."""
    found = re.findall(r"^```python\n# (\w+)\.py\n(.*?)^```", GUIDE.read_text(), re.S | re.M)
    return dict(found)


@pytest.fixture
def lamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The package that the guide makes, with its force model beside it."""
    folder = tmp_path / "lamp"
    folder.mkdir()
    for name, text in blocks().items():
        (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield importlib.import_module("lamp")
    for name in [name for name in sys.modules if name.partition(".")[0] == "lamp"]:
        del sys.modules[name]


@pytest.mark.parametrize("compiled", [False, True])
def test_the_lamp_follows_the_air(lamp: ModuleType, compiled: bool) -> None:
    bench = BodyBench(
        lambda kit: lamp.equip(kit, lamp.Config(time_constant_s=0.5)), compiled=compiled
    )
    bench.set("lamp_temperature_k", 388.15)
    bench.run(400)
    assert bench.get("lamp_temperature_k")[0] == pytest.approx(288.15 + 100.0 * exp(-2.0))


def test_the_lamp_keeps_the_contract_of_plugins(lamp: ModuleType) -> None:
    check_system_plugin(lamp)


@pytest.mark.parametrize("compiled", [False, True])
def test_a_body_sinks_on_the_parachute_as_fast_as_drag_holds_its_weight(
    lamp: ModuleType, compiled: bool
) -> None:
    parachute = importlib.import_module("lamp.parachute")

    def equip(kit: VehicleKit) -> None:
        kit.forces(parachute.parachute)
        physics.equip(kit, physics.Config())

    bench = BodyBench(equip, compiled=compiled)
    bench.run(4000)
    speed_mps = sqrt(2.0 * 1.0 * 9.80665 / (1.225 * parachute.DRAG_AREA_M2))
    assert bench.get("velocity_frd_mps")[2] == pytest.approx(speed_mps, rel=1e-6)


def test_a_force_model_takes_ten_lines() -> None:
    lines = [line for line in blocks()["parachute"].splitlines() if line.strip()]
    assert len(lines) <= FORCE_MODEL_LINES
