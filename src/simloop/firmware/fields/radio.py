"""Columns of radio control and of the mux between sticks and programs."""

from simloop.firmware.field import Field
from simloop.firmware.fields.samples import RC_CHANNELS
from simloop.firmware.modes import (
    MODE_ALTITUDE,
    MODE_AUTO,
    MODE_LOITER,
    MODE_POSITION,
    MODE_RTL,
    MODE_STABILISE,
)

# Places in fw_rc_stick.
STICK_ROLL = 0
STICK_PITCH = 1
STICK_YAW = 2
STICK_THROTTLE = 3

# Places in fw_rc_switch.
SWITCH_ATTITUDE = 0
SWITCH_THROTTLE = 1
SWITCH_ANGLE = 2
SWITCH_ARM = 3

NEVER_S = 1e9
UNMAPPED = -1.0

_CHANNELS = range(1, RC_CHANNELS + 1)

CHANNEL_PARAMETERS = (
    Field(
        "fw_rc_stick_channel",
        4,
        "1",
        "-",
        "channels of roll, pitch, yaw and throttle, counted from 0",
        (0.0, 1.0, 3.0, 2.0),
        names=("RC_X_CHN", "RC_Y_CHN", "RC_Z_CHN", "RC_F_CHN"),
        low=0.0,
        high=RC_CHANNELS - 1.0,
        whole=True,
    ),
    Field(
        "fw_rc_switch_channel",
        4,
        "1",
        "-",
        "channels, from 4, of: sticks take attitude, take throttle, angle not rate, arm; -1 none",
        (4.0, 4.0, UNMAPPED, UNMAPPED),
        names=("RC_ATT_OVRD_CHN", "RC_THR_OVRD_CHN", "RC_ATT_CTRL_CHN", "RC_ARM_CHN"),
        low=-1.0,
        high=RC_CHANNELS - 1.0,
        whole=True,
    ),
    Field(
        "fw_rc_channels_used",
        1,
        "1",
        "-",
        "channels that must be within range",
        6.0,
        names=("RC_NUM_CHN",),
        low=1.0,
        high=float(RC_CHANNELS),
        whole=True,
    ),
    Field(
        "fw_rc_least",
        RC_CHANNELS,
        "1",
        "-",
        "lowest value of each channel",
        0.0,
        names=tuple(f"RC{channel}_MIN" for channel in _CHANNELS),
        low=-0.25,
        high=0.45,
    ),
    Field(
        "fw_rc_trim",
        RC_CHANNELS,
        "1",
        "-",
        "value of each channel with the stick at rest",
        0.5,
        names=tuple(f"RC{channel}_TRIM" for channel in _CHANNELS),
        low=-0.25,
        high=1.25,
    ),
    Field(
        "fw_rc_most",
        RC_CHANNELS,
        "1",
        "-",
        "highest value of each channel",
        1.0,
        names=tuple(f"RC{channel}_MAX" for channel in _CHANNELS),
        low=0.55,
        high=1.25,
    ),
    Field(
        "fw_rc_dead",
        RC_CHANNELS,
        "1",
        "-",
        "way around the trim that does nothing",
        0.0,
        names=tuple(f"RC{channel}_DZ" for channel in _CHANNELS),
        low=0.0,
        high=0.2,
    ),
    Field(
        "fw_rc_reversed",
        RC_CHANNELS,
        "1",
        "-",
        "1: the channel runs the other way round",
        0.0,
        names=tuple(f"RC{channel}_REVERSED" for channel in _CHANNELS),
        low=0.0,
        high=1.0,
        whole=True,
    ),
)

