"""How entities look: shapes and sizes from their facts and columns."""

from collections.abc import Mapping
from math import radians
from typing import Any, Literal

from simloop.math.quaternion import from_euler
from simloop.systems.scene.messages import Item, LampLook, Look, Point, SolidLook, Turn, WheelLook
from simloop.systems.scene.poses import index_of
from simloop.world.entities import EntityKind, Record
from simloop.world.mesh import FACT as MESH
from simloop.world.mixer import Mixing
from simloop.world.shapes import Solid
from simloop.world.world import World

_PLAIN = "#8a97a8"
_WARM = "#ffe2b0"
SHOWN = (EntityKind.MODEL, EntityKind.OBSTACLE, EntityKind.ACTOR, EntityKind.LIGHT)


def item_of(
    world: World, record: Record, home_ned_m: Point | None, plan_ned_m: tuple[Point, ...]
) -> Item:
    """An entity as viewers see it."""
    if record.kind is not EntityKind.MODEL:
        return thing_item(index_of(record), record.name, record.kind, record.facts)
    place, turn = pose_of(world, record)
    return Item(
        index_of(record),
        record.name,
        record.kind.value,
        str(record.facts.get("model", "")),
        place,
        turn,
        _vehicle(world, record),
        home_ned_m,
        plan_ned_m,
    )


def thing_item(index: int, name: str, kind: EntityKind, facts: Mapping[str, Any]) -> Item:
    """An obstacle, an actor or a light as viewers see it: its facts tell all."""
    place, turn = facts.get("position_ned_m"), facts.get("attitude_wxyz")
    return Item(
        index, name, kind.value, str(facts.get("model", "")), place, turn, _still(kind, facts)
    )


def pose_of(world: World, record: Record) -> tuple[Point | None, Turn | None]:
    """Where a vehicle is and how it is turned; None for what has no body."""
    if not world.has(record.entity, "body"):
        return None, None
    n, e, d = world.vector(record.entity, "position_ned_m").tolist()
    w, x, y, z = world.vector(record.entity, "attitude_wxyz").tolist()
    return (n, e, d), (w, x, y, z)


def _vehicle(world: World, record: Record) -> Look:
    visual = record.facts.get("visual")
    columns = _Columns(world, record)
    forward, right = columns.numbers("rotor_forward_m"), columns.numbers("rotor_right_m")
    span = columns.numbers("wing_span_m")
    solids = tuple(
        _solid(solid) for solid in getattr(record.facts.get("collision_shape"), "shapes", ())
    )
    first = solids[0] if solids else None
    standing_m = float(record.facts.get("standing_height_m", 0.0))
    return Look(
        shape=getattr(visual, "shape", "box"),
        colour=getattr(visual, "colour", _PLAIN),
        size_m=float(getattr(visual, "size_m", 1.0)),
        box_m=first.box_m if first else None,
        radius_m=first.radius_m if first else None,
        length_m=first.length_m if first else None,
        rotors_frd_m=tuple((f, r, 0.0) for f, r in zip(forward, right, strict=True)),
        rotor_directions=columns.numbers("rotor_direction"),
        wing_span_m=span[0] if span else None,
        standing_height_m=standing_m,
        tail=_tail(record.facts.get("mixer")),
        wheels=_wheels(columns),
        rudder_frd_m=_rudder(columns),
        solids=solids,
        points_m=first.points_m if first else (),
        mesh=getattr(record.facts.get(MESH), "digest", None),
    )


def _solid(solid: Solid) -> SolidLook:
    return SolidLook(
        solid.shape,
        solid.offset_frd_m,
        from_euler(*(radians(angle) for angle in solid.attitude_deg)),
        solid.size_m,
        solid.radius_m,
        solid.length_m,
        solid.points_m,
    )


def _tail(mixing: object) -> Literal["cross", "v", "none"]:
    """From what the servos do: those of a V pitch and yaw, elevons roll and pitch."""
    if not isinstance(mixing, Mixing):
        return "cross"
    roll, pitch, yaw = mixing.matrix[3:6]
    if any(p and y for p, y in zip(pitch, yaw, strict=True)):
        return "v"
    return "none" if any(r and p for r, p in zip(roll, pitch, strict=True)) else "cross"


def _wheels(columns: "_Columns") -> tuple[WheelLook, ...]:
    radius = columns.numbers("wheel_radius_m")
    if not radius:
        return ()
    ride = columns.numbers("ride_height_m") or (radius[0],)
    places = zip(
        columns.numbers("wheel_forward_m"),
        columns.numbers("wheel_right_m"),
        columns.numbers("wheel_steered"),
        strict=True,
    )
    return tuple(
        WheelLook((forward, right, ride[0] - radius[0]), radius[0], steers > 0.0)
        for forward, right, steers in places
    )


def _rudder(columns: "_Columns") -> Point | None:
    if not any(columns.numbers("rudder_output")):
        return None
    _, forward, down = columns.numbers("rudder_model")
    return (forward, 0.0, down)


def _still(kind: EntityKind, facts: Mapping[str, Any]) -> Look | None:
    if kind is EntityKind.LIGHT:
        return _light(facts)
    if "shape" not in facts:
        return None
    sizes = (*(facts.get("size_m") or ()), facts.get("radius_m") or 0.0)
    return Look(
        shape=str(facts["shape"]),
        colour=str(facts.get("colour", _PLAIN)),
        size_m=float(max(*sizes, facts.get("length_m") or 0.0)),
        box_m=facts.get("size_m"),
        radius_m=facts.get("radius_m"),
        length_m=facts.get("length_m"),
        points_m=tuple(facts.get("points_m") or ()),
        heights_m=tuple(facts.get("heights_m") or ()),
        spacing_m=float(facts.get("spacing_m") or 1.0),
    )


def _light(facts: Mapping[str, Any]) -> Look:
    lamp = LampLook(
        kind="spot" if facts.get("light") == "spot" else "point",
        power=float(facts.get("intensity", 1.0)),
        reach_m=float(facts.get("reach_m", 30.0)),
    )
    colour = str(facts.get("colour", _WARM))
    return Look("light", colour, size_m=float(facts.get("size_m", 0.3)), lamp=lamp)


class _Columns:
    """Columns of a vehicle that may be missing."""

    def __init__(self, world: World, record: Record) -> None:
        self._table, self._row = world.tables[record.table], record.row

    def numbers(self, column: str) -> tuple[float, ...]:
        if column not in self._table.layout.places:
            return ()
        return tuple(self._table.numbers(self._row, column).tolist())
