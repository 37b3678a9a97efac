"""Which part of the flight this is, from the take-off roll to standing still."""

from math import sqrt

from simloop.firmware.maths import atan2, larger
from simloop.firmware.modes import LEVEL_GOAL
from simloop.firmware.phases import PHASE_DESCEND, PHASE_TAKEOFF, PHASE_TOUCH_DOWN
from simloop.firmware.row import Row
from simloop.firmware.wing.landing import (
    landing_heading,
    landing_stage,
    plan_landing,
    touch_down_before_goal,
)
from simloop.firmware.wing.stages import (
    STAGE_CLIMB_OUT,
    STAGE_CRUISE,
    STAGE_FLARE,
    STAGE_PATTERN,
    STAGE_ROLL,
    STAGE_ROLL_OUT,
    STAGE_ROTATE,
    STAGE_STAND,
)
from simloop.firmware.wing.thin_air import true_per_design

# Lanes per block; compiled copies set it.
W = 1

# A sonar that has heard the ground within this time is believed.
SONAR_AGE_S = 0.5
# Height that counts as clear of the ground, at least.
CLEAR_M = 2.0
# The ground is felt: no sink for a while, where the flare asks for some.
NO_SINK_MPS = 0.2
FELT_S = 0.8
# No flare begins higher than this, however fast a gust lets it sink.
FLARE_SPANS = 1.2
FLARE_LEAST_M = 5.0
STILL_MPS = 0.4
STILL_S = 1.0
# Wheel brakes take hold below this share of the stall speed: from there on wheels bear weight.
BRAKE_SHARE = 1.15


def heading_of(w: float, x: float, y: float, z: float) -> float:
    """Heading of an attitude."""
    return atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))


def takeoff_stage(
    stage: float,
    airspeed: float,
    rotate_mps: float,
    height: float,
    clear: float,
    push_mps2: float,
    throw_mps2: float,
) -> float:
    """The next stage of a take-off; one that begins in the air is over the ground already.

    What is thrown waits for it, and has its nose up from then on.
    """
    if stage == STAGE_STAND:
        thrown = throw_mps2 > 0.0
        waits = thrown and push_mps2 < throw_mps2
        begin = STAGE_ROTATE if thrown else STAGE_ROLL
        begin = STAGE_STAND if waits else begin
        return begin if airspeed < rotate_mps else STAGE_CLIMB_OUT
    if stage == STAGE_ROLL:
        return STAGE_ROTATE if airspeed >= rotate_mps else STAGE_ROLL
    if stage == STAGE_ROTATE:
        return STAGE_CLIMB_OUT if height > clear else STAGE_ROTATE
    return STAGE_CLIMB_OUT


def felt(
    stage: float,
    felt_s: float,
    period_s: float,
    airspeed: float,
    stall: float,
    ground_speed: float,
    down_mps: float,
    low: bool,
) -> float:
    """How long the ground has stopped the sink of a flare, or the aeroplane has lain still."""
    if stage == STAGE_FLARE:
        stopped = abs(down_mps) < NO_SINK_MPS and low
        return felt_s + period_s if stopped or airspeed < 0.8 * stall else 0.0
    still = ground_speed < STILL_MPS and abs(down_mps) < STILL_MPS
    return felt_s + period_s if stage == STAGE_ROLL_OUT and still else 0.0


