"""What each user command means, with arguments as plain values."""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from math import inf, radians
from typing import Any

from simloop.math.quaternion import from_euler
from simloop.systems.user_commands.arguments import (
    Arguments,
    heading_wxyz,
    new_name,
    new_vehicle_name,
    number,
    numbers,
)
from simloop.systems.user_commands.speech import SPEECH
from simloop.systems.user_commands.things import insert, move_thing
from simloop.transport.inbox import Reply
from simloop.world.command_arguments import check_sizes, only, text
from simloop.world.commands import (
    THINGS,
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
    check_state,
    teleport,
)

# A step is a look at what comes next, not a way to run.
_MOST_STEPS = 1_000_000
_LONGEST_VERB = 64

Verb = Callable[[App, Arguments], Command]
VERBS: dict[str, Verb] = {}
ARGUMENTS: dict[str, tuple[str, ...]] = {}
"""Those of `insert` depend on the kind."""


def _verb(name: str, *arguments: str) -> Callable[[Verb], Verb]:
    """Let a function say what a verb with these arguments means."""

    def register(make: Verb) -> Verb:
        VERBS[name], ARGUMENTS[name] = make, arguments
        return make

    return register


@_verb("spawn", "model", "name", "position_ned_m", "heading_deg")
def _spawn(app: App, given: Arguments) -> Command:
    own: dict[str, Value] = {}
    if "position_ned_m" in given:
        own["position_ned_m"] = numbers(given, "position_ned_m", 3)
    if "heading_deg" in given:
        own["attitude_wxyz"] = heading_wxyz(number(given, "heading_deg"))
    try:
        spec = app.model(text(given, "model"))
    except (KeyError, ValueError) as unknown:
        raise CommandRefused(str(unknown.args[0])) from None
    return Spawn(new_vehicle_name(given, "name"), spec, own)


VERBS["insert"] = insert


@_verb("remove", "name")
def _remove(app: App, given: Arguments) -> Command:
    return Remove(text(given, "name"))


@_verb("move", "name", "position_ned_m", "heading_deg")
def _move(app: App, given: Arguments) -> Command:
    entity = app.world.entities.by_name(text(given, "name"))
    if entity is not None and app.world.entities.get(entity).kind in THINGS:
        return move_thing(app, app.world.entities.get(entity), given)
    attitude = heading_wxyz(number(given, "heading_deg")) if "heading_deg" in given else None
    return teleport(text(given, "name"), numbers(given, "position_ned_m", 3), attitude)


@_verb("set_state", "name", *STATE_COLUMNS, "attitude_deg", "velocity_ned_mps", "align_estimator")
def _set_state(app: App, given: Arguments) -> Command:
    for one, other in (("attitude_wxyz", "attitude_deg"), ("velocity_frd_mps", "velocity_ned_mps")):
        if one in given and other in given:
            raise CommandRefused(f"give either '{one}' or '{other}'")
    values = {
        column: numbers(given, column, size)
        for column, size in STATE_COLUMNS.items()
        if column in given
    }
    if "attitude_deg" in given:
        roll, pitch, yaw = (radians(angle) for angle in numbers(given, "attitude_deg", 3))
        values["attitude_wxyz"] = from_euler(roll, pitch, yaw)
    velocity = numbers(given, "velocity_ned_mps", 3) if "velocity_ned_mps" in given else None
    align = given.get("align_estimator", False)
    if not isinstance(align, bool):
        raise CommandRefused("argument 'align_estimator' is true or false")
    return SetState(text(given, "name"), values, velocity, align)


@_verb("align_estimator", "name")
def _align_estimator(app: App, given: Arguments) -> Command:
    if "name" in given:
        return AlignEstimator(text(given, "name"))
    able = [record.name for record in app.world.models() if ALIGNMENT_FACT in record.facts]
    if not able:
        raise CommandRefused("no vehicle has an autopilot whose estimator can be aligned")
    return _ForAll([AlignEstimator(name) for name in able])


@_verb("rename", "name", "new_name")
def _rename(app: App, given: Arguments) -> Command:
    name = text(given, "name")
    is_vehicle = name in {record.name for record in app.world.models()}
    new = new_vehicle_name if is_vehicle else new_name
    return Rename(name, new(given, "new_name"))


@_verb("set", "name", "values")
def _set(app: App, given: Arguments) -> Command:
    values = given.get("values")
    if not isinstance(values, Mapping) or not values:
        raise CommandRefused("argument 'values' must map columns to numbers")
    if not all(isinstance(column, str) for column in values):
        raise CommandRefused("argument 'values' must map columns to numbers")
    given_numbers = {
        column: numbers(values, column, len(value) if isinstance(value, (list, tuple)) else 1)
        for column, value in values.items()
    }
    check_state({c: some for c, some in given_numbers.items() if c in STATE_COLUMNS})
    return SetColumns(text(given, "name"), values)


