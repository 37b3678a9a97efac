"""Columns of a multirotor's loops that ask for just what flies it now, so that nothing jerks."""

from collections.abc import Sequence
from math import atan2, sqrt

from simloop.firmware.command.air_start import Columns, Read
from simloop.firmware.maths import GRAVITY_MPS2, clamp, ordered_sum
from simloop.firmware.multirotor.gyro_filter import settled_memory
from simloop.firmware.multirotor.mixer_choice import PLACE_CUSTOM_PRIMARY, PLACE_GEOMETRY, place_of
from simloop.firmware.vector import Quaternion, Vec3

_ROWS = 4


def multirotor_columns(
    read: Read,
    *,
    attitude_wxyz: Sequence[float],
    rate_frd_radps: Sequence[float],
    position_ned_m: Sequence[float],
    velocity_ned_mps: Sequence[float],
    motors: Sequence[float],
    supply_scale: float,
) -> Columns:
    """Set points where it is, and integrals such that the loops ask for these motor commands."""
    w, x, y, z = attitude_wxyz
    mix = _mixer(read, len(motors))
    thrust, torque = _asked(read, mix, [command / supply_scale for command in motors])
    full = read("fw_mc_torque_full_nm")
    limit = read("fw_mc_rate_integral_limit")
    shares = (
        clamp(torque[axis] / full[axis] - read("fw_mc_trim_torque")[axis], -most, most)
        for axis, most in enumerate(limit)
    )
    p, q, r = (float(rate) for rate in rate_frd_radps)
    return {
        "fw_setpoint_position_ned_m": tuple(map(float, position_ned_m)),
        "fw_setpoint_velocity_ned_mps": tuple(map(float, velocity_ned_mps)),
        "fw_attitude_setpoint_wxyz": (w, x, y, z),
        "fw_yaw_setpoint_rad": atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)),
        "fw_mc_rate_frd_radps": (p, q, r),
        "fw_mc_notch_memory": settled_memory((p, q, r)),
        "fw_mc_low_pass_memory": settled_memory((p, q, r)),
        "fw_mc_smooth_rate_frd_radps": (p, q, r),
        "fw_mc_seen_rate_frd_radps": (p, q),
        "fw_mc_rotor_torque_nm": (torque[0], torque[1]),
        "fw_mc_mix": tuple(share for row in mix for share in row),
        "fw_thrust_setpoint_n": thrust,
        "fw_thrust_n": thrust,
        "fw_torque_frd_nm": torque,
        "fw_rate_integral": tuple(shares),
        "fw_velocity_integral_ned_mps2": _velocity_integral(read, attitude_wxyz, thrust),
    }


def _velocity_integral(
    read: Read, attitude_wxyz: Sequence[float], thrust_n: float
) -> tuple[float, float, float]:
    """The acceleration, as the loops reckon it, that holds against drag now."""
    share = thrust_n / read("fw_mc_mass_kg")[0]
    n, e, d = Quaternion(*attitude_wxyz).to_ned(Vec3(0.0, 0.0, -share))
    level, upright = read("fw_mc_velocity_integral_limit_mps2")
    size = sqrt(n * n + e * e)
    shrink = level / size if size > level else 1.0
    return shrink * n, shrink * e, clamp(d + GRAVITY_MPS2, -upright, upright)


def _mixer(read: Read, rotors: int) -> list[list[float]]:
    """The mixer in use with all motors at work: shares of lift, roll, pitch, yaw by rotor."""
    place = place_of(read("fw_mc_mixer_number")[0], PLACE_CUSTOM_PRIMARY)
    # A custom mixer takes over with the first look at it.
    place = place if place <= PLACE_GEOMETRY else PLACE_GEOMETRY
    table = read("fw_mc_mixer_table")
    starts = [(place * _ROWS + row) * rotors for row in range(_ROWS)]
    return [list(table[start : start + rotors]) for start in starts]


def _asked(
    read: Read, mix: list[list[float]], motors: Sequence[float]
) -> tuple[float, tuple[float, float, float]]:
    """Thrust and torques that the mixer would make these commands of."""
    forces = [_force(read("fw_mc_motor_curve"), command) for command in motors]
    level, yaw = read("fw_mc_arm_m")
    # Rows of a mixer stand at right angles: each tells its own part.
    parts = []
    for row in mix:
        square = ordered_sum(share * share for share in row)
        matched = ordered_sum(share * force for share, force in zip(row, forces, strict=True))
        parts.append(matched / square if square > 0.0 else 0.0)
    return parts[0], (parts[1] * level, parts[2] * level, parts[3] * yaw)


def _force(curve: Sequence[float], command: float) -> float:
    """The thrust at which the motor curve gives a command."""
    first, root, square = curve
    if square == 0.0:
        side = (command - first) / root
        return max(side, 0.0) ** 2
    inside = root * root + 4.0 * square * (command - first)
    side = (sqrt(max(inside, 0.0)) - root) / (2.0 * square)
    return max(side, 0.0) ** 2
