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


def test_tasks_fit_a_rate_that_they_do_not_divide() -> None:
    simulation = load(80.0)
    simulation.advance(401)
    entity = simulation.world.by_name("pico")
    assert simulation.world.vector(entity, "fw_time_s")[0] == pytest.approx(1.0, abs=0.02)


def test_too_few_samples_are_refused_with_how_many_it_needs() -> None:
    with pytest.raises(FileMistake, match=r"needs 50 IMU samples a second, not 40"):
        load(40.0)


def test_an_autopilot_needs_an_imu() -> None:
    with pytest.raises(ValueError, match="add 'imu:' to the sensors"):
        imu_rate_hz(VehicleKit(400))
