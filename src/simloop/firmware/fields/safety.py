"""Columns of the state manager, the failsafes and the fence."""

from simloop.firmware.field import Field
from simloop.firmware.states import (
    ACTION_HOLD,
    ACTION_LAND,
    ACTION_RTL,
    ACTION_TERMINATE,
    ERRORS,
    FAILSAFES,
)

# Places in fw_battery_least_v and fw_battery_least_left.
BATTERY_TO_ARM = 0
BATTERY_LOW = 1
BATTERY_CRITICAL = 2

# Places in fw_fence_limit_m.
FENCE_RADIUS = 0
FENCE_CEILING = 1
FENCE_FLOOR = 2
FENCE_MARGIN = 3

# Room for areas of the fence, and what an area means.
FENCE_VERTICES = 32
FENCE_POLYGONS = 8
FENCE_CIRCLES = 8
AREA_UNUSED = 0.0
AREA_KEEP_IN = 1.0
AREA_KEEP_OUT = 2.0

# Bits of ARMING_CHECK: 2 to the power of a place in fw_error, then these two.
CHECK_THROTTLE = 12
CHECK_STICKS = 13
CHECK_ALL = 65535.0

NEVER_S = 1e9

STATE_PARAMETERS = (
    Field(
        "fw_arming_check",
        1,
        "1",
        "-",
        "sum of 2 to the power of each error that stands against arming; 12 throttle, 13 sticks",
        CHECK_ALL,
        names=("ARMING_CHECK",),
        low=0.0,
        high=CHECK_ALL,
        whole=True,
    ),
    Field(
        "fw_arming_tilt_rad",
        1,
        "rad",
        "NED",
        "most tilt at which it arms",
        0.44,
        names=("ARMING_TILT",),
        low=0.0,
        high=3.15,
    ),
    Field(
        "fw_arming_gyro",
        1,
        "1",
        "-",
        "1: calibrate the gyro each time before arming",
        names=("ARM_CAL_GYRO",),
        low=0.0,
        high=1.0,
        whole=True,
    ),
    Field(
        "fw_disarm_delay_s",
        1,
        "s",
        "-",
        "armed but not flying for this long: disarm; 0 never",
        10.0,
        names=("DISARM_DELAY",),
        low=0.0,
        high=600.0,
    ),
)

FAILSAFE_PARAMETERS = (
    Field(
        "fw_failsafe_time_s",
        FAILSAFES,
        "s",
        "-",
        "how long it must last before each failsafe acts",
        (1.0, 5.0, 10.0, 1.0, 2.0, 0.5, 0.0, 1.0),
        names=(
            "RC_TIMEOUT",
            "GCS_TIMEOUT",
            "BATT_LOW_TIME",
            "BATT_CRT_TIME",
            "FS_GNSS_TIME",
            "FS_EST_TIME",
            "FENCE_TIME",
            "FS_OFFB_TIME",
        ),
        low=0.0,
        high=600.0,
    ),
    Field(
        "fw_failsafe_action",
        FAILSAFES,
        "1",
        "-",
        "what each failsafe does: 0 tell, 1 hold, 2 return, 3 retrace, 4 land, 5 stop the motors",
        (
            ACTION_RTL,
            ACTION_RTL,
            ACTION_RTL,
            ACTION_LAND,
            ACTION_LAND,
            ACTION_LAND,
            ACTION_RTL,
            ACTION_HOLD,
        ),
        names=(
            "FS_RC_ACTION",
            "FS_GCS_ACTION",
            "BATT_FS_LOW_ACT",
            "BATT_FS_CRT_ACT",
            "FS_GNSS_ACTION",
            "FS_EST_ACTION",
            "FENCE_ACTION",
            "FS_OFFB_ACTION",
        ),
        low=0.0,
        high=ACTION_TERMINATE,
        whole=True,
    ),
    Field(
        "fw_gcs_watched",
        1,
        "1",
        "-",
        "1: a ground station that was heard must stay",
        1.0,
        names=("FS_GCS_ENABLE",),
        low=0.0,
        high=1.0,
        whole=True,
    ),
    Field(
        "fw_battery_least_v",
        3,
        "V",
        "-",
        "least voltage to arm, before low, before critical; 0 off",
        names=("BATT_ARM_VOLT", "BATT_LOW_VOLT", "BATT_CRT_VOLT"),
        low=0.0,
        high=1000.0,
    ),
    Field(
        "fw_battery_least_left",
        3,
        "1",
        "-",
        "least share of the capacity to arm, before low, before critical; 0 off",
        (0.0, 0.2, 0.1),
        names=("BATT_ARM_LEFT", "BATT_LOW_LEFT", "BATT_CRT_LEFT"),
        low=0.0,
        high=1.0,
    ),
    Field(
        "fw_failsafe_throttle",
        1,
        "1",
        "-",
        "throttle of a multirotor that nobody commands; below 0 it cannot arm",
        0.4,
        names=("FAILSAFE_THR",),
        low=-1.0,
        high=1.0,
    ),
)

