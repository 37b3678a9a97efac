"""One vehicle as the link sees it: its columns, read once per pass, and what follows from them."""

from math import isfinite

from simloop.firmware.lane import Lane
from simloop.firmware.link.geodesy import Ned, Origin
from simloop.firmware.link.plan_items import MavFrame
from simloop.firmware.vector import Quaternion, roll_pitch_of


class Vehicle:
    """Reads columns that may be missing, and remembers them until `refresh`."""

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self._known: dict[str, list[float]] = {}
        # Columns of a vehicle do not come or go while somebody talks to it.
        self._has: dict[str, bool] = {}
        self._euler: tuple[float, float, float] | None = None

    def refresh(self) -> None:
        """Forget what was read: a new pass begins."""
        self._known.clear()
        self._euler = None

    def has(self, column: str) -> bool:
        """Does this vehicle have the column?"""
        found = self._has.get(column)
        if found is None:
            found = self._has[column] = self.lane.has(column)
        return found

    def vector(self, column: str, size: int = 3) -> list[float]:
        """All elements of a column; zeros if the vehicle lacks it."""
        known = self._known.get(column)
        if known is None:
            known = self.lane.read(column) if self.has(column) else [0.0] * size
            self._known[column] = known
        return known

    def number(self, column: str, otherwise: float = 0.0) -> float:
        """The first element of a column."""
        known = self._known.get(column)
        if known is None:
            if not self.has(column):
                return otherwise
            known = self._known[column] = self.lane.read(column)
        return known[0]

    def on(self, column: str) -> bool:
        """Is this flag set?"""
        return self.number(column) > 0.0

    def euler_rad(self) -> tuple[float, float, float]:
        """Roll, pitch and yaw."""
        if self._euler is None:
            attitude = Quaternion(*self.vector("fw_attitude_wxyz", 4))
            self._euler = (*roll_pitch_of(attitude), attitude.heading())
        return self._euler

    def origin(self) -> Origin | None:
        """Where the local frame begins, once that is known."""
        latitude, longitude, height = self.vector("fw_origin_llh")
        found = self.on("fw_aligned") and (latitude, longitude) != (0.0, 0.0)
        known = found and all(map(isfinite, (latitude, longitude, height)))
        return Origin(latitude, longitude, height) if known else None

    def home_ned_m(self) -> Ned | None:
        """Home, once there is one."""
        if self.number("fw_home_set", 1.0) <= 0.0 or self.origin() is None:
            return None
        north, east, down = self.vector("fw_home_ned_m")
        return (north, east, down) if all(map(isfinite, (north, east, down))) else None

    def ned_m(
        self, frame: int, latitude_e7: float, longitude_e7: float, altitude_m: float
    ) -> Ned | None:
        """A place from the origin; None without origin, or in a frame that is not of the globe."""
        origin = self.origin()
        if origin is None or frame not in MavFrame.GLOBAL:
            return None
        north, east, down = origin.ned_m(latitude_e7, longitude_e7, altitude_m)
        home = self.home_ned_m() or (0.0, 0.0, 0.0)
        return north, east, home[2] - altitude_m if frame in MavFrame.RELATIVE else down

    def count(self, column: str) -> None:
        """Raise a counter by one."""
        if self.lane.has(column):
            self.lane.write(column, self.lane.read(column)[0] + 1.0)
