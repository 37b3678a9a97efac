"""The firmware runs at the rate of the vehicle's IMU, or says which rate it wants."""

import pytest

from simloop.server.files.mistake import FileMistake
from simloop.server.simulation import Simulation
from simloop.sitl.imu_rate import imu_rate_hz
from simloop.world.plugin import VehicleKit


def load(rate_hz: float, tick_rate_hz: int = 400) -> Simulation:
    sets = (f"vehicles[0].set={{sensors.imu.rate_hz: {rate_hz}}}", f"tick_rate_hz={tick_rate_hz}")
    return Simulation.load("pico_mission", sets=sets, compiled=False)


@pytest.mark.parametrize(("rate_hz", "tick_rate_hz"), [(100.0, 400), (200.0, 400), (100.0, 100)])
def test_time_passes_with_the_samples(rate_hz: float, tick_rate_hz: int) -> None:
    simulation = load(rate_hz, tick_rate_hz)
    simulation.advance(tick_rate_hz + 1)
    entity = simulation.world.by_name("pico")
    assert simulation.world.vector(entity, "imu_sequence")[0] == pytest.approx(rate_hz, abs=1.0)
    assert simulation.world.vector(entity, "fw_time_s")[0] == pytest.approx(1.0)


def test_a_rate_that_tasks_do_not_divide_is_refused_with_one_that_fits() -> None:
    with pytest.raises(FileMistake, match=r"tasks at 100 Hz.*IMU's 80 Hz.*multiple of 100"):
        load(80.0)


def test_an_autopilot_needs_an_imu() -> None:
    with pytest.raises(ValueError, match="add 'imu:' to the sensors"):
        imu_rate_hz(VehicleKit(400))
