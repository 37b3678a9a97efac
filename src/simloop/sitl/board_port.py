"""The serial line of one vehicle's board: topics at one end, the firmware's own link at the other.

A board has one line. All peers share it, as behind a router: each hears all that the vehicle says.
"""

from typing import Any

from simloop.messages.simloop_msgs import SerialData
from simloop.sitl.serial_port import Wire
from simloop.sitl.table_firmware import TableFirmware
from simloop.sitl.vehicle_link import VehicleLink


class BoardPort:
    """Carries bytes between the topics and a board's line; the firmware does the talking."""

    def __init__(self, wire: Wire, vehicle: VehicleLink, crew: TableFirmware, lane: int) -> None:
        self._wire = wire
        self.vehicle = vehicle
        self._crew = crew
        self._lane = lane
        self._channels: set[int] = set()

    @property
    def in_use(self) -> bool:
        """Does anybody send or listen?"""
        return bool(self._wire.waiting) or bool(self._channels)

    def run(self, now_us: int) -> None:
        """Hand on what has come, in both directions."""
        line = self._crew.board.parts[self._lane].serial
        for message in self._wire.take():
            self._channels.add(message.channel)
            self._plug_in()
            line.to_firmware.put_some(message.data)
        data = line.from_firmware.take()
        for channel in sorted(self._channels) if data else ():
            self._wire.out.publish(SerialData(channel, data))

    def forget(self) -> None:
        """Begin anew, as after a reset of the world; peers are still there."""
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
        return self.vehicle.save((self._crew,)), list(self._wire.waiting)

    def load(self, saved: Any) -> None:
        """Back to what was saved; peers that came since then are still there."""
        state, self._wire.waiting[:] = saved
        self.vehicle.load(state, (self._crew,))
        self._crew.disconnect(self._lane)
        if self._channels:
            self._plug_in()

    def _plug_in(self) -> None:
        if self._crew.is_connected(self._lane):
            return
        send = self._crew.sender(self._lane)
        self._crew.connect(self.vehicle.open(send, datagrams=False), self._lane)
