"""Control of what is pushed in any direction: from course and pace to Fx and Fy."""

from math import sqrt

from simloop.firmware.maths import clamp, sin_cos
from simloop.firmware.modes import LEVEL_GOAL, LEVEL_VELOCITY
from simloop.firmware.row import Row
from simloop.firmware.surface.turn_kinds import COURSE_STAND

# Lanes per block; compiled copies set it.
W = 1


def shortened(x: float, y: float, most: float) -> tuple[float, float]:
    """The vector, no longer than it may be."""
    length = sqrt(x * x + y * y)
    share = most / length if length > most else 1.0
    return x * share, y * share


def push(
    period_s: float,
    fw_drive_curve: Row,
    fw_speed_gain: Row,
    fw_acceleration_limit_mps2: Row,
    fw_armed: Row,
    fw_flying: Row,
    fw_control_level: Row,
    fw_command: Row,
    fw_goal_velocity_ned_mps: Row,
    fw_course_kind: Row,
    fw_course_rad: Row,
    fw_pace_mps: Row,
    fw_heading_rad: Row,
    fw_velocity_ned_mps: Row,
    fw_velocity_reference_mps: Row,
    fw_push_integral: Row,
    fw_standard_command: Row,
) -> None:
    """Let the velocity follow; below level velocity Fx and Fy are the pilot's."""
    for j in range(W):
        level = fw_control_level[j]
        drives = fw_armed[j] > 0.0 and fw_flying[j] > 0.0
        north = fw_velocity_ned_mps[j]
        east = fw_velocity_ned_mps[W + j]
        s, c = sin_cos(fw_heading_rad[j])
        reference_n = north
        reference_e = east
        grown_n = 0.0
        grown_e = 0.0
        x = 0.0
        y = 0.0
        if drives and level < LEVEL_VELOCITY:
            x, y = shortened(fw_command[j], fw_command[W + j], 1.0)
        elif drives:
            target_n = fw_goal_velocity_ned_mps[j]
            target_e = fw_goal_velocity_ned_mps[W + j]
            if level >= LEVEL_GOAL:
                pace = 0.0 if fw_course_kind[j] == COURSE_STAND else fw_pace_mps[j]
                along_e, along_n = sin_cos(fw_course_rad[j])
                target_n = pace * along_n
                target_e = pace * along_e
            # The reference moves within acceleration; drag and inertia are asked for beforehand.
            step = fw_acceleration_limit_mps2[j] * period_s
            change_n, change_e = shortened(
                target_n - fw_velocity_reference_mps[j],
                target_e - fw_velocity_reference_mps[W + j],
                step,
            )
            reference_n = fw_velocity_reference_mps[j] + change_n
            reference_e = fw_velocity_reference_mps[W + j] + change_e
            growth = fw_speed_gain[W + j] * period_s
            grown_n = clamp(fw_push_integral[j] + growth * (reference_n - north), -1.0, 1.0)
            grown_e = clamp(fw_push_integral[W + j] + growth * (reference_e - east), -1.0, 1.0)
            drag = fw_drive_curve[W + j]
            inertia = fw_drive_curve[3 * W + j] / period_s
            gain = fw_speed_gain[j]
            n = drag * reference_n + inertia * change_n + gain * (reference_n - north) + grown_n
            e = drag * reference_e + inertia * change_e + gain * (reference_e - east) + grown_e
            n, e = shortened(n, e, 1.0)
            x = c * n + s * e
            y = c * e - s * n

        fw_velocity_reference_mps[j] = reference_n
        fw_velocity_reference_mps[W + j] = reference_e
        fw_push_integral[j] = grown_n
        fw_push_integral[W + j] = grown_e
        fw_standard_command[j] = x
        fw_standard_command[W + j] = y
