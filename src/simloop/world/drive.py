"""What all ground vehicles share: twist commands, the drive controller's state, wheel odometry.

A twist asks for speed forward and yaw rate. The controller turns it into outputs, from what the
encoders said in the tick before. Whoever commanded last wins: a new twist, or a changed output.
"""

from collections.abc import Callable
from dataclasses import dataclass

from simloop.kernels.wheel_odometry import wheel_odometry
from simloop.world.component import Change, Column, Component, Kind
from simloop.world.mixer import AXES, Mixing
from simloop.world.plugin import VehicleKit
from simloop.world.system import BlockSystem, Stage

DRIVE_MODEL = Component(
    "drive_model",
    Kind.PARAM,
    "What the drive controller knows of its vehicle.",
    (
        Column("drive_timeout_ticks", 1, "tick", "-", "age at which a twist means stop, 0: never"),
        Column("drive_top_speed_mps", 1, "m/s", "-", "speed at full command", 1.0),
        Column("drive_top_yaw_rate_radps", 1, "rad/s", "-", "fastest turn it tries", 1.0),
        Column("drive_track_m", 1, "m", "-", "distance between left and right wheels", 1.0),
        Column(
            "drive_gain",
            3,
            "1, 1/s, 1/s",
            "-",
            "command per error over top speed, its growth per second, growth of the yaw trim",
        ),
        Column("drive_park_mps", 1, "m/s", "-", "slower than this, no command means parked"),
        Column("drive_mix", "2*OUTPUTS", "1", "-", "outputs per standard command Fx, then Qz"),
        Column("ride_height_m", 1, "m", "-", "centre of mass over the ground"),
    ),
    Change.ONE_TIME,
)

DRIVE_COMMAND = Component(
    "drive_command",
    Kind.INTENT,
    "The twist a ground vehicle is asked for.",
    (
        Column("drive_speed_mps", 1, "m/s", "FRD", "speed forward"),
        Column("drive_yaw_rate_radps", 1, "rad/s", "FRD", "yaw rate, positive to the right"),
        Column("drive_commanded_tick", 1, "tick", "-", "change it to give a new twist", -1.0),
    ),
)

DRIVE_STATE = Component(
    "drive_state",
    Kind.INTENT,
    "What the drive controller remembers.",
    (
        Column("drive_seen_tick", 1, "tick", "-", "drive_commanded_tick of the last twist", -1.0),
        Column("drive_since_tick", 1, "tick", "-", "when it saw that twist"),
        Column("drive_in_force", 1, "1", "-", "1 while a twist rules, 0 while outputs do"),
        Column("drive_output", "OUTPUTS", "1", "-", "what it last gave to the outputs"),
        Column("drive_target", 2, "m/s, rad/s", "FRD", "speed and yaw rate it goes for"),
        Column("drive_standard", 2, "1", "FRD", "standard commands Fx and Qz it gave"),
        Column("drive_integral", 2, "1", "-", "integrals of left and right (or of the speed)"),
        Column("drive_yaw_trim_radps", 1, "rad/s", "FRD", "added to the yaw rate against slip"),
    ),
)

SIDE_TRAVEL = Component(
    "side_travel",
    Kind.TRUTH,
    "How far the wheels rolled.",
    (Column("side_travel_m", 2, "m", "-", "left and right, backward is negative"),),
)

ODOMETRY_MODEL = Component(
    "odometry_model",
    Kind.PARAM,
    "What is wrong with the encoders.",
    (
        Column("odometry_track_m", 1, "m", "-", "distance of the sides it reckons with", 1.0),
        Column("odometry_scale", 2, "1", "-", "counted over rolled, left and right", 1.0),
        Column("odometry_step_m", 1, "m", "-", "one count; 0 counts exactly"),
        Column("odometry_noise", 1, "sqrt(m)", "-", "white noise per root of the distance"),
    ),
    Change.ONE_TIME,
)

ODOMETRY = Component(
    "odometry",
    Kind.SAMPLE,
    "What encoders and gyro of the drive say, and the place that follows from it.",
    (
        Column("odometry_seen_m", 2, "m", "-", "left and right, counted so far"),
        Column("odometry_place_m", 2, "m", "start", "forward and right of the start"),
        Column("odometry_heading_rad", 1, "rad", "start", "turned to the right since the start"),
        Column("odometry_twist", 2, "m/s, rad/s", "FRD", "speed and yaw rate"),
        Column("encoder_speed_mps", 2, "m/s", "-", "left and right"),
        Column("drive_gyro_radps", 1, "rad/s", "FRD", "yaw rate, positive to the right"),
    ),
)

