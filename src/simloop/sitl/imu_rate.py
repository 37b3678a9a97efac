"""How often the firmware works: once per sample of the vehicle's IMU."""

from collections.abc import Iterable

from simloop.firmware.task import Task
from simloop.world.plugin import VehicleKit

# Whoever counts samples here is an IMU, by whatever name.
COUNT = "imu_sequence"
RATE_FACT = "imu_rate_hz"


def imu_rate_hz(kit: VehicleKit) -> float:
    """Samples per second of the IMU that the vehicle carries.

    An IMU of Python, which is no block system of the vehicle, tells it as the fact `imu_rate_hz`;
    without that it shows a sample in every tick.
    """
    if RATE_FACT in kit.facts:
        return float(kit.facts[RATE_FACT])
    if not any(column.name == COUNT for part in kit.components for column in part.columns):
        raise ValueError("autopilot firmware needs an IMU: add 'imu:' to the sensors")
    takes = next((system for system in kit.systems if COUNT in system.writes), None)
    own_hz = None if takes is None else takes.rate_hz
    return float(kit.tick_rate_hz) if own_hz is None else own_hz


def check_task_rates(tasks: Iterable[Task], rate_hz: float) -> None:
    """Slow tasks run at every n-th sample, so that their rates must divide the IMU's."""
    for wanted_hz in sorted({task.rate_hz for task in tasks if task.rate_hz}, reverse=True):
        samples = rate_hz / wanted_hz
        if samples < 1.0 or abs(samples - round(samples)) > 1e-9 * samples:
            raise ValueError(
                f"autopilot firmware has tasks at {wanted_hz:g} Hz, which does not divide the "
                f"IMU's {rate_hz:g} Hz: set imu.rate_hz to a multiple of {wanted_hz:g}"
            )
