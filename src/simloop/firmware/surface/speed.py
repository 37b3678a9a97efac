"""Speed control: feed-forward from what the vehicle needs at a speed, then proportional-integral.

The target is approached within the limits of acceleration. The integral waits while motors give all
they can.
"""

from simloop.firmware.maths import clamp
from simloop.firmware.row import Row
from simloop.firmware.surface.turn_kinds import TURN_RUDDER, TURN_SIDES

# Lanes per block; compiled copies set it.
W = 1

# Friction is asked for in full from this speed on, m/s.
ROLLS_MPS = 0.05
# The last bit of a higher speed is gained in proportion to what is left, by this much faster than
# the last bit of a way to a stop.
SOFT_END = 3.0
# Shares of the parking speed at which a vehicle may rest, and at which it wakes up.
FALLS_ASLEEP = 0.5
WAKES = 3.0
FORGETS_S = 1.0
# Who backs and fills uses its propeller in earnest: the wash turns it.
FILL_RUSH = 2.5


def control_speed(
    period_s: float,
    fw_turn_kind: Row,
    fw_drive_curve: Row,
    fw_thruster: Row,
    fw_park_mps: Row,
    fw_acceleration_limit_mps2: Row,
    fw_deceleration_limit_mps2: Row,
    fw_speed_gain: Row,
    fw_stop_gain_ps: Row,
    fw_armed: Row,
    fw_flying: Row,
    fw_pivoting: Row,
    fw_speed_target_mps: Row,
    fw_pilot_direct: Row,
    fw_resting: Row,
    fw_forward_mps: Row,
    fw_turn_effort: Row,
    fw_speed_reference_mps: Row,
    fw_speed_integral: Row,
    fw_drive_effort: Row,
) -> None:
    """Find the drive effort, 1 being all that motors give at rest."""
    for j in range(W):
        speed = fw_forward_mps[j]
        # Brakes and anchors hold what rests, so that a little motion does not wake it.
        asleep = fw_drive_effort[j] == 0.0
        slow = (WAKES if asleep else FALLS_ASLEEP) * fw_park_mps[j]
        rests = (fw_resting[j] > 0.0) & (abs(speed) < slow)
        drives = (fw_armed[j] > 0.0) & (fw_flying[j] > 0.0) & (fw_pilot_direct[j] == 0.0)
        off = rests | (not drives)

        # The reference speeds up and slows down as fast as it may.
        last = fw_speed_reference_mps[j]
        fills = (fw_turn_kind[j] == TURN_RUDDER) & (fw_pivoting[j] > 0.0)
        rush = FILL_RUSH if fills else 1.0
        gains = rush * fw_acceleration_limit_mps2[j] * period_s
        loses = rush * fw_deceleration_limit_mps2[j] * period_s
        up = gains if last >= 0.0 else loses
        down = loses if last > 0.0 else gains
        asked = fw_speed_target_mps[j] - last
        # Motors lag: going faster ends gently, or they would push for too long.
        gentle = SOFT_END * fw_stop_gain_ps[j] * period_s * abs(asked)
        change = clamp(asked, -down, up)
        grows = asked * last >= 0.0
        change = clamp(change, -gentle, gentle) if grows else change
        reference = last + change
        sense = clamp(reference / ROLLS_MPS, -1.0, 1.0)
        known = (
            fw_drive_curve[j] * sense
            + fw_drive_curve[W + j] * reference
            + fw_drive_curve[2 * W + j] * reference * abs(reference)
            + fw_drive_curve[3 * W + j] * change / period_s
        )

        error = reference - speed
        integral = fw_speed_integral[j]
        grown = integral + fw_speed_gain[W + j] * period_s * error
        effort = known + fw_speed_gain[j] * error + grown
        # Sides that turn the vehicle leave less to drive it.
        taken = abs(fw_turn_effort[j]) if fw_turn_kind[j] == TURN_SIDES else 0.0
        most = 1.0 - taken
        least = taken - fw_thruster[2 * W + j]
        stuck = ((effort > most) & (error > 0.0)) | ((effort < least) & (error < 0.0))
        kept = clamp(integral if stuck else grown, -1.0, 1.0)
        fw_speed_reference_mps[j] = speed if off else reference
        # On a slope, what was needed to stand is needed again soon, or else forgotten.
        forgotten = integral * (1.0 - period_s / FORGETS_S)
        kept = forgotten if rests else kept
        fw_speed_integral[j] = kept if drives else 0.0
        fw_drive_effort[j] = 0.0 if off else clamp(effort, least, most)
