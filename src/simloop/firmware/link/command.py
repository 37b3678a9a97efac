"""One command, whether it came as COMMAND_LONG or as COMMAND_INT."""

from dataclasses import dataclass
from math import isfinite, isinf, isnan

from simloop.firmware.link.geodesy import Ned
from simloop.firmware.link.numbers import finite
from simloop.firmware.link.plan_items import E4, E7, UNDEFINED, MavFrame, PlanCommand
from simloop.firmware.link.vehicle import Vehicle
from simloop.firmware.mavlink.frame import Frame

NAN = float("nan")


@dataclass(frozen=True, slots=True)
class Command:
    """Its number and seven parameters; places in degrees or metres, NaN where none is named."""

    number: int
    params: tuple[float, float, float, float, float, float, float]
    frame: int = MavFrame.SEA
    confirmation: int = 0

    def param(self, place: int, otherwise: float = 0.0) -> float:
        """A parameter counted from 1; something else for NaN and infinity."""
        return finite(self.params[place - 1], otherwise)

    def whole(self, place: int) -> int | None:
        """A parameter that should be a whole number, None if it is not."""
        value = self.params[place - 1]
        return round(value) if isfinite(value) and value == round(value) else None


def command_of(frame: Frame) -> Command:
    """The command of a message."""
    message = frame.message
    first = (message.param1, message.param2, message.param3, message.param4)
    if frame.definition.name == "COMMAND_LONG":
        params = (*first, message.param5, message.param6, message.param7)
        # It names no frame: heights are above the sea, but for take-off above home.
        above_home = message.command in PlanCommand.TAKEOFFS
        frame_number = MavFrame.HOME if above_home else MavFrame.SEA
        return Command(message.command, params, frame_number, message.confirmation)
    scale = E4 if message.frame == MavFrame.LOCAL_NED else E7
    x = NAN if message.x == UNDEFINED else message.x / scale
    y = NAN if message.y == UNDEFINED else message.y / scale
    return Command(message.command, (*first, x, y, message.z), message.frame)


def place_ned(command: Command, vehicle: Vehicle) -> Ned | None:
    """Where a command points to, NaN for coordinates that it leaves open; None if nowhere."""
    x, y, z = command.params[4:]
    if any(map(isinf, (x, y, z))):
        return None
    if command.frame == MavFrame.LOCAL_NED:
        return x, y, z
    if abs(x) > 90.0 or abs(y) > 180.0:
        return None
    return vehicle.ned_m(command.frame, x * E7, y * E7, z)


def height_above_home_m(command: Command, vehicle: Vehicle) -> float | None:
    """Parameter 7 as a height above home, 0 if it is left open; None in a frame without one."""
    height = command.params[6]
    if isnan(height):
        return 0.0
    if command.frame in MavFrame.RELATIVE:
        return height
    origin, home = vehicle.origin(), vehicle.home_ned_m()
    if command.frame not in MavFrame.ABSOLUTE or origin is None or home is None:
        return None
    return height - (origin.height_m - home[2])
