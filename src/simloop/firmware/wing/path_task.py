"""Which bank keeps the path: lines between waypoints, circles, a course, the runway."""

from math import sqrt

from simloop.firmware.maths import atan2, clamp, larger, sin_cos, wrap_pi
from simloop.firmware.modes import (
    COMMAND_ANGLE,
    GOAL_ORBIT,
    GOAL_PASS,
    LEVEL_GOAL,
    LEVEL_VELOCITY,
)
from simloop.firmware.phases import PHASE_TAKEOFF
from simloop.firmware.row import Row
from simloop.firmware.wing.paths import (
    CIRCLE_MEETING_SINE,
    LEAST_GROUND_SPEED_MPS,
    LINE_MEETING_SINE,
    bank_for,
    bank_limit,
    circle_place,
    course_to_meet,
    line_place,
    turn_onto,
)
from simloop.firmware.wing.stage_task import heading_of
from simloop.firmware.wing.stages import (
    STAGE_CLIMB_OUT,
    STAGE_CRUISE,
    STAGE_PATTERN,
    STAGE_ROLL_OUT,
    STAGE_ROTATE,
)
from simloop.firmware.wing.thin_air import true_per_design

# Lanes per block; compiled copies set it.
W = 1

# A way shorter than this has no direction.
SHORTEST_LINE_M = 1.0
# Farther from the place to wait at than this many radii, the line to it is followed.
LINE_RADII = 2.5
# A circle is reached within this share of its radius, and at least this distance.
CIRCLE_SHARE = 0.2
CIRCLE_CLOSE_M = 5.0
# Close to the ground the wings stay nearly level.
LOW_BANK_RAD = 0.15
LOW_SPANS = 4.0
# The learned sideways acceleration, and how close to the path it learns.
LEARN_WITHIN_M = 5.0
LEARNED_MOST_MPS2 = 0.5
HEIGHT_REACHED_M = 2.0
# Steering on the ground: turn per heading error, heading per distance from the middle line.
STEER_PER_S = 1.5
STEER_BACK_RADPM = 0.03


def ground_turn(heading: float, runway: float, right_m: float) -> float:
    """The turn that keeps a ground run on its line."""
    back = clamp(STEER_BACK_RADPM * right_m, -0.2, 0.2)
    return STEER_PER_S * clamp(wrap_pi(runway - back - heading), -0.5, 0.5)


def goal_path(
    north: float,
    east: float,
    kind: float,
    start_n: float,
    start_e: float,
    goal_n: float,
    goal_e: float,
    orbit_m: float,
    loiter_m: float,
    acceptance_m: float,
) -> tuple[float, float, float, float, float]:
    """The path to a goal here: course, distance to its right, curvature, steepest meeting, reached.

    Where others stop, a wing circles; a pass ends near the goal or beside it.
    """
    dn = goal_n - start_n
    de = goal_e - start_e
    length = sqrt(dn * dn + de * de)
    to_n = goal_n - north
    to_e = goal_e - east
    distance = sqrt(to_n * to_n + to_e * to_e)
    passing = kind == GOAL_PASS
    far = kind != GOAL_ORBIT and distance > LINE_RADII * loiter_m and length > distance
    if passing and length < SHORTEST_LINE_M:
        near = 1.0 if distance < acceptance_m else 0.0
        return atan2(to_e, to_n), 0.0, 0.0, LINE_MEETING_SINE, near
    if passing or far:
        course = atan2(de, dn)
        along, right = line_place(north, east, start_n, start_e, course)
        passed = passing and (distance < acceptance_m or along > length)
        return course, right, 0.0, LINE_MEETING_SINE, 1.0 if passed else 0.0
    radius = orbit_m if kind == GOAL_ORBIT and abs(orbit_m) > SHORTEST_LINE_M else loiter_m
    course, right, curvature = circle_place(north, east, goal_n, goal_e, radius)
    close = abs(right) < larger(CIRCLE_SHARE * abs(radius), CIRCLE_CLOSE_M)
    inside = kind != GOAL_ORBIT and distance < abs(radius)
    return course, right, curvature, CIRCLE_MEETING_SINE, 1.0 if close or inside else 0.0


