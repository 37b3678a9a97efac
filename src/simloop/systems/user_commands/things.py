"""Verbs on lights, actors and obstacles: insert them, and move them."""

import re
from typing import Any

from simloop.systems.user_commands import arguments
from simloop.world.command_arguments import only, text
from simloop.world.commands import AddFact, Command, CommandRefused, SetFacts
from simloop.world.entities import EntityKind, Record
from simloop.world.obstacles import ObstacleYard
from simloop.world.plugin import App

_KINDS = {kind.value: kind for kind in (EntityKind.LIGHT, EntityKind.ACTOR, EntityKind.OBSTACLE)}
_ALL = ("kind", "name", "position_ned_m", "heading_deg", "colour")
_OF_LIGHTS = ("light", "intensity", "reach_m")
_OF_SOLIDS = ("shape", "size_m", "radius_m", "length_m")
# What each shape is measured by.
_MEASURES = {
    "box": ("size_m",),
    "sphere": ("radius_m",),
    "cylinder": ("radius_m", "length_m"),
    "capsule": ("radius_m", "length_m"),
}
_LIGHTS = ("point", "spot")


def insert(app: App, given: arguments.Arguments) -> Command:
    """Put up a light, an actor (something to see) or an obstacle (something to hit)."""
    kind = _KINDS.get(text(given, "kind"))
    if kind is None:
        raise CommandRefused(f"argument 'kind' is one of {', '.join(_KINDS)}; vehicles are spawned")
    name = arguments.new_name(given, "name")
    is_light = kind is EntityKind.LIGHT
    only(f"insert {kind.value}", given, (*_ALL, *(_OF_LIGHTS if is_light else _OF_SOLIDS)))
    if kind is EntityKind.OBSTACLE:
        return AddFact(kind, name, _obstacle(app, name, given))
    return AddFact(kind, name, _placed(given) | (_light if is_light else _solid)(given))


def move_thing(app: App, record: Record, given: arguments.Arguments) -> Command:
    """Put a light, an actor or an obstacle somewhere else."""
    if "obstacle" not in record.facts:
        return SetFacts(record.name, _placed(given))
    return SetFacts(record.name, _yard(app).moved(record.facts, _placed_in_degrees(given)))


def _placed(given: arguments.Arguments) -> dict[str, Any]:
    facts: dict[str, Any] = {"position_ned_m": arguments.place(given, "position_ned_m")}
    if "heading_deg" in given:
        facts["attitude_wxyz"] = arguments.heading_wxyz(arguments.number(given, "heading_deg"))
    return facts


def _placed_in_degrees(given: arguments.Arguments) -> dict[str, Any]:
    facts: dict[str, Any] = {"position_ned_m": arguments.place(given, "position_ned_m")}
    if "heading_deg" in given:
        facts["attitude_deg"] = (0.0, 0.0, arguments.number(given, "heading_deg"))
    return facts


def _light(given: arguments.Arguments) -> dict[str, Any]:
    sort = given.get("light", "point")
    if sort not in _LIGHTS:
        raise CommandRefused(f"argument 'light' is one of {', '.join(_LIGHTS)}")
    facts: dict[str, Any] = {"light": sort} | _colour(given)
    return facts | {
        key: arguments.length(given, key) for key in ("intensity", "reach_m") if key in given
    }


def _solid(given: arguments.Arguments) -> dict[str, Any]:
    shape = given.get("shape", "box")
    if not isinstance(shape, str) or shape not in _MEASURES:
        raise CommandRefused(f"argument 'shape' is one of {', '.join(_MEASURES)}")
    facts: dict[str, Any] = {"shape": shape} | _colour(given)
    for key in _OF_SOLIDS[1:]:
        if key in given and key not in _MEASURES[shape]:
            raise CommandRefused(f"a {shape} has no '{key}': give {' and '.join(_MEASURES[shape])}")
    for key in _MEASURES[shape]:
        facts[key] = _lengths(given) if key == "size_m" else arguments.length(given, key)
    return facts


def _lengths(given: arguments.Arguments) -> tuple[float, ...]:
    size = arguments.numbers(given, "size_m", 3)
    return tuple(arguments.length({"size_m": side}, "size_m") for side in size)


def _obstacle(app: App, name: str, given: arguments.Arguments) -> dict[str, Any]:
    try:
        return _yard(app).facts_of(name, _solid(given) | _placed_in_degrees(given))
    except (TypeError, ValueError) as wrong:
        raise CommandRefused(str(wrong)) from None


def _yard(app: App) -> ObstacleYard:
    yard = app.provided.get("obstacles")
    if not isinstance(yard, ObstacleYard):
        raise CommandRefused(
            "nothing can be hit in this world: insert an actor, or add the system 'collisions'"
        )
    return yard


def _colour(given: arguments.Arguments) -> dict[str, str]:
    if "colour" not in given:
        return {}
    colour = given["colour"]
    if not isinstance(colour, str) or not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        raise CommandRefused("argument 'colour' is written as #rrggbb")
    return {"colour": colour}
