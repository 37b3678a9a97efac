"""The firmware of all vehicles of one class, on the board that they share lane by lane."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simloop.firmware.bound_tasks import TaskRunner
from simloop.firmware.firmware import Firmware
from simloop.firmware.link.interface import CommLinkInterface
from simloop.firmware.stack import STACKS
from simloop.firmware.task import Task
from simloop.sitl.board_columns import firmware_views
from simloop.sitl.board_setup import BoardSetup
from simloop.sitl.imu_rate import fitted_tasks
from simloop.sitl.lane_trouble import MissedPasses
from simloop.sitl.sil_board import SilBoard
from simloop.sitl.table_tasks import TableTasks
from simloop.sitl.vehicle_link import VehicleLink
from simloop.sitl.vehicle_memory import VehicleMemories
from simloop.world.world import World


@dataclass(frozen=True, slots=True)
class SerialSend:
    """Writes to the serial line of one lane."""

    crew: "TableFirmware"
    lane: int

    def __call__(self, data: bytes) -> None:
        """Send them; what does not fit into the line is lost."""
        self.crew.board.serial_write(self.lane, data)


@dataclass(frozen=True, slots=True)
class BoardReset:
    """Resets the board of one lane."""

    crew: "TableFirmware"
    lane: int

    def __call__(self) -> None:
        """Do it; the firmware starts anew after its pass."""
        self.crew.board.board_reset(to_bootloader=False, lane=self.lane)


class TableFirmware:
    """A Firmware on a SilBoard; its columns are the table's, which vehicles share with the world.

    So snapshots, spawning and growth of the table concern the firmware's numbers by themselves;
    what is left to this class is to look again where they lie.
    """

    def __init__(
        self,
        world: World,
        number: int,
        setup: BoardSetup,
        memories: VehicleMemories,
        *,
        compiled: bool,
    ) -> None:
        self.table = world.tables[number]
        self.setup = setup
        self.board = SilBoard(world, number, memories=memories, shares_outputs=True)
        self._compiled = compiled
        self._stack = STACKS[setup.stack]
        self._links: dict[int, CommLinkInterface] = {}
        self.vehicles: dict[int, VehicleLink] = {}
        self.missed = MissedPasses()
        self._tasks: TableTasks | None = None
        self._tasks_fit: object = None
        self._known = self.table.arenas
        self.firmware = self._power_on()
        self.firmware.start()

    def run(self) -> bool:
        """One pass of all vehicles; returns whether there was a new IMU sample."""
        if self.table.arenas is not self._known:
            self._refit()
        if self.missed:
            return self._run_without(self.missed.lanes(self.board.tick))
        return self.firmware.run()

    def prepare(self) -> None:
        """Compile now what a pass needs."""
        if self._tasks is not None:
            self._tasks.prepare()

    def meet_vehicles(self) -> None:
        """Look who is new in the table."""
        if self.table.arenas is not self._known:
            self._refit()
        for lane in self.board.meet_vehicles():
            self.disconnect(lane)

    def sender(self, lane: int) -> SerialSend:
        """What a link of a lane sends by."""
        return SerialSend(self, lane)

    def is_connected(self, lane: int) -> bool:
        """Does the firmware talk in this lane?"""
        return lane in self._links

    def connect(self, link: CommLinkInterface, lane: int) -> None:
        """Let the firmware talk in a lane."""
        self._links[lane] = link
        self.firmware.connect(link, lane)

    def disconnect(self, lane: int) -> None:
        """Let a lane fall silent."""
        self._links.pop(lane, None)
        self.firmware.disconnect(lane)

    def restart(self, lane: int) -> None:
        """Start the firmware of a lane anew, after a reset of its board."""
        if lane in self.vehicles:
            self.vehicles[lane].start_anew()

    def save(self) -> dict[str, Any]:
        """What board and firmware hold beside columns and links."""
        return {"board": self.board.save(), "firmware": self.firmware.save()}

    def load(self, saved: dict[str, Any]) -> None:
        """Back to what was saved."""
        self._refit()
        self.board.load(saved["board"])
        self.firmware.load(saved["firmware"])

    def _run_without(self, lanes: Sequence[int]) -> bool:
        """A pass that some lanes miss: afterwards all their numbers are as before."""
        width, arena = self.table.lanes, self.table.arenas["f8"]
        places = [divmod(lane, width) for lane in lanes]
        before = [arena[block, place::width].copy() for block, place in places]
        seen = [self.board.seen_samples(lane) for lane in lanes]
        for lane in lanes:
            self.firmware.disconnect(lane)
        fresh = self.firmware.run()
        for (block, place), numbers in zip(places, before, strict=True):
            arena[block, place::width] = numbers
        for lane, samples in zip(lanes, seen, strict=True):
            self.board.unsee(lane, samples)
            if lane in self._links:
                self.firmware.connect(self._links[lane], lane)
        return fresh

    def _refit(self) -> None:
        """Look again where the columns lie, after the table got new memory."""
        self._known = self.table.arenas
        self.board.refit()
        counters = self.firmware.save()
        self.firmware = self._power_on()
        self.firmware.load(counters)
        for lane, link in self._links.items():
            self.firmware.connect(link, lane)

    def _power_on(self) -> Firmware:
        return Firmware(
            self.board,
            self.board.lanes,
            self._stack,
            {},
            sensors=self.setup.sensors,
            imu_rate_hz=self.setup.imu_rate_hz,
            columns=firmware_views(self.table, self._stack),
            bind=self._bind,
        )

    def _bind(self, tasks: Sequence[Task], imu_rate_hz: float) -> TaskRunner:
        fit = (self.table.lanes, self.table.vehicle_class)
        if self._tasks is None or fit != self._tasks_fit:
            self._tasks_fit = fit
            self._tasks = TableTasks(
                self.table,
                self._stack,
                fitted_tasks(tasks, imu_rate_hz),
                imu_rate_hz,
                compiled=self._compiled,
            )
        return self._tasks
