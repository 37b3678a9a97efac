"""Checks that a system plugin has the shape all plugins have, and does what it declares."""

import ast
import importlib
import inspect
import sys
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from types import ModuleType
from typing import Any

import numpy as np

from simloop.component import ColumnGroup, Component
from simloop.testing.plain_app import PlainApp
from simloop.world.arena import Arena
from simloop.world.body import BODY_COMPONENTS
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.runner import TickInfo
from simloop.world.schedule import Access, class_order
from simloop.world.step import Timing
from simloop.world.steps import TableSteps
from simloop.world.system import BlockSystem, PythonSystem
from simloop.world.table import Table
from simloop.world.world import ModelSpec, World

VEHICLE = "vehicle_0"
TICK_RATE_HZ = 400


def check_system_plugin(
    plugin: ModuleType, *, config: Any = None, beside: Sequence[ModuleType] = ()
) -> None:
    """Raise AssertionError, saying what is wrong, unless the plugin keeps the contract.

    Args:
        plugin: what the entry point names: a package with Config, and equip or build.
        config: settings to try, if Config cannot be made without arguments. The world to try them
            in has one vehicle, `vehicle_0`.
        beside: plugins whose columns this one needs; they equip the vehicle first.
    """
    name = plugin.__name__
    _check_shape(plugin, name)
    _check_config(plugin, name)
    settings = _default_config(plugin, name) if config is None else config
    if hasattr(plugin, "equip"):
        _check_equip(plugin, name, settings, beside)
    if hasattr(plugin, "build"):
        _check_build(plugin, name, settings, beside)


def _check_shape(plugin: ModuleType, name: str) -> None:
    assert hasattr(plugin, "__path__"), f"{name} must be a folder with an __init__.py"
    assert plugin.__doc__, f"{name} needs a docstring: one sentence, what it is for"
    given = [verb for verb in ("equip", "build") if hasattr(plugin, verb)]
    assert given, f"{name} needs equip(kit, config) for vehicles, or build(app, config) for worlds"
    for verb in given:
        function = getattr(plugin, verb)
        count = len(inspect.signature(function).parameters)
        assert count == 2, f"{name}.{verb} must take two arguments, not {count}"
        assert function.__doc__, f"{name}.{verb} needs a docstring"


def _check_config(plugin: ModuleType, name: str) -> None:
    config_class: Any = getattr(plugin, "Config", None)
    assert is_dataclass(config_class), f"{name} needs a dataclass Config"
    frozen = getattr(config_class, "__dataclass_params__").frozen  # noqa: B009
    assert frozen, f"{name}.Config must be frozen"
    documented = _documented(config_class)
    for item in fields(config_class):
        assert item.name in documented, (
            f"{name}.Config.{item.name} has no text: write what it means below the field, "
            "with its unit"
        )


def _default_config(plugin: ModuleType, name: str) -> Any:
    required = [f.name for f in fields(plugin.Config) if f.default is f.default_factory is MISSING]
    assert not required, (
        f"{name}.Config has no default for {', '.join(required)}: pass config= to the checker"
    )
    return plugin.Config()


def _documented(config_class: Any) -> set[str]:
    """Fields with a meaning, a string below them, or a line under `Attributes:`."""
    listed = (inspect.getdoc(config_class) or "").partition("Attributes:\n")[2].splitlines()
    found = {line.strip().partition(":")[0] for line in listed if ":" in line}
    found |= {item.name for item in fields(config_class) if item.metadata.get("meaning")}
    body = ast.parse(textwrap.dedent(inspect.getsource(config_class))).body[0]
    assert isinstance(body, ast.ClassDef)
    for item, below in zip(body.body, body.body[1:], strict=False):
        text = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
        if text and isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            found.add(item.target.id)
    return found


def _check_equip(plugin: ModuleType, name: str, config: Any, beside: Sequence[ModuleType]) -> None:
    before, kit, twin = (_kit(beside) for _ in range(3))
    for each in (kit, twin):
        _try(f"{name}.equip with {config}", lambda each=each: plugin.equip(each, config))
    vehicle_class = VehicleClass.from_kit(kit)
    assert vehicle_class == VehicleClass.from_kit(twin), (
        f"{name}.equip gives two vehicles of one config two structures: they must share a class"
    )
    brought = [part for part in kit.components if part not in before.components]
    _check_components(plugin, name, brought)
    _try(f"the schedule with {name}", lambda: class_order(vehicle_class))
    table = Table(vehicle_class, 1)
    values = kit.values
    table.add_row(_try(f"the values that {name} sets", lambda: table.template(values)))
    known = {system.name for system in before.systems}
    _check_blocks(name, table, {s.name for s in kit.systems} - known)


