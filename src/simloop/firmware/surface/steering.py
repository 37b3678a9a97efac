"""Yaw-rate control: feed-forward from what a turn needs, then proportional-integral."""

from simloop.firmware.maths import clamp
from simloop.firmware.row import Row
from simloop.firmware.surface.allocation import SLOWEST_MPS
from simloop.firmware.surface.turn_kinds import TURN_RUDDER, TURN_WHEELS

# Lanes per block; compiled copies set it.
W = 1

# A turn that needs force against friction gets it in full from this rate on, rad/s.
TURNS_RADPS = 0.1
# Steering at the limit may ask for so much more than the tightest turn.
BEYOND = 1.1


def control_turn(
    period_s: float,
    fw_turn_kind: Row,
    fw_turn_curve: Row,
    fw_turn_most: Row,
    fw_turn_radius_m: Row,
    fw_rudder_flow_m2ps2: Row,
    fw_turn_gain: Row,
    fw_armed: Row,
    fw_flying: Row,
    fw_turn_target_radps: Row,
    fw_pilot_direct: Row,
    fw_resting: Row,
    fw_forward_mps: Row,
    fw_rate_frd_radps: Row,
    fw_drive_effort: Row,
    fw_turn_integral: Row,
    fw_turn_effort: Row,
) -> None:
    """Find the turn effort."""
    for j in range(W):
        speed = fw_forward_mps[j]
        rests = (fw_resting[j] > 0.0) & (fw_drive_effort[j] == 0.0)
        drives = (fw_armed[j] > 0.0) & (fw_flying[j] > 0.0) & (fw_pilot_direct[W + j] == 0.0)
        off = rests | (not drives)
        target = fw_turn_target_radps[j]
        error = target - fw_rate_frd_radps[2 * W + j]
        sense = clamp(target / TURNS_RADPS, -1.0, 1.0)
        known = (
            fw_turn_curve[j] * sense
            + fw_turn_curve[W + j] * target
            + fw_turn_curve[2 * W + j] * target * abs(target)
        )

        # What there is to turn with: all, or what speed and flow allow.
        rolling = abs(speed) if abs(speed) > SLOWEST_MPS else SLOWEST_MPS
        tightest = fw_turn_radius_m[j] if fw_turn_radius_m[j] > 0.0 else 1.0
        wheels = BEYOND * rolling / tightest
        pushed = fw_drive_effort[j] if fw_drive_effort[j] > 0.0 else 0.0
        flow = abs(speed * abs(speed) + fw_rudder_flow_m2ps2[W + j] * pushed)
        rudder = flow / fw_rudder_flow_m2ps2[j]
        kind = fw_turn_kind[j]
        most = fw_turn_most[j]
        most = wheels if kind == TURN_WHEELS else most
        most = rudder if kind == TURN_RUDDER else most

        integral = fw_turn_integral[j]
        grown = integral + fw_turn_gain[W + j] * period_s * error
        effort = known + fw_turn_gain[j] * error + grown
        stuck = (abs(effort) > most) & (effort * error > 0.0)
        limit = fw_turn_most[j]
        kept = clamp(integral if stuck else grown, -limit, limit)
        fw_turn_integral[j] = 0.0 if off else kept
        fw_turn_effort[j] = 0.0 if off else clamp(effort, -most, most)