def follow_wing_path(
    period_s: float,
    fw_wing_stall_speed_mps: Row,
    fw_wing_bank_limit_rad: Row,
    fw_wing_bank_slew_radps: Row,
    fw_wing_course_gains: Row,
    fw_wing_loiter_radius_m: Row,
    fw_wing_acceptance_m: Row,
    fw_wing_span_m: Row,
    fw_flying: Row,
    fw_wing_engaged: Row,
    fw_phase: Row,
    fw_control_level: Row,
    fw_command: Row,
    fw_command_type: Row,
    fw_goal_kind: Row,
    fw_goal_ned_m: Row,
    fw_goal_start_ned_m: Row,
    fw_goal_radius_m: Row,
    fw_goal_velocity_ned_mps: Row,
    fw_goal_yaw_rate_radps: Row,
    fw_attitude_wxyz: Row,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
    fw_airspeed_mps: Row,
    fw_air_density_kgpm3: Row,
    fw_wing_stage: Row,
    fw_wing_runway: Row,
    fw_wing_landing: Row,
    fw_wing_clearance_m: Row,
    fw_wing_path_integral_mps2: Row,
    fw_wing_cross_track_m: Row,
    fw_wing_roll_setpoint_rad: Row,
    fw_wing_turn_setpoint_radps: Row,
    fw_goal_reached: Row,
) -> None:
    """Bank for the path that mode, goal and stage ask for; and whether the goal is reached."""
    for j in range(W):
        north = fw_position_ned_m[j]
        east = fw_position_ned_m[W + j]
        vn = fw_velocity_ned_mps[j]
        ve = fw_velocity_ned_mps[W + j]
        speed = larger(sqrt(vn * vn + ve * ve), LEAST_GROUND_SPEED_MPS)
        heading = heading_of(
            fw_attitude_wxyz[j],
            fw_attitude_wxyz[W + j],
            fw_attitude_wxyz[2 * W + j],
            fw_attitude_wxyz[3 * W + j],
        )
        course = atan2(ve, vn) if speed > LEAST_GROUND_SPEED_MPS else heading
        level = fw_control_level[j]
        stage = fw_wing_stage[j]
        led = level >= LEVEL_GOAL
        radius = fw_wing_loiter_radius_m[j]

        # The path here: its course, the distance to the right of it, and its curvature.
        path_course = course
        right = 0.0
        curvature = 0.0
        meeting = LINE_MEETING_SINE
        reached = 0.0
        if not led:
            gn = fw_goal_velocity_ned_mps[j]
            ge = fw_goal_velocity_ned_mps[W + j]
            path_course = atan2(ge, gn) if gn * gn + ge * ge > 1.0 else course
            curvature = fw_goal_yaw_rate_radps[j] / speed
        elif stage == STAGE_PATTERN:
            side = fw_wing_landing[4 * W + j]
            sine, cosine = sin_cos(fw_wing_landing[j])
            path_course, right, curvature = circle_place(
                north,
                east,
                fw_wing_landing[W + j] - side * radius * sine,
                fw_wing_landing[2 * W + j] + side * radius * cosine,
                side * radius,
            )
            meeting = CIRCLE_MEETING_SINE
        elif stage > STAGE_PATTERN:
            path_course = fw_wing_landing[j]
            _, right = line_place(
                north, east, fw_wing_landing[W + j], fw_wing_landing[2 * W + j], path_course
            )
        elif stage < STAGE_CRUISE:
            path_course = fw_wing_runway[3 * W + j]
            _, right = line_place(
                north, east, fw_wing_runway[j], fw_wing_runway[W + j], path_course
            )
        else:
            path_course, right, curvature, meeting, reached = goal_path(
                north,
                east,
                fw_goal_kind[j],
                fw_goal_start_ned_m[j],
                fw_goal_start_ned_m[W + j],
                fw_goal_ned_m[j],
                fw_goal_ned_m[W + j],
                fw_goal_radius_m[j],
                radius,
                fw_wing_acceptance_m[j],
            )
        if led and fw_phase[j] == PHASE_TAKEOFF:
            short_m = fw_position_ned_m[2 * W + j] - fw_goal_ned_m[2 * W + j]
            high = stage == STAGE_CLIMB_OUT and short_m < HEIGHT_REACHED_M
            reached = 1.0 if high else 0.0

        # Turn onto the course that meets the path, and round the circle by the way.
        wanted = course_to_meet(path_course, right, fw_wing_course_gains[W + j], speed, meeting)
        sideways = turn_onto(wanted, course, fw_wing_course_gains[j], speed)
        sideways = sideways + speed * speed * curvature
        learned = fw_wing_path_integral_mps2[j]
        learning = led and abs(right) < LEARN_WITHIN_M and stage > STAGE_ROTATE
        step = fw_wing_course_gains[2 * W + j] * right * period_s if learning else 0.0
        learned = clamp(learned - step, -LEARNED_MOST_MPS2, LEARNED_MOST_MPS2)
        low = led and fw_wing_clearance_m[j] < LOW_SPANS * fw_wing_span_m[j]
        low = low and (stage < STAGE_CRUISE or stage > STAGE_PATTERN)
        stall = fw_wing_stall_speed_mps[j] * true_per_design(fw_air_density_kgpm3[j])
        most = bank_limit(fw_wing_bank_limit_rad[j], stall, fw_airspeed_mps[j])
        most = LOW_BANK_RAD if low and most > LOW_BANK_RAD else most
        bank = bank_for(sideways + learned, course, heading, most)
        slew = fw_wing_bank_slew_radps[j] * period_s
        bank_before = fw_wing_roll_setpoint_rad[j]
        bank = clamp(bank, bank_before - slew, bank_before + slew)
        turn = 0.0
        if level < LEVEL_VELOCITY:
            angle = fw_command_type[3 * W + j] == COMMAND_ANGLE
            bank = clamp(fw_command[3 * W + j], -most, most) if angle else 0.0
        elif led and (stage < STAGE_CLIMB_OUT or stage == STAGE_ROLL_OUT):
            bank = 0.0
            turn = ground_turn(heading, path_course, right)
        flying = fw_flying[j] * fw_wing_engaged[j] > 0.0
        fw_wing_path_integral_mps2[j] = learned if flying else 0.0
        fw_wing_cross_track_m[j] = right
        fw_wing_roll_setpoint_rad[j] = bank if flying else 0.0
        fw_wing_turn_setpoint_radps[j] = turn
        fw_goal_reached[j] = reached if flying and led else 0.0
