"""What only a multirotor has: the curves of its propellers, their faults, drag, ground effect.

Defaults are harmless numbers of a small vehicle, so that an unused lane computes nothing odd.
"""

from typing import NamedTuple

from simloop.component import Component, FloatRow, param


class ThrustGains(NamedTuple):
    """Thrust per density of speed^2, speed * inflow, inflow^2; then likewise in fast descent."""

    constant: float
    linear: float
    square: float
    floor: float
    ring_constant: float
    ring_linear: float
    ring_square: float
    brake: float


class TorqueGains(NamedTuple):
    """Drag torque per density of speed^2, speed * inflow, inflow^2; and its floor."""

    constant: float
    linear: float
    square: float
    floor: float


class Descent(NamedTuple):
    """Flow from below per rotor speed at which the vortex ring begins, and at which it ends."""

    ring_m: float
    brake_m: float


class Quartic(NamedTuple):
    """A polynomial of fourth degree, falling powers."""

    fourth: float
    third: float
    second: float
    first: float
    constant: float

    def at(self, x: float) -> float:
        """Its value."""
        return self.constant + x * (
            self.first + x * (self.second + x * (self.third + x * self.fourth))
        )


class Blades(Component):
    """Propellers, all of one make; computed from the vehicle file."""

    thrust_gain: ThrustGains = param(
        "m^4, m^3, m^2, m^4, m^4, m^3, m^2, m^4",
        "thrust per air density: of speed^2, speed * inflow, inflow^2; floor of speed^2; the "
        "first three in the vortex ring; of speed^2 in faster descent",
        default=(1e-5, 0.0, 0.0, 0.0, 1e-5, 0.0, 0.0, 1e-5),
        column="rotor_thrust_gain",
    )
    torque_gain: TorqueGains = param(
        "m^5, m^4, m^3, m^5",
        "drag torque per air density: of speed^2, speed * inflow, inflow^2; floor of speed^2",
        default=(1e-7, 0.0, 0.0, 0.0),
        column="rotor_torque_gain",
    )
    descent: Descent = param(
        "m",
        "flow from below per rotor speed at which the vortex ring begins and ends",
        default=(1.0, 2.0),
        column="rotor_descent_m",
    )


class PropellerFaults(Component, prefix="propeller", size="ROTORS"):
    """What is wrong with the propellers; there if the vehicle file has the field."""

    effectiveness: FloatRow = param(
        "1", "fault: share of thrust and torque that is left, 0 = lost", default=1.0
    )


class Airframe(Component):
    """Drag and ground effect of a multirotor."""

    parasitic_drag_area_m2: float = param("m^2", "half of drag coefficient times area")
    induced_drag_spm: float = param(
        "s/m", "sideways rotor drag per thrust and airspeed", frame="FRD"
    )
    ground_effect: Quartic = param(
        "1/m^4, 1/m^3, 1/m^2, 1/m, 1",
        "share of thrust gained near the ground: polynomial in height, falling powers",
    )
