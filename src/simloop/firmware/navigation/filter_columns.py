"""Columns of the error-state filter: its state, its measurements, what its gates said.

What stands where in its rows is named first.
"""

from simloop.firmware.component import Component, Row, column
from simloop.firmware.vector import Quaternion, Vec2, Vec3


class At:
    """First state of each group: errors of attitude, velocity, place in NED, biases in FRD."""

    ATTITUDE = 0
    VELOCITY = 3
    POSITION = 6
    GYRO_BIAS = 9
    ACCEL_BIAS = 12
    WIND = 15
    # Slow errors of sensors: barometer height, and the place that GNSS tells, in NED.
    BARO_ERROR = 17
    GNSS_ERROR = 18


STATES = 21
# Elements of the covariance, row by row.
COVARIANCE = 441


class Measure:
    """First measurement of each kind; those before DIRECT are of one state each."""

    GNSS_POSITION = 0
    GNSS_VELOCITY = 3
    BARO_HEIGHT = 6
    HEADING = 7
    LEVEL = 8
    STILL = 10
    DIRECT = 13
    # Measurements of the flow of air, which mix states.
    AIRSPEED = 13
    SIDESLIP = 14


MEASUREMENTS = 15

# The state that each direct measurement shows.
STATE_OF = (6, 7, 8, 3, 4, 5, 8, 2, 0, 1, 3, 4, 5)
# The slow error that it shows as well; -1 for none.
ERROR_OF = (18, 19, 20, -1, -1, -1, 17, -1, -1, -1, -1, -1, -1)
# Measurements before this have white noise, which the mean of several samples has less of.
WHITE = 7

# Measurements that pass the gate together or not at all: first one and how many.
GROUP_FIRST = (0, 2, 3, 6, 7, 8, 10)
GROUP_SIZE = (2, 1, 3, 1, 1, 2, 3)
GROUPS = 7


class Group:
    """Measurements that pass the gate together, by their place in the tuples above."""

    POSITION = 0
    GNSS_HEIGHT = 1
    VELOCITY = 2
    BARO = 3
    HEADING = 4
    LEVEL = 5


# Groups that may reset their states after a long rejection: those of sensors.
SENSOR_GROUPS = 5

# Past velocities and positions, one per 20 ms.
HISTORY_SLOTS = 12


class FilterState(Component, prefix="fw_ekf"):
    """The nominal state of the error-state filter, and the covariance of its errors."""

    attitude_wxyz: Quaternion = column(
        "1", "attitude", frame="FRD->NED", default=(1.0, 0.0, 0.0, 0.0)
    )
    velocity_ned_mps: Vec3 = column("m/s", "velocity", frame="NED")
    position_ned_m: Vec3 = column("m", "position", frame="NED of origin")
    gyro_bias_frd_radps: Vec3 = column("rad/s", "gyro bias", frame="FRD")
    accel_bias_frd_mps2: Vec3 = column("m/s^2", "accelerometer bias", frame="FRD")
    wind_ned_mps: Vec2 = column("m/s", "wind, north and east", frame="NED")
    baro_error_m: float = column("m", "slow error of the barometer's height", frame="NED")
    gnss_error_ned_m: Vec3 = column("m", "slow error of GNSS places", frame="NED")
    force_ned_mps2: Vec3 = column("m/s^2", "last specific force", frame="NED")
    push_ned_mps: Vec3 = column("m/s", "what force did since the last prediction", frame="NED")
    covariance: Row = column("-", "covariance of the errors", size=COVARIANCE, frame="NED, FRD")


class History(Component, prefix="fw_history"):
    """Velocity and position of the last quarter second, three numbers a slot, newest first."""

    time_s: float = column("s", "when the newest slot was filled")
    velocity_ned_mps: Row = column("m/s", "past velocities", size=3 * HISTORY_SLOTS, frame="NED")
    position_ned_m: Row = column(
        "m", "past positions", size=3 * HISTORY_SLOTS, frame="NED of origin"
    )


class FilterRun(Component, prefix="fw_ekf"):
    """How the filter began, and how it does."""

    still_s: float = column("s", "time at rest and disarmed", column="fw_still_s")
    start: float = column("1", "1: start at rest, 2: in flight, 3: afloat")
    restarts: float = column("1", "starts in flight so far")
    healthy: float = column("1", "1 while the filter can be used")
    resets: float = column("1", "states set to their sensor so far")


class Measurements(Component, prefix="fw_ekf"):
    """What sensors said since the last update, against what was expected of them."""

    sum: Row = column(
        "-", "innovations since the last update, summed", size=MEASUREMENTS, frame="NED"
    )
    count: Row = column("1", "how many", size=MEASUREMENTS)
    variance: Row = column("-", "variance of the measurements", size=MEASUREMENTS, frame="NED")
    tilt_slope: Vec2 = column(
        "1", "heading by the field per tilt about north and east", frame="NED"
    )


class Gates(Component, prefix="fw_ekf"):
    """Which measurements were believed at the last update, and which were not for how long."""

    innovation: Row = column(
        "-", "mean innovation at the last update", size=MEASUREMENTS, frame="NED"
    )
    test_ratio: Row = column("1", "its square over what the gate allows", size=MEASUREMENTS)
    used: Row = column("1", "1 if it passed", size=MEASUREMENTS)
    rejected_s: Row = column("s", "how long each group was refused", size=GROUPS)
    rejections: Row = column("1", "how often each group was refused", size=GROUPS)
    air_rejections: float = column("1", "how often airspeed or side-slip was refused")
    reset: float = column("1", "groups to set to their sensor, as a sum of bits")


class Correction(Component, prefix="fw_ekf"):
    """What an update adds to the states."""

    correction: Row = column("-", "corrections of this update", size=STATES, frame="NED, FRD")


class WorkSpace(Component, prefix="fw_ekf"):
    """Room for a vector that lives as long as one measurement is worked on."""

    column: Row = column(
        "-", "covariance with a measurement", size=STATES, frame="NED, FRD", scratch=True
    )


class Filter(FilterState, FilterRun, Measurements, Gates, Correction, WorkSpace):
    """The whole filter but for its past."""


FILTER_STATE = (
    FilterState.columns
    + History.columns
    + FilterRun.columns
    + Measurements.columns
    + Gates.columns
    + Correction.columns
    + WorkSpace.columns
)
