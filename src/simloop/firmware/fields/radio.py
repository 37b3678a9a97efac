"""Columns of radio control and of the mux between sticks and programs."""

from typing import NamedTuple

from simloop.firmware.codes import Mode
from simloop.firmware.component import Component, Row, column, columns_in
from simloop.firmware.fields.samples import RC_CHANNELS

# Places in fw_rc_stick.
STICK_ROLL, STICK_PITCH, STICK_YAW, STICK_THROTTLE = 0, 1, 2, 3

# Places in fw_rc_switch.
SWITCH_ATTITUDE, SWITCH_THROTTLE, SWITCH_ANGLE, SWITCH_ARM = 0, 1, 2, 3

NEVER_S = 1e9
UNMAPPED = -1.0

LAST_CHANNEL = RC_CHANNELS - 1.0
_CHANNELS = range(1, RC_CHANNELS + 1)


class RadioChannels(Component, prefix="fw_rc"):
    """Which channel is what, and its calibration."""

    stick_channel: Row = column(
        "1", "channels of roll, pitch, yaw and throttle, counted from 0"
    ).knob(
        "RC_X_CHN, RC_Y_CHN, RC_Z_CHN, RC_F_CHN",
        (0.0, 1.0, 3.0, 2.0),
        0.0,
        LAST_CHANNEL,
        whole=True,
    )
    switch_channel: Row = column(
        "1",
        "channels, from 4, of: sticks take attitude, take throttle, angle not rate, arm; -1 none",
    ).knob(
        "RC_ATT_OVRD_CHN, RC_THR_OVRD_CHN, RC_ATT_CTRL_CHN, RC_ARM_CHN",
        (4.0, 4.0, UNMAPPED, UNMAPPED),
        -1.0,
        LAST_CHANNEL,
        whole=True,
    )
    channels_used: float = column("1", "channels that must be within range").knob(
        "RC_NUM_CHN", 6.0, 1.0, float(RC_CHANNELS), whole=True
    )
    least: Row = column("1", "lowest value of each channel").knob(
        ", ".join(f"RC{channel}_MIN" for channel in _CHANNELS), 0.0, -0.25, 0.45
    )
    trim: Row = column("1", "value of each channel with the stick at rest").knob(
        ", ".join(f"RC{channel}_TRIM" for channel in _CHANNELS), 0.5, -0.25, 1.25
    )
    most: Row = column("1", "highest value of each channel").knob(
        ", ".join(f"RC{channel}_MAX" for channel in _CHANNELS), 1.0, 0.55, 1.25
    )
    dead: Row = column("1", "way around the trim that does nothing").knob(
        ", ".join(f"RC{channel}_DZ" for channel in _CHANNELS), 0.0, 0.0, 0.2
    )
    reversed: Row = column("1", "1: the channel runs the other way round").flag(
        ", ".join(f"RC{channel}_REVERSED" for channel in _CHANNELS)
    )


class Sticks(NamedTuple):
    """Where the sticks are: -1 to 1, the throttle 0 to 1."""

    roll: float
    pitch: float
    yaw: float
    throttle: float


class StickSpeeds(NamedTuple):
    """What speeds full sticks mean."""

    level_mps: float
    climb_mps: float
    sink_mps: float


class Gestures(NamedTuple):
    """How long sticks say so; -1 not."""

    arm_s: float
    disarm_s: float


class Radio(Component, prefix="fw_rc"):
    """What the pilot's sticks mean, when they rule over a program, and what they say now."""

    required: float = column("1", "1: no arming without radio control").flag("RC_REQUIRED")
    arm_threshold: float = column("1", "how near to its end a stick must be to arm or disarm").knob(
        "RC_ARM_THRESHOLD", 0.15, 0.01, 0.5
    )
    mode_channel: float = column("1", "channel of the mode switch, counted from 0; -1 none").knob(
        "MODE_CH", 5.0, -1.0, LAST_CHANNEL, whole=True
    )
    mode: Row = column("1", "mode of each position of that switch, see codes.py").knob(
        "MODE1, MODE2, MODE3, MODE4, MODE5, MODE6",
        (Mode.STABILISE, Mode.ALTITUDE, Mode.POSITION, Mode.LOITER, Mode.AUTO, Mode.RTL),
        0.0,
        14.0,
        whole=True,
    )
    angle_most_rad: Row = column("rad", "roll and pitch at full stick", "FRD").knob(
        "RC_MAX_ROLL, RC_MAX_PITCH", 0.786, 0.0, 3.14159
    )
    rate_most_radps: Row = column(
        "rad/s", "rates of roll, pitch and yaw at full stick", "FRD"
    ).knob(
        "RC_MAX_ROLLRATE, RC_MAX_PITCHRATE, RC_MAX_YAWRATE", (3.14159, 3.14159, 1.507), 0.0, 9.42478
    )
    speed_most_mps: StickSpeeds = column(
        "m/s", "level speed, climb and sink at full stick", "NED"
    ).knob("RC_MAX_SPEED, RC_MAX_CLIMB, RC_MAX_SINK", (5.0, 2.5, 1.5), 0.0, 100.0)
    throttle_most: float = column(
        "1", "share of full throttle at full stick, for sticks and programs"
    ).knob("RC_MAX_THR", 1.0, 0.0, 1.0)
    override_deflection: float = column(
        "1", "stick deflection that takes an axis from a program", column="fw_override_deflection"
    ).knob("RC_OVRD_DEV", 0.1, 0.0, 1.0)
    override_lag_s: float = column(
        "s", "how long the stick keeps the axis when it is back", column="fw_override_lag_s"
    ).knob("RC_OVRD_LAG_T", 1.0, 0.0, 100.0)
    take_least_throttle: float = column(
        "1", "1: the smaller throttle of stick and program rules", column="fw_take_least_throttle"
    ).flag("TAKE_MIN_THR", 1.0)
    offboard_timeout_s: float = column(
        "s", "how long a program's last message holds", column="fw_offboard_timeout_s"
    ).knob("OFFBOARD_TIMEOUT", 0.5, 0.02, 100.0)
    ok: float = column("1", "1 while the radio is heard and makes sense")
    seen: float = column("1", "1 once it was")
    age_s: float = column("s", "time since the last frame", default=NEVER_S)
    counted: float = column("1", "frames at the last pass")
    stick: Sticks = column("1", "roll, pitch, yaw from -1 to 1, throttle from 0 to 1", "FRD")
    switch: Row = column("1", "1 for each switch that is on, see fields/radio.py", size=4)
    heard: float = column("1", "1 if switches were read at the last pass")
    mode_place: float = column("1", "position of the mode switch, from 0", default=UNMAPPED)
    mode_next: float = column("1", "position it may be moving to", default=UNMAPPED)
    mode_timer_s: float = column("s", "how long it has been there", default=-1.0)
    mode_request: float = column("1", "mode that the switch was moved to; -1 none", default=-1.0)
    gesture_s: Gestures = column("s", "how long sticks say arm, or disarm; -1 not", default=-1.0)
    arm_request: float = column("1", "1 arm, -1 disarm, 0 nothing asked by the pilot")
    trim_request: float = column("1", "1: take the sticks as they are for trim")
    override_left_s: Row = column(
        "s", "how long sticks of roll, pitch, yaw still rule", size=3, column="fw_override_left_s"
    )


RADIO = columns_in(__name__)
