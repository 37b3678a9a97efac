"""Writes the pages of docs/ that come from code.

`python -m simloop.cli.generate` writes them, `--check` names those that are out of date.
"""

import argparse
import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from inspect import cleandoc
from pathlib import Path
from typing import Any, get_args

from simloop.component.column import ColumnGroup, Kind
from simloop.firmware.fields import (
    command,
    link,
    mission,
    multirotor,
    navigation,
    radio,
    safety,
    surface,
    vtol,
    wing_settings,
)
from simloop.firmware.parameters.page import parameter_page
from simloop.messages.catalog import MESSAGE_TYPES
from simloop.messages.document import render_messages
from simloop.server.files import schema
from simloop.server.files.convert import field_types, is_union
from simloop.server.files.find import LIBRARY
from simloop.server.files.load import load_world
from simloop.server.files.lock import plain
from simloop.server.plugins import AUTOPILOTS, SYSTEMS, Registry
from simloop.server.simulation import Simulation
from simloop.transport.document import render_services, render_topics
from simloop.world.document import render_components, render_schedule, table, writers_of
from simloop.world.schedule import class_order
from simloop.world.system import System

COMMAND = "python -m simloop.cli.generate"
_NOTE = f"<!-- Written by `{COMMAND}`; change the code, not this page. -->"


def pages() -> dict[str, str]:
    """Path and text of every generated file; building them compiles nothing."""
    quad = Simulation.load("square")
    schemas = schema.documents(quad.registry)
    return {
        "docs/components.md": components_page(),
        "docs/topics.md": topics_page(quad),
        "docs/parameters.md": parameters_page(quad),
        "docs/systems.md": systems_page(quad),
        **{f"docs/schema/{name}": text for name, text in schemas.items()},
    }


def components_page() -> str:
    """Every column of every vehicle of the library."""
    components: dict[str, ColumnGroup] = {}
    compiled: dict[str, System] = {}
    plain_python: dict[str, System] = {}
    for simulation in _all_kinds():
        for each in simulation.world.tables:
            for component in each.vehicle_class.components:
                components.setdefault(component.name, component)
            for system in class_order(each.vehicle_class):
                compiled.setdefault(system.name, system)
        for other in simulation.runner.systems:
            plain_python.setdefault(other.name, other)
    kinds = table(("kind", "meaning"), [(kind.name, kind.value) for kind in Kind])
    return _page(
        "Components",
        "All numbers of a vehicle are columns, and columns are grouped into components. These are "
        "the columns of the vehicles in the library, with the systems that write them. "
        "A size in capitals is a constant of the vehicle class. A default is what a row holds "
        "before a vehicle file, a scenario or a plugin sets it.",
        kinds,
        render_components(
            components.values(), writers_of([*compiled.values(), *plain_python.values()])
        ),
    )


def _all_kinds() -> Iterator[Simulation]:
    """The quad in a square, one vehicle in each kind of world, then every vehicle."""
    yield Simulation.load("square")
    seen: set[tuple[str, str]] = set()
    for file in _library("worlds"):
        # One plugin has several models, such as those of turbulence.
        systems = load_world(file).systems
        plugins = {(name, str(each.values.get("model"))) for name, each in systems.items()}
        if not plugins <= seen:
            seen |= plugins
            yield Simulation.load("stand", sets=[f"world={file}"])
    for file in _library("vehicles"):
        yield Simulation.load("stand", vehicle=file)


def _library(folder: str) -> list[str]:
    return sorted(str(file) for file in (LIBRARY / folder).glob("*.yaml"))


def topics_page(quad: Simulation) -> str:
    """What a run with one vehicle advertises and serves, and the types it uses."""
    graph = quad.bus.graph()
    return _page(
        "Topics and services",
        "What a run with one vehicle publishes and serves. With several vehicles every topic of a "
        "vehicle starts with the vehicle's name, as in `quad_3/sim/truth_state`. Nothing is built "
        "without a subscriber; messages are delivered at the end of the tick that they tell of. "
        "`sim/*` topics are NED and FRD.",
        f"## Topics\n\n{render_topics(graph.topics)}",
        f"## Services\n\n{render_services(graph.services)}",
        "## Messages\n\nDefinitions as in .msg files; the names and layouts are those of ROS 2.",
        render_messages(MESSAGE_TYPES),
    )


def parameters_page(quad: Simulation) -> str:
    """What a pilot or a tuner may set, by part of the firmware."""
    parts = {
        "Estimators": (*navigation.PARAMETERS, *navigation.STATE),
        "Modes and missions": (*command.Vehicle.columns, *mission.FlightSettings.columns),
        "State manager, failsafes and fence": safety.SAFETY,
        "Radio control": radio.RADIO,
        "Link": link.LinkSettings.columns,
        "Multirotors": multirotor.PARAMETERS,
        "Wings": wing_settings.WING_PARAMETERS,
        "VTOL": vtol.VtolSettings.columns,
        "Rovers and boats": surface.SURFACE_FIELDS,
    }
    return _page(
        "Firmware parameters",
        "Set them in a vehicle file below `autopilot: settings: parameters:`, for one run with "
        "`--set`, or from a ground station. Gains are designed from the vehicle file, so what a "
        "vehicle holds may differ from the default shown here.",
        parameter_page(parts),
    )


