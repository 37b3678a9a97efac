"""All gains and limits of the controllers from the facts of a vehicle, without hand tuning."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from simloop.firmware.maths import GRAVITY_MPS2, clamp, sin_cos

Value = float | tuple[float, ...]

# How much faster than the loop around it each loop is.
ATTITUDE_RATIO = 2.5
VELOCITY_RATIO = 2.2
POSITION_RATIO = 2.2
# The velocity integral, as a share of its bandwidth squared.
INTEGRAL_SHARE = 0.3
FASTEST_RATE_LOOP = 40.0
# Tilt limits of 58 and 15 degrees.
STEEPEST_TILT_COSINE = 0.5299192642332049
LEAST_TILT_COSINE = 0.9659258262890683
LEAST_THRUST_TO_WEIGHT = 1.3


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleFacts:
    """What the firmware must know about a multirotor; all rotors are alike and point up.

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
    def thrust_to_weight(self) -> float:
        """Thrust of all rotors over weight."""
        return self.max_rotor_thrust_n * len(self.rotor_dists_m) / (self.mass_kg * GRAVITY_MPS2)


def allocation(vehicle: VehicleFacts) -> list[list[float]]:
    """Rows thrust, torque about x, y, z; columns rotors; per newton of rotor thrust."""
    drag = vehicle.torque_per_speed2 / vehicle.thrust_per_speed2
    turns = [sin_cos(angle) for angle in vehicle.rotor_radial_angles_rad]
    arms = list(zip(vehicle.rotor_dists_m, turns, strict=True))
    return [
        [1.0 for _ in arms],
        [-dist * sine for dist, (sine, _) in arms],
        [dist * cosine for dist, (_, cosine) in arms],
        [-direction * drag for direction in vehicle.rotor_rotation_directions],
    ]


def invert_allocation(rows: Sequence[Sequence[float]]) -> list[tuple[float, ...]]:
    """Columns of the pseudo-inverse A^T (A A^T)^-1: per row of A, the share of each rotor."""
    size = len(rows)
    square = [[sum(a * b for a, b in zip(r, s, strict=True)) for s in rows] for r in rows]
    inverse = invert_matrix(square)
    return [
        tuple(
            sum(rows[k][rotor] * inverse[k][row] for k in range(size))
            for rotor in range(len(rows[0]))
        )
        for row in range(size)
    ]


