"""Who is heard, and how long ago: radio, ground station and program, in board time.

First of the command tasks: it measures the board time of the pass for all that follow.
"""

from simloop.firmware.codes import Failsafe, Mode, Phase
from simloop.firmware.command.answers import stamp
from simloop.firmware.command.timers import expired
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft, Hearing, Safety, Talk
from simloop.firmware.fields.safety import NEVER_S

CHANNEL_LEAST = -0.25
CHANNEL_MOST = 1.25


def listen(hearing: Mut[Hearing], safety: Safety, craft: Craft, talk: Mut[Talk]) -> None:
    """Measure the pass, and how long ago everyone was heard; date what the last pass told."""
    stamp(talk, hearing.pass_time_s)
    # A clock that goes back stops all timers for a pass, no more.
    passed = craft.time_s - hearing.pass_time_s
    back = passed < 0.0
    hearing.pass_s = 0.0 if back else passed
    hearing.pass_time_s = craft.time_s
    hearing.clock_back = back

    hear_radio(hearing, safety)
    hearing.gcs_age_s = age_of(
        hearing.gcs_age_s, hearing.pass_s, talk.gcs_seen, hearing.gcs_counted
    )
    hearing.gcs_counted = talk.gcs_seen
    hearing.offboard_age_s = age_of(
        hearing.offboard_age_s, hearing.pass_s, talk.offboard_seen, hearing.offboard_counted
    )
    hearing.offboard_counted = talk.offboard_seen
    # A program steers until another mode or goal does: a halt in guided is its own.
    halts = hearing.offboard_used > 0.0 and craft.phase == Phase.HOLD
    steers = craft.phase == Phase.OFFBOARD or halts
    hearing.offboard_used = craft.mode == Mode.GUIDED and steers


def hear_radio(hearing: Mut[Hearing], safety: Safety) -> None:
    """A frame of the radio may be missing, marked as lost, or nonsense."""
    hearing.age_s = age_of(hearing.age_s, hearing.pass_s, hearing.sequence, hearing.counted)
    hearing.counted = hearing.sequence
    silent = gone_silent(hearing.age_s, safety.failsafe_time_s[Failsafe.RC])
    sense = channels_make_sense(hearing, hearing.channels_used)
    hearing.ok = sense and not silent and hearing.lost <= 0.0
    hearing.seen = 1.0 if hearing.ok > 0.0 else hearing.seen


def age_of(age_s: float, pass_s: float, count: float, counted: float) -> float:
    """Time since the last message, by the number of messages at this pass and the one before."""
    if count <= 0.0:
        return NEVER_S
    return age_s + pass_s if count == counted else 0.0


def gone_silent(age_s: float, limit_s: float) -> bool:
    """Has nothing come for so long? What came in this pass is never late."""
    return age_s > 0.0 and expired(age_s, limit_s)


def channels_make_sense(hearing: Hearing, channels: float) -> bool:
    """Are the first channels within what a receiver can send?"""
    sense = True
    # A count from outside may be any number.
    most = len(hearing.channel)
    for channel in range(int(channels if channels < most else most)):
        value = hearing.channel[channel]
        sense = sense and value >= CHANNEL_LEAST and value <= CHANNEL_MOST
    return sense