FENCE_PARAMETERS = (
    Field(
        "fw_fence_enabled",
        1,
        "1",
        "-",
        "1: stay within the fence",
        names=("FENCE_ENABLE",),
        low=0.0,
        high=1.0,
        whole=True,
    ),
    Field(
        "fw_fence_limit_m",
        4,
        "m",
        "home",
        "circle around home, ceiling and floor above home, each 0 for none; margin",
        (0.0, 0.0, 0.0, 2.0),
        names=("FENCE_RADIUS", "FENCE_ALT_MAX", "FENCE_ALT_MIN", "FENCE_MARGIN"),
        low=0.0,
        high=100000.0,
    ),
    Field(
        "fw_fence_vertex",
        3 * FENCE_VERTICES,
        "m, m, 1",
        "NED of origin",
        "north, east and number of its polygon for each vertex; a polygon's follow each other",
    ),
    Field("fw_fence_vertex_count", 1, "1", "-", "vertices in use"),
    Field("fw_fence_polygon", FENCE_POLYGONS, "1", "-", "0 unused, 1 keep in, 2 keep out"),
    Field(
        "fw_fence_circle",
        4 * FENCE_CIRCLES,
        "m, m, m, 1",
        "NED of origin",
        "north, east, radius and 0 unused, 1 keep in, 2 keep out",
    ),
)

# What others tell the state manager.
FACTS = (
    Field("fw_mixer_valid", 1, "1", "-", "1 if the outputs can be driven", 1.0),
    Field("fw_imu_calibrated", 1, "1", "-", "0 if the IMU's biases are not known", 1.0),
    Field("fw_link_overruns", 1, "1", "-", "times that a receive buffer ran over"),
)

FAILSAFE_STATE = (
    Field("fw_pass_s", 1, "s", "-", "board time since the last pass of the command tasks"),
    Field("fw_pass_time_s", 1, "s", "-", "board time of this pass"),
    Field("fw_clock_back", 1, "1", "-", "1 if board time went back since the last pass"),
    Field("fw_gcs_age_s", 1, "s", "-", "time since the last heartbeat", NEVER_S),
    Field("fw_gcs_counted", 1, "1", "-", "heartbeats at the last pass"),
    Field("fw_offboard_age_s", 1, "s", "-", "time since the program's last message", NEVER_S),
    Field("fw_offboard_counted", 1, "1", "-", "its messages at the last pass"),
    Field("fw_offboard_used", 1, "1", "-", "1 while a program has the vehicle"),
    Field("fw_failsafe_timer_s", FAILSAFES, "s", "-", "how long it has been wrong; -1 fine", -1.0),
    Field("fw_failsafe_fired", FAILSAFES, "1", "-", "1 once it fired in this flight"),
    Field("fw_failsafe_mode", 1, "1", "-", "mode that a failsafe wants now; -1 none", -1.0),
    Field("fw_failsafe_reason", 1, "1", "-", "the last one that fired, see command/reasons.py"),
    Field("fw_terminate", 1, "1", "-", "1 when a failsafe stops the motors"),
    Field("fw_fence_distance_m", 1, "m", "-", "way to the fence, negative outside", NEVER_S),
    Field("fw_fence_breach", 1, "1", "-", "1 from leaving the fence until well back inside"),
    Field("fw_fence_near", 1, "1", "-", "1 while the fence is within its margin"),
    Field("fw_fence_risen", 1, "1", "-", "1 once this flight was above the fence's floor"),
)

STATE_STATE = (
    Field("fw_mag_told", 1, "1", "-", "1 if the pilot was told that the compass is disturbed"),
    Field("fw_arming_reason", 1, "1", "-", "why it would not arm now, 0 if it would"),
    Field("fw_armed_time_s", 1, "s", "-", "time since arming; -1 disarmed", -1.0),
    Field("fw_idle_time_s", 1, "s", "-", "time armed and not flying; -1 else", -1.0),
    Field("fw_still_time_s", 1, "s", "-", "time with throttle and vehicle at rest", -1.0),
    Field("fw_refusal_age_s", 1, "s", "-", "time since the pilot was refused", NEVER_S),
    Field("fw_imu_quiet_s", 1, "s", "-", "time without IMU samples"),
    Field("fw_imu_counted", 1, "1", "-", "IMU samples at the last pass"),
    Field("fw_overrun_age_s", 1, "s", "-", "time since a receive buffer ran over", NEVER_S),
    Field("fw_overrun_counted", 1, "1", "-", "overruns at the last pass"),
    Field("fw_error_raised", ERRORS, "1", "-", "1 for errors new in this pass", scratch=True),
    Field("fw_errors_raised", 1, "1", "-", "how many they are", scratch=True),
    Field("fw_calibration_time_s", 1, "s", "-", "time since calibration began"),
    Field("fw_calibration_outcome", 1, "1", "-", "how one ended in this pass, see reasons.py"),
    Field("fw_arm_when_done", 1, "1", "-", "1: this calibration ends in arming"),
    Field(
        "fw_start_taken", 1, "1", "-", "1 once fw_mission_start has armed it, -reason if refused"
    ),
)

SAFETY = (
    *STATE_PARAMETERS,
    *FAILSAFE_PARAMETERS,
    *FENCE_PARAMETERS,
    *FACTS,
    *FAILSAFE_STATE,
    *STATE_STATE,
)
