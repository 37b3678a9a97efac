"""One peer of a vehicle: a way to send bytes, its own sequence, stream rates and parser."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simloop.firmware.mavlink.definition import Definition
from simloop.firmware.mavlink.frame import SIGNED, Frame, encode_1, framed, packed
from simloop.firmware.mavlink.messages import BY_NAME
from simloop.firmware.mavlink.parser import Parser
from simloop.firmware.mavlink.signing import Signing

Send = Callable[[bytes], None]

# Frames that go out together: less than a datagram carries over any network.
MOST_TOGETHER = 1200


@dataclass(slots=True)
class Address:
    """From whom all frames of a vehicle come."""

    system: int = 1
    component: int = 1


class Channel:
    """What a link knows of one peer.

    A `safe` channel, such as a cable or loopback, may change the signing key. A peer that only
    ever spoke MAVLink 1 is answered in MAVLink 1.
    """

    def __init__(
        self,
        send: Send,
        address: Address,
        signing: Signing,
        *,
        number: int = 0,
        datagrams: bool = True,
        safe: bool = False,
    ) -> None:
        self.parser = Parser(datagrams=datagrams)
        self.number = number
        self.safe = safe
        self.now_us = 0
        self.version = 2
        self.sent = 0
        # Intervals that the peer asked for, by message; -1 is never.
        self.intervals_us: dict[str, int] = {}
        # Rates that the peer asked for, by group of messages.
        self.rates_hz: dict[int, float] = {}
        self.due_us: dict[str, int] = {}
        self.next_due_us = 0
        self._send = send
        self._address = address
        self._signing = signing
        self._sequence = 0
        self._heard_2 = False
        self._holds = False
        self._held = b""

    def note(self, frame: Frame) -> None:
        """Learn from a frame which version the peer speaks."""
        self._heard_2 = self._heard_2 or frame.version == 2
        self.version = 2 if self._heard_2 else 1

    def send(self, name: str, **fields: Any) -> None:
        """Send a message; fields that are not given are zero."""
        definition = BY_NAME[name]
        self.send_values(definition, definition.values(fields))

    def answer(self, frame: Frame, name: str, /, **fields: Any) -> None:
        """Send a message to who sent a frame."""
        self.send(name, target_system=frame.system, target_component=frame.component, **fields)

    def send_values(
        self, definition: Definition, values: tuple[Any, ...], payload: bytes | None = None
    ) -> None:
        """Send a message whose fields are in order; `payload` if it is known already."""
        system, component = self._address.system, self._address.component
        if self.version == 1:
            if definition.id > 255:
                return
            data = encode_1(definition, values, self._sequence, system, component)
        else:
            known = packed(definition, values) if payload is None else payload
            signed = self._signing.active
            flags = SIGNED if signed else 0
            data = framed(definition, known, self._sequence, system, component, flags)
            if signed:
                data = self._signing.sign(data, self.number & 0xFF, self.now_us)
        self._sequence = (self._sequence + 1) & 0xFF
        self.sent += 1
        if self._holds and len(self._held) + len(data) <= MOST_TOGETHER:
            self._held += data
        else:
            self._send(self._held + data)
            self._held = b""

    def hold(self) -> None:
        """Let messages wait for `release`, to go out together."""
        self._holds = True

    def release(self) -> None:
        """Send what waits."""
        self._holds = False
        if self._held:
            held, self._held = self._held, b""
            self._send(held)
