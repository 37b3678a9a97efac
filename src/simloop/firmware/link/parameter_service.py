"""Parameters over MAVLink: the whole list at a pace, single ones, and new values."""

from binascii import crc32
from collections.abc import Callable
from struct import pack, unpack
from typing import Protocol

from simloop.firmware.link.channel import Channel
from simloop.firmware.link.numbers import text_of
from simloop.firmware.mavlink.frame import Frame

INTERVAL_US = 10_000
PER_INTERVAL = 5
# Not a parameter: the sum over all, by which a ground station knows that its copy is good.
HASH_CHECK = "_HASH_CHECK"
TYPE_UINT32 = 5
NO_INDEX = 65535
DOES_NOT_EXIST = 1
OUT_OF_RANGE = 2


class Described(Protocol):
    """What a link must know of a parameter."""

    @property
    def name(self) -> str:
        """Up to 16 characters."""

    @property
    def type(self) -> int:
        """As MAV_PARAM_TYPE: 6 or 9."""


class Outcome(Protocol):
    """What became of a wish."""

    @property
    def reason(self) -> str:
        """Why it was refused; empty if it was not."""


class Parameters(Protocol):
    """The table of a vehicle's parameters, numbered from 0."""

    @property
    def parameters(self) -> "tuple[Described, ...]":
        """All of them in the order of their numbers."""

    def __contains__(self, name: str) -> bool: ...

    def index(self, name: str) -> int:
        """The number of a parameter."""

    def get(self, name: str) -> float:
        """The value as it goes over the link."""

    def set(self, name: str, value: float) -> Outcome:
        """Give a parameter a value, or say why not."""


class ParameterService:
    """Answers for the table; whole numbers travel as floats, as ArduPilot's do."""

    def __init__(self, parameters: Parameters, tell: Callable[[Channel, str], None]) -> None:
        self._parameters = parameters
        self._tell = tell
        # Next parameter of the lists under way, and when it is due.
        self._lists: dict[Channel, tuple[int, int]] = {}
        self.handlers = {
            "PARAM_REQUEST_LIST": self._on_list,
            "PARAM_REQUEST_READ": self._on_read,
            "PARAM_SET": self._on_set,
        }

    def poll(self, now_us: int) -> None:
        """Go on with the lists."""
        for channel, (place, due_us) in list(self._lists.items()):
            if now_us < due_us:
                continue
            end = min(place + PER_INTERVAL, len(self._parameters.parameters))
            for index in range(place, end):
                self._send(channel, index)
            if end == len(self._parameters.parameters):
                del self._lists[channel]
            else:
                self._lists[channel] = (end, now_us + INTERVAL_US)

    def _on_list(self, frame: Frame, channel: Channel) -> None:
        self._lists[channel] = (0, channel.now_us)

    def _on_read(self, frame: Frame, channel: Channel) -> None:
        index = frame.message.param_index
        name = text_of(frame.message.param_id)
        if 0 <= index < len(self._parameters.parameters):
            self._send(channel, index)
        elif index < 0 and name == HASH_CHECK:
            self._send_hash(channel)
        elif index < 0 and name in self._parameters:
            self._send(channel, self._parameters.index(name))
        else:
            self._send_error(frame, channel, DOES_NOT_EXIST)

    def _on_set(self, frame: Frame, channel: Channel) -> None:
        name = text_of(frame.message.param_id)
        if name not in self._parameters:
            self._tell(channel, f"There is no parameter {name}")
            self._send_error(frame, channel, DOES_NOT_EXIST)
            return
        outcome = self._parameters.set(name, frame.message.param_value)
        if outcome.reason:
            self._tell(channel, f"Refused: {outcome.reason}")
            self._send_error(frame, channel, OUT_OF_RANGE)
        # The value that holds now is the answer, wished for or not.
        self._send(channel, self._parameters.index(name))

    def _send(self, channel: Channel, index: int) -> None:
        parameter = self._parameters.parameters[index]
        channel.send(
            "PARAM_VALUE",
            param_id=parameter.name.encode(),
            param_value=self._parameters.get(parameter.name),
            param_type=int(parameter.type),
            param_count=len(self._parameters.parameters),
            param_index=index,
        )

    def _send_hash(self, channel: Channel) -> None:
        total = 0
        for parameter in self._parameters.parameters:
            total = crc32(parameter.name.encode(), total)
            total = crc32(pack("<f", self._parameters.get(parameter.name)), total)
        channel.send(
            "PARAM_VALUE",
            param_id=HASH_CHECK.encode(),
            param_value=unpack("<f", pack("<I", total))[0],
            param_type=TYPE_UINT32,
            param_count=len(self._parameters.parameters),
            param_index=NO_INDEX,
        )

    def _send_error(self, frame: Frame, channel: Channel, error: int) -> None:
        name = frame.message.param_id
        index = getattr(frame.message, "param_index", -1)
        channel.send(
            "PARAM_ERROR",
            target_system=frame.system,
            target_component=frame.component,
            param_id=name,
            param_index=index,
            error=error,
        )
