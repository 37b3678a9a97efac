"""Turns the vehicle entries of a scenario into single vehicles with names, places, missions."""

from collections.abc import Iterator
from math import isqrt

from simloop.server.files.convert import build, mapping_of
from simloop.server.files.layers import load_tree, merged, set_value
from simloop.server.files.mistake import FileMistake, Mark
from simloop.server.files.resolved import ResolvedMission, ResolvedVehicle, check_totals
from simloop.server.files.scenario_file import Mission, Point, ScenarioVehicle
from simloop.server.files.vehicle_file import DEFAULT_PILOT, VehicleFile
from simloop.server.files.yaml_tree import Node
from simloop.sitl.foreign_body import NATIVE
from simloop.transport.names import name_fault

# What stays on ground or water wherever it goes.
SURFACE_KINDS = ("rover", "vessel")
# Height of take-off and speed where nobody names any; a wing's autopilot knows better.
_USUAL = (10.0, 5.0)
# The adapter of vehicles whose dynamics bear its name.
JSBSIM = "jsbsim"
_WINGED = ("fixed_wing", "vtol")


class Fleet:
    """Collects the vehicles of a run, keeping names and places apart."""

    def __init__(self) -> None:
        """Start empty."""
        self.models: dict[str, VehicleFile] = {}
        self.vehicles: list[ResolvedVehicle] = []
        self._numbers: dict[str, int] = {}
        self._names: set[str] = set()
        self._places: dict[Point, str] = {}
        self._ids: dict[int, str] = {}
        self._longest = 0

    def add(self, entry: ScenarioVehicle, mark: Mark) -> None:
        """Expand one entry; `mark` is where the scenario lists it."""
        model = load_model(entry)
        check_heights(entry.mission, model, mark)
        self._count(entry, mark)
        key = self._model_key(model)
        for index, place in enumerate(grid(entry)):
            name = self._name(entry, index, model, mark)
            self._stand(name, place, mark)
            mission = placed_mission(entry.mission, model, place)
            self.vehicles.append(
                ResolvedVehicle(
                    name,
                    key,
                    place,
                    entry.heading_deg % 360.0,
                    mission,
                    entry.attitude_deg,
                    entry.initial,
                    entry.trim,
                    adapter_of(entry, model, mark),
                    self._id(entry, index, name, mark),
                )
            )

    def _model_key(self, model: VehicleFile) -> str:
        # Two entries may change one model in different ways; equal models share a key.
        number = 1
        key = model.name
        while self.models.setdefault(key, model) != model:
            number += 1
            key = f"{model.name}_{number}"
        return key

    def _count(self, entry: ScenarioVehicle, mark: Mark) -> None:
        """Refuse what would not fit into memory, before any of it is written out."""
        mission = entry.mission
        if mission is not None:
            length = len(mission.waypoints_ned_m) * mission.laps
            self._longest = max(self._longest, length)
        try:
            check_totals(len(self.vehicles) + entry.count, self._longest)
        except ValueError as error:
            raise FileMistake(mark, str(error)) from None

    def _name(self, entry: ScenarioVehicle, index: int, model: VehicleFile, mark: Mark) -> str:
        if entry.name is None:
            number = self._numbers.get(model.name, 0)
            self._numbers[model.name] = number + 1
            name = f"{model.name}_{number}"
        else:
            # A name that was given stays with the first, however many follow.
            name = entry.name if index == 0 else f"{entry.name}_{index}"
        if entry.name is not None and name_fault(name) is not None:
            fix = "use letters, digits and _, and begin with a letter"
            raise FileMistake(mark, f"'{name}' is no name for a vehicle", fix)
        if name in self._names:
            raise FileMistake(mark, f"two vehicles are called '{name}'", "change one 'name'")
        self._names.add(name)
        return name

    def _id(self, entry: ScenarioVehicle, index: int, name: str, mark: Mark) -> int | None:
        if entry.id is None:
            return None
        number = entry.id + index
        other = self._ids.setdefault(number, name)
        if other != name:
            fix = "give one of them another 'id'"
            raise FileMistake(mark, f"'{name}' and '{other}' both have id {number}", fix)
        return number

    def _stand(self, name: str, place: Point, mark: Mark) -> None:
        other = self._places.setdefault(place, name)
        if other != name:
            fix = "give one of them another 'position_ned_m'"
            raise FileMistake(mark, f"'{name}' and '{other}' start at the same place", fix)


