"""Commands that become requests to the command tasks, each with what it needs."""

from collections.abc import Callable
from math import isfinite

from simloop.firmware.codes import Answer, Calibrate, Mode, RequestKind
from simloop.firmware.link.command import Command, height_above_home_m, place_ned
from simloop.firmware.link.mailbox import Ask
from simloop.firmware.link.mode_numbers import mode_of
from simloop.firmware.link.vehicle import Vehicle

DENIED = int(Answer.DENIED)
UNSUPPORTED = int(Answer.UNSUPPORTED)
FAILED = int(Answer.FAILED)
NAN = float("nan")

# What unlocks arming without checks, and disarming in flight.
FORCE = 21196.0
CUSTOM_MODE = 1
CHANGE_MODE = 1
ROI_NONE, ROI_LOCATION = 0, 3
VTOL_HOVER, VTOL_CRUISE = 3, 4
LEAST_PULSE_US, MOST_PULSE_US = 800.0, 2200.0

# Parameter and value of MAV_CMD_PREFLIGHT_CALIBRATION, and the calibration that it means.
CALIBRATIONS = {
    (1, 1): Calibrate.GYRO,
    (2, 1): Calibrate.MAGNETOMETER,
    (3, 1): Calibrate.BAROMETER,
    (4, 2): Calibrate.RC_TRIM,
    (5, 1): Calibrate.IMU,
    (5, 2): Calibrate.LEVEL,
    (5, 4): Calibrate.IMU,
    (6, 2): Calibrate.AIRSPEED,
}

# At nothing any more.
LOOK_AHEAD = Ask(RequestKind.LOOK_AT, (NAN, NAN, NAN))

# A request, or MAV_RESULT at once.
Reply = Ask | int
Translate = Callable[[Command, Vehicle], Reply]


def arm(command: Command, vehicle: Vehicle) -> Reply:
    """1 arms, 0 disarms; with FORCE whatever the checks say."""
    wanted = command.whole(1)
    if wanted not in (0, 1):
        return DENIED
    return Ask(RequestKind.ARM, (float(wanted), 1.0 if command.params[1] == FORCE else 0.0))


def set_mode(command: Command, vehicle: Vehicle) -> Reply:
    """A mode by ArduPilot's number."""
    flags, number = command.whole(1), command.whole(2)
    if flags is None or not flags & CUSTOM_MODE or number is None:
        return DENIED
    mode = mode_of(vehicle.number("fw_airframe"), number)
    return DENIED if mode is None else Ask(RequestKind.MODE, (mode,))


def take_off(command: Command, vehicle: Vehicle) -> Reply:
    """To a height above home; ArduPilot takes no heading from it, nor do we from a zero."""
    height = height_above_home_m(command, vehicle)
    if height is None or not isfinite(height):
        return DENIED
    yaw_deg = command.param(4)
    return Ask(RequestKind.TAKEOFF, (height, _radians(yaw_deg) if yaw_deg else NAN))


def reposition(command: Command, vehicle: Vehicle) -> Reply:
    """To a place, from guided mode or if the mode may change."""
    flags = command.whole(2) or 0
    if vehicle.number("fw_mode") != Mode.GUIDED and not flags & CHANGE_MODE:
        return DENIED
    place = place_ned(command, vehicle)
    if place is None:
        return DENIED
    speed = max(command.param(1), 0.0)
    return Ask(RequestKind.GO_TO, (*place, command.params[3], speed, command.param(3)))


def set_home(command: Command, vehicle: Vehicle) -> Reply:
    """Here, or at a place."""
    if command.params[0] == 1.0:
        north, east, down = vehicle.vector("fw_position_ned_m")
        return Ask(RequestKind.SET_HOME, (north, east, down))
    place = place_ned(command, vehicle)
    nowhere = command.params[4:] == (0.0, 0.0, 0.0)
    if place is None or nowhere or not all(map(isfinite, place)):
        return DENIED
    return Ask(RequestKind.SET_HOME, place)


