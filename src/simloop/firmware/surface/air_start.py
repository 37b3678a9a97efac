"""Columns of a rover or boat that is under way at the start."""

from collections.abc import Sequence
from math import atan2, cos, sin

from simloop.firmware.command.air_start import Columns, Read
from simloop.firmware.maths import clamp


def surface_columns(
    read: Read,
    *,
    attitude_wxyz: Sequence[float],
    velocity_ned_mps: Sequence[float],
    forward_mps: float,
    turn_radps: float,
    command: Sequence[float],
) -> Columns:
    """Speed and turn as they are, and integrals such that the loops ask for `command`."""
    w, x, y, z = attitude_wxyz
    heading = atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    drift = cos(heading) * velocity_ned_mps[1] - sin(heading) * velocity_ned_mps[0]
    effort = _effort(read, forward_mps, command[0])
    rolls, linear, square, _ = read("fw_drive_curve")
    known = (rolls if forward_mps > 0.0 else 0.0) + (linear + square * forward_mps) * forward_mps
    return {
        "fw_heading_rad": heading,
        "fw_forward_mps": forward_mps,
        "fw_drift_mps": drift,
        "fw_speed_target_mps": forward_mps,
        "fw_speed_reference_mps": forward_mps,
        "fw_speed_integral": clamp(effort - known, -1.0, 1.0),
        "fw_turn_target_radps": turn_radps,
        "fw_drive_effort": effort,
        "fw_velocity_reference_mps": (float(velocity_ned_mps[0]), float(velocity_ned_mps[1])),
    }


def _effort(read: Read, forward_mps: float, command: float) -> float:
    """The drive effort that a command means at this speed."""
    quadratic, lost_per_mps, _ = read("fw_thruster")
    lost = lost_per_mps * forward_mps
    return command * abs(command - lost) if quadratic > 0.0 else command
