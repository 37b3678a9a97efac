"""Columns of one vehicle, of which any may be missing."""

from simloop.math.geodesy import llh_to_ned, ned_to_llh
from simloop.math.quaternion import rotate_to_world
from simloop.systems.scene.messages import Point, Turn
from simloop.world.entities import Record
from simloop.world.world import World

Numbers = tuple[float, ...]


class VehicleColumns:
    """Reads by name: no numbers where there is no such column."""

    def __init__(self, world: World, record: Record) -> None:
        self._table, self._row = world.tables[record.table], record.row
        self._places = self._table.layout.places
        self.constants = self._table.vehicle_class.constants
        self.tick = world.tick
        self.tick_rate_hz = world.tick_rate_hz

    def __call__(self, column: str) -> Numbers:
        """All numbers of a column, or none."""
        if column not in self._places:
            return ()
        return tuple(self._table.numbers(self._row, column).tolist())

    def number(self, column: str) -> float | None:
        """The first number of a column."""
        return next(iter(self(column)), None)

    def point(self, column: str) -> Point | None:
        """The three numbers of a column."""
        numbers = self(column)
        return (numbers[0], numbers[1], numbers[2]) if numbers else None

    def turn(self, column: str) -> Turn | None:
        """The quaternion of a column."""
        numbers = self(column)
        return (numbers[0], numbers[1], numbers[2], numbers[3]) if numbers else None

    @property
    def place_ned_m(self) -> Point:
        """Where the vehicle is."""
        return self.point("position_ned_m") or (0.0, 0.0, 0.0)

    @property
    def origin_llh(self) -> Point:
        """Where the world's NED zero is."""
        return self.point("origin_llh") or (0.0, 0.0, 0.0)

    def from_firmware(self, place_ned_m: Point) -> Point:
        """A place in the firmware's frame, in the world's; without a fix the two are the same."""
        origin = self.point("fw_origin_llh")
        if origin is None or origin[:2] == (0.0, 0.0):
            return place_ned_m
        return llh_to_ned(*self.origin_llh, *ned_to_llh(*origin, *place_ned_m))

    def to_world(self, vector_frd: Point) -> Point:
        """A vector in the vehicle's axes, seen from the world."""
        attitude = self.turn("attitude_wxyz") or (1.0, 0.0, 0.0, 0.0)
        return rotate_to_world(*attitude, *vector_frd)
