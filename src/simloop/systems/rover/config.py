"""What a user writes about a vehicle on wheels."""

from math import radians, tan
from typing import Annotated, Literal

from simloop.world.drive import EXACT, Odometry
from simloop.world.mixer import Mixer
from simloop.world.setting import NotNegative, Positive, Within, setting, settings

Kind = Literal["differential", "skid", "ackermann"]
STANDARD_GRAVITY_MPS2 = 9.80665
MAX_SUBSTEPS = 64


@settings
class Config:
    """A vehicle on wheels with tyres and electric drives; the defaults are a car of 15 kg.

    Tyre stiffness is per wheel load, as tyres of one make have it: force is stiffness times load
    times slip, as long as the slip is small.
    """

    kind: Kind = "ackermann"
    """Two driven wheels and a caster, four wheels that skid in turns, or steered front wheels."""
    mass_kg: Positive = setting(15.0, "Mass with all on board.")
    yaw_inertia_kgm2: Positive = 0.9
    """Inertia about the vertical through the centre of mass."""
    wheel_base_m: Positive = 0.55
    """From the front axle to the rear axle, or from the wheels to the caster, m."""
    track_m: Positive = setting(0.45, "Distance of left and right wheels, m.")
    cg_to_front_m: Positive = 0.275
    """From the centre of mass forward to the front axle, m."""
    cg_height_m: NotNegative = setting(0.12, "Height of the centre of mass over the ground, m.")
    caster: Literal["front", "rear"] = "rear"
    """Where a differential vehicle has its caster."""
    wheel_radius_m: Positive = setting(0.1, "Radius of all wheels, m.")
    wheel_inertia_kgm2: Positive = 0.01
    """Inertia of a wheel with its motor, seen at the wheel."""
    friction: Positive = 0.9
    """Coefficient of friction of tyre and ground, sticking and sliding."""
    longitudinal_stiffness: Positive = setting(12.0, "Force along the wheel per load and slip.")
    cornering_stiffness: tuple[Positive, Positive] = (8.0, 9.0)
    """Force across the wheel per load and slip angle, 1/rad: front, rear."""
    relaxation_length_m: Positive = 0.06
    """Way in which a rolling tyre builds up its force, m."""
    rolling_resistance: NotNegative = setting(0.015, "Resisting force over load.")
    drag_area_m2: NotNegative = setting(0.08, "Drag coefficient times frontal area.")
    load_shift_s: Positive = 0.05
    """How long springs take to carry a load from wheel to wheel, s."""
    driven: Literal["all", "front", "rear"] = "all"
    """Which axles have motors; a differential vehicle drives both its wheels."""
    stall_torque_nm: Positive = 3.0
    """Torque of one driven wheel at rest with full command."""
    no_load_speed_radps: Positive = setting(80.0, "Speed of a wheel without load at full command.")
    V_max: Positive = setting(14.8, "Voltage for which the two values above hold.")
    at_zero: Literal["hold", "brake", "coast"] = "hold"
    """Without command: short the motors and park when slow, short them, or let them go."""
    brake_torque_nm: NotNegative = 6.0
    """Brake of each wheel, for parking and for `brake_command`."""
    max_steering_deg: float = setting(30.0, "Largest mean angle of the steered wheels.")
    steering_time_constant_s: NotNegative = setting(0.05, "Lag of the steering servo, s.")
    motor_time_constant_s: NotNegative = setting(0.0, "Lag of the motor controllers, s.")
    speed_gain: NotNegative = 2.0
    """Drive controller: command per speed error over top speed."""
    speed_integral_ps: NotNegative = 4.0
    """Drive controller: how fast that command grows, 1/s."""
    yaw_gain_ps: NotNegative = 2.0
    """Drive controller: how fast it corrects the yaw rate by its gyro, 1/s."""
    command_timeout_s: NotNegative = 0.5
    """A twist older than this stops the vehicle, s; 0 for never."""
    odometry: Odometry = setting(EXACT, "Errors of the wheel encoders.")
    mixer: Mixer | None = None
    """How commands become outputs; `ackermann` or `differential`, as the kind, if left out."""
    substeps: Annotated[int, Within(1, MAX_SUBSTEPS)] | None = None
    """Integration steps per tick; as many as stability needs if left out."""


def check(config: Config) -> None:
    """Refuse what cannot roll."""
    if not config.cg_to_front_m < config.wheel_base_m:
        raise ValueError(
            f"rover: cg_to_front_m is {config.cg_to_front_m}, which puts the centre of mass behind "
            f"the rear; make it less than wheel_base_m, {config.wheel_base_m}"
        )
    if config.kind == "ackermann":
        _check_steering(config)


def _check_steering(config: Config) -> None:
    if not 0.0 < config.max_steering_deg < 80.0:
        raise ValueError(f"rover: max_steering_deg is {config.max_steering_deg}; give 1 to 79")
    # The centre of the tightest turn must lie outside the inner wheel.
    inner = config.wheel_base_m / tan(radians(config.max_steering_deg)) - 0.5 * config.track_m
    if not inner > 0.0:
        raise ValueError(
            f"rover: max_steering_deg {config.max_steering_deg} turns about a point under the "
            "vehicle; make it smaller, or track_m narrower"
        )
