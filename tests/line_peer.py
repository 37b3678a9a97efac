"""A ground station of scripts on the serial line of a vehicle in a simulation."""

from typing import Any

from pymavlink.dialects.v20 import all as mavlink

from simloop.messages.simloop_msgs import SerialData
from simloop.server.simulation import Simulation
from simloop.sitl.serial_wire import SERIAL_IN, SERIAL_OUT

# Enough for the line to look, and for the answer to come back.
ANSWER_TICKS = 12


class LinePeer:
    """Sends with pymavlink, keeps all it gets on its channel."""

    def __init__(
        self, simulation: Simulation, *, prefix: str = "", channel: int = 0, system: int = 255
    ) -> None:
        self.simulation = simulation
        self.channel = channel
        self.mav = mavlink.MAVLink(None, system, 190)
        self.mav.robust_parsing = True
        self.inbox: list[Any] = []
        self._in = simulation.bus.advertise(
            prefix + SERIAL_IN, SerialData, by="peer", external=True
        )
        simulation.bus.subscribe(prefix + SERIAL_OUT, SerialData, self._hear, by="peer")

    def pack(self, message: Any, *, v1: bool = False) -> bytes:
        data = bytes(message.pack(self.mav, force_mavlink1=v1))
        self.mav.seq = (self.mav.seq + 1) % 256
        return data

    def send(self, message: Any, *, v1: bool = False) -> None:
        self.send_bytes(self.pack(message, v1=v1))

    def send_bytes(self, data: bytes) -> None:
        self._in.publish(SerialData(self.channel, data))

    def beat(self) -> None:
        self.send(mavlink.MAVLink_heartbeat_message(6, 8, 0, 0, 4, 3))

    def fail(self, unit: float, kind: float, instance: float = 0.0, **more: Any) -> int | None:
        """The result of MAV_CMD_INJECT_FAILURE; None if nobody answers."""
        self.inbox.clear()
        self.send(injection(unit, kind, instance, **more))
        self.simulation.advance(ANSWER_TICKS)
        acks = [ack for ack in self.of("COMMAND_ACK") if ack.command == 420]
        assert len(acks) <= 1, "one question, one answer"
        return acks[0].result if acks else None

    def of(self, name: str) -> list[Any]:
        return [message for message in self.inbox if message.get_type() == name]

    def text(self) -> str:
        return "".join(message.text for message in self.of("STATUSTEXT"))

    def _hear(self, message: SerialData) -> None:
        if message.channel == self.channel:
            self.inbox += self.mav.parse_buffer(message.data) or []


def injection(
    unit: float,
    kind: float,
    instance: float = 0.0,
    *,
    whole: bool = False,
    confirmation: int = 0,
    target: tuple[int, int] = (1, 1),
) -> Any:
    """The message; `whole` as COMMAND_INT."""
    if whole:
        return mavlink.MAVLink_command_int_message(
            *target, 0, 420, 0, 0, unit, kind, instance, 0.0, 0, 0, 0.0
        )
    return mavlink.MAVLink_command_long_message(
        *target, 420, confirmation, unit, kind, instance, 0.0, 0.0, 0.0, 0.0
    )