def _check_components(plugin: ModuleType, name: str, brought: Sequence[ColumnGroup]) -> None:
    # Delay lines are made from the sensor's own components; outputs, water and power are shared.
    shared = _shared_components()
    own = [p for p in brought if not p.name.endswith("_line") and p not in shared]
    if not own:
        return
    declared = _try(
        f"{name}: components belong into {name}.components",
        lambda: importlib.import_module(f"{plugin.__name__}.components"),
    )
    modules = [declared, *_component_modules(plugin)]
    for part in own:
        assert part.meaning, f"{name}: component {part.name} needs a meaning"
        assert any(part in _groups_in(module) for module in modules), (
            f"{name}: component {part.name} is not declared in {declared.__name__}"
        )


def _component_modules(plugin: ModuleType) -> list[ModuleType]:
    """Those of a plugin that has several."""
    names = (name for name in sys.modules if name.startswith(f"{plugin.__name__}."))
    return [sys.modules[name] for name in names if name.endswith("components")]


def _shared_components() -> list[ColumnGroup]:
    """The components that several plugins may bring."""
    modules = [module for name, module in sys.modules.items() if name.startswith("simloop.world.")]
    return [group for module in modules for group in _groups_in(module)]


def _groups_in(module: ModuleType) -> list[ColumnGroup]:
    """The columns of all components that a module declares."""
    things = list(vars(module).values())
    classes = [t for t in things if isinstance(t, type) and issubclass(t, Component)]
    groups = [thing for thing in things if isinstance(thing, ColumnGroup)]
    return groups + [group for each in classes for group in each.groups()]


def _check_blocks(name: str, table: Table, own: set[str]) -> None:
    """Let each block system run once and see which columns changed."""
    steps = TableSteps(table, compiled=False)
    for number, system in enumerate(steps.systems):
        timing = Timing.of(system, TICK_RATE_HZ)
        due, before = timing.delay + timing.period, _columns(table)
        _try(
            f"{name}: system {system.name}",
            lambda number=number, due=due: steps.run(
                number, number + 1, tick=due, ticks=1, pool=None
            ),
        )
        if system.name in own:
            _check_writes(name, system, before, _columns(table))


def _check_build(plugin: ModuleType, name: str, config: Any, beside: Sequence[ModuleType]) -> None:
    kit = _kit(beside)
    spec = ModelSpec(VehicleClass.from_kit(kit), dict(kit.values))
    app = PlainApp(World(seed=0, tick_rate_hz=TICK_RATE_HZ), {"model": spec})
    app.world.spawn(VEHICLE, spec, {})
    _try(f"{name}.build with {config}", lambda: plugin.build(app, config))
    app.runner.mark_start()
    for system in app.runner.systems:
        before = _columns(app.world.tables[0])
        _try(
            f"{name}: system {system.name} in its first tick",
            lambda system=system: system.run(TickInfo(1, TICK_RATE_HZ)),
        )
        _check_writes(name, system, before, _columns(app.world.tables[0]))
    app.runner.reset()
    _try(f"{name}: a tick of its systems", lambda: app.runner.advance(2))
    for system in app.runner.systems:
        app.remove_system(system.name)
    app.runner.advance(1)


def _check_writes(
    name: str,
    system: BlockSystem | PythonSystem,
    before: Mapping[str, Arena],
    after: Mapping[str, Arena],
) -> None:
    declared = Access.of(system).writes
    for column, values in after.items():
        if column in declared:
            assert np.all(np.isfinite(values)), (
                f"{name}: system {system.name} writes {values.tolist()} into {column}"
            )
        else:
            assert np.array_equal(values, before[column]), (
                f"{name}: system {system.name} changes column {column}, "
                f"but declares to write {', '.join(sorted(declared)) or 'nothing'}"
            )


def _kit(beside: Sequence[ModuleType]) -> VehicleKit:
    kit = VehicleKit(TICK_RATE_HZ)
    for component in BODY_COMPONENTS:
        kit.component(component)
    for plugin in beside:
        plugin.equip(kit, plugin.Config())
    return kit


def _columns(table: Table) -> dict[str, Arena]:
    return {column: table.read(column) for column in table.layout.places}


def _try(what: str, action: Any) -> Any:
    try:
        return action()
    # Plugins are foreign code: whatever they raise is told as their own fault.
    except Exception as error:
        raise AssertionError(f"{what}: {type(error).__name__}: {error}") from error
