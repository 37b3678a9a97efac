"""Parameters over MAVLink: the whole list at a pace, single ones, and new values."""

from binascii import crc32
from collections.abc import Callable
from struct import pack, unpack

from simloop.firmware.link.channel import Channel
from simloop.firmware.link.numbers import text_of
from simloop.firmware.mavlink.frame import Frame
from simloop.firmware.parameters.table import ParameterTable

INTERVAL_US = 10_000
PER_INTERVAL = 5
# Not a parameter: the sum over all, by which a ground station knows that its copy is good.
HASH_CHECK = "_HASH_CHECK"
TYPE_UINT32 = 5
NO_INDEX = 65535
DOES_NOT_EXIST = 1
OUT_OF_RANGE = 2


class ParameterService:
    """Answers for the table; whole numbers travel as floats, as ArduPilot's do."""

    def __init__(self, parameters: ParameterTable, tell: Callable[[Channel, str], None]) -> None:
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
            end = min(place + PER_INTERVAL, len(self._parameters))
            for index in range(place, end):
                self._send(channel, index)
            if end == len(self._parameters):
                del self._lists[channel]
            else:
                self._lists[channel] = (end, now_us + INTERVAL_US)

    def _on_list(self, frame: Frame, channel: Channel) -> None:
        self._lists[channel] = (0, channel.now_us)

    def _on_read(self, frame: Frame, channel: Channel) -> None:
        index = frame.message.param_index
        name = text_of(frame.message.param_id)
        if 0 <= index < len(self._parameters):
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
        value = self._parameters.get(parameter.name)
        self._send_value(channel, parameter.name, value, int(parameter.type), index)

    def _send_hash(self, channel: Channel) -> None:
        total = 0
        for parameter in self._parameters.parameters:
            total = crc32(parameter.name.encode(), total)
            total = crc32(pack("<f", self._parameters.get(parameter.name)), total)
        (value,) = unpack("<f", pack("<I", total))
        self._send_value(channel, HASH_CHECK, value, TYPE_UINT32, NO_INDEX)

    def _send_value(self, channel: Channel, name: str, value: float, kind: int, index: int) -> None:
        channel.send(
            "PARAM_VALUE",
            param_id=name.encode(),
            param_value=value,
            param_type=kind,
            param_count=len(self._parameters),
            param_index=index,
        )

    def _send_error(self, frame: Frame, channel: Channel, error: int) -> None:
        name, index = frame.message.param_id, getattr(frame.message, "param_index", -1)
        channel.answer(frame, "PARAM_ERROR", param_id=name, param_index=index, error=error)
