"""An IMU of somebody's own takes the place of ours, by whatever name, compiled or of Python."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from simloop.server.files import FileMistake
from simloop.server.simulation import Simulation

PLUGINS = """
from dataclasses import dataclass, replace
from simloop.systems.imu.components import Imu
from simloop.world.system import BlockSystem, PythonSystem, Stage
from own_imu_kernel import feel

SAMPLES = ("imu_accel_frd_mps2", "imu_gyro_frd_radps", "imu_sequence")

@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    rate_hz: float | None = None

class compiled:
    Config = Config

    @staticmethod
    def equip(kit, config):
        kit.component(Imu)
        kit.system(
            BlockSystem(name="quiet_imu", stage=Stage.SENSE, block=feel, rate_hz=config.rate_hz)
        )

class of_python:
    Config = Config

    @staticmethod
    def equip(kit, config):
        kit.component(Imu)
        if config.rate_hz is not None:
            kit.fact("imu_rate_hz", config.rate_hz)

    @staticmethod
    def build(app, config):
        def feel(info):
            body = app.world.by_name("quad_0")
            app.world.vector(body, "imu_accel_frd_mps2")[:] = (0.0, 0.0, -9.80665)
            app.world.vector(body, "imu_gyro_frd_radps")[:] = 0.0
            app.world.vector(body, "imu_sequence")[0] += 1.0

        app.add_system(
            PythonSystem(
                name="python imu",
                stage=Stage.SENSE,
                run=feel,
                writes=SAMPLES,
                rate_hz=config.rate_hz,
            )
        )
"""

KERNEL = '''
"""An IMU without errors."""

from simloop.component import Mut
from simloop.systems.imu.components import Imu
from simloop.systems.imu.kernel import specific_force
from simloop.world.body import Body


def feel(body: Body, imu: Mut[Imu]) -> None:
    """Say the truth."""
    imu.accel_frd_mps2 = specific_force(
        body.attitude_wxyz, body.gravity_mps2, body.acceleration_frd_mps2
    )
    imu.gyro_frd_radps = body.rate_frd_radps
    imu.sequence += 1.0
'''

NAMES = ["quiet_imu", "python_imu"]


@pytest.fixture(autouse=True)
def own_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package with two sensors that are IMUs and are not called so."""
    info = tmp_path / "own_imu-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own-imu\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[simloop.systems]\nquiet_imu = own_imu:compiled\npython_imu = own_imu:of_python\n"
    )
    (tmp_path / "own_imu.py").write_text(PLUGINS)
    (tmp_path / "own_imu_kernel.py").write_text(KERNEL)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for module in ("own_imu", "own_imu_kernel"):
        sys.modules.pop(module, None)


def fly(name: str, *sets: str, rate: str = "{}") -> Simulation:
    own = [f"vehicles[0].model.sensors.{name}={rate}", "vehicles[0].model.sensors.imu=false"]
    return Simulation.load("square_calm", compiled=False, sets=[*own, *sets])


def firmware_rates_hz(sim: Simulation) -> set[float | None]:
    systems = sim.world.tables[0].vehicle_class.systems
    return {system.rate_hz for system in systems if system.name == "fw_ahrs"}


@pytest.mark.parametrize("name", NAMES)
def test_the_firmware_flies_on_an_imu_of_another_name(name: str) -> None:
    sim = fly(name)
    sim.advance(60)
    quad = sim.world.by_name("quad_0")
    assert sim.world.vector(quad, "imu_sequence")[0] == 60.0
    assert sim.world.vector(quad, "imu_accel_frd_mps2")[2] == pytest.approx(-9.8, abs=0.3)
    # A firmware without samples would not have begun to align itself.
    assert sim.world.vector(quad, "fw_align_elapsed_s")[0] == pytest.approx(0.1475)
    assert sim.world.vector(quad, "fw_clean_accel_frd_mps2")[2] == pytest.approx(-9.8, abs=0.3)


@pytest.mark.parametrize("name", NAMES)
def test_the_firmware_works_at_its_rate(name: str) -> None:
    ours = fly(name)
    half = fly(name, rate="{rate_hz: 200.0}")
    assert firmware_rates_hz(ours) == {400.0}
    assert firmware_rates_hz(half) == {200.0}


@pytest.mark.parametrize("name", NAMES)
def test_a_board_takes_it_too(name: str) -> None:
    sim = fly(name, "vehicles[0].model.autopilot.settings.board=sil")
    sim.advance(20)
    assert sim.provided["sil_boards"].any


def test_without_any_imu_the_load_fails_and_says_so() -> None:
    with pytest.raises(FileMistake, match="needs an IMU"):
        Simulation.load("square_calm", compiled=False, sets=["vehicles[0].model.sensors.imu=false"])
