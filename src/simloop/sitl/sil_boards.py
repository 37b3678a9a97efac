"""All boards of a run: one per class of vehicles that have one, each driven by a SilManager."""

from typing import TYPE_CHECKING, Any

from simloop.firmware.fields.samples import SAMPLES
from simloop.sitl.board_setup import BOARD_FACT, BoardSetup
from simloop.sitl.output_columns import OUTPUT_COLUMNS, SHARED_COMMAND
from simloop.sitl.vehicle_memory import VehicleMemories
from simloop.world.activity import Activity
from simloop.world.entities import Record
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.table import Table

if TYPE_CHECKING:
    from simloop.sitl.sil_manager import SilManager
    from simloop.sitl.table_firmware import TableFirmware

SYSTEM = "firmware boards"


class SilBoards:
    """Follows the tables of a world: boards come with the first vehicle of a class."""

    def __init__(self, app: App, memories: VehicleMemories) -> None:
        self._app = app
        self._world = app.world
        self._memories = memories
        self._crews: dict[int, TableFirmware] = {}
        self._managers: dict[int, SilManager] = {}
        self._population = -1
        self._activity = Activity(self._timed)

    def system(self, after: tuple[str, ...]) -> PythonSystem:
        """The timer of all boards.

        It stands before every compiled system, so that the rest of a tick stays one step; what it
        reads are samples of the tick before in any case.
        """
        return PythonSystem(
            name=SYSTEM,
            stage=Stage.COMMANDS,
            run=self._run,
            reads=tuple(field.name for field in SAMPLES),
            writes=(*OUTPUT_COLUMNS, SHARED_COMMAND),
            active=self._activity,
            save=self._save,
            load=self._load,
            after=after,
            own_vehicles=True,
        )

    @property
    def any(self) -> bool:
        """Is there a board at all?"""
        self.refresh()
        return bool(self._crews)

    def prepare(self) -> None:
        """Compile now what all boards need."""
        self.refresh()
        for crew in self._crews.values():
            crew.prepare()

    def crew_of(self, record: Record) -> "TableFirmware | None":
        """Board and firmware of a vehicle; None if it has no board."""
        if BOARD_FACT not in record.facts:
            return None
        self.refresh()
        return self._crews[record.table]

    def manager_of(self, record: Record) -> "SilManager":
        """Who drives the board of a vehicle."""
        self.refresh()
        return self._managers[record.table]

    def refresh(self) -> None:
        """Look for vehicles that came or went."""
        world = self._app.world
        if self._population == world.population_version:
            return
        self._population = world.population_version
        setups: dict[int, BoardSetup] = {}
        names: dict[int, str] = {}
        for record in world.models():
            if BOARD_FACT in record.facts:
                setups.setdefault(record.table, record.facts[BOARD_FACT])
                names.setdefault(record.table, str(record.facts.get("model", record.name)))
        for number in [n for n, crew in self._crews.items() if not self._is_there(n, crew.table)]:
            del self._crews[number]
            self._managers.pop(number).fall_silent()
        for number, setup in setups.items():
            if number not in self._crews:
                self._power_on(number, setup, names[number])
        for crew in self._crews.values():
            crew.meet_vehicles()

    def _is_there(self, number: int, table: Table) -> bool:
        tables = self._app.world.tables
        return number < len(tables) and tables[number] is table

    def _power_on(self, number: int, setup: BoardSetup, model: str) -> None:
        # Mostly the firmware is a part of the schedule, and there is no board at all.
        from simloop.sitl.sil_manager import SilManager
        from simloop.sitl.table_firmware import TableFirmware

        crew = TableFirmware(
            self._app.world, number, setup, self._memories, compiled=self._app.compiled
        )
        # The first board has the plain names, those of other classes have their vehicle's before.
        taken = {manager.namespace for manager in self._managers.values()}
        free = (name for name in ("", model, f"{model}_{number}") if name not in taken)
        manager = SilManager(
            self._app,
            crew,
            crew.board,
            use_timer=setup.use_timer,
            restart=crew.restart,
            namespace=next(free),
        )
        manager.timer_changed = self._activity.stir
        manager.serve()
        self._crews[number], self._managers[number] = crew, manager

    def _timed(self) -> bool:
        if self._population != self._world.population_version:
            self.refresh()
        return bool(self._managers) and any(m.use_timer for m in self._managers.values())

    def _run(self, info: TickInfo) -> None:
        if info.paused:
            return
        for number, manager in self._managers.items():
            if manager.use_timer and info.tick % self._crews[number].setup.period_ticks == 0:
                manager.step()

    def _save(self) -> dict[int, Any]:
        self.refresh()
        return {number: crew.save() for number, crew in self._crews.items()}

    def _load(self, saved: dict[int, Any]) -> None:
        self.refresh()
        for number, crew in self._crews.items():
            if number in saved:
                crew.load(saved[number])
