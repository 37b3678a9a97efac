"""What the firmware must know about a multirotor to fly it."""

from dataclasses import dataclass
from math import sqrt

from simloop.firmware.maths import GRAVITY_MPS2, ordered_sum

LEAST_THRUST_TO_WEIGHT = 1.3


@dataclass(frozen=True, slots=True, kw_only=True)
class MultirotorFacts:
    """Mass, rotors and motors; all rotors point up, some may share a place.

    Thrust and torque per speed are means of the rotors; the shares tell what each rotor has of the
    mean, such as less below another rotor. Without shares all rotors are alike.

    Angles are seen from above, clockwise from body x. A rotor of direction 1 turns clockwise and
    pushes the body the other way. The motor model is the steady state of
    `thrust = thrust_per_speed2 w^2`, `torque = torque_per_speed2 w^2`,
    `voltage = resistance (torque / motor_constant + no_load_current) + motor_constant w`.
    """

    mass_kg: float
    inertia_kgm2: tuple[float, float, float]
    rotor_dists_m: tuple[float, ...]
    rotor_radial_angles_rad: tuple[float, ...]
    rotor_rotation_directions: tuple[float, ...]
    thrust_per_speed2: float
    torque_per_speed2: float
    motor_constant: float
    motor_resistance_ohm: float
    no_load_current_a: float
    max_voltage_v: float
    rotor_lag_s: float
    rotor_thrust_shares: tuple[float, ...] = ()
    rotor_torque_shares: tuple[float, ...] = ()
    rotor_inertia_kgm2: float = 0.0
    tick_rate_hz: float = 400.0

    def __post_init__(self) -> None:
        counts = {
            len(self.rotor_dists_m),
            len(self.rotor_radial_angles_rad),
            len(self.rotor_rotation_directions),
        }
        if len(counts) != 1:
            raise ValueError("rotor distances, angles and directions must be equally many")
        if self.thrust_to_weight < LEAST_THRUST_TO_WEIGHT:
            raise ValueError(
                f"thrust-to-weight is {self.thrust_to_weight:.2f}: "
                f"at least {LEAST_THRUST_TO_WEIGHT} is needed to fly"
            )

    @property
    def rotors(self) -> int:
        """How many rotors it has."""
        return len(self.rotor_dists_m)

    @property
    def thrust_shares(self) -> tuple[float, ...]:
        """Thrust of each rotor over the mean at the same speed."""
        return self.rotor_thrust_shares or (1.0,) * self.rotors

    @property
    def torque_shares(self) -> tuple[float, ...]:
        """Torque of each rotor over the mean at the same speed."""
        return self.rotor_torque_shares or (1.0,) * self.rotors

    @property
    def arm_m(self) -> float:
        """Mean distance of the rotors from the centre."""
        return ordered_sum(self.rotor_dists_m) / self.rotors

    @property
    def drag_arm_m(self) -> float:
        """Yaw torque of a rotor per newton of its thrust."""
        return self.torque_per_speed2 / self.thrust_per_speed2

    @property
    def weight_n(self) -> float:
        """Weight."""
        return self.mass_kg * GRAVITY_MPS2

    @property
    def max_rotor_speed_radps(self) -> float:
        """Rotor speed at full voltage, without inflow."""
        r, k = self.motor_resistance_ohm, self.motor_constant
        a = r * self.torque_per_speed2 / k
        c = r * self.no_load_current_a - self.max_voltage_v
        return (-k + sqrt(k * k - 4.0 * a * c)) / (2.0 * a)

    @property
    def max_rotor_thrust_n(self) -> float:
        """Thrust of one rotor at full voltage."""
        return self.thrust_per_speed2 * self.max_rotor_speed_radps**2

    @property
    def hover_speed_radps(self) -> float:
        """Rotor speed in hover."""
        return sqrt(self.weight_n / self.rotors / self.thrust_per_speed2)

    @property
    def spin_time_s(self) -> float:
        """For how long a rotor's aerodynamic torque must act to speed it up, at hover.

        The body feels what a motor gives its rotor: torque asked for by heading arrives with a lead
        of this time, since speeding rotors up takes torque too.
        """
        return self.rotor_inertia_kgm2 / (2.0 * self.torque_per_speed2 * self.hover_speed_radps)

    @property
    def thrust_to_weight(self) -> float:
        """Thrust of all rotors over weight."""
        return self.max_rotor_thrust_n * self.rotors / self.weight_n


def motor_curve(facts: MultirotorFacts) -> tuple[float, float, float]:
    """Command for a thrust t as c0 + c1 sqrt(t) + c2 t: the motor model solved for voltage."""
    r, k, full = facts.motor_resistance_ohm, facts.motor_constant, facts.max_voltage_v
    return (
        r * facts.no_load_current_a / full,
        k / sqrt(facts.thrust_per_speed2) / full,
        r * facts.torque_per_speed2 / (k * facts.thrust_per_speed2) / full,
    )
