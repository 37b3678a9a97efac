"""Mission, fence and rally points of one vehicle: as they came, and in its columns.

Items in the columns count from 0 and speak SI.
"""

from math import isfinite, isnan

from simloop.firmware.fields.command import ITEM_SIZE
from simloop.firmware.fields.link import RALLY_POINTS
from simloop.firmware.fields.safety import (
    AREA_KEEP_IN,
    AREA_KEEP_OUT,
    FENCE_CIRCLES,
    FENCE_POLYGONS,
    FENCE_VERTICES,
)
from simloop.firmware.link.geodesy import Ned, Origin
from simloop.firmware.link.plan_items import (
    MavFrame,
    PlanCommand,
    PlanItem,
    Verdict,
    mission_fault,
    ned_of,
    place_fault,
)
from simloop.firmware.link.vehicle import Vehicle
from simloop.firmware.maths import PI

# MAV_MISSION_TYPE.
MISSION, FENCE, RALLY = 0, 1, 2
KINDS = (MISSION, FENCE, RALLY)
ALL = 255

POLYGONS = {5001: AREA_KEEP_IN, 5002: AREA_KEEP_OUT}
CIRCLES = {5003: AREA_KEEP_IN, 5004: AREA_KEEP_OUT}
RALLY_POINT = 5100
LEAST_CORNERS = 3
NO_ITEMS = "[]"
NEEDED = {MISSION: "fw_item", FENCE: "fw_fence_vertex", RALLY: "fw_rally"}
NAN = float("nan")
RAD_PER_DEG = PI / 180.0


class Plans:
    """Keeps items exactly, and writes them to columns as soon as the origin is known."""

    def __init__(self, vehicle: Vehicle) -> None:
        self._vehicle = vehicle
        self._items: dict[int, list[PlanItem]] = {kind: [] for kind in KINDS}
        # Origin and home for which the columns were written; None: to be written.
        self._written: dict[int, tuple[Origin, Ned] | None] = dict.fromkeys(KINDS)
        self._stale: set[int] = set()
        self._in_columns = NO_ITEMS

    def room(self, kind: int) -> int:
        """How many items of a kind fit; of missions without home."""
        if not self._vehicle.has(NEEDED[kind]):
            return 0
        if kind == MISSION:
            return len(self._vehicle.vector("fw_item")) // ITEM_SIZE
        return FENCE_VERTICES + FENCE_CIRCLES if kind == FENCE else RALLY_POINTS

    def fault(self, kind: int, item: PlanItem) -> int:
        """Why one item cannot be taken; ACCEPTED if it can."""
        if kind == MISSION:
            return mission_fault(item)
        known = {*POLYGONS, *CIRCLES} if kind == FENCE else {RALLY_POINT}
        return place_fault(item) if item.command in known else Verdict.UNSUPPORTED

    def store(self, kind: int, items: list[PlanItem]) -> int:
        """Take new items in place of the old ones; ACCEPTED, or why not."""
        fault = _fence_fault(items) if kind == FENCE else Verdict.ACCEPTED
        if not fault:
            self._items[kind] = list(items)
            self._stale.add(kind)
            self.refresh()
        return fault

    def items(self, kind: int) -> list[PlanItem]:
        """What is stored; a mission that came by another way is told from its columns."""
        if kind == MISSION and MISSION not in self._stale and self._columns() != self._in_columns:
            self._items[MISSION] = self._from_columns()
            self._written[MISSION] = None
            self._in_columns = self._columns()
        return self._items[kind]

    def refresh(self) -> None:
        """Write what is new, or has moved because origin or home did."""
        origin = self._vehicle.origin()
        if not self._stale and not any(self._items.values()):
            return
        # A mission that came by another way since then must not be overwritten by the old one.
        self.items(MISSION)
        home = self._vehicle.home_ned_m() or (0.0, 0.0, 0.0)
        for kind in KINDS:
            known = origin is not None and bool(self._items[kind])
            moved = known and self._written[kind] not in (None, (origin, home))
            if kind in self._stale or moved:
                self._write(kind, origin, home)

    def _write(self, kind: int, origin: Origin | None, home: Ned) -> None:
        if not self._vehicle.has(NEEDED[kind]):
            return
        if origin is None:
            # Nothing of the old plan may be flown meanwhile.
            self._put(kind, [], [])
            return
        items = self._items[kind]
        self._put(kind, items, [ned_of(item, origin, home) for item in items])
        self._written[kind] = (origin, home)
        self._stale.discard(kind)

    def _put(self, kind: int, items: list[PlanItem], places: list[Ned]) -> None:
        put = {MISSION: self._put_mission, FENCE: self._put_fence, RALLY: self._put_rally}
        put[kind](items, places)

    def _put_mission(self, items: list[PlanItem], places: list[Ned]) -> None:
        lane = self._vehicle.lane
        rows = [row_of(item, place) for item, place in zip(items, places, strict=True)]
        numbers = [number for row in rows for number in row]
        lane.write("fw_item", _filled(numbers, len(lane.read("fw_item"))))
        lane.write("fw_item_count", float(len(items)))
        self._vehicle.refresh()
        self._in_columns = self._columns()

    def _put_fence(self, items: list[PlanItem], places: list[Ned]) -> None:
        vertices: list[float] = []
        polygons: list[float] = []
        circles: list[float] = []
        left = 0
        for item, (north, east, _) in zip(items, places, strict=True):
            if item.command in CIRCLES:
                circles += [north, east, item.params[0], CIRCLES[item.command]]
                continue
            if left == 0:
                left = round(item.params[0])
                polygons.append(POLYGONS[item.command])
            vertices += [north, east, len(polygons) - 1.0]
            left -= 1
        write = self._vehicle.lane.write
        write("fw_fence_vertex", _filled(vertices, 3 * FENCE_VERTICES))
        write("fw_fence_vertex_count", len(vertices) / 3.0)
        write("fw_fence_polygon", _filled(polygons, FENCE_POLYGONS))
        write("fw_fence_circle", _filled(circles, 4 * FENCE_CIRCLES))

    def _put_rally(self, items: list[PlanItem], places: list[Ned]) -> None:
        numbers = [value for place in places for value in place]
        self._vehicle.lane.write("fw_rally", _filled(numbers, 3 * RALLY_POINTS))
        self._vehicle.lane.write("fw_rally_count", float(len(places)))

    def _columns(self) -> str:
        """The mission in the columns, as a text, since NaN is not equal to itself."""
        lane = self._vehicle.lane
        if not lane.has("fw_item"):
            return NO_ITEMS
        count = round(lane.read("fw_item_count")[0])
        return repr(lane.read("fw_item")[: ITEM_SIZE * count])

    def _from_columns(self) -> list[PlanItem]:
        lane, origin = self._vehicle.lane, self._vehicle.origin()
        home = self._vehicle.home_ned_m() or (0.0, 0.0, 0.0)
        if origin is None:
            return []
        numbers = lane.read("fw_item")
        ends = range(ITEM_SIZE, ITEM_SIZE * round(lane.read("fw_item_count")[0]) + 1, ITEM_SIZE)
        return [item_of_row(numbers[end - ITEM_SIZE : end], origin, home) for end in ends]