def systems_page(quad: Simulation) -> str:
    """The settings of every plugin that simloop brings, and the schedule of a vehicle."""
    registry = quad.registry
    schedule = class_order(quad.world.tables[0].vehicle_class)
    return _page(
        "System plugins",
        "What a world, vehicle or scenario file may name, and the settings of each. A plugin that "
        "*equips vehicles* gives columns and compiled systems to each of them; one that *joins the "
        "world* adds Python systems, services or topics.",
        *(_plugin_section(registry, name, SYSTEMS) for name in _own(registry, SYSTEMS)),
        "## Autopilots\n\nNamed by `autopilot: kind:` of a vehicle file.",
        *(
            _plugin_section(registry, name, AUTOPILOTS, "###")
            for name in _own(registry, AUTOPILOTS)
        ),
        "## The schedule of a vehicle\n\nThe compiled systems of the library's `quad` in the "
        f"scenario `square`, in the order of a tick, at {quad.tick_rate_hz} Hz.",
        render_schedule(schedule, quad.tick_rate_hz),
    )


def _own(registry: Registry, group: str) -> list[str]:
    """Plugins of this package; others have pages of their own."""
    return [p.name for p in registry.plugins(group) if p.target.startswith("simloop.")]


def _plugin_section(registry: Registry, name: str, group: str, mark: str = "##") -> str:
    plugin = registry.load(name, group)
    roles = {"equip": "equips vehicles", "build": "joins the world"}
    role = " and ".join(text for verb, text in roles.items() if hasattr(plugin, verb))
    text = f"{mark} {name}\n\n{cleandoc(plugin.__doc__ or '')}\n\n*{role[:1].upper()}{role[1:]}.*\n"
    config = getattr(plugin, "Config", None)
    return text if config is None else f"{text}\n{_settings(config)}"


def _settings(config: type) -> str:
    """A table of a Config's fields, followed by those of the types it is made of."""
    if not fields(config):
        return "No settings.\n"
    hints, docs = field_types(config), schema.field_docs(config)
    rows = [
        (f"`{f.name}`", _type_words(hints[f.name]), _default(f), _sentence(docs.get(f.name, "")))
        for f in fields(config)
    ]
    text = table(("setting", "type", "default", "meaning"), rows)
    for part in dict.fromkeys(part for hint in hints.values() for part in _parts(hint)):
        article = "An" if part.__name__[0] in "AEIOU" else "A"
        text += f"\n{article} `{part.__name__}`:\n\n{_settings(part)}"
    return text


def _parts(hint: Any) -> Iterator[type]:
    """The dataclasses that a type is made of: a field may be a sequence or choice of them."""
    # A type that reads itself has no keys.
    if is_dataclass(hint) and isinstance(hint, type) and not hasattr(hint, "from_node"):
        yield hint
    for inner in get_args(hint):
        yield from _parts(inner)


def _type_words(hint: Any) -> str:
    if is_union(hint):
        return f"`{' | '.join(_type_words(kind).strip('`') for kind in get_args(hint))}`"
    if hint is type(None):
        return "`None`"
    text = hint.__name__ if isinstance(hint, type) and not get_args(hint) else str(hint)
    # A class is known by its last name.
    return f"`{re.sub(r'(?:[a-z_]+[.])+(?=[A-Z])', '', text)}`"


def _default(field: Any) -> str:
    if field.default is field.default_factory is MISSING:
        return ""
    value = field.default if field.default_factory is MISSING else field.default_factory()
    if value in ("", {}):
        return "empty"
    return "not set" if value is None else f"`{_said(value)}`"


def _said(value: Any) -> Any:
    """A default as one would write it: of a dataclass, only what is not its own default."""
    if isinstance(value, tuple):
        return [_said(entry) for entry in value]
    if not is_dataclass(value) or isinstance(value, type):
        return plain(value)
    pairs = {f.name: (f.default, getattr(value, f.name)) for f in fields(value)}
    return {name: _said(now) for name, (usual, now) in pairs.items() if now != usual}


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _page(title: str, intro: str, *parts: str) -> str:
    head = [f"# {title}", _NOTE, textwrap.fill(intro, 110)]
    return "\n\n".join([*head, *(part.strip() for part in parts)]) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Write the pages, or name those that are out of date."""
    parser = argparse.ArgumentParser(description="write the pages of docs/ that come from code")
    parser.add_argument("--check", action="store_true", help="only verify that they are current")
    parser.add_argument("--root", type=Path, default=Path(), help="where docs/ is")
    options = parser.parse_args(arguments)
    stale = []
    for name, text in pages().items():
        path: Path = options.root / name
        current = path.read_text(encoding="utf-8") if path.is_file() else None
        if current == text:
            continue
        if options.check:
            stale.append(name)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path}")
    for name in stale:
        print(f"{name} is out of date: run {COMMAND}", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
