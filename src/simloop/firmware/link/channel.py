"""One peer of a vehicle: a way to send bytes, its own sequence, stream rates and parser."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simloop.firmware.mavlink.frame import SIGNED, Frame, encode, encode_1
from simloop.firmware.mavlink.messages import BY_NAME
from simloop.firmware.mavlink.parser import Parser
from simloop.firmware.mavlink.signing import Signing

Send = Callable[[bytes], None]


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

    def note(self, frame: Frame) -> None:
        """Learn from a frame which version the peer speaks."""
        self._heard_2 = self._heard_2 or frame.version == 2
        self.version = 2 if self._heard_2 else 1

    def send(self, name: str, **fields: Any) -> None:
        """Send a message; fields that are not given are zero."""
        definition = BY_NAME[name]
        values = definition.values(fields)
        system, component = self._address.system, self._address.component
        if self.version == 1:
            if definition.id > 255:
                return
            data = encode_1(definition, values, self._sequence, system, component)
        elif self._signing.active:
            data = encode(definition, values, self._sequence, system, component, SIGNED)
            data = self._signing.sign(data, self.number & 0xFF, self.now_us)
        else:
            data = encode(definition, values, self._sequence, system, component)
        self._sequence = (self._sequence + 1) & 0xFF
        self.sent += 1
        self._send(data)
