"""Vibration of the inertial unit, which a vehicle has only if its file asks for it."""

from dataclasses import replace

from simloop.kernels.sensors.vibration import shake_by_rotors, shake_imu
from simloop.world.component import Change, Column, Component, Kind
from simloop.world.plugin import VehicleKit
from simloop.world.system import BlockSystem, Stage

_SHAKEN = ("imu_accel_frd_mps2", "imu_gyro_frd_radps")

SHAKER = Component(
    "imu_shaker",
    Kind.PARAM,
    "Vibration of one frequency, as of an engine or a gimbal.",
    (
        Column("imu_shaker_hz", 1, "Hz", "-", "its frequency"),
        Column("imu_shaker_accel_mps2", 1, "m/s^2", "FRD", "amplitude on each axis"),
        Column("imu_shaker_gyro_radps", 1, "rad/s", "FRD", "amplitude on each axis"),
    ),
    Change.ONE_TIME,
)

IMBALANCE = Component(
    "imu_imbalance",
    Kind.PARAM,
    "Vibration of each rotor, once a turn.",
    (
        Column("imu_rotor_accel_mps2", 1, "m/s^2", "FRD", "amplitude at 100 turns per second"),
        Column("imu_rotor_gyro_radps", 1, "rad/s", "FRD", "amplitude at 100 turns per second"),
    ),
    Change.ONE_TIME,
)

ROTOR_PHASE = Component(
    "imu_rotor_phase",
    Kind.SAMPLE,
    "Where each rotor stands in its turn.",
    (Column("imu_rotor_phase_rad", "ROTORS", "rad", "-", "angle of the rotor's imbalance"),),
)

SHAKE = BlockSystem(
    name="imu_shaker", stage=Stage.SENSE, block=shake_imu, writes=_SHAKEN, after=("imu",)
)
SHAKE_BY_ROTORS = BlockSystem(
    name="imu_imbalance",
    stage=Stage.SENSE,
    block=shake_by_rotors,
    writes=("imu_rotor_phase_rad", *_SHAKEN),
    after=("imu",),
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
    kit.component(SHAKER)
    kit.system(_on_lines(SHAKE, rate_hz, lines))
    kit.value("imu_shaker_hz", frequency_hz)
    kit.value("imu_shaker_accel_mps2", accel_mps2)
    kit.value("imu_shaker_gyro_radps", gyro_radps)


def add_imbalance(
    kit: VehicleKit, rate_hz: float, lines: dict[str, str], accel_mps2: float, gyro_radps: float
) -> None:
    """Let every rotor shake the unit once a turn."""
    kit.component(IMBALANCE)
    kit.component(ROTOR_PHASE)
    kit.system(_on_lines(SHAKE_BY_ROTORS, rate_hz, lines))
    kit.value("imu_rotor_accel_mps2", accel_mps2)
    kit.value("imu_rotor_gyro_radps", gyro_radps)


def _on_lines(system: BlockSystem, rate_hz: float, lines: dict[str, str]) -> BlockSystem:
    """The system on the newest sample, wherever that waits."""
    shaken = {name: lines[name] for name in _SHAKEN if name in lines}
    writes = tuple(shaken.get(name, name) for name in system.writes)
    return replace(system, rate_hz=rate_hz, bind=shaken, writes=writes)
