"""Columns of the state manager, the failsafes and the fence."""

from typing import NamedTuple

from simloop.firmware.codes import FAILSAFES, Action
from simloop.firmware.component import Component, Row, column, columns_in

# Room for areas of the fence, and what an area means.
FENCE_VERTICES, FENCE_POLYGONS, FENCE_CIRCLES = 32, 8, 8
AREA_UNUSED, AREA_KEEP_IN, AREA_KEEP_OUT = 0.0, 1.0, 2.0

# Bits of ARMING_CHECK: 2 to the power of a place in fw_error, then these two.
CHECK_THROTTLE, CHECK_STICKS = 12, 13
CHECK_ALL = 65535.0

NEVER_S = 1e9


class ArmingSettings(Component):
    """What must be so before it arms, and when it disarms by itself."""

    arming_check: float = column(
        "1",
        "sum of 2 to the power of each error that stands against arming; 12 throttle, 13 sticks",
    ).knob("ARMING_CHECK", CHECK_ALL, 0.0, CHECK_ALL, whole=True)
    arming_tilt_rad: float = column("rad", "most tilt at which it arms", "NED").knob(
        "ARMING_TILT", 0.44, 0.0, 3.15
    )
    arming_gyro: float = column("1", "1: calibrate the gyro each time before arming").flag(
        "ARM_CAL_GYRO"
    )
    disarm_delay_s: float = column("s", "armed but not flying for this long: disarm; 0 never").knob(
        "DISARM_DELAY", 10.0, 0.0, 600.0
    )


class BatteryLimits(NamedTuple):
    """The least that a battery must have; 0 off."""

    to_arm: float
    low: float
    critical: float


class FailsafeSettings(Component):
    """When failsafes act, and what they do."""

    failsafe_time_s: Row = column(
        "s", "how long it must last before each failsafe acts", size=FAILSAFES
    ).knob(
        "RC_TIMEOUT, GCS_TIMEOUT, BATT_LOW_TIME, BATT_CRT_TIME, "
        "FS_GNSS_TIME, FS_EST_TIME, FENCE_TIME, FS_OFFB_TIME",
        (1.0, 5.0, 10.0, 1.0, 2.0, 0.5, 0.0, 1.0),
        0.0,
        600.0,
    )
    failsafe_action: Row = column(
        "1",
        "what each failsafe does: 0 tell, 1 hold, 2 return, 3 retrace, 4 land, 5 stop the motors",
        size=FAILSAFES,
    ).knob(
        "FS_RC_ACTION, FS_GCS_ACTION, BATT_FS_LOW_ACT, BATT_FS_CRT_ACT, "
        "FS_GNSS_ACTION, FS_EST_ACTION, FENCE_ACTION, FS_OFFB_ACTION",
        (
            Action.RTL,
            Action.RTL,
            Action.RTL,
            Action.LAND,
            Action.LAND,
            Action.LAND,
            Action.RTL,
            Action.HOLD,
        ),
        0.0,
        Action.TERMINATE,
        whole=True,
    )
    gcs_watched: float = column("1", "1: a ground station that was heard must stay").flag(
        "FS_GCS_ENABLE", 1.0
    )
    battery_least_v: BatteryLimits = column(
        "V", "least voltage to arm, before low, before critical; 0 off"
    ).knob("BATT_ARM_VOLT, BATT_LOW_VOLT, BATT_CRT_VOLT", 0.0, 0.0, 1000.0)
    battery_least_left: BatteryLimits = column(
        "1", "least share of the capacity to arm, before low, before critical; 0 off"
    ).knob("BATT_ARM_LEFT, BATT_LOW_LEFT, BATT_CRT_LEFT", (0.0, 0.2, 0.1), 0.0, 1.0)
    failsafe_throttle: float = column(
        "1", "throttle of a multirotor that nobody commands; below 0 it cannot arm"
    ).knob("FAILSAFE_THR", 0.4, -1.0, 1.0)


class FenceLimits(NamedTuple):
    """A cylinder around home, each 0 for none, and how near to the fence is close."""

    radius_m: float
    ceiling_m: float
    floor_m: float
    margin_m: float