def invert_matrix(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Inverse by elimination with the largest pivot."""
    size = len(matrix)
    work = [[*row, *(1.0 if i == k else 0.0 for k in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(work[row][column]))
        if abs(work[pivot][column]) < 1e-12:
            raise ValueError("the rotors cannot give thrust and all three torques independently")
        work[column], work[pivot] = work[pivot], work[column]
        scale = work[column][column]
        work[column] = [value / scale for value in work[column]]
        for row in range(size):
            if row != column:
                factor = work[row][column]
                work[row] = [a - factor * b for a, b in zip(work[row], work[column], strict=True)]
    return [row[size:] for row in work]


def motor_curve(vehicle: VehicleFacts) -> tuple[float, float, float]:
    """Command for a thrust t as c0 + c1 sqrt(t) + c2 t: the motor model solved for voltage."""
    r, k, full = vehicle.motor_resistance_ohm, vehicle.motor_constant, vehicle.max_voltage_v
    return (
        r * vehicle.no_load_current_a / full,
        k / sqrt(vehicle.thrust_per_speed2) / full,
        r * vehicle.torque_per_speed2 / (k * vehicle.thrust_per_speed2) / full,
    )


def mixer_values(vehicle: VehicleFacts) -> dict[str, Value]:
    """What the mixer needs."""
    thrust, roll, pitch, yaw = invert_allocation(allocation(vehicle))
    most = vehicle.max_rotor_thrust_n
    return {
        "fw_mixer_thrust": thrust,
        "fw_mixer_roll_per_m": roll,
        "fw_mixer_pitch_per_m": pitch,
        "fw_mixer_yaw_per_m": yaw,
        "fw_rotor_thrust_limits_n": (0.02 * most, 0.98 * most),
        "fw_motor_curve": motor_curve(vehicle),
    }


def torque_reserves(vehicle: VehicleFacts) -> tuple[float, float, float]:
    """Torque about each axis at hover before a rotor stops."""
    hover = vehicle.mass_kg * GRAVITY_MPS2
    thrust, *torques = invert_allocation(allocation(vehicle))
    x, y, z = (
        min(hover * a / abs(b) for a, b in zip(thrust, row, strict=True) if abs(b) > 1e-9)
        for row in torques
    )
    return x, y, z


def rate_bandwidth(vehicle: VehicleFacts) -> float:
    """How fast the rate loop may be: rotor lag and sampling decide."""
    delay_s = vehicle.rotor_lag_s + 2.0 / vehicle.tick_rate_hz
    return min(1.0 / delay_s, FASTEST_RATE_LOOP)


def attitude_values(vehicle: VehicleFacts) -> dict[str, Value]:
    """Inner loops."""
    level = rate_bandwidth(vehicle)
    jx, jy, jz = vehicle.inertia_kgm2
    rx, ry, rz = torque_reserves(vehicle)
    # Heading has little torque: a rate step of half a rad/s shall not use it up.
    yaw = min(0.5 * level, rz / jz / 0.5)
    # The fastest turn is one that full torque stops within an eighth of a radian.
    turn = min(5.0, 0.5 * sqrt(min(rx / jx, ry / jy)))
    gains = (jx * level, jy * level, jz * yaw)
    lead_s = 0.35 * vehicle.rotor_lag_s
    return {
        "fw_attitude_gain_per_s": (level / ATTITUDE_RATIO, min(yaw / ATTITUDE_RATIO, 2.0)),
        "fw_rate_limit_radps": (turn, 1.0),
        "fw_rate_gain_nms": gains,
        "fw_rate_integral_gain_nm": (
            gains[0] * level / 8.0,
            gains[1] * level / 8.0,
            gains[2] * yaw / 8.0,
        ),
        "fw_rate_derivative_gain_nms2": (gains[0] * lead_s, gains[1] * lead_s, 0.0),
        "fw_rate_integral_limit_nm": (0.3 * rx, 0.3 * ry, 0.5 * rz),
        "fw_derivative_filter_per_s": min(6.0 * level, 0.4 * vehicle.tick_rate_hz),
        "fw_inertia_kgm2": vehicle.inertia_kgm2,
        "fw_rotor_lag_s": vehicle.rotor_lag_s,
        "fw_touch_torque_nm": 0.1 * min(rx, ry),
    }


def position_values(vehicle: VehicleFacts) -> dict[str, Value]:
    """Outer loops: each slower than the one inside it by its ratio."""
    velocity = min(rate_bandwidth(vehicle) / ATTITUDE_RATIO / VELOCITY_RATIO, 4.0)
    position = velocity / POSITION_RATIO
    integral = INTEGRAL_SHARE * velocity * velocity
    weight = vehicle.mass_kg * GRAVITY_MPS2
    full = vehicle.thrust_to_weight * weight
    # The steepest tilt leaves a quarter of the thrust for control.
    cosine = 1.0 / (0.75 * vehicle.thrust_to_weight)
    cosine = clamp(cosine, STEEPEST_TILT_COSINE, LEAST_TILT_COSINE)
    tangent = sqrt(1.0 - cosine * cosine) / cosine
    return {
        "fw_mass_kg": vehicle.mass_kg,
        "fw_position_gain_per_s": (position, position),
        "fw_velocity_gain_per_s": (velocity, 1.5 * velocity),
        "fw_velocity_integral_gain_per_s2": (integral, integral),
        "fw_velocity_integral_limit_mps2": (0.8 * GRAVITY_MPS2 * tangent, 0.6 * GRAVITY_MPS2),
        "fw_tilt_limit_tan": tangent,
        "fw_lift_limits_n": (0.3 * weight, min(2.5 * weight, 0.85 * full)),
        "fw_thrust_limit_n": 0.95 * full,
    }


def design_gains(vehicle: VehicleFacts) -> dict[str, Value]:
    """Values of all firmware parameters that depend on the vehicle."""
    return mixer_values(vehicle) | attitude_values(vehicle) | position_values(vehicle)
