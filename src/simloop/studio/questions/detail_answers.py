"""What the 3-D scene is told about single vehicles, beyond their poses."""

from dataclasses import dataclass

from simloop.systems.scene.messages import Point, Turn


@dataclass(frozen=True, slots=True)
class Surfaces:
    """Deflections: a right wing that goes down, a nose that goes down or left are positive."""

    aileron_rad: float
    elevator_rad: float
    rudder_rad: float
    flaps_rad: float = 0.0


@dataclass(frozen=True, slots=True)
class Steering:
    """How wheels, thrusters and rudder of a vehicle on the ground or the water stand."""

    wheels_rad: float | None
    """Mean steering angle, positive to the right."""
    rudder_rad: float | None
    """Positive turns to the right."""
    thrusters: tuple[float, ...] = ()
    """Commands as they arrive, -1 to 1."""


@dataclass(frozen=True, slots=True)
class Setpoint:
    """Where the firmware wants to be; parts that it does not hold are missing."""

    position_ned_m: Point | None
    velocity_ned_mps: Point | None
    attitude_wxyz: Turn | None


@dataclass(frozen=True, slots=True)
class WindAt:
    """The air at the vehicle: their sum is what it feels."""

    mean_ned_mps: Point
    gust_ned_mps: Point


@dataclass(frozen=True, slots=True)
class Thrust:
    """What one rotor or propeller pulls; `axis_frd` is the way of its force."""

    place_frd_m: Point
    axis_frd: Point
    force_n: float


@dataclass(frozen=True, slots=True)
class Forces:
    """What aerodynamics and propulsion do, and the weight; no contact."""

    force_frd_n: Point
    torque_frd_nm: Point
    weight_n: float
    thrusts: tuple[Thrust, ...] = ()


@dataclass(frozen=True, slots=True)
class Touch:
    """Where something touches, and how it is pushed there."""

    point_ned_m: Point
    force_ned_n: Point


@dataclass(frozen=True, slots=True)
class RangeBeam:
    """A range finder that looks along body down."""

    distance_m: float
    most_m: float
    echo: bool


@dataclass(frozen=True, slots=True)
class GnssFix:
    """Where satellites say it is, with one sigma to each side."""

    position_ned_m: Point
    sigma_ned_m: Point
    fix_type: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """Where the firmware believes to be, and how far that is from the truth."""

    position_ned_m: Point
    attitude_wxyz: Turn
    error_m: float


@dataclass(frozen=True, slots=True)
class VehicleDetails:
    """One vehicle; parts that it does not have are null or empty."""

    index: int
    name: str
    position_ned_m: Point
    """Where it truly was when this was told."""
    rotor_speeds_radps: tuple[float, ...]
    propeller_speed_radps: float | None
    surfaces: Surfaces | None
    steering: Steering | None
    setpoint: Setpoint | None
    wind: WindAt | None
    forces: Forces | None
    touches: tuple[Touch, ...]
    beam: RangeBeam | None
    gnss: GnssFix | None
    field_frd_t: Point | None
    """What the magnetometer shows."""
    estimate: Estimate | None


@dataclass(frozen=True, slots=True)
class Details:
    """Answer to `details` (`names`, at most eight), in the order of asking."""

    vehicles: tuple[VehicleDetails, ...]
