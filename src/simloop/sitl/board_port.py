"""The serial line of one vehicle's board: topics at one end, the firmware's own link at the other.

A board has one line. All peers share it, as behind a router: each hears all that the vehicle says.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from simloop.firmware.serial_line import SerialLine
from simloop.sitl.impaired_line import ImpairedLine
from simloop.sitl.serial_wire import Wire
from simloop.sitl.table_firmware import TableFirmware
from simloop.sitl.vehicle_link import VehicleLink

if TYPE_CHECKING:
    from simloop.firmware.link.comm_link import CommLink
    from simloop.sitl.failure_commands import FailureCommands

# The only peer that a link on a board knows.
THE_LINE = 0


class BoardPort:
    """Carries bytes between the topics and a board's line; the firmware does the talking.

    Commands for the simulator are answered by what `make_failures` makes for the first peer.
    """

    def __init__(
        self,
        wire: Wire,
        vehicle: VehicleLink,
        crew: TableFirmware,
        lane: int,
        make_failures: "Callable[[], FailureCommands] | None" = None,
    ) -> None:
        self._wire = wire
        self.vehicle = vehicle
        self._crew = crew
        self._lane = lane
        self._make_failures = make_failures
        self._failures: FailureCommands | None = None
        self._channels: set[int] = set()

    @property
    def in_use(self) -> bool:
        """Does anybody send or listen?"""
        return self._wire.in_use or bool(self._channels)

    def meet_listeners(self) -> None:
        """Open the line for those who only listen."""
        if self.vehicle.link is None:
            self._wire.greet_for_listeners()

    @property
    def line(self) -> ImpairedLine:
        """What the bytes go through while it is bad."""
        return self._wire.line

    def run(self, now_us: int, tick: int) -> None:
        """Hand on what has come, in both directions."""
        self._wire.tick = tick
        for channel, data in self._wire.take():
            self._channels.add(channel)
            link = self._plug_in()
            self._wire.carry(channel, self._admitted(link, data, now_us, channel))
        self._give_up_waiting(now_us)
        for _, data in self._wire.carried():
            self._line.to_firmware.put_some(data)
        self._hand_out()
        self._wire.deliver()

    def forget(self) -> None:
        """Begin anew, as after a reset of the world; peers are still there."""
        self._wire.line.forget()
        if self._failures is not None:
            self._failures.forget()
        self.vehicle.close()
        self._crew.disconnect(self._lane)
        if self._channels:
            self._plug_in()

    def close(self) -> None:
        """Leave the topics and the line."""
        self._wire.close()
        self._crew.disconnect(self._lane)

    def save(self) -> Any:
        """A copy of the link and of what waits."""
        failures = None if self._failures is None else self._failures.save()
        return self.vehicle.save((self._crew,)), self._wire.save(), failures

    def load(self, saved: Any) -> None:
        """Back to what was saved; peers that came since then are still there."""
        state, wire, failures = saved
        self._wire.load(wire)
        self.vehicle.load(state, (self._crew,))
        self._load_failures(failures)
        self._crew.disconnect(self._lane)
        if self._channels:
            self._plug_in()

    def _load_failures(self, saved: Any) -> None:
        if saved is None:
            self._failures = None
        elif self._make_failures is not None:
            self._failures = self._failures or self._make_failures()
            self._failures.load(saved)

    @property
    def _line(self) -> SerialLine:
        return self._crew.board.parts[self._lane].serial

    def _plug_in(self) -> "CommLink":
        # A board has one line for all: it is as safe as the least of them.
        safe = self.vehicle.key_lines.all_are
        link = self.vehicle.open(self._crew.sender(self._lane), datagrams=False, safe=safe)
        if not self._crew.is_connected(self._lane):
            self._crew.connect(link, self._lane)
        return link

    def _hand_out(self) -> None:
        """Give every peer what the vehicle says."""
        data = self._line.from_firmware.take()
        for channel in sorted(self._channels) if data else ():
            self._wire.send(channel, data)

    def _admitted(self, link: "CommLink", data: bytes, now_us: int, channel: int) -> bytes:
        """What is for the vehicle; the simulator answers what is for it."""
        if self._make_failures is None:
            return data
        if self._failures is None:
            self._failures = self._make_failures()
        # The answer leaves by the board's line: what stands there already goes its own way.
        self._hand_out()
        with self._wire.beside_the_line():
            admitted = self._failures.admit(data, link, now_us, channel, THE_LINE)
            self._hand_out()
        return admitted

    def _give_up_waiting(self, now_us: int) -> None:
        link = self.vehicle.link
        if link is None or self._failures is None or not self._failures.holds:
            return
        self._hand_out()
        with self._wire.beside_the_line():
            overdue = self._failures.overdue(link, now_us, THE_LINE)
            self._hand_out()
        for channel, data in overdue:
            self._wire.carry(channel, data)
