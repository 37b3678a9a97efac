"""COMMAND_LONG and COMMAND_INT: each is answered once, honestly, and done once."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from simloop.firmware.codes import Answer, RequestKind
from simloop.firmware.link.channel import Channel
from simloop.firmware.link.command import Command, command_of
from simloop.firmware.link.command_table import TRANSLATIONS, Reply
from simloop.firmware.link.mailbox import Ask, Mailbox
from simloop.firmware.link.mode_numbers import STANDARD, is_hover_mode, mode_of, offered
from simloop.firmware.link.numbers import whole
from simloop.firmware.link.streams import NEVER, Streams
from simloop.firmware.link.vehicle import Vehicle
from simloop.firmware.mavlink.frame import Frame
from simloop.firmware.mavlink.messages import BY_ID

ACCEPTED = int(Answer.ACCEPTED)
BUSY = int(Answer.TEMPORARILY_REJECTED)
DENIED = int(Answer.DENIED)
UNSUPPORTED = int(Answer.UNSUPPORTED)
FAILED = int(Answer.FAILED)
IN_PROGRESS = int(Answer.IN_PROGRESS)

SET_MODE = 176
# A peer that did not get our answer asks again within this time.
RETRY_US = 3_000_000
# Modes that may be served one by one or all together.
ALL_MODES = 0
HOVER = 1.0


class Maintenance(Protocol):
    """What the board can do for a ground station; a way that is missing returns None."""

    def store_parameters(self) -> bool | None:
        """Keep all parameters over a restart."""

    def load_parameters(self) -> bool | None:
        """Take the parameters that were kept."""

    def reset_parameters(self) -> bool | None:
        """Back to what the vehicle was made with."""

    def reboot(self, *, to_bootloader: bool) -> bool | None:
        """Start the board anew, after the answer went out."""


@dataclass(frozen=True, slots=True)
class _Key:
    """Who asked what."""

    channel: int
    system: int
    component: int
    command: int


class CommandService:
    """Translates commands to requests, and answers to COMMAND_ACK."""

    def __init__(
        self,
        vehicle: Vehicle,
        mailbox: Mailbox,
        streams: Streams,
        tell_reason: Callable[[Channel, int], None],
        maintenance: Maintenance | None = None,
    ) -> None:
        self._vehicle = vehicle
        self._mailbox = mailbox
        self._streams = streams
        self._tell_reason = tell_reason
        self._maintenance = maintenance
        self._pending: set[_Key] = set()
        # The last answer to each peer: parameters, result, reason and time.
        self._answered: dict[_Key, tuple[Command, int, int, int]] = {}
        self.handlers = {
            "COMMAND_LONG": self._on_command,
            "COMMAND_INT": self._on_command,
            "SET_MODE": self._on_set_mode,
            "REQUEST_DATA_STREAM": self._on_data_stream,
        }
        self._at_once: dict[int, Callable[[Command, Channel], int]] = {
            245: self._store_parameters,
            246: self._reboot,
            410: self._get_home,
            510: self._get_interval,
            511: self._set_interval,
            512: self._request_message,
            519: partial(self._request_version, "PROTOCOL_VERSION"),
            520: partial(self._request_version, "AUTOPILOT_VERSION"),
        }

    def _on_command(self, frame: Frame, channel: Channel) -> None:
        command = command_of(frame)
        key = _Key(channel.number, frame.system, frame.component, command.number)
        if key in self._pending:
            # Asked again while it is under way: one answer will do.
            return
        if command.confirmation and self._answer_again(key, command, channel):
            return
        reply = self._reply(command, channel)
        if isinstance(reply, Ask):
            self._ask(key, command, reply, channel)
        else:
            self._acknowledge(key, command, channel, reply, 0)

    def _reply(self, command: Command, channel: Channel) -> Reply:
        if command.number in self._at_once:
            return self._at_once[command.number](command, channel)
        translate = TRANSLATIONS.get(command.number, UNSUPPORTED)
        return translate(command, self._vehicle) if callable(translate) else translate

    def _ask(self, key: _Key, command: Command, ask: Ask, channel: Channel) -> None:
        answered = partial(self._answered_ask, key, command, channel)
        self._pending.add(key)
        if not self._mailbox.ask(ask, answered, channel.now_us):
            self._pending.discard(key)
            self._acknowledge(key, command, channel, BUSY, 0)

    def _answered_ask(
        self, key: _Key, command: Command, channel: Channel, result: int, reason: int
    ) -> None:
        self._pending.discard(key)
        self._acknowledge(key, command, channel, result, reason)
        if result not in (ACCEPTED, IN_PROGRESS):
            self._tell_reason(channel, reason)
        elif command.number == SET_MODE:
            self._turn_to_hover(whole(command.param(2)), channel.now_us)

    def _turn_to_hover(self, number: int, now_us: int) -> None:
        """The Q modes of a VTOL are modes of hover."""
        if is_hover_mode(self._vehicle.number("fw_airframe"), number):
            self._mailbox.ask(Ask(RequestKind.TRANSITION, (HOVER,)), None, now_us)

    def _answer_again(self, key: _Key, command: Command, channel: Channel) -> bool:
        """Repeat the answer to a repeated question instead of doing the thing twice."""
        known = self._answered.get(key)
        if known is None:
            return False
        earlier, result, reason, answered_us = known
        same = repr(earlier.params) == repr(command.params)
        if not same or channel.now_us - answered_us > RETRY_US:
            return False
        self._acknowledge(key, command, channel, result, reason)
        return True

    def _acknowledge(
        self, key: _Key, command: Command, channel: Channel, result: int, reason: int
    ) -> None:
        peers = [each for each in self._answered if each.channel == key.channel]
        if key not in self._answered and len(peers) >= 64:
            del self._answered[peers[0]]
        self._answered[key] = (command, result, reason, channel.now_us)
        to = {"target_system": key.system, "target_component": key.component}
        number = command.number
        channel.send("COMMAND_ACK", command=number, result=result, result_param2=reason, **to)

    # What needs no request.

    def _on_set_mode(self, frame: Frame, channel: Channel) -> None:
        """The message before MAV_CMD_DO_SET_MODE; the heartbeat is its answer."""
        number = frame.message.custom_mode
        mode = mode_of(self._vehicle.number("fw_airframe"), number)
        if frame.message.base_mode & 1 and mode is not None:
            answered = partial(self._answered_mode, number, channel)
            self._mailbox.ask(Ask(RequestKind.MODE, (mode,)), answered, channel.now_us)

    def _answered_mode(self, number: int, channel: Channel, result: int, reason: int) -> None:
        if result == ACCEPTED:
            self._turn_to_hover(number, channel.now_us)
        else:
            self._tell_reason(channel, reason)

    def _on_data_stream(self, frame: Frame, channel: Channel) -> None:
        message = frame.message
        rate = float(message.req_message_rate) if message.start_stop else 0.0
        self._streams.ask_group(channel, message.req_stream_id, rate)

    def _set_interval(self, command: Command, channel: Channel) -> int:
        name, interval = self._streamed(command), command.param(2)
        if name is None or not -1.0 <= interval < 2**31:
            return DENIED
        if name == "HEARTBEAT" and interval < 0.0:
            return DENIED
        self._streams.ask_interval(channel, name, NEVER if interval < 0.0 else round(interval))
        return ACCEPTED

    def _get_interval(self, command: Command, channel: Channel) -> int:
        name, number = self._streamed(command), command.whole(1)
        interval = 0 if name is None else self._streams.interval_us(channel, name)
        if number is None or not 0 <= number <= 65535:
            return DENIED
        # 0 says that there is no such message.
        channel.send("MESSAGE_INTERVAL", message_id=number, interval_us=interval)
        return ACCEPTED

    def _streamed(self, command: Command) -> str | None:
        definition = BY_ID.get(whole(command.params[0], -1))
        known = definition is not None and definition.name in self._streams.builders
        return definition.name if definition is not None and known else None

    def _request_message(self, command: Command, channel: Channel) -> int:
        definition = BY_ID.get(whole(command.params[0], -1))
        if definition is None:
            return UNSUPPORTED
        if definition.name == "AVAILABLE_MODES":
            return self._send_modes(whole(command.param(2)), channel)
        if definition.name not in self._streams.builders:
            return UNSUPPORTED
        sent = self._streams.send(channel, definition.name, channel.now_us)
        return ACCEPTED if sent else FAILED

    def _send_modes(self, index: int, channel: Channel) -> int:
        """One mode by its place from 1, or all."""
        airframe = self._vehicle.number("fw_airframe")
        modes = offered(airframe)
        if not 0 <= index <= len(modes):
            return DENIED
        for place, mode in enumerate(modes, 1):
            if index in (ALL_MODES, place):
                channel.send(
                    "AVAILABLE_MODES",
                    number_modes=len(modes),
                    mode_index=place,
                    standard_mode=STANDARD.get(mode.mode, 0),
                    custom_mode=mode.number,
                    mode_name=mode.name.encode(),
                )
        return ACCEPTED

    def _get_home(self, command: Command, channel: Channel) -> int:
        return ACCEPTED if self._streams.send(channel, "HOME_POSITION", channel.now_us) else FAILED

    def _request_version(self, name: str, command: Command, channel: Channel) -> int:
        if command.param(1) != 1.0:
            return DENIED
        self._streams.send(channel, name, channel.now_us)
        return ACCEPTED

    def _store_parameters(self, command: Command, channel: Channel) -> int:
        board = self._maintenance
        if board is None:
            return UNSUPPORTED
        ways = {0: board.load_parameters, 1: board.store_parameters, 2: board.reset_parameters}
        way = ways.get(whole(command.params[0], -1))
        return UNSUPPORTED if way is None else _result(way())

    def _reboot(self, command: Command, channel: Channel) -> int:
        wanted = command.whole(1)
        if wanted not in (1, 3):
            return UNSUPPORTED
        if self._vehicle.on("fw_armed"):
            return DENIED
        if self._maintenance is None:
            return UNSUPPORTED
        return _result(self._maintenance.reboot(to_bootloader=wanted == 3))


def _result(done: bool | None) -> int:
    return UNSUPPORTED if done is None else ACCEPTED if done else FAILED
