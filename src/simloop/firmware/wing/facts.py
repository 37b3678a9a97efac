"""What the firmware must know about an aeroplane: how it answers at one point of flight."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

Two = tuple[float, float]
Three = tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class WingFacts:
    """The answer of an aeroplane at its cruise speed; what differs elsewhere follows from physics.

    Triples are roll, pitch, yaw; commands are shares of full deflection, positive right wing down,
    nose up, nose right. With load factor n and s = n (cruise speed / airspeed)^2, the angle of
    attack in trim is alpha_rad[0] + alpha_rad[1] s; the elevator is elevator[0] + elevator[1] s.
    """

    stall_speed_mps: float
    """Slowest level flight."""
    cruise_speed_mps: float
    """The airspeed at which everything below holds."""
    max_speed_mps: float
    """Fastest level flight."""
    power_radps2: Three
    """Angular acceleration by full aileron, elevator, rudder; 0 for a surface it lacks."""
    damping_per_s: Three
    """Angular acceleration against a body rate, per rad/s."""
    stiffness_per_s2: Two
    """Angular acceleration against angle of attack and against sideslip, per radian."""
    lift_slope_per_s: float
    """How fast the flight path follows the nose."""
    alpha_rad: Two
    """Angle of attack without lift, and what level flight adds."""
    max_alpha_rad: float
    """Angle of attack at which the wing stalls."""
    elevator: Two
    """Elevator share without lift, and what level flight adds."""
    throttle: Three
    """Throttle of level flight at the lowest speed to be flown, at cruise, at the highest."""
    speeds_mps: Two
    """Those lowest and highest speeds."""
    max_climb_mps: float
    """Energy height gained at full throttle."""
    idle_sink_mps: float
    """Energy height lost with the throttle closed."""
    induced_share: float
    """Share of the drag that comes from lift."""
    servo_lag_s: float
    """Lag between command and surface."""
    thrust_lag_s: float
    """Lag between throttle and thrust."""
    span_m: float
    """Wing span."""
    lateral: tuple[float, ...] = ()
    """At cruise, needed without a rudder and good for its turns with one: roll acceleration per
    sideslip, roll rate, yaw rate and full aileron, yaw acceleration per the same four, turn of the
    path per sideslip."""
    tick_rate_hz: float = 400.0
    """Samples of the inner loops per second."""

    def __post_init__(self) -> None:
        speeds = (
            self.stall_speed_mps,
            self.speeds_mps[0],
            self.cruise_speed_mps,
            self.speeds_mps[1],
        )
        if not (speeds[0] > 0.0 and list(speeds) == sorted(speeds)):
            raise ValueError(
                f"wing: stall, lowest, cruise and highest speed are {speeds}: they must rise"
            )
        for name in ("lift_slope_per_s", "max_climb_mps", "idle_sink_mps", "span_m"):
            if not getattr(self, name) > 0.0:
                raise ValueError(f"wing: {name} is {getattr(self, name)}, must be positive")
        for axis in (0, 1):
            if not self.power_radps2[axis] > 0.0:
                raise ValueError("wing: power_radps2 needs a roll and a pitch that are positive")


def wing_facts_from(mapping: Mapping[str, Any]) -> WingFacts:
    """The facts from plain numbers, as a vehicle file has them."""
    known = {field.name for field in fields(WingFacts)}
    unknown = sorted(set(mapping) - known)
    if unknown:
        raise ValueError(f"wing: no fact is called {', '.join(unknown)}: use {', '.join(known)}")
    missing = sorted(known - set(mapping) - {"tick_rate_hz", "lateral"})
    if missing:
        raise ValueError(f"wing: {', '.join(missing)} must be given")
    return WingFacts(**{name: _numbers(value) for name, value in mapping.items()})


def _numbers(value: Any) -> Any:
    if isinstance(value, int | float):
        return float(value)
    return tuple(float(part) for part in value)
