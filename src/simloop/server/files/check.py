"""Checks one file of any kind, as `simloop check FILE` does."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import get_args

from simloop.server.files.find import Kind, folder_of
from simloop.server.files.load import MODELS, load_scenario, load_vehicle, load_world
from simloop.server.files.lock import load_lock
from simloop.server.files.parts import check_plugins, configure, equip, equip_vehicle
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.files.vehicle_file import VehicleFile
from simloop.server.files.yaml_tree import Node, read_yaml
from simloop.server.plugins import Registry
from simloop.world.plugin import VehicleKit

# A vehicle file alone says nothing about time; this is the default of worlds.
TICK_RATE_HZ = 400


@dataclass(frozen=True, slots=True)
class Checked:
    """What a file turned out to be."""

    kind: Kind | str
    """World, vehicle, scenario or lock."""
    name: str
    """Its name."""
    scenario: ResolvedScenario | None = None
    """The run, if it is one."""
    vehicles: tuple[VehicleFile, ...] = ()
    """Every model that it names."""


def check_file(path: Path, registry: Registry) -> Checked:
    """Read a file with everything it refers to; the first mistake is raised."""
    if path.suffix == ".lock":
        resolved = load_lock(path)
        check_plugins(resolved, registry)
        return Checked("lock", resolved.name, resolved, tuple(resolved.models.values()))
    kind = kind_of(read_yaml(path), path)
    place = str(path.absolute())
    if kind == "scenario":
        resolved = load_scenario(place)
        check_plugins(resolved, registry)
        return Checked(kind, resolved.name, resolved, tuple(resolved.models.values()))
    if kind == "vehicle":
        vehicle = load_vehicle(place)
        equip_vehicle(VehicleKit(TICK_RATE_HZ), registry, vehicle, {})
        return Checked(kind, vehicle.name, vehicles=(vehicle,))
    world = load_world(place)
    kit = VehicleKit(world.tick_rate_hz)
    for name, settings in world.systems.items():
        plugin, _ = configure(registry, name, settings, tick_rate_hz=world.tick_rate_hz)
        if hasattr(plugin, "equip"):
            equip(kit, registry, name, settings)
    return Checked(kind, world.name)


def kind_of(root: Node, path: Path) -> Kind:
    """The kind whose keys a file uses most; in doubt its directory decides."""
    keys = set(root.value) if isinstance(root.value, dict) else set()
    kinds: tuple[Kind, ...] = get_args(Kind)

    def likeness(kind: Kind) -> tuple[int, bool, bool]:
        known = {item.name for item in fields(MODELS[kind])}
        return len(keys & known), path.parent.name == folder_of(kind), kind == "scenario"

    return max(kinds, key=likeness)