@_verb("push", "name", "force_ned_n", "torque_frd_nm")
def _push(app: App, given: Arguments) -> Command:
    values: dict[str, Value] = {"external_force_ned_n": numbers(given, "force_ned_n", 3)}
    if "torque_frd_nm" in given:
        values["external_torque_frd_nm"] = numbers(given, "torque_frd_nm", 3)
    return SetColumns(text(given, "name"), values)


@_verb("actuators", "name", "commands")
def _actuators(app: App, given: Arguments) -> Command:
    name, commands = text(given, "name"), given.get("commands")
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
    return SetColumns(name, {column: numbers(given, "commands", len(commands))})


@_verb("wind", "name", "mean_ned_mps")
def _wind(app: App, given: Arguments) -> Command:
    values = {"wind_mean_ned_mps": numbers(given, "mean_ned_mps", 3)}
    if "name" in given:
        return SetColumns(text(given, "name"), values)
    feeling = [
        record.name
        for record, table in app.world.each()
        if "wind_mean_ned_mps" in table.layout.places
    ]
    if not feeling:
        raise CommandRefused("no vehicle feels wind here: add the system 'wind' to the world")
    return _ForAll([SetColumns(name, values) for name in feeling])


class _ForAll:
    """One thing for several vehicles, undone for each with its own old values."""

    def __init__(self, parts: Sequence[Command]) -> None:
        self._parts = tuple(parts)

    def apply(self, world: Any) -> Command:
        undoings: list[Command] = []
        try:
            for part in self._parts:
                undoings.insert(0, part.apply(world))
        except CommandRefused:
            for undoing in undoings:
                undoing.apply(world)
            raise
        return _ForAll(undoings)


_verb("undo")(lambda app, given: Undo())
_verb("redo")(lambda app, given: Redo())


def _step(app: App, given: Arguments) -> None:
    ticks = given.get("ticks", 1)
    if isinstance(ticks, bool) or not isinstance(ticks, int) or not 1 <= ticks <= _MOST_STEPS:
        raise CommandRefused(f"argument 'ticks' is a whole number from 1 to {_MOST_STEPS}")
    try:
        app.step(ticks)
    except ValueError as refusal:
        raise CommandRefused(str(refusal)) from None


def _speed(app: App, given: Arguments) -> None:
    factor = inf if given.get("factor") == "max" else number(given, "factor")
    if not factor > 0.0:
        raise CommandRefused("argument 'factor' is a number above 0, or max")
    try:
        app.set_speed(factor)
    except ValueError as refusal:
        raise CommandRefused(str(refusal)) from None


def _fly_again(app: App) -> None:
    app.reset()
    app.pause(False)


OF_THE_WHOLE_RUN: Mapping[str, Callable[[App, Arguments], None]] = {
    "pause": lambda app, given: app.pause(True),
    "play": lambda app, given: app.pause(False),
    "step": _step,
    "speed": _speed,
    "reset": lambda app, given: app.reset(),
    "fly_again": lambda app, given: _fly_again(app),
}
AT_ONCE: Mapping[str, Callable[[App, Arguments], Reply | None]] = {**SPEECH, **OF_THE_WHOLE_RUN}
"""What is done when its turn comes and cannot be undone; some give back where an answer arrives."""
ARGUMENTS.update(dict.fromkeys(OF_THE_WHOLE_RUN, ()), step=("ticks",), speed=("factor",))
ARGUMENTS.update(publish=("topic", "message"), call=("service", "request"))
RESETS = ("reset", "fly_again")
"""Those that set the run back to its start."""


def check_arguments(verb: str, given: Arguments) -> None:
    """Refuse arguments that a verb does not have, and numbers that nobody can use."""
    if verb in ARGUMENTS:
        only(verb, given, ARGUMENTS[verb])
    check_sizes(given)


def find_verb(name: str, verbs: Mapping[str, Verb] = VERBS) -> Verb:
    """The meaning of a verb; an unknown one suggests the nearest."""
    if name not in verbs:
        known = [*verbs, *AT_ONCE]
        near = get_close_matches(name[:_LONGEST_VERB], known, 1)
        hint = f"did you mean '{near[0]}'?" if near else f"use one of {', '.join(known)}"
        raise CommandRefused(f"unknown command '{name[:_LONGEST_VERB]}': {hint}")
    return verbs[name]
