"""What all ground vehicles share: twist commands, the drive controller's state, wheel odometry.

A twist asks for speed forward and yaw rate. The controller turns it into outputs, from what the
encoders said in the tick before. Whoever commanded last wins: a new twist, or a changed output.
"""

from collections.abc import Callable
from dataclasses import dataclass

from simloop.world.drive.components import DRIVE_COMPONENTS, Drive, Encoders, RunningGear
from simloop.world.drive.encoders import wheel_odometry
from simloop.world.mixer import AXES, Mixing
from simloop.world.plugin import VehicleKit
from simloop.world.setting import NotNegative, Positive, setting, settings
from simloop.world.system import BlockSystem, Stage


@settings
class Odometry:
    """How good the encoders are; exact unless told otherwise."""

    track_m: Positive | None = None
    """Distance of left and right wheels it reckons with, m; the true one if left out."""
    left_scale: Positive = setting(1.0, "Counted over rolled distance of the left side.")
    right_scale: Positive = setting(1.0, "The same of the right side.")
    step_m: NotNegative = setting(0.0, "Distance of one encoder count, m; 0 counts exactly.")
    noise: NotNegative = 0.0
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
    """Let the vehicle take twists, by `drive_sides` or a controller of its own."""
    for group in DRIVE_COMPONENTS:
        kit.component(group)
    kit.component(
        Drive,
        timeout_ticks=round(facts.timeout_s * kit.tick_rate_hz),
        top_speed_mps=facts.top_speed_mps,
        top_yaw_rate_radps=facts.top_yaw_rate_radps,
        track_m=facts.track_m,
        gain=facts.gains,
        park_mps=facts.park_mps,
        mix=[n for axis in ("Fx", "Qz") for n in mixing.matrix[AXES.index(axis)]],
    )
    kit.component(RunningGear, ride_height_m=facts.ride_height_m)
    kit.component(
        Encoders,
        track_m=odometry.track_m or facts.track_m,
        scale=(odometry.left_scale, odometry.right_scale),
        step_m=odometry.step_m,
        noise=odometry.noise,
    )
    kit.fact("standing_height_m", facts.ride_height_m)
    kit.system(BlockSystem(name="drive_control", stage=Stage.CONTROL, block=controller))
    kit.system(BlockSystem(name="wheel_odometry", stage=Stage.SENSE, block=wheel_odometry))


def check_drive(who: str, mixing: Mixing) -> None:
    """Refuse outputs that do not serve a drive."""
    if mixing.axes != ("Fx", "Qz"):
        raise ValueError(f"{who}: mixer serves {', '.join(mixing.axes)}; it must serve Fx and Qz")
