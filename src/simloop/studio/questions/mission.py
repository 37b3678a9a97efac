"""The mission that a vehicle's firmware holds, whoever put it there."""

from collections.abc import Callable
from dataclasses import dataclass

from simloop.firmware.fields.command import ITEM_SIZE
from simloop.firmware.link.geodesy import Origin
from simloop.sitl.flight_status import MODE_NAMES
from simloop.sitl.mission_items import MissionItem, items_of, told_numbers
from simloop.sitl.pilot_orders import ORDERS, PilotOrders, commanded, home_of
from simloop.systems.scene.questions import Arguments, Question, QuestionRefused, text_of
from simloop.world.commands import CommandRefused
from simloop.world.entities import Entity
from simloop.world.plugin import App
from simloop.world.world import World


@dataclass(frozen=True, slots=True)
class PlanOrigin:
    """A place on the ellipsoid, and what a metre is worth there."""

    latitude_deg: float
    longitude_deg: float
    altitude_m: float
    degrees_per_m_north: float
    degrees_per_m_east: float


@dataclass(frozen=True, slots=True)
class OrderAnswer:
    """What the firmware said to the last order from here."""

    order: str
    accepted: bool
    words: str
    tick: int


@dataclass(frozen=True, slots=True)
class MissionPlan:
    """Answer to `mission` (argument `name`); places are from home, in m."""

    name: str
    items: tuple[MissionItem, ...]
    room: int
    """How many the firmware has room for; a change of speed takes one more."""
    current: int
    """The item under way, counted from 0."""
    armed: bool
    flying: bool
    mode: str
    cruise_speed_mps: float
    on_surface: bool
    glides: bool
    """Does it need speed to stay up?"""
    home_from_start_ned_m: tuple[float, float, float]
    """Home, seen from where the firmware's frame begins, which is where it started."""
    home: PlanOrigin | None
    """None until it knows where on Earth it is."""
    order: OrderAnswer | None


_STEP_M = 1000.0
_SURFACE = ("rover", "boat")
_GLIDING = ("wing",)


def _mission(app: App) -> Callable[[Arguments], MissionPlan]:
    def answer(given: Arguments) -> MissionPlan:
        world, name = app.world, text_of(given, "name")
        try:
            record = commanded(world, name)
        except CommandRefused as refusal:
            raise QuestionRefused(str(refusal)) from None
        return _plan(app, world, name, record.entity, str(record.facts.get("firmware_stack", "")))

    return answer


def _plan(app: App, world: World, name: str, entity: Entity, stack: str) -> MissionPlan:
    def read(column: str) -> float:
        return float(world.numbers(entity, column)[0])

    home = home_of(world, name)
    numbers = world.vector(entity, "fw_item").tolist()
    count = min(int(read("fw_item_count")), len(numbers) // ITEM_SIZE)
    rows = [numbers[ITEM_SIZE * k : ITEM_SIZE * (k + 1)] for k in range(count)]
    told = told_numbers(rows)
    current = min(int(read("fw_waypoint_index")), count - 1)
    return MissionPlan(
        name,
        tuple(items_of(numbers, count, home)),
        room=len(numbers) // ITEM_SIZE,
        current=told[current] if current >= 0 else 0,
        armed=read("fw_armed") > 0.0,
        flying=read("fw_flying") > 0.0,
        mode=MODE_NAMES.get(read("fw_mode"), ""),
        cruise_speed_mps=read("fw_cruise_speed_mps"),
        on_surface=stack in _SURFACE,
        glides=stack in _GLIDING,
        home_from_start_ned_m=home,
        home=_home(world, entity, home),
        order=_order(app, name),
    )


def _home(world: World, entity: Entity, home: tuple[float, float, float]) -> PlanOrigin | None:
    latitude, longitude, height = (float(n) for n in world.vector(entity, "fw_origin_llh"))
    if world.vector(entity, "fw_aligned")[0] <= 0.0 or (latitude, longitude) == (0.0, 0.0):
        return None
    origin = Origin(latitude, longitude, height)
    x, y, altitude = origin.place(*home)
    far_x, far_y, _ = origin.place(home[0] + _STEP_M, home[1] + _STEP_M, home[2])
    scale = 1e-7 / _STEP_M
    return PlanOrigin(x * 1e-7, y * 1e-7, altitude, (far_x - x) * scale, (far_y - y) * scale)


def _order(app: App, name: str) -> OrderAnswer | None:
    orders = app.provided.get(ORDERS)
    told = orders.told(name) if isinstance(orders, PilotOrders) else None
    return None if told is None else OrderAnswer(told.order, told.accepted, told.words, told.tick)


QUESTIONS = (Question("mission", "the mission that a firmware holds", MissionPlan, _mission),)
