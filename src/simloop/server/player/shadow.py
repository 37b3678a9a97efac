"""The world of a recorded run, built again from its lock so that it can be looked at.

Nothing in it ever runs: its columns are written from the recording, and whatever reads a world,
such as the look of vehicles or the questions of panels, reads it as it would read a live one.
"""

from dataclasses import replace

from simloop.server.files.resolved import ResolvedScenario, ResolvedVehicle
from simloop.server.files.scenario_file import Success
from simloop.server.files.settings import Settings
from simloop.server.files.vehicle_file import VehicleFile
from simloop.server.player.states import Columns
from simloop.server.recording.repeatable import OWN_PILOTS
from simloop.server.simulation import Simulation
from simloop.studio.questions import QUESTIONS
from simloop.studio.questions.mesh import MeshAnswer, mesh_answer
from simloop.studio.readouts import plan_of, status_of
from simloop.systems.scene import SceneOffer
from simloop.systems.scene.broadcast import Plan
from simloop.systems.scene.looks import item_of
from simloop.systems.scene.messages import (
    DataMessage,
    Ground,
    Item,
    QuestionMessage,
    VehicleStatus,
    Water,
)
from simloop.systems.scene.places import ground_of, water_of
from simloop.systems.scene.poses import drive_of, index_of
from simloop.systems.scene.questions import Arguments
from simloop.world.commands import THINGS
from simloop.world.entities import Record

OWN_SIMULATOR = "lightweight"
# Questions that are answered by looking at columns alone.
_BY_COLUMNS = ("inspect", "columns", "details", "instruments")


class Shadow:
    """A world to be looked at."""

    def __init__(self, scenario: ResolvedScenario) -> None:
        self._simulation = Simulation(_alone(scenario), compiled=False, open_links=False)
        self.world = self._simulation.world
        scene = self._simulation.provided.get("scene")
        self._desk = scene.questions if isinstance(scene, SceneOffer) else None
        if self._desk is not None:
            self._desk.offer(QUESTIONS)

    def close(self) -> None:
        """Let everything go."""
        self._simulation.close()

    @property
    def questions(self) -> tuple[str, ...]:
        """What it can be asked."""
        names = () if self._desk is None else self._desk.names
        return tuple(name for name in _BY_COLUMNS if name in names)

    def mesh(self, given: Arguments) -> MeshAnswer | None:
        """The file that a look names, if it is still where the run had it."""
        return mesh_answer(self._simulation.world, given)

    @property
    def ground(self) -> Ground | None:
        """The terrain."""
        return ground_of(self._simulation.provided)

    @property
    def water(self) -> Water | None:
        """The sea."""
        return water_of(self._simulation.provided)

    @property
    def vehicles(self) -> tuple[str, ...]:
        """Who is in the world."""
        return tuple(record.name for record in self.world.models())

    def __contains__(self, name: str) -> bool:
        return self.world.entities.by_name(name) is not None

    def entities(self) -> list[Record]:
        """Everyone, vehicles and the rest."""
        return list(self.world.entities)

    def still_items(self) -> tuple[Item, ...]:
        """Obstacles and whatever else is shown and no vehicle."""
        return tuple(
            item_of(self.world, record, None, ())
            for record in self.world.entities
            if record.kind in THINGS
        )

    def still_index(self, name: str) -> int | None:
        """What names such a thing, if it was there at the start."""
        entity = self.world.entities.by_name(name)
        record = None if entity is None else self.world.entities.get(entity)
        return index_of(record) if record is not None and record.kind in THINGS else None

    def bring(self, name: str, model: str) -> bool:
        """Let a vehicle join that came later; False if its model is not known any more."""
        try:
            self.world.spawn(name, self._simulation.model(model), {})
        except (KeyError, ValueError):
            return False
        return True

    def rename(self, name: str, new_name: str) -> None:
        """Call a vehicle by its later name."""
        self.world.entities.rename(self.world.by_name(name), new_name)

    def item(self, name: str) -> Item:
        """How a vehicle looks, and the plan that its columns hold."""
        return item_of(self.world, self._record(name), *self.plan(name))

    def plan(self, name: str) -> Plan:
        """Home and mission by the columns of now."""
        record = self._record(name)
        flight = self._simulation.monitor.flights.get(name)
        home = None if flight is None else flight.home_ned_m
        return plan_of(record, self.world.tables[record.table], home)

    def status(self, name: str) -> VehicleStatus:
        """Mode, battery and the rest by the columns of now."""
        record = self._record(name)
        return status_of(record, self.world.tables[record.table])

    def write(self, name: str, columns: Columns) -> None:
        """Put recorded numbers into the columns of a vehicle; unknown ones are passed over."""
        record = self._record(name)
        table = self.world.tables[record.table]
        places = table.layout.places
        for column, numbers in columns.items():
            place = places.get(column)
            if place is not None and place.size == numbers.size:
                table.set_value(record.row, column, numbers)

    def columns(self, name: str) -> Columns:
        """A copy of all columns of a vehicle as they are now."""
        record = self._record(name)
        table = self.world.tables[record.table]
        return {column: table.numbers(record.row, column).copy() for column in table.layout.places}

    def drive(self, name: str) -> float:
        """How hard its motors work, 0 to 1, by the columns of now."""
        record = self._record(name)
        table = self.world.tables[record.table]
        return float(drive_of(table)[record.row])

    def answer(self, asked: QuestionMessage, tick: int) -> DataMessage:
        """Answer by the columns of now."""
        assert self._desk is not None
        self.world.tick = tick
        return self._desk.answer(asked)

    def index(self, name: str) -> int:
        """What names a vehicle in poses."""
        return index_of(self._record(name))

    def _record(self, name: str) -> Record:
        return self.world.entities.get(self.world.by_name(name))


def _alone(scenario: ResolvedScenario) -> ResolvedScenario:
    """The scenario without anything that talks to others, waits for them, or judges."""
    return replace(
        scenario,
        models={key: _unmanned(model) for key, model in scenario.models.items()},
        vehicles=tuple(_settled(scenario, vehicle) for vehicle in scenario.vehicles),
        timeline=(),
        links={},
        adapters={},
        success=Success(),
        record=None,
        memory=None,
    )


def _unmanned(model: VehicleFile) -> VehicleFile:
    if model.autopilot.kind in OWN_PILOTS:
        return model
    nobody = replace(model.autopilot, kind="none", settings=Settings.of({}))
    return replace(model, autopilot=nobody)


def _settled(scenario: ResolvedScenario, vehicle: ResolvedVehicle) -> ResolvedVehicle:
    flown = scenario.model_of(vehicle).autopilot.kind == "firmware"
    mission = vehicle.mission if flown else None
    return replace(vehicle, adapter=OWN_SIMULATOR, mission=mission)
