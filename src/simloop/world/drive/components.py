"""What all ground vehicles have: the twist they are asked for, its controller, and odometry."""

from typing import NamedTuple

from simloop.component import Component, FloatRow, Kind, intent, param, sample, truth
from simloop.math.vector import Vec2, with_own_operators


@with_own_operators
class Sides(NamedTuple):
    """Something of the wheels on the left and on the right."""

    left: float
    right: float

    def __add__(self, other: "Sides") -> "Sides":  # type: ignore[override]
        return Sides(self.left + other.left, self.right + other.right)

    def __sub__(self, other: "Sides") -> "Sides":
        return Sides(self.left - other.left, self.right - other.right)

    def __rmul__(self, factor: float) -> "Sides":  # type: ignore[override]
        return Sides(factor * self.left, factor * self.right)

    def mean(self) -> float:
        """The mean of both."""
        return 0.5 * (self.left + self.right)


class Course(NamedTuple):
    """How a vehicle goes over the ground, or should."""

    speed_mps: float
    yaw_rate_radps: float


class Standard(NamedTuple):
    """The standard commands that a ground vehicle has."""

    forward: float
    turn: float


class Gains(NamedTuple):
    """How hard the controller works."""

    command: float
    growth_ps: float
    yaw_trim_ps: float


class RunningGear(Component):
    """What carries a ground vehicle: how high, and how far it rolled."""

    ride_height_m: float = param("m", "centre of mass over the ground")
    side_travel_m: Sides = truth("m", "left and right, backward is negative")


class Twist(Component):
    """The twist a ground vehicle is asked for."""

    speed_mps: float = intent("m/s", "speed forward", frame="FRD", column="drive_speed_mps")
    yaw_rate_radps: float = intent(
        "rad/s", "yaw rate, positive to the right", frame="FRD", column="drive_yaw_rate_radps"
    )
    commanded_tick: float = intent(
        "tick", "change it to give a new twist", default=-1.0, column="drive_commanded_tick"
    )


class Drive(Component, prefix="drive"):
    """The drive controller: what it knows of its vehicle, and what it remembers."""

    timeout_ticks: float = param("tick", "age at which a twist means stop, 0: never")
    top_speed_mps: float = param("m/s", "speed at full command", default=1.0)
    top_yaw_rate_radps: float = param("rad/s", "fastest turn it tries", default=1.0)
    track_m: float = param("m", "distance between left and right wheels", default=1.0)
    gain: Gains = param(
        "1, 1/s, 1/s",
        "command per error over top speed, its growth per second, growth of the yaw trim",
    )
    park_mps: float = param("m/s", "slower than this, no command means parked")
    mix: FloatRow = param("1", "outputs per standard command Fx, then Qz", size="2*OUTPUTS")
    seen_tick: float = intent("tick", "drive_commanded_tick of the last twist", default=-1.0)
    since_tick: float = intent("tick", "when it saw that twist")
    in_force: float = intent("1", "1 while a twist rules, 0 while outputs do")
    output: FloatRow = intent("1", "what it last gave to the outputs", size="OUTPUTS")
    target: Course = intent("m/s, rad/s", "speed and yaw rate it goes for", frame="FRD")
    standard: Standard = intent("1", "standard commands Fx and Qz it gave", frame="FRD")
    integral: Sides = intent("1", "integrals of left and right (or of the speed)")
    yaw_trim_radps: float = intent("rad/s", "added to the yaw rate against slip", frame="FRD")


class Encoders(Component, prefix="odometry"):
    """What encoders and gyro of the drive say, what is wrong with them, and where that leads."""

    track_m: float = param("m", "distance of the sides it reckons with", default=1.0)
    scale: Sides = param("1", "counted over rolled, left and right", default=1.0)
    step_m: float = param("m", "one count; 0 counts exactly")
    noise: float = param("sqrt(m)", "white noise per root of the distance")
    seen_m: Sides = sample("m", "left and right, counted so far")
    place_m: Vec2 = sample("m", "forward and right of the start", frame="start")
    heading_rad: float = sample("rad", "turned to the right since the start", frame="start")
    twist: Course = sample("m/s, rad/s", "speed and yaw rate", frame="FRD")
    speed_mps: Sides = sample("m/s", "left and right", column="encoder_speed_mps")
    gyro_radps: float = sample(
        "rad/s", "yaw rate, positive to the right", frame="FRD", column="drive_gyro_radps"
    )


# The order of columns is part of the state hash.
DRIVE_COMPONENTS = (
    Drive.group(Kind.PARAM),
    RunningGear.group(Kind.PARAM),
    *Twist.groups(),
    Drive.group(Kind.INTENT),
    RunningGear.group(Kind.TRUTH),
    *Encoders.groups(),
)