def _filled(values: list[float], size: int) -> list[float]:
    return values + [0.0] * (size - len(values))


def _fence_fault(items: list[PlanItem]) -> int:
    """Why items make no fence: polygons must be whole, radii positive, and all must fit."""
    vertices = polygons = circles = 0
    left, command = 0, 0
    for item in items:
        first = item.params[0]
        if item.command in CIRCLES:
            circles += 1
            if left or not 0.0 < first < 1e6:
                return Verdict.INVALID
            continue
        if left == 0:
            if not LEAST_CORNERS <= first <= FENCE_VERTICES:
                return Verdict.INVALID
            left, command = round(first), item.command
            polygons += 1
        if item.command != command:
            return Verdict.INVALID
        left -= 1
        vertices += 1
    if left:
        return Verdict.INVALID
    fits = vertices <= FENCE_VERTICES and polygons <= FENCE_POLYGONS and circles <= FENCE_CIRCLES
    return Verdict.ACCEPTED if fits else Verdict.NO_SPACE


def row_of(item: PlanItem, place: Ned) -> list[float]:
    """The numbers of fw_item for an item."""
    p1, p2, p3, p4 = item.params
    if item.command == PlanCommand.JUMP:
        # On the wire item 0 is home, in the columns it is the first to fly.
        p1 = p1 - 1.0
    if item.command not in PlanCommand.PLACED:
        return [float(item.command), p1, p2, p3, p4, 0.0, 0.0, 0.0]
    # Ground stations for ArduPilot leave a heading that nobody set at 0.
    told = item.command in PlanCommand.YAWED and isfinite(p4) and p4 != 0.0
    return [float(item.command), p1, p2, p3, p4 * RAD_PER_DEG if told else NAN, *place]


def item_of_row(row: list[float], origin: Origin, home: Ned) -> PlanItem:
    """An item of the columns as it would have come over the link."""
    command = round(row[0])
    _, p1, p2, p3, p4, north, east, down = row
    if command == PlanCommand.JUMP:
        p1 = p1 + 1.0
    if command not in PlanCommand.PLACED:
        return PlanItem(command, MavFrame.MISSION, (p1, p2, p3, p4), 0, 0, 0.0)
    yaw = 0.0 if isnan(p4) else p4 / RAD_PER_DEG
    x, y, _ = origin.place(north, east, down) if isfinite(north + east) else (0, 0, 0.0)
    height = home[2] - down if isfinite(down) else 0.0
    return PlanItem(command, MavFrame.HOME, (p1, p2, p3, yaw), x, y, height)