DRIVE_COMPONENTS = (
    DRIVE_MODEL,
    DRIVE_COMMAND,
    DRIVE_STATE,
    SIDE_TRAVEL,
    ODOMETRY_MODEL,
    ODOMETRY,
)

ODOMETRY_WRITES = (
    "odometry_seen_m",
    "odometry_place_m",
    "odometry_heading_rad",
    "odometry_twist",
    "encoder_speed_mps",
    "drive_gyro_radps",
)
DRIVE_WRITES = (
    "actuator_command",
    "drive_seen_tick",
    "drive_since_tick",
    "drive_in_force",
    "drive_output",
    "drive_target",
    "drive_standard",
    "drive_integral",
    "drive_yaw_trim_radps",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Odometry:
    """How good the encoders are; exact unless told otherwise."""

    track_m: float | None = None
    """Distance of left and right wheels it reckons with, m; the true one if left out."""
    left_scale: float = 1.0
    """Counted over rolled distance of the left side."""
    right_scale: float = 1.0
    """The same of the right side."""
    step_m: float = 0.0
    """Distance of one encoder count, m; 0 counts exactly."""
    noise: float = 0.0
    """White noise of each side, m per square root of metres driven."""


EXACT = Odometry()


@dataclass(frozen=True, slots=True, kw_only=True)
class DriveFacts:
    """What the controller must know of the vehicle."""

    top_speed_mps: float
    top_yaw_rate_radps: float
    track_m: float
    ride_height_m: float
    timeout_s: float
    gains: tuple[float, float, float] = (0.0, 0.0, 0.0)
    park_mps: float = 0.0


def equip_drive(
    kit: VehicleKit,
    mixing: Mixing,
    facts: DriveFacts,
    odometry: Odometry,
    controller: Callable[..., None],
) -> None:
    """Let the vehicle take twists, by a block function of kernels/drive_control.py."""
    for component in DRIVE_COMPONENTS:
        kit.component(component)
    kit.value("drive_timeout_ticks", round(facts.timeout_s * kit.tick_rate_hz))
    kit.value("drive_top_speed_mps", facts.top_speed_mps)
    kit.value("drive_top_yaw_rate_radps", facts.top_yaw_rate_radps)
    kit.value("drive_track_m", facts.track_m)
    kit.value("drive_gain", facts.gains)
    kit.value("drive_park_mps", facts.park_mps)
    kit.value("drive_mix", [n for axis in ("Fx", "Qz") for n in mixing.matrix[AXES.index(axis)]])
    kit.value("ride_height_m", facts.ride_height_m)
    kit.fact("standing_height_m", facts.ride_height_m)
    kit.value("odometry_track_m", odometry.track_m or facts.track_m)
    kit.value("odometry_scale", (odometry.left_scale, odometry.right_scale))
    kit.value("odometry_step_m", odometry.step_m)
    kit.value("odometry_noise", odometry.noise)
    kit.system(BlockSystem(name="drive_control", stage=Stage.CONTROL, block=controller))
    kit.system(BlockSystem(name="wheel_odometry", stage=Stage.SENSE, block=wheel_odometry))


def check_drive(who: str, mixing: Mixing, odometry: Odometry, timeout_s: float) -> None:
    """Refuse what no drive can do."""
    if mixing.axes != ("Fx", "Qz"):
        raise ValueError(f"{who}: mixer serves {', '.join(mixing.axes)}; it must serve Fx and Qz")
    if not timeout_s >= 0.0:
        raise ValueError(f"{who}: command_timeout_s must not be negative, not {timeout_s}")
    if odometry.track_m is not None and not odometry.track_m > 0.0:
        raise ValueError(f"{who}: odometry.track_m must be positive, not {odometry.track_m}")
    for name in ("left_scale", "right_scale"):
        if not getattr(odometry, name) > 0.0:
            raise ValueError(f"{who}: odometry.{name} must be positive")
    for name in ("step_m", "noise"):
        if not getattr(odometry, name) >= 0.0:
            raise ValueError(f"{who}: odometry.{name} must not be negative")
