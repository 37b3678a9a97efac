"""Orders to a firmware, one request after the other: each waits for the answer to the last.

They take the firmware's mailbox, as a ground station's commands do, so its gates decide and its
reasons are told. What was answered last can be asked for.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from math import isfinite, nan
from typing import Any

from simloop.firmware.codes import Answer, Mode, RequestKind
from simloop.firmware.command.reasons import TEXTS
from simloop.sitl.firmware_links import MAILBOX
from simloop.world.activity import Activity
from simloop.world.command_arguments import only, the_name
from simloop.world.commands import Command, CommandRefused, find
from simloop.world.entities import Entity, EntityKind, Record
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.world import World

# Under this name programs find the orders.
ORDERS = "pilot_orders"
_NUMBERS = 8
_PATIENCE_S = 1.0

Request = tuple[float, ...]
Ned = tuple[float, float, float]


@dataclass(slots=True)
class _Waiting:
    """What is left of an order: requests, and the number of the one that was put."""

    words: str
    requests: list[Request]
    number: float = 0.0
    deadline: int = 0


@dataclass(frozen=True, slots=True)
class Told:
    """What a firmware answered to the last order."""

    order: str
    accepted: bool
    words: str
    tick: int


@dataclass(slots=True)
class _State:
    # By entity: a vehicle may be renamed, and its old name be given to another.
    waiting: dict[Entity, _Waiting] = field(default_factory=dict)
    told: dict[Entity, Told] = field(default_factory=dict)


class PilotOrders:
    """The orders of all vehicles as one system, which sleeps while none is under way."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._state = _State()
        self._activity = Activity(lambda: bool(self._state.waiting))

    def join(self) -> None:
        """Enter the schedule."""
        self._app.provide(ORDERS, self)
        self._app.add_system(
            PythonSystem(
                name="pilot orders",
                stage=Stage.COMMANDS,
                run=self._run,
                active=self._activity,
                reset=self._forget,
                save=lambda: deepcopy(self._state),
                load=self._load,
            )
        )

    def give(self, vehicle: str, words: str, requests: Sequence[Request]) -> None:
        """Let a vehicle do these one after the other; replaces what is under way."""
        entity = self._app.world.by_name(vehicle)
        self._state.waiting[entity] = _Waiting(words, list(requests))
        self._activity.stir()
        self._state.told.pop(entity, None)

    def withdraw(self, vehicle: str, words: Sequence[str]) -> None:
        """Let a vehicle not do what is left of its order, if it is one of these."""
        entity = self._app.world.by_name(vehicle)
        order = self._state.waiting.get(entity)
        if order is not None and order.words in words:
            del self._state.waiting[entity]

    def told(self, vehicle: str) -> Told | None:
        """What became of the last order; None while it is under way, or if there was none."""
        entity = self._app.world.entities.by_name(vehicle)
        return None if entity is None else self._state.told.get(entity)

    def _run(self, info: TickInfo) -> None:
        # Nobody answers in a pause; until it ends, an order can be taken back.
        if info.paused:
            return
        there = self._app.world.entities
        self._state.told = {each: told for each, told in self._state.told.items() if each in there}
        for entity, order in list(self._state.waiting.items()):
            if entity in there:
                self._go_on(entity, order, info)
            else:
                del self._state.waiting[entity]

    def _go_on(self, entity: Entity, order: _Waiting, info: TickInfo) -> None:
        world = self._app.world
        if order.number:
            if world.vector(entity, "fw_answer_id")[0] != order.number:
                if info.tick >= order.deadline:
                    self._end(entity, order, False, "the firmware does not answer", info.tick)
                return
            reason = float(world.vector(entity, "fw_answer_reason")[0])
            if world.vector(entity, "fw_answer")[0] != Answer.ACCEPTED:
                self._end(entity, order, False, TEXTS.get(reason, "refused"), info.tick)
                return
        if not order.requests:
            self._end(entity, order, True, "", info.tick)
            return
        request = order.requests.pop(0)
        numbers = world.vector(entity, "fw_request")
        numbers[:] = (*request, *(0.0,) * (_NUMBERS - len(request)))
        order.number = float(world.vector(entity, MAILBOX)[0]) + 1.0
        world.vector(entity, MAILBOX)[:] = order.number
        order.deadline = info.tick + round(_PATIENCE_S * info.tick_rate_hz)

    def _end(self, entity: Entity, order: _Waiting, accepted: bool, words: str, tick: int) -> None:
        del self._state.waiting[entity]
        self._state.told[entity] = Told(order.words, accepted, words, tick)

    def _forget(self) -> None:
        self._state = _State()

    def _load(self, saved: _State) -> None:
        self._state = deepcopy(saved)

    def make_command(self, arguments: Mapping[str, Any]) -> Command:
        """The user command `order` with arguments `name`, `order` and what the order needs."""
        only("order", arguments, _ARGUMENTS)
        name, order = the_name(arguments), str(arguments.get("order"))
        if order not in _ORDERS:
            raise CommandRefused(f"argument 'order' is one of {', '.join(_ORDERS)}")
        return GiveOrder(self, name, order, _ORDERS[order](arguments))