def start_mission(command: Command, vehicle: Vehicle) -> Reply:
    """From an item on; item 0 on the wire is home."""
    return Ask(RequestKind.START_MISSION, (max(command.param(1) - 1.0, 0.0),))


def set_item(command: Command, vehicle: Vehicle) -> Reply:
    """Go on with another item."""
    number = command.whole(1)
    if number is None:
        return DENIED
    if number < 0:
        return Ask(RequestKind.SET_ITEM, (vehicle.number("fw_waypoint_index"),))
    count = vehicle.number("fw_item_count")
    return Ask(RequestKind.SET_ITEM, (max(number - 1.0, 0.0),)) if number <= count else FAILED


def change_speed(command: Command, vehicle: Vehicle) -> Reply:
    """On the way, in m/s."""
    speed = command.param(2)
    return Ask(RequestKind.SPEED, (speed,)) if speed > 0.0 else DENIED


def calibrate(command: Command, vehicle: Vehicle) -> Reply:
    """One sensor at a time."""
    asked = [(place, command.whole(place)) for place in range(1, 8) if command.param(place) != 0.0]
    if len(asked) != 1:
        return DENIED
    kind = next((what for key, what in CALIBRATIONS.items() if key == asked[0]), None)
    return UNSUPPORTED if kind is None else Ask(RequestKind.CALIBRATE, (kind,))


def set_servo(command: Command, vehicle: Vehicle) -> Reply:
    """An output from 1, to a pulse in us."""
    output, pulse = command.whole(1), command.param(2)
    if output is None or output < 1 or not LEAST_PULSE_US <= pulse <= MOST_PULSE_US:
        return DENIED
    value = min(max((pulse - 1500.0) / 500.0, -1.0), 1.0)
    return Ask(RequestKind.SERVO, (output - 1.0, value))


def look_at_place(command: Command, vehicle: Vehicle) -> Reply:
    """Look at a place."""
    place = place_ned(command, vehicle)
    if place is None or not all(map(isfinite, place)):
        return DENIED
    return Ask(RequestKind.LOOK_AT, place)


def look_at(command: Command, vehicle: Vehicle) -> Reply:
    """The older form, where zeros everywhere mean nothing; of its kinds only places."""
    kind = command.whole(1)
    if kind == ROI_NONE and command.params[4:] == (0.0, 0.0, 0.0):
        return LOOK_AHEAD
    return look_at_place(command, vehicle) if kind in (ROI_NONE, ROI_LOCATION) else UNSUPPORTED


def by_first(request: float, numbers: dict[int | None, float], other: int = DENIED) -> Translate:
    """Asks with a number that the first parameter stands for."""

    def translate(command: Command, vehicle: Vehicle) -> Reply:
        number = numbers.get(command.whole(1))
        return other if number is None else Ask(request, (number,))

    return translate


def _radians(degrees: float) -> float:
    return degrees * 0.017453292519943295


# By MAV_CMD; some always ask for the same.
TRANSLATIONS: dict[int, Translate | Ask] = {
    17: Ask(RequestKind.MODE, (Mode.LOITER,)),
    20: Ask(RequestKind.MODE, (Mode.RTL,)),
    21: Ask(RequestKind.LAND),
    22: take_off,
    84: take_off,
    85: Ask(RequestKind.LAND),
    176: set_mode,
    178: change_speed,
    179: set_home,
    183: set_servo,
    192: reposition,
    # 0 waits here, 1 goes on.
    193: by_first(RequestKind.PAUSE, {0: 1.0, 1: 0.0}),
    195: look_at_place,
    197: LOOK_AHEAD,
    201: look_at,
    207: by_first(RequestKind.FENCE, {0: 0.0, 1: 1.0}, UNSUPPORTED),
    224: set_item,
    241: calibrate,
    300: start_mission,
    400: arm,
    3000: by_first(RequestKind.TRANSITION, {VTOL_HOVER: 1.0, VTOL_CRUISE: 2.0}),
}
