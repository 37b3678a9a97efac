"""What each user command means, with arguments as plain values."""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from math import cos, radians, sin
from typing import Any

from simloop.math.quaternion import from_euler
from simloop.world.commands import (
    Command,
    CommandRefused,
    Redo,
    Remove,
    Rename,
    SetColumns,
    Spawn,
    Undo,
)
from simloop.world.mixer import Mixing
from simloop.world.plugin import App, Value
from simloop.world.set_state import (
    ALIGNMENT_FACT,
    STATE_COLUMNS,
    AlignEstimator,
    SetState,
    teleport,
)

Arguments = Mapping[str, Any]


def _spawn(app: App, given: Arguments) -> Command:
    own: dict[str, Value] = {}
    if "position_ned_m" in given:
        own["position_ned_m"] = _numbers(given, "position_ned_m", 3)
    if "heading_deg" in given:
        own["attitude_wxyz"] = heading_wxyz(_number(given, "heading_deg"))
    try:
        spec = app.model(_text(given, "model"))
    except (KeyError, ValueError) as unknown:
        raise CommandRefused(str(unknown.args[0])) from None
    return Spawn(_text(given, "name"), spec, own)


def _remove(app: App, given: Arguments) -> Command:
    return Remove(_text(given, "name"))


def _move(app: App, given: Arguments) -> Command:
    attitude = heading_wxyz(_number(given, "heading_deg")) if "heading_deg" in given else None
    return teleport(_text(given, "name"), _numbers(given, "position_ned_m", 3), attitude)


def _set_state(app: App, given: Arguments) -> Command:
    known = {*STATE_COLUMNS, "name", "attitude_deg", "velocity_ned_mps", "align_estimator"}
    for key in given:
        if key not in known:
            near = get_close_matches(key, known, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"use {', '.join(sorted(known))}"
            raise CommandRefused(f"set_state has no argument '{key}': {hint}")
    for one, other in (("attitude_wxyz", "attitude_deg"), ("velocity_frd_mps", "velocity_ned_mps")):
        if one in given and other in given:
            raise CommandRefused(f"give either '{one}' or '{other}'")
    values = {
        column: _numbers(given, column, size)
        for column, size in STATE_COLUMNS.items()
        if column in given
    }
    if "attitude_deg" in given:
        roll, pitch, yaw = (radians(angle) for angle in _numbers(given, "attitude_deg", 3))
        values["attitude_wxyz"] = from_euler(roll, pitch, yaw)
    velocity = _numbers(given, "velocity_ned_mps", 3) if "velocity_ned_mps" in given else None
    align = given.get("align_estimator", False)
    if not isinstance(align, bool):
        raise CommandRefused("argument 'align_estimator' is true or false")
    return SetState(_text(given, "name"), values, velocity, align)


def _align_estimator(app: App, given: Arguments) -> Command:
    if "name" in given:
        return AlignEstimator(_text(given, "name"))
    able = [record.name for record in app.world.models() if ALIGNMENT_FACT in record.facts]
    if not able:
        raise CommandRefused("no vehicle has an autopilot whose estimator can be aligned")
    return _ForAll([AlignEstimator(name) for name in able])


def _rename(app: App, given: Arguments) -> Command:
    return Rename(_text(given, "name"), _text(given, "new_name"))


def _set(app: App, given: Arguments) -> Command:
    values = given.get("values")
    if not isinstance(values, Mapping) or not values:
        raise CommandRefused("argument 'values' must map columns to numbers")
    return SetColumns(_text(given, "name"), values)


def _push(app: App, given: Arguments) -> Command:
    values: dict[str, Value] = {"external_force_ned_n": _numbers(given, "force_ned_n", 3)}
    if "torque_frd_nm" in given:
        values["external_torque_frd_nm"] = _numbers(given, "torque_frd_nm", 3)
    return SetColumns(_text(given, "name"), values)


def _actuators(app: App, given: Arguments) -> Command:
    name, commands = _text(given, "name"), given.get("commands")
    entity = app.world.entities.by_name(name)
    mixing = app.world.entities.get(entity).facts.get("mixer") if entity is not None else None
    if isinstance(commands, Mapping):
        if not isinstance(mixing, Mixing):
            raise CommandRefused(f"'{name}' has no mixer: give commands as a list, one per motor")
        try:
            return SetColumns(name, {"actuator_command": mixing.mix(**commands)})
        except (TypeError, ValueError) as error:
            raise CommandRefused(str(error)) from None
    if not isinstance(commands, (list, tuple)):
        raise CommandRefused("argument 'commands' maps axes to numbers, or lists all outputs")
    column = "motor_command" if mixing is None else "actuator_command"
    return SetColumns(name, {column: _numbers(given, "commands", len(commands))})


def _wind(app: App, given: Arguments) -> Command:
    values = {"wind_mean_ned_mps": _numbers(given, "mean_ned_mps", 3)}
    return _ForAll([SetColumns(name, values) for name in _names(app, given)])


class _ForAll:
    """One thing for several vehicles, undone for each with its own old values."""

    def __init__(self, parts: Sequence[Command]) -> None:
        self._parts = tuple(parts)

    def apply(self, world: Any) -> Command:
        return _ForAll([part.apply(world) for part in self._parts])


Verbs = Mapping[str, Callable[[App, Arguments], Command]]
VERBS: Verbs = {
    "spawn": _spawn,
    "remove": _remove,
    "move": _move,
    "set_state": _set_state,
    "align_estimator": _align_estimator,
    "rename": _rename,
    "set": _set,
    "push": _push,
    "actuators": _actuators,
    "wind": _wind,
    "undo": lambda app, given: Undo(),
    "redo": lambda app, given: Redo(),
}
OF_THE_WHOLE_RUN = ("pause", "play", "reset")


def find_verb(name: str, verbs: Verbs = VERBS) -> Callable[[App, Arguments], Command]:
    """The meaning of a verb; an unknown one suggests the nearest."""
    if name not in verbs:
        known = [*verbs, *OF_THE_WHOLE_RUN]
        near = get_close_matches(name, known, 1)
        hint = f"did you mean '{near[0]}'?" if near else f"use one of {', '.join(known)}"
        raise CommandRefused(f"unknown command '{name}': {hint}")
    return verbs[name]


def heading_wxyz(heading_deg: float) -> tuple[float, float, float, float]:
    """Level attitude with this heading, clockwise from north."""
    half = 0.5 * radians(heading_deg)
    return cos(half), 0.0, 0.0, sin(half)


def _names(app: App, given: Arguments) -> list[str]:
    if "name" in given:
        return [_text(given, "name")]
    return [record.name for record in app.world.models()]


def _text(given: Arguments, key: str) -> str:
    value = given.get(key)
    if not isinstance(value, str) or not value:
        raise CommandRefused(f"argument '{key}' is missing: write a name")
    return value


def _number(given: Arguments, key: str) -> float:
    return _numbers(given, key, 1)[0]


def _numbers(given: Arguments, key: str, count: int) -> tuple[float, ...]:
    value = given.get(key)
    entries = [value] if isinstance(value, (int, float)) else value
    if not isinstance(entries, (list, tuple)) or len(entries) != count:
        raise CommandRefused(f"argument '{key}' takes {count} number{'s' * (count > 1)}")
    try:
        return tuple(float(entry) for entry in entries)
    except (TypeError, ValueError):
        raise CommandRefused(f"argument '{key}' takes numbers") from None