def stage_wing(
    period_s: float,
    fw_wing_ground_speeds_mps: Row,
    fw_wing_approach: Row,
    fw_wing_rolling_mps2: Row,
    fw_wing_loiter_radius_m: Row,
    fw_wing_span_m: Row,
    fw_wing_stall_speed_mps: Row,
    fw_wing_throw_mps2: Row,
    fw_flying: Row,
    fw_phase: Row,
    fw_control_level: Row,
    fw_goal_ned_m: Row,
    fw_goal_yaw_rad: Row,
    fw_goal_yaw_used: Row,
    fw_home_ned_m: Row,
    fw_attitude_wxyz: Row,
    fw_acceleration_frd_mps2: Row,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
    fw_wind_ned_mps: Row,
    fw_airspeed_mps: Row,
    fw_air_density_kgpm3: Row,
    fw_ground_clearance_m: Row,
    fw_ground_age_s: Row,
    fw_wing_stage: Row,
    fw_wing_stage_time_s: Row,
    fw_wing_runway: Row,
    fw_wing_landing: Row,
    fw_wing_clearance_m: Row,
    fw_wing_touch_time_s: Row,
    fw_wing_brake: Row,
    fw_touched: Row,
    fw_settled: Row,
) -> None:
    """Move on to the next part of the flight when it is time."""
    for j in range(W):
        north = fw_position_ned_m[j]
        east = fw_position_ned_m[W + j]
        down = fw_position_ned_m[2 * W + j]
        vn = fw_velocity_ned_mps[j]
        ve = fw_velocity_ned_mps[W + j]
        vd = fw_velocity_ned_mps[2 * W + j]
        airspeed = fw_airspeed_mps[j]
        faster = true_per_design(fw_air_density_kgpm3[j])
        stall = faster * fw_wing_stall_speed_mps[j]
        heard = fw_ground_age_s[j] < SONAR_AGE_S
        clearance = fw_ground_clearance_m[j] if heard else fw_home_ned_m[2 * W + j] - down
        radius = fw_wing_loiter_radius_m[j]
        before = fw_wing_stage[j]
        stage = STAGE_CRUISE
        led = fw_control_level[j] >= LEVEL_GOAL
        phase = fw_phase[j]

        if fw_flying[j] <= 0.0:
            stage = STAGE_STAND
            fw_wing_runway[j] = north
            fw_wing_runway[W + j] = east
            fw_wing_runway[2 * W + j] = down
            fw_wing_runway[3 * W + j] = heading_of(
                fw_attitude_wxyz[j],
                fw_attitude_wxyz[W + j],
                fw_attitude_wxyz[2 * W + j],
                fw_attitude_wxyz[3 * W + j],
            )
        elif led and phase == PHASE_TAKEOFF:
            stage = takeoff_stage(
                before,
                airspeed,
                faster * fw_wing_ground_speeds_mps[j],
                fw_wing_runway[2 * W + j] - down,
                larger(fw_wing_span_m[j], CLEAR_M),
                fw_acceleration_frd_mps2[j],
                fw_wing_throw_mps2[j],
            )
        elif led and phase == PHASE_TOUCH_DOWN:
            stage = STAGE_ROLL_OUT
        elif led and phase == PHASE_DESCEND and before < STAGE_PATTERN:
            stage = STAGE_PATTERN
            heading = landing_heading(
                fw_wind_ned_mps[j],
                fw_wind_ned_mps[W + j],
                fw_wing_runway[3 * W + j],
                fw_goal_yaw_rad[j],
                fw_goal_yaw_used[j],
            )
            before_goal_m = touch_down_before_goal(
                heading,
                fw_wind_ned_mps[j],
                fw_wind_ned_mps[W + j],
                faster * fw_wing_ground_speeds_mps[W + j],
                fw_wing_rolling_mps2[j],
                radius,
            )
            join_n, join_e, side = plan_landing(
                north,
                east,
                fw_goal_ned_m[j],
                fw_goal_ned_m[W + j],
                before_goal_m,
                heading,
                fw_wing_approach[j],
                fw_wing_approach[W + j],
                radius,
            )
            fw_wing_landing[j] = heading
            fw_wing_landing[W + j] = join_n
            fw_wing_landing[2 * W + j] = join_e
            fw_wing_landing[3 * W + j] = before_goal_m
            fw_wing_landing[4 * W + j] = side
        elif led and phase == PHASE_DESCEND:
            stage = landing_stage(
                before,
                north - fw_wing_landing[W + j],
                east - fw_wing_landing[2 * W + j],
                atan2(ve, vn) - fw_wing_landing[j],
                clearance,
                vd,
                radius,
                fw_wing_approach[W + j],
                fw_wing_approach[2 * W + j],
                fw_touched[j],
                larger(FLARE_SPANS * fw_wing_span_m[j], FLARE_LEAST_M),
            )

        same = stage == before
        felt_s = felt(
            stage,
            fw_wing_touch_time_s[j] if same else 0.0,
            period_s,
            airspeed,
            stall,
            sqrt(vn * vn + ve * ve),
            vd,
            clearance < larger(fw_wing_span_m[j], CLEAR_M),
        )
        down_now = stage == STAGE_ROLL_OUT
        fw_touched[j] = 1.0 if down_now or (stage == STAGE_FLARE and felt_s > FELT_S) else 0.0
        fw_settled[j] = 1.0 if down_now and felt_s > STILL_S else 0.0
        fw_wing_brake[j] = 1.0 if down_now and airspeed < BRAKE_SHARE * stall else 0.0
        fw_wing_touch_time_s[j] = felt_s
        fw_wing_stage_time_s[j] = fw_wing_stage_time_s[j] + period_s if same else 0.0
        fw_wing_clearance_m[j] = clearance
        fw_wing_stage[j] = stage