def adapter_of(entry: ScenarioVehicle, model: VehicleFile, mark: Mark) -> str:
    """Who moves the vehicles of an entry; an aircraft of JSBSim brings its own simulator."""
    own = JSBSIM if JSBSIM in model.dynamics else NATIVE
    if entry.adapter in (None, own):
        return own
    if JSBSIM in (own, entry.adapter):
        message = f"'{model.name}' cannot be moved by adapter '{entry.adapter}'"
        fix = f"its dynamics need adapter '{own}': drop 'adapter:', or change 'model:'"
        raise FileMistake(mark, message, fix)
    return str(entry.adapter)


def load_model(entry: ScenarioVehicle) -> VehicleFile:
    """The vehicle file of an entry, with the entry's own changes."""
    tree = load_tree("vehicle", entry.model.node)
    for path, node in mapping_of(entry.set.node, "set").items():
        tree = set_value(tree, path, node, node.mark)
    if entry.autopilot is not None:
        tree = with_pilot(tree, entry.autopilot.node)
    return build(VehicleFile, tree, "")


def with_pilot(tree: Node, pilot: Node) -> Node:
    """The vehicle with another pilot; settings of the old one mean nothing to a new kind."""
    wanted = pilot if isinstance(pilot.value, dict) else Node({"kind": pilot}, pilot.mark)
    entries = dict(mapping_of(tree, ""))
    old = entries.get("autopilot", Node({}, pilot.mark))
    before = mapping_of(old, "autopilot")
    kind = mapping_of(wanted, "autopilot").get("kind")
    if kind is not None and kind.value != _value(before.get("kind"), DEFAULT_PILOT):
        old = Node({key: node for key, node in before.items() if key != "settings"}, old.mark)
    entries["autopilot"] = merged(old, wanted)
    return Node(entries, tree.mark)


def _value(node: Node | None, default: str) -> object:
    return default if node is None else node.value


def check_heights(mission: Mission | None, model: VehicleFile, mark: Mark) -> None:
    """Refuse waypoints on the ground for what flies."""
    if mission is None or model.kind in SURFACE_KINDS:
        return
    for index, (_, _, down_m) in enumerate(mission.waypoints_ned_m):
        if down_m >= 0.0:
            message = f"'{model.name}' flies, but waypoints_ned_m[{index}] is not above ground"
            raise FileMistake(mark, message, "write down as a negative number")


def grid(entry: ScenarioVehicle) -> Iterator[Point]:
    """Places for each vehicle of an entry, in growing squares: adding one moves no other."""
    north_m, east_m, down_m = entry.position_ned_m
    for index in range(entry.count):
        shell = isqrt(index)
        step = index - shell * shell
        row, column = (shell, step) if step <= shell else (2 * shell - step, shell)
        yield north_m + row * entry.spacing_m, east_m + column * entry.spacing_m, down_m


def placed_mission(
    mission: Mission | None, model: VehicleFile, place: Point
) -> ResolvedMission | None:
    """A mission in the world's frame, with the vehicle's own values where it leaves them open."""
    if mission is None:
        return None
    pilot = model.autopilot
    height_m, speed_mps = (None, None) if model.kind in _WINGED else _USUAL
    north_m, east_m, _ = place
    lap = tuple((n + north_m, e + east_m, d) for n, e, d in mission.waypoints_ned_m)
    return ResolvedMission(
        takeoff_altitude_m=mission.takeoff_altitude_m or pilot.takeoff_altitude_m or height_m,
        waypoints_ned_m=lap * mission.laps,
        cruise_speed_mps=mission.cruise_speed_mps or pilot.cruise_speed_mps or speed_mps,
        hold_s=mission.hold_s,
        land=mission.land,
        on_wing=mission.on_wing,
    )


def entry_marks(tree: Node) -> list[Mark]:
    """Where each vehicle entry of a scenario stands."""
    vehicles = tree.value["vehicles"] if isinstance(tree.value, dict) else tree
    return [entry.mark for entry in vehicles.value] if isinstance(vehicles.value, list) else []
