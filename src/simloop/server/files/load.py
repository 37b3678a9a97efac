"""Loads a scenario by name or path and resolves everything it refers to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from simloop.server.files.convert import build, mapping_of
from simloop.server.files.find import LIBRARY, Kind
from simloop.server.files.fleet import Fleet, entry_marks
from simloop.server.files.layers import apply_set, load_tree, merged
from simloop.server.files.lock import load_lock
from simloop.server.files.memory import remembered
from simloop.server.files.mistake import FileMistake, Mark
from simloop.server.files.parameters import with_parameters
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.files.scenario_file import ScenarioFile
from simloop.server.files.settings import Settings
from simloop.server.files.vehicle_file import VehicleFile
from simloop.server.files.world_file import WorldFile
from simloop.server.files.yaml_tree import Node, node_of, read_yaml
from simloop.server.nearest import suggestion

COMMAND_LINE = Mark("")
MODELS: Mapping[Kind, type] = {"world": WorldFile, "vehicle": VehicleFile, "scenario": ScenarioFile}


@dataclass(frozen=True, slots=True)
class ServerFile:
    """The server configuration: systems that every run has unless its world removes them."""

    systems: Mapping[str, Settings] = field(default_factory=dict)
    """Plugins by name, each with its settings."""


def load_scenario(
    name_or_path: str,
    *,
    vehicle: str | None = None,
    count: int | None = None,
    seed: int | None = None,
    sets: Sequence[str] = (),
    parameter_file: str | None = None,
    memory: str | None = None,
) -> ResolvedScenario:
    """Load a scenario file with the changes of the command line laid over it, or a lock file."""
    if name_or_path.endswith(".lock"):
        _refuse_changes(vehicle, count, seed, parameter_file, memory, *sets)
        return load_lock(Path(name_or_path))
    tree = load_tree("scenario", Node(name_or_path, COMMAND_LINE))
    tree = _with_options(tree, vehicle, count, seed)
    tree = _with_files(tree, parameter_file, memory)
    for assignment in sets:
        tree = apply_set(tree, assignment)
    return resolve(build(ScenarioFile, tree, ""), tree)


def load_world(name_or_path: str) -> WorldFile:
    """Load one world file."""
    return build(WorldFile, load_tree("world", Node(name_or_path, COMMAND_LINE)), "")


def load_vehicle(name_or_path: str) -> VehicleFile:
    """Load one vehicle file."""
    return build(VehicleFile, load_tree("vehicle", Node(name_or_path, COMMAND_LINE)), "")


def resolve(scenario: ScenarioFile, tree: Node) -> ResolvedScenario:
    """Look up every name of a scenario; `tree` is what it was built from."""
    world_tree = load_tree("world", scenario.world.node)
    world = build(WorldFile, world_tree, "world")
    fleet = Fleet()
    for entry, mark in zip(scenario.vehicles, entry_marks(tree), strict=True):
        fleet.add(entry, mark)
    return ResolvedScenario(
        name=scenario.name,
        description=scenario.description,
        seed=scenario.seed,
        tick_rate_hz=scenario.tick_rate_hz or world.tick_rate_hz,
        duration_s=scenario.duration_s,
        speed=scenario.speed,
        time_mode=scenario.time_mode,
        step_size_us=scenario.step_size_us,
        real_time_multiplier=scenario.real_time_multiplier,
        default_pub_rate_us=scenario.default_pub_rate_us,
        patience=scenario.patience,
        record=scenario.record,
        success=scenario.success,
        timeline=tuple(sorted(scenario.timeline, key=lambda event: event.at_s)),
        systems=_joined(_default_systems(world, world_tree), world.systems, scenario.systems),
        world=world,
        models=_tuned(fleet.models, scenario, tree),
        vehicles=tuple(fleet.vehicles),
        links=_joined(scenario.links),
        adapters=_joined(scenario.adapters),
        memory=None if scenario.memory is None else remembered(scenario.memory),
    )


def _tuned(
    models: Mapping[str, VehicleFile], scenario: ScenarioFile, tree: Node
) -> Mapping[str, VehicleFile]:
    """The models with the parameters of the scenario's file."""
    if scenario.parameter_file is None:
        return models
    mark = mapping_of(tree, "")["parameter_file"].mark
    return with_parameters(models, Path(mark.path).parent / scenario.parameter_file, mark)


def _joined(*layers: Mapping[str, Settings]) -> dict[str, Settings]:
    systems: dict[str, Settings] = {}
    for layer in layers:
        for name, settings in layer.items():
            if settings.off:
                if systems.pop(name, None) is None:
                    fix = suggestion(name, systems)
                    raise FileMistake(settings.node.mark, f"no system '{name}' to take out", fix)
                continue
            under = systems.get(name, settings).node
            systems[name] = Settings.from_node(merged(under, settings.node), name)
    return systems


def _refuse_changes(*options: str | int | None) -> None:
    if any(option is not None for option in options):
        fix = (
            "leave out --vehicle, --count, --seed, --set, --params and --memory, "
            "or run the scenario itself"
        )
        raise FileMistake(None, "a lock file is a complete run", fix)


def _default_systems(world: WorldFile, tree: Node) -> dict[str, Settings]:
    defaults = build(ServerFile, read_yaml(LIBRARY / "server.yaml"), "").systems
    for name in world.remove:
        if name not in defaults:
            entries = tree.value if isinstance(tree.value, dict) else {}
            fix = suggestion(name, defaults)
            raise FileMistake(entries["remove"].mark, f"no default system '{name}' to remove", fix)
    return {name: settings for name, settings in defaults.items() if name not in world.remove}


def _with_options(tree: Node, vehicle: str | None, count: int | None, seed: int | None) -> Node:
    entries = dict(tree.value) if isinstance(tree.value, dict) else {}
    if seed is not None:
        entries["seed"] = Node(seed, Mark("--seed"))
    listed = entries.get("vehicles", Node(None, tree.mark))
    if isinstance(listed.value, list) and (vehicle is not None or count is not None):
        entries["vehicles"] = _with_vehicle(listed, vehicle, count)
    return Node(entries, tree.mark)


def _with_files(tree: Node, parameter_file: str | None, memory: str | None) -> Node:
    entries = dict(mapping_of(tree, ""))
    if parameter_file is not None:
        # The command line counts from where the user stands.
        entries["parameter_file"] = Node(str(Path(parameter_file).absolute()), Mark("--params"))
    if memory is not None:
        entries["memory"] = Node(memory, Mark("--memory"))
    return Node(entries, tree.mark)


def _with_vehicle(listed: Node, vehicle: str | None, count: int | None) -> Node:
    items = listed.value if isinstance(listed.value, list) else []
    if count is not None and len(items) != 1:
        fix = "use '--set vehicles[0].count=N' for the one you mean"
        message = f"the scenario lists {len(items)} vehicles of its own"
        raise FileMistake(Mark("--count"), message, fix)
    given = {"--vehicle": ("model", vehicle), "--count": ("count", count)}
    changes = {
        key: node_of(value, Mark(option))
        for option, (key, value) in given.items()
        if value is not None
    }
    changed = [
        Node({**item.value, **changes}, item.mark) if isinstance(item.value, dict) else item
        for item in items
    ]
    return Node(changed, listed.mark)