PILOT_PARAMETERS = (
    Field(
        "fw_rc_required",
        1,
        "1",
        "-",
        "1: no arming without radio control",
        names=("RC_REQUIRED",),
        low=0.0,
        high=1.0,
        whole=True,
    ),
    Field(
        "fw_rc_arm_threshold",
        1,
        "1",
        "-",
        "how near to its end a stick must be to arm or disarm",
        0.15,
        names=("RC_ARM_THRESHOLD",),
        low=0.01,
        high=0.5,
    ),
    Field(
        "fw_rc_mode_channel",
        1,
        "1",
        "-",
        "channel of the mode switch, counted from 0; -1 none",
        5.0,
        names=("MODE_CH",),
        low=-1.0,
        high=RC_CHANNELS - 1.0,
        whole=True,
    ),
    Field(
        "fw_rc_mode",
        6,
        "1",
        "-",
        "mode of each position of that switch, see modes.py",
        (MODE_STABILISE, MODE_ALTITUDE, MODE_POSITION, MODE_LOITER, MODE_AUTO, MODE_RTL),
        names=("MODE1", "MODE2", "MODE3", "MODE4", "MODE5", "MODE6"),
        low=0.0,
        high=14.0,
        whole=True,
    ),
    Field(
        "fw_rc_angle_most_rad",
        2,
        "rad",
        "FRD",
        "roll and pitch at full stick",
        0.786,
        names=("RC_MAX_ROLL", "RC_MAX_PITCH"),
        low=0.0,
        high=3.14159,
    ),
    Field(
        "fw_rc_rate_most_radps",
        3,
        "rad/s",
        "FRD",
        "rates of roll, pitch and yaw at full stick",
        (3.14159, 3.14159, 1.507),
        names=("RC_MAX_ROLLRATE", "RC_MAX_PITCHRATE", "RC_MAX_YAWRATE"),
        low=0.0,
        high=9.42478,
    ),
    Field(
        "fw_rc_speed_most_mps",
        3,
        "m/s",
        "NED",
        "level speed, climb and sink at full stick",
        (5.0, 2.5, 1.5),
        names=("RC_MAX_SPEED", "RC_MAX_CLIMB", "RC_MAX_SINK"),
        low=0.0,
        high=100.0,
    ),
    Field(
        "fw_rc_throttle_most",
        1,
        "1",
        "-",
        "share of full throttle at full stick, for sticks and programs",
        1.0,
        names=("RC_MAX_THR",),
        low=0.0,
        high=1.0,
    ),
)

MUX_PARAMETERS = (
    Field(
        "fw_override_deflection",
        1,
        "1",
        "-",
        "stick deflection that takes an axis from a program",
        0.1,
        names=("RC_OVRD_DEV",),
        low=0.0,
        high=1.0,
    ),
    Field(
        "fw_override_lag_s",
        1,
        "s",
        "-",
        "how long the stick keeps the axis when it is back",
        1.0,
        names=("RC_OVRD_LAG_T",),
        low=0.0,
        high=100.0,
    ),
    Field(
        "fw_take_least_throttle",
        1,
        "1",
        "-",
        "1: the smaller throttle of stick and program rules",
        1.0,
        names=("TAKE_MIN_THR",),
        low=0.0,
        high=1.0,
        whole=True,
    ),
    Field(
        "fw_offboard_timeout_s",
        1,
        "s",
        "-",
        "how long a program's last message holds",
        0.5,
        names=("OFFBOARD_TIMEOUT",),
        low=0.02,
        high=100.0,
    ),
)

RADIO_STATE = (
    Field("fw_rc_ok", 1, "1", "-", "1 while the radio is heard and makes sense"),
    Field("fw_rc_seen", 1, "1", "-", "1 once it was"),
    Field("fw_rc_age_s", 1, "s", "-", "time since the last frame", NEVER_S),
    Field("fw_rc_counted", 1, "1", "-", "frames at the last pass"),
    Field("fw_rc_stick", 4, "1", "FRD", "roll, pitch, yaw from -1 to 1, throttle from 0 to 1"),
    Field("fw_rc_switch", 4, "1", "-", "1 for each switch that is on, see fields/radio.py"),
    Field("fw_rc_heard", 1, "1", "-", "1 if switches were read at the last pass"),
    Field("fw_rc_mode_place", 1, "1", "-", "position of the mode switch, from 0", UNMAPPED),
    Field("fw_rc_mode_next", 1, "1", "-", "position it may be moving to", UNMAPPED),
    Field("fw_rc_mode_timer_s", 1, "s", "-", "how long it has been there", -1.0),
    Field("fw_rc_mode_request", 1, "1", "-", "mode that the switch was moved to; -1 none", -1.0),
    Field("fw_rc_gesture_s", 2, "s", "-", "how long sticks say arm, or disarm; -1 not", -1.0),
    Field("fw_rc_arm_request", 1, "1", "-", "1 arm, -1 disarm, 0 nothing asked by the pilot"),
    Field("fw_rc_trim_request", 1, "1", "-", "1: take the sticks as they are for trim"),
    Field("fw_override_left_s", 3, "s", "-", "how long sticks of roll, pitch, yaw still rule"),
)

RADIO = (*CHANNEL_PARAMETERS, *PILOT_PARAMETERS, *MUX_PARAMETERS, *RADIO_STATE)
