"""Vibration of the inertial unit, which a vehicle has only if its file asks for it."""

from dataclasses import replace

from simloop.systems.imu.components import Imbalance, Shaker
from simloop.systems.imu.vibration_kernel import shake_by_rotors, shake_imu
from simloop.world.plugin import VehicleKit
from simloop.world.system import BlockSystem, Stage

_SHAKEN = ("imu_accel_frd_mps2", "imu_gyro_frd_radps")

SHAKE = BlockSystem(name="imu_shaker", stage=Stage.SENSE, block=shake_imu, after=("imu",))
SHAKE_BY_ROTORS = BlockSystem(
    name="imu_imbalance", stage=Stage.SENSE, block=shake_by_rotors, after=("imu",)
)


def add_shaker(
    kit: VehicleKit,
    rate_hz: float,
    lines: dict[str, str],
    frequency_hz: float,
    accel_mps2: float,
    gyro_radps: float,
) -> None:
    """Shake the unit at one frequency."""
    kit.component(Shaker, hz=frequency_hz, accel_mps2=accel_mps2, gyro_radps=gyro_radps)
    kit.system(_on_lines(SHAKE, rate_hz, lines))


def add_imbalance(
    kit: VehicleKit, rate_hz: float, lines: dict[str, str], accel_mps2: float, gyro_radps: float
) -> None:
    """Let every rotor shake the unit once a turn."""
    kit.component(Imbalance, accel_mps2=accel_mps2, gyro_radps=gyro_radps)
    kit.system(_on_lines(SHAKE_BY_ROTORS, rate_hz, lines))


def _on_lines(system: BlockSystem, rate_hz: float, lines: dict[str, str]) -> BlockSystem:
    """The system on the newest sample, wherever that waits."""
    shaken = {name: lines[name] for name in _SHAKEN if name in lines}
    return replace(system, rate_hz=rate_hz, bind=shaken)
