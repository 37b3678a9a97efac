"""From drive and turn effort to standard commands Fx and Qz, as motors and rudders follow them."""

from math import sqrt

from simloop.firmware.maths import atan2, clamp
from simloop.firmware.row import Row
from simloop.firmware.surface.turn_kinds import TURN_RUDDER, TURN_SIDES, TURN_WHEELS

# Lanes per block; compiled copies set it.
W = 1

# Steered wheels are set as for at least this speed, m/s.
SLOWEST_MPS = 0.1


def thruster_command(effort: float, lost: float, astern_share: float) -> float:
    """The command at which a propeller pulls with a share of its most: pull = c |c - lost|.

    `lost` is the command at which it just goes along with the water. A little brake is had by
    turning slower than that; for more it turns backwards.
    """
    inside = lost * lost + 4.0 * effort
    ahead = 0.5 * (lost + sqrt(inside if inside > 0.0 else 0.0))
    pull = -effort if effort < 0.0 else 0.0
    astern = 0.5 * (sqrt(lost * lost + 4.0 * pull / astern_share) - lost)
    forward = (effort > 0.0) | ((inside > 0.0) & (lost > 0.0))
    command = ahead if forward else -astern
    return 0.0 if effort == 0.0 else command


def allocate(
    period_s: float,
    fw_turn_kind: Row,
    fw_thruster: Row,
    fw_steering: Row,
    fw_rudder_flow_m2ps2: Row,
    fw_steering_slew_ps: Row,
    fw_armed: Row,
    fw_flying: Row,
    fw_pilot_share: Row,
    fw_pilot_direct: Row,
    fw_forward_mps: Row,
    fw_speed_reference_mps: Row,
    fw_drive_effort: Row,
    fw_turn_effort: Row,
    fw_standard_command: Row,
) -> None:
    """Give every way of turning its commands, and sticks theirs."""
    for j in range(W):
        speed = fw_forward_mps[j]
        drive = fw_drive_effort[j]
        turn = fw_turn_effort[j]
        kind = fw_turn_kind[j]
        quadratic = fw_thruster[j] > 0.0
        lost = fw_thruster[W + j] * speed
        share = fw_thruster[2 * W + j]
        share = share if share > 0.05 else 0.05

        # Each side has its own motor, or one motor drives all.
        turns = turn if kind == TURN_SIDES else 0.0
        left = drive + turns
        right = drive - turns
        left_bent = thruster_command(left, lost, share)
        right_bent = thruster_command(right, lost, share)
        left = clamp(left_bent if quadratic else left, -1.0, 1.0)
        right = clamp(right_bent if quadratic else right, -1.0, 1.0)
        push = 0.5 * (left + right)

        # Front wheels along the curve, forward or back; going the way it is about to go if slow.
        onward = speed if abs(speed) > SLOWEST_MPS else fw_speed_reference_mps[j]
        rolling = abs(speed) if abs(speed) > SLOWEST_MPS else SLOWEST_MPS
        curvature = (-turn if onward < 0.0 else turn) / rolling
        reach = fw_steering[j] + fw_steering[W + j] * speed * speed
        wheels = atan2(curvature * reach, 1.0) * fw_steering[2 * W + j]

        # A rudder turns the less the slower the flow; water from behind turns its effect around.
        pushed = drive if drive > 0.0 else 0.0
        flow = speed * abs(speed) + fw_rudder_flow_m2ps2[W + j] * pushed
        least = fw_rudder_flow_m2ps2[2 * W + j]
        size = abs(flow) if abs(flow) > least else least
        rudder = (-turn if flow < -least else turn) * fw_rudder_flow_m2ps2[j] / size

        steer = 0.5 * (left - right)
        steer = wheels if kind == TURN_WHEELS else steer
        steer = rudder if kind == TURN_RUDDER else steer
        step = fw_steering_slew_ps[j] * period_s
        before = fw_standard_command[5 * W + j]
        steer = before + clamp(clamp(steer, -1.0, 1.0) - before, -step, step)

        push = fw_pilot_share[j] if fw_pilot_direct[j] > 0.0 else push
        steer = fw_pilot_share[W + j] if fw_pilot_direct[W + j] > 0.0 else steer
        drives = (fw_armed[j] > 0.0) & (fw_flying[j] > 0.0)
        fw_standard_command[j] = push if drives else 0.0
        fw_standard_command[5 * W + j] = steer if drives else 0.0
