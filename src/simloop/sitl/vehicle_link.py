"""The parameters and the link of one vehicle of the world, and how they are copied."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from sys import getrefcount, getsizeof
from typing import TYPE_CHECKING, Any

from simloop.firmware.memory_slots import MemorySlots
from simloop.firmware.parameters.store import LoadReport, ParameterStore
from simloop.firmware.parameters.table import ParameterTable
from simloop.firmware.stack import STACKS, Stack
from simloop.sitl.firmware_upkeep import Upkeep
from simloop.sitl.key_lines import KEY_LINES, KeyLines
from simloop.sitl.parameter_table import parameter_table
from simloop.sitl.world_lane import WorldLane
from simloop.systems.rc.receiver import RcReceiver
from simloop.world.entities import Record
from simloop.world.plugin import App

if TYPE_CHECKING:
    from simloop.firmware.link.comm_link import CommLink

Send = Callable[[bytes], None]

# The memo's own, and that of the question.
_REFERENCES_OF_NOTES = 2


@dataclass(slots=True)
class LinkState:
    """What is one vehicle's own; a copy of it is a copy of everything the link knows."""

    table: ParameterTable
    store: ParameterStore
    upkeep: Upkeep
    link: "CommLink | None" = None
    nbytes: int = 0
    """Memory that a copy takes."""


class VehicleLink:
    """Makes the parts of a vehicle's link when they are first needed.

    `restart` starts the firmware's board again, if it has one.
    """

    def __init__(
        self,
        app: App,
        record: Record,
        memory: MemorySlots,
        restart: Callable[[], None] | None = None,
    ) -> None:
        self._app = app
        self._record = record
        self._lane = WorldLane(app.world, record.entity)
        self._memory = memory
        self._restart = restart
        self._stack: Stack = STACKS[record.facts["firmware_stack"]]
        self._state: LinkState | None = None

    @property
    def name(self) -> str:
        """The vehicle's."""
        return self._record.name

    @property
    def link(self) -> "CommLink | None":
        """The link, once it is open."""
        return None if self._state is None else self._state.link

    @property
    def parameters(self) -> ParameterTable:
        """The table that the link and the store watch, too."""
        return self._made().table

    @property
    def key_lines(self) -> KeyLines:
        """The lines that may set the key of signatures."""
        known = self._app.provided.get(KEY_LINES)
        return known if isinstance(known, KeyLines) else KeyLines()

    def open(self, send: Send, *, datagrams: bool = True, safe: bool = False) -> "CommLink":
        """The link; its first channel sends by `send`, and may set keys if it is `safe`."""
        state = self._made()
        if state.link is None:
            # Nobody speaks to most vehicles: the firmware's link is loaded for the first peer.
            from simloop.firmware.link.comm_link import CommLink

            state.link = CommLink(
                self._lane,
                state.table,
                send,
                datagrams=datagrams,
                safe=safe,
                rc_override=self._override,
                maintenance=state.upkeep,
            )
        return state.link

    def recall(self) -> LoadReport:
        """Take the parameters from memory, as a board does when it starts.

        What the scenario says of this very vehicle, such as the speed of its mission, holds.
        """
        own = self._set_for_this_vehicle()
        report = self._made().store.load()
        for column, numbers in own.items():
            self._lane.write(column, numbers)
        return report

    def start_anew(self) -> None:
        """Start the firmware as after power was off; the link holds."""
        self._made().upkeep.start_anew()

    def reboot(self) -> None:
        """The same, by a reset of its board if it has one."""
        self._made().upkeep.reboot(to_bootloader=False)

    def close(self) -> None:
        """Forget everything."""
        self._state = None

    def save(self, outside: Sequence[object]) -> LinkState | None:
        """A copy that refers to the same `outside` things: senders and boards."""
        return self._copied(self._state, outside)

    def load(self, saved: LinkState | None, outside: Sequence[object]) -> None:
        """Back to what was saved."""
        self._state = self._copied(saved, outside)

    def _copied(self, state: LinkState | None, outside: Sequence[object]) -> LinkState | None:
        # The world above all: tables hold lanes of their own on it, and a copy would copy it whole.
        run = (self._app, self._app.world, self._app.bus)
        shared = (*outside, self, *run, self._record, self._lane, self._memory, self._stack)
        memo: dict[int, Any] = {id(thing): thing for thing in shared}
        copied = deepcopy(state, memo)
        if copied is not None:
            copied.nbytes = _bytes_made(memo)
        return copied

    def _made(self) -> LinkState:
        if self._state is None:
            table = parameter_table(self._app.world, self._record)
            store = ParameterStore(table, self._memory)
            upkeep = Upkeep(self._lane, self._record, self._stack, store, table, self._restart)
            self._state = LinkState(table, store, upkeep)
        return self._state

    def _set_for_this_vehicle(self) -> dict[str, list[float]]:
        """Columns of parameters that differ from those of the vehicle's kind."""
        kind = self._app.world.tables[self._record.table].template(
            self._record.facts["spec"].values
        )
        layout = self._app.world.tables[self._record.table].layout
        own: dict[str, list[float]] = {}
        for column in {parameter.column for parameter in self._made().table.parameters}:
            now = self._lane.read(column)
            if now != layout.place(column).of(kind).tolist():
                own[column] = now
        return own

    def _override(self, channels: Sequence[float | None]) -> None:
        receiver = self._app.provided.get("rc")
        if isinstance(receiver, RcReceiver):
            pulses = [None if c is None else round(1000.0 + 1000.0 * c) for c in channels]
            receiver.hear(self._record.name, pulses)


def _bytes_made(memo: dict[int, Any]) -> int:
    """What a deep copy has made, by its own notes."""
    # Beside the copies the memo holds a list that keeps the originals alive.
    kept = id(memo)
    size = 0
    for key in [key for key in memo if key != kept]:
        # Some are in the notes only, and go with them.
        if getrefcount(memo[key]) > _REFERENCES_OF_NOTES:
            size += getsizeof(memo[key]) + getsizeof(getattr(memo[key], "__dict__", None))
    return size