class Fence(Component, prefix="fw_fence"):
    """Where the vehicle may be."""

    enabled: float = column("1", "1: stay within the fence").flag("FENCE_ENABLE")
    limit_m: FenceLimits = column(
        "m", "circle around home, ceiling and floor above home, each 0 for none; margin", "home"
    ).knob(
        "FENCE_RADIUS, FENCE_ALT_MAX, FENCE_ALT_MIN, FENCE_MARGIN",
        (0.0, 0.0, 0.0, 2.0),
        0.0,
        100000.0,
    )
    vertex: Row = column(
        "m, m, 1",
        "north, east and number of its polygon for each vertex; a polygon's follow each other",
        "NED of origin",
        size=3 * FENCE_VERTICES,
    )
    vertex_count: float = column("1", "vertices in use")
    polygon: Row = column("1", "0 unused, 1 keep in, 2 keep out", size=FENCE_POLYGONS)
    circle: Row = column(
        "m, m, m, 1",
        "north, east, radius and 0 unused, 1 keep in, 2 keep out",
        "NED of origin",
        size=4 * FENCE_CIRCLES,
    )


class SafetyFacts(Component):
    """What others tell the state manager."""

    mixer_valid: float = column("1", "1 if the outputs can be driven", default=1.0)
    imu_calibrated: float = column("1", "0 if the IMU's biases are not known", default=1.0)
    link_overruns: float = column("1", "times that a receive buffer ran over")


class Listening(Component):
    """The board time of this pass, and how long ago ground station and program were heard."""

    pass_s: float = column("s", "board time since the last pass of the command tasks")
    pass_time_s: float = column("s", "board time of this pass")
    clock_back: float = column("1", "1 if board time went back since the last pass")
    gcs_age_s: float = column("s", "time since the last heartbeat", default=NEVER_S)
    gcs_counted: float = column("1", "heartbeats at the last pass")
    offboard_age_s: float = column("s", "time since the program's last message", default=NEVER_S)
    offboard_counted: float = column("1", "its messages at the last pass")
    offboard_used: float = column("1", "1 while a program has the vehicle")


class Failsafes(Component, prefix="fw_failsafe"):
    """What has gone wrong for how long, and what the worst of it asks for."""

    timer_s: Row = column("s", "how long it has been wrong; -1 fine", size=FAILSAFES, default=-1.0)
    fired: Row = column("1", "1 once it fired in this flight", size=FAILSAFES)
    mode: float = column("1", "mode that a failsafe wants now; -1 none", default=-1.0)
    reason: float = column("1", "the last one that fired, see command/reasons.py")
    terminate: float = column("1", "1 when a failsafe stops the motors", column="fw_terminate")


class FenceWatch(Component, prefix="fw_fence"):
    """How far it is to the fence."""

    distance_m: float = column("m", "way to the fence, negative outside", default=NEVER_S)
    breach: float = column("1", "1 from leaving the fence until well back inside")
    near: float = column("1", "1 while the fence is within its margin")
    risen: float = column("1", "1 once this flight was above the fence's floor")


class CompassWatch(Component, prefix="fw_mag"):
    """What the pilot knows of the compass."""

    told: float = column("1", "1 if the pilot was told that the compass is disturbed")


class Arming(Component):
    """Why it would not arm, and for how long it has been armed, idle or still."""

    arming_reason: float = column("1", "why it would not arm now, 0 if it would")
    armed_time_s: float = column("s", "time since arming; -1 disarmed", default=-1.0)
    idle_time_s: float = column("s", "time armed and not flying; -1 else", default=-1.0)
    still_time_s: float = column("s", "time with throttle and vehicle at rest", default=-1.0)
    refusal_age_s: float = column("s", "time since the pilot was refused", default=NEVER_S)


class ErrorWatch(Component):
    """Sources that may fall silent or run over."""

    imu_quiet_s: float = column("s", "time without IMU samples")
    imu_counted: float = column("1", "IMU samples at the last pass")
    overrun_age_s: float = column("s", "time since a receive buffer ran over", default=NEVER_S)
    overrun_counted: float = column("1", "overruns at the last pass")


class Preparation(Component):
    """What comes before arming: a calibration, and the scenario's wish to start."""

    calibration_time_s: float = column("s", "time since calibration began")
    calibration_outcome: float = column("1", "how one ended in this pass, see reasons.py")
    arm_when_done: float = column("1", "1: this calibration ends in arming")
    start_taken: float = column("1", "1 once fw_mission_start has armed it, -reason if refused")


SAFETY = columns_in(__name__)
