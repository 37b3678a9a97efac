"""Who is heard, and how long ago: radio, ground station and program, in board time.

First of the command tasks: it measures the board time of the pass for all that follow.
"""

from simloop.firmware.command.notices import stamp
from simloop.firmware.command.timers import expired
from simloop.firmware.fields.safety import NEVER_S
from simloop.firmware.modes import MODE_GUIDED
from simloop.firmware.phases import PHASE_HOLD, PHASE_OFFBOARD
from simloop.firmware.row import Row
from simloop.firmware.states import FAILSAFE_RC

# Lanes per block; compiled copies set it.
W = 1

CHANNEL_LEAST = -0.25
CHANNEL_MOST = 1.25


def age_of(age_s: float, pass_s: float, count: float, counted: float) -> float:
    """Time since the last message, by the number of messages at this pass and the one before."""
    if count <= 0.0:
        return NEVER_S
    return age_s + pass_s if count == counted else 0.0


def gone_silent(age_s: float, limit_s: float) -> bool:
    """Has nothing come for so long? What came in this pass is never late."""
    return (age_s > 0.0) & expired(age_s, limit_s)


def channels_make_sense(rc_channel: Row, channels: float, j: int) -> bool:
    """Are the first channels within what a receiver can send?"""
    sense = True
    # A count from outside may be any number.
    most = len(rc_channel) // W
    for channel in range(int(channels if channels < most else most)):
        value = rc_channel[channel * W + j]
        sense = sense & (value >= CHANNEL_LEAST) & (value <= CHANNEL_MOST)
    return sense


def program_has_vehicle(mode: float, phase: float, had: bool) -> bool:
    """Does a program steer? Until another mode or goal does: a halt in guided is its own."""
    return (mode == MODE_GUIDED) & ((phase == PHASE_OFFBOARD) | (had & (phase == PHASE_HOLD)))


def listen(
    fw_rc_channels_used: Row,
    fw_failsafe_time_s: Row,
    fw_time_s: Row,
    rc_channel: Row,
    rc_lost: Row,
    rc_sequence: Row,
    fw_gcs_seen: Row,
    fw_offboard_seen: Row,
    fw_mode: Row,
    fw_phase: Row,
    fw_event_count: Row,
    fw_pass_s: Row,
    fw_pass_time_s: Row,
    fw_clock_back: Row,
    fw_rc_ok: Row,
    fw_rc_seen: Row,
    fw_rc_age_s: Row,
    fw_rc_counted: Row,
    fw_gcs_age_s: Row,
    fw_gcs_counted: Row,
    fw_offboard_age_s: Row,
    fw_offboard_counted: Row,
    fw_offboard_used: Row,
    fw_event_time_s: Row,
    fw_event_stamped: Row,
) -> None:
    """Measure the pass, and how long ago everyone was heard; date what the last pass told."""
    for j in range(W):
        stamp(fw_event_count, fw_event_time_s, fw_event_stamped, j, fw_pass_time_s[j])
        # A clock that goes back stops all timers for a pass, no more.
        passed = fw_time_s[j] - fw_pass_time_s[j]
        back = passed < 0.0
        passed = 0.0 if back else passed

        # A frame of the radio may be missing, marked as lost, or nonsense.
        rc_age = age_of(fw_rc_age_s[j], passed, rc_sequence[j], fw_rc_counted[j])
        silent = gone_silent(rc_age, fw_failsafe_time_s[FAILSAFE_RC * W + j])
        sense = channels_make_sense(rc_channel, fw_rc_channels_used[j], j)
        rc_ok = sense & (not silent) & (rc_lost[j] <= 0.0)

        gcs_age = age_of(fw_gcs_age_s[j], passed, fw_gcs_seen[j], fw_gcs_counted[j])
        program_age = age_of(
            fw_offboard_age_s[j], passed, fw_offboard_seen[j], fw_offboard_counted[j]
        )
        used = program_has_vehicle(fw_mode[j], fw_phase[j], fw_offboard_used[j] > 0.0)

        fw_pass_s[j] = passed
        fw_pass_time_s[j] = fw_time_s[j]
        fw_clock_back[j] = 1.0 if back else 0.0
        fw_rc_ok[j] = 1.0 if rc_ok else 0.0
        fw_rc_seen[j] = 1.0 if rc_ok else fw_rc_seen[j]
        fw_rc_age_s[j] = rc_age
        fw_rc_counted[j] = rc_sequence[j]
        fw_gcs_age_s[j] = gcs_age
        fw_gcs_counted[j] = fw_gcs_seen[j]
        fw_offboard_age_s[j] = program_age
        fw_offboard_counted[j] = fw_offboard_seen[j]
        fw_offboard_used[j] = 1.0 if used else 0.0
