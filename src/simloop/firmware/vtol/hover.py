"""What a wing needs that hovers: it leans gently, lands above its place, and feels no false ground.

It runs behind the transition and before the multirotor's position loops.
"""

from simloop.firmware.maths import clamp, larger, smaller
from simloop.firmware.modes import LEVEL_GOAL
from simloop.firmware.phases import PHASE_DESCEND
from simloop.firmware.row import Row
from simloop.firmware.vtol.states import VTOL_HOVER

# Lanes per block; compiled copies set it.
W = 1

# Lean at the end of a transition, and what may be added each second: wind pushes a wing that leans.
LEVEL_TILT_TAN = 0.1
TILT_TAN_PER_S = 0.06
# Lean in air in which the wing could carry: its lift leans along, and the pusher holds the wind.
BORNE_TILT_TAN = 0.2
# A landing sinks once it is this near to its place, or has tried to get there for so long.
LAND_NEAR_M = 5.0
LAND_WAIT_S = 30.0
# From this share of the stall speed on the wing may carry so much that it feels like the ground;
# twice as fast it carries.
BORNE_SHARE = 0.4
# A sonar that has heard the ground within this time is believed.
SONAR_AGE_S = 0.5


def hover_wing(
    fw_wing_stall_speed_mps: Row,
    fw_mc_landing_height_m: Row,
    fw_phase: Row,
    fw_control_level: Row,
    fw_goal_ned_m: Row,
    fw_home_ned_m: Row,
    fw_position_ned_m: Row,
    fw_airspeed_mps: Row,
    fw_ground_age_s: Row,
    fw_ground_clearance_m: Row,
    fw_vtol_state: Row,
    fw_vtol_time_s: Row,
    fw_mc_tilt_limit_tan: Row,
    fw_mc_touch_time_s: Row,
    fw_setpoint_position_ned_m: Row,
    fw_setpoint_velocity_ned_mps: Row,
    fw_setpoint_acceleration_ned_mps2: Row,
) -> None:
    """Change what the multirotor's guidance asks for, where a wing asks for other things."""
    for j in range(W):
        time_s = fw_vtol_time_s[j]
        down = fw_position_ned_m[2 * W + j]
        hovering = fw_vtol_state[j] == VTOL_HOVER
        least = BORNE_SHARE * fw_wing_stall_speed_mps[j]
        borne = clamp(fw_airspeed_mps[j] / least - 1.0, 0.0, 1.0)
        borne = borne if fw_control_level[j] >= LEVEL_GOAL else 0.0
        tilt = smaller(fw_mc_tilt_limit_tan[j], LEVEL_TILT_TAN + TILT_TAN_PER_S * time_s)
        tilt = tilt - borne * larger(tilt - BORNE_TILT_TAN, 0.0)
        fw_mc_tilt_limit_tan[j] = tilt if hovering else LEVEL_TILT_TAN

        # First to the place, then down.
        off_n = fw_goal_ned_m[j] - fw_position_ned_m[j]
        off_e = fw_goal_ned_m[W + j] - fw_position_ned_m[W + j]
        off = off_n * off_n + off_e * off_e > LAND_NEAR_M * LAND_NEAR_M
        lands = fw_phase[j] == PHASE_DESCEND and fw_control_level[j] >= LEVEL_GOAL
        if hovering and lands and off and time_s < LAND_WAIT_S:
            fw_setpoint_position_ned_m[2 * W + j] = down
            fw_setpoint_velocity_ned_mps[2 * W + j] = 0.0
            fw_setpoint_acceleration_ned_mps2[2 * W + j] = 0.0

        # Far from the ground a wing that bears is no touch-down.
        heard = fw_ground_age_s[j] < SONAR_AGE_S
        clearance = fw_ground_clearance_m[j] if heard else fw_home_ned_m[2 * W + j] - down
        far = clearance > fw_mc_landing_height_m[j]
        carried = far and fw_airspeed_mps[j] > least
        fw_mc_touch_time_s[j] = fw_mc_touch_time_s[j] if hovering and not carried else 0.0
