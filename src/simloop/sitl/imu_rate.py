"""How often the firmware works: once per sample of the vehicle's IMU."""

from collections.abc import Iterable
from dataclasses import replace

from simloop.firmware.task import SLOW_RATE_HZ, Task
from simloop.world.plugin import VehicleKit

# Whoever counts samples here is an IMU, by whatever name.
COUNT = "imu_sequence"
RATE_FACT = "imu_rate_hz"
LEAST_RATE_HZ = SLOW_RATE_HZ
_SAME = 1e-9


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


def fitted_tasks(tasks: Iterable[Task], rate_hz: float) -> tuple[Task, ...]:
    """The tasks with rates that divide the IMU's: each runs at every n-th sample.

    A block is told its period, so a rate is what it was meant for or as near as samples come.

    Raises:
        ValueError: samples come too seldom for a firmware.
    """
    if rate_hz < LEAST_RATE_HZ:
        raise ValueError(
            f"autopilot firmware needs {LEAST_RATE_HZ:g} IMU samples a second, not {rate_hz:g}: "
            f"set imu.rate_hz, and a tick rate of at least {LEAST_RATE_HZ:g} Hz"
        )
    return tuple(_fitted(task, rate_hz) for task in tasks)


def _fitted(task: Task, rate_hz: float) -> Task:
    if task.rate_hz is None:
        return task
    samples = rate_hz / task.rate_hz
    nearest = max(round(samples), 1)
    # Rates that fit stay as they are written.
    if abs(samples - nearest) <= _SAME * samples:
        return task
    return replace(task, rate_hz=rate_hz / nearest)