@dataclass(frozen=True, slots=True)
class GiveOrder:
    """Hand an order to one vehicle's firmware."""

    orders: PilotOrders = field(repr=False)
    vehicle: str
    order: str
    requests: tuple[Request, ...]

    def apply(self, world: World) -> Command:
        """Hand it over; what was done by it cannot be undone."""
        record = commanded(world, self.vehicle)
        armed = world.vector(record.entity, "fw_armed")[0] > 0.0
        arm = () if armed or self.order not in _ARMED_FIRST else ((RequestKind.ARM, 1.0, 0.0),)
        home = home_of(world, self.vehicle)
        requests = (_from_origin(request, home) for request in self.requests)
        self.orders.give(self.vehicle, self.order, (*arm, *requests))
        return _Nothing(self.order)


@dataclass(frozen=True, slots=True)
class _Nothing:
    """The undoing of what a firmware has heard."""

    order: str

    def apply(self, world: World) -> Command:
        raise CommandRefused(f"the order '{self.order}' was heard: give another one")


def commanded(world: World, vehicle: str) -> Record:
    """A vehicle with our firmware, or a refusal."""
    record = world.entities.get(find(world, vehicle))
    if record.kind is not EntityKind.MODEL:
        raise CommandRefused(f"{record.kind.value} '{vehicle}' is no vehicle: choose one")
    if MAILBOX not in world.tables[record.table].layout.places:
        raise CommandRefused(
            f"'{vehicle}' does not run our firmware: it takes no orders or missions here"
        )
    return record


def home_of(world: World, vehicle: str) -> Ned:
    """Home from the firmware's origin, or the origin while there is none."""
    entity = world.by_name(vehicle)
    if world.vector(entity, "fw_home_set")[0] <= 0.0:
        return 0.0, 0.0, 0.0
    north, east, down = (float(number) for number in world.vector(entity, "fw_home_ned_m"))
    return north, east, down


def _number(given: Mapping[str, Any], key: str, default: float) -> float:
    value = given.get(key)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value):
        raise CommandRefused(f"argument '{key}' takes a number")
    return float(value)


def _from_origin(request: Request, home: Ned) -> Request:
    """A request whose place is told from the firmware's origin, not from home."""
    kind, *numbers = request
    if kind != RequestKind.GO_TO:
        return request
    moved = (number + offset for number, offset in zip(numbers[:3], home, strict=True))
    return (kind, *moved, *numbers[3:])


def _go_to(given: Mapping[str, Any]) -> tuple[Request, ...]:
    place = [_number(given, key, nan) for key in ("north_m", "east_m", "altitude_m")]
    if not isfinite(place[0] + place[1]):
        raise CommandRefused("arguments 'north_m' and 'east_m' are missing: write m from home")
    speed = _number(given, "speed_mps", 0.0)
    return ((RequestKind.GO_TO, place[0], place[1], -place[2], nan, speed, 0.0),)


def _start(given: Mapping[str, Any]) -> tuple[Request, ...]:
    first = _number(given, "first", 0.0)
    return ((RequestKind.SET_ITEM, first), (RequestKind.START_MISSION, 0.0))


def _take_off(given: Mapping[str, Any]) -> tuple[Request, ...]:
    mode = (RequestKind.MODE, Mode.GUIDED)
    return (mode, (RequestKind.TAKEOFF, _number(given, "altitude_m", 0.0), nan))


_ARGUMENTS = ("name", "order", "north_m", "east_m", "altitude_m", "speed_mps", "first")
_ORDERS: Mapping[str, Callable[[Mapping[str, Any]], tuple[Request, ...]]] = {
    "start_mission": _start,
    "go_to": _go_to,
    "take_off": _take_off,
    "hold": lambda given: ((RequestKind.MODE, Mode.HOLD),),
    "return": lambda given: ((RequestKind.MODE, Mode.RTL),),
    "land": lambda given: ((RequestKind.LAND,),),
    "arm": lambda given: ((RequestKind.ARM, 1.0, 0.0),),
    "disarm": lambda given: ((RequestKind.ARM, 0.0, 0.0),),
}
# Orders that mean to fly.
_ARMED_FIRST = ("start_mission", "take_off")
