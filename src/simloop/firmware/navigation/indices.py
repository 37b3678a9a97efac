"""Places of states and measurements in the columns of the error-state filter."""


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
