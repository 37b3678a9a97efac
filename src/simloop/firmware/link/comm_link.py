"""The MAVLink of one vehicle: all its services behind `receive` and `stream`."""

from collections.abc import Callable, Mapping

from simloop.firmware.command.reasons import TEXTS, Event, is_failsafe, notice_words
from simloop.firmware.lane import Lane
from simloop.firmware.link.channel import Address, Channel, Send
from simloop.firmware.link.command_service import CommandService, Maintenance
from simloop.firmware.link.identity import COMPONENT, Identity
from simloop.firmware.link.mailbox import Mailbox
from simloop.firmware.link.mission_service import MissionService
from simloop.firmware.link.motion_telemetry import MotionTelemetry
from simloop.firmware.link.numbers import whole
from simloop.firmware.link.offboard_service import OffboardService
from simloop.firmware.link.parameter_service import ParameterService
from simloop.firmware.link.pilot_input import PilotInput, RcOverride
from simloop.firmware.link.plans import Plans
from simloop.firmware.link.small_talk import SmallTalk
from simloop.firmware.link.status_telemetry import StatusTelemetry
from simloop.firmware.link.status_text import INFO, WARNING, StatusText
from simloop.firmware.link.streams import Streams
from simloop.firmware.link.vehicle import Vehicle
from simloop.firmware.mavlink.frame import Frame
from simloop.firmware.mavlink.signing import Signing
from simloop.firmware.parameters.table import ParameterTable

SETUP_SIGNING = "SETUP_SIGNING"
# A flood of keys must not fill the memory.
MOST_NEWS = 8
PLANS_INTERVAL_US = 500_000
ALL = 0

Handler = Callable[[Frame, Channel], None]


class CommLink:
    """One vehicle and its peers; the first peer is channel 0, `open` adds others.

    Time is the board's and is passed in. Nothing is kept outside this object, so any number of
    vehicles can live side by side.
    """

    def __init__(
        self,
        lane: Lane,
        parameters: ParameterTable,
        send: Send,
        identity: Identity | None = None,
        *,
        datagrams: bool = True,
        safe: bool = False,
        signing: Signing | None = None,
        texts: Mapping[float, str] = TEXTS,
        rc_override: RcOverride | None = None,
        maintenance: Maintenance | None = None,
    ) -> None:
        self._vehicle = Vehicle(lane)
        self._address = Address(component=COMPONENT)
        self.signing = signing or Signing()
        self.channels: list[Channel] = []
        self._heard = False
        self._mode = -1.0
        self._plans_due_us = 0
        self.open(send, datagrams=datagrams, safe=safe)

        vehicle = self._vehicle
        self._status = StatusTelemetry(vehicle, identity or Identity())
        motion = MotionTelemetry(vehicle)
        self._streams = Streams(vehicle, {**self._status.builders, **motion.builders})
        self._mailbox = Mailbox(lane)
        self._texts = StatusText(lane, self.channels, texts, self._event_in_words)
        self._plans = Plans(vehicle)
        self._parameters = ParameterService(parameters, self._tell_refusal)
        self._missions = MissionService(vehicle, self._plans, self._mailbox, self._tell_current)
        commands = CommandService(
            vehicle, self._mailbox, self._streams, self._texts.tell_reason, maintenance
        )
        self._handlers: dict[str, Handler] = {
            **self._parameters.handlers,
            **self._missions.handlers,
            **commands.handlers,
            **OffboardService(vehicle).handlers,
            **PilotInput(vehicle, rc_override).handlers,
            **SmallTalk(vehicle).handlers,
            SETUP_SIGNING: self._on_setup_signing,
        }

    def open(self, send: Send, *, datagrams: bool = True, safe: bool = False) -> int:
        """Add a peer; its number is for `receive`."""
        number = len(self.channels)
        self.channels.append(
            Channel(
                send, self._address, self.signing, number=number, datagrams=datagrams, safe=safe
            )
        )
        return number

    @property
    def connected(self) -> bool:
        """Has a peer been heard?"""
        return self._heard

    def receive(self, data: bytes, now_us: int, channel: int = 0) -> None:
        """Act on bytes of one peer."""
        peer = self.channels[channel]
        peer.now_us = now_us
        self._handle(peer, peer.parser.feed(data, now_us))

    def stream(self, now_us: int) -> None:
        """Send what is due; cheap when nothing is."""
        for channel in self.channels:
            channel.now_us = now_us
            if channel.parser.kept:
                self._handle(channel, channel.parser.poll(now_us))
        self._mailbox.poll(now_us)
        self._texts.poll()
        self._missions.poll(now_us)
        self._parameters.poll(now_us)
        due = [channel for channel in self.channels if now_us >= channel.next_due_us]
        if due:
            self._begin_pass()
            self._tell_mode_change()
            for channel in due:
                self._streams.run(channel, now_us)
        if now_us >= self._plans_due_us:
            self._vehicle.refresh()
            self._plans.refresh()
            self._plans_due_us = now_us + PLANS_INTERVAL_US

    def send_heartbeat(self) -> None:
        """Say to every peer that the vehicle is there."""
        self._begin_pass()
        for channel in self.channels:
            self._streams.send(channel, "HEARTBEAT", channel.now_us)

    def send_log_message(self, severity: int, text: str, channel: int | None = None) -> None:
        """Tell every peer something, or only one; severities are those of syslog."""
        if channel is None:
            self._texts.tell(text, severity)
        else:
            self._texts.tell_one(self.channels[channel], text, severity)

    def concerns(self, frame: Frame, now_us: int, channel: int = 0) -> bool:
        """Would this vehicle act on a frame of a peer: is it for it, and signed if need be?

        A good signature is used up: who asks and is told so acts in the vehicle's place.
        """
        peer = self.channels[channel]
        peer.now_us = now_us
        self._begin_pass()
        if not (self._is_for_us(frame) and self._accepts(frame, peer)):
            return False
        peer.note(frame)
        return True

    def _begin_pass(self) -> None:
        self._vehicle.refresh()
        self._streams.begin_pass()
        self._address.system = whole(self._vehicle.number("fw_system_id", 1.0), 1) or 1

    def _handle(self, channel: Channel, frames: list[Frame]) -> None:
        for frame in frames:
            self._begin_pass()
            handler = self._handlers.get(frame.definition.name)
            if not self._accepts(frame, channel):
                continue
            self._heard = True
            channel.note(frame)
            if handler is not None and self._is_for_us(frame):
                handler(frame, channel)

    def _accepts(self, frame: Frame, channel: Channel) -> bool:
        own = (self._address.system, self._address.component)
        if (frame.system, frame.component) == own:
            return False
        if channel.safe and frame.definition.name == SETUP_SIGNING:
            return True
        return self.signing.accepts(frame, channel.now_us)

    def _is_for_us(self, frame: Frame) -> bool:
        message = frame.message
        system = getattr(message, "target_system", getattr(message, "target", ALL))
        component = getattr(message, "target_component", ALL)
        return system in (ALL, self._address.system) and component in (ALL, self._address.component)

    def _on_setup_signing(self, frame: Frame, channel: Channel) -> None:
        message, held = frame.message, self.signing.active
        # A signature says nothing before there is a key.
        if not (channel.safe or (held and frame.raw)):
            self._tell_of_key("Signing key refused: sign it, or mark the link", WARNING)
            return
        if not any(message.secret_key):
            # Still signed: who has the key believes it.
            self._tell_of_key("Signing key removed", INFO)
        self.signing.set_key(message.secret_key, message.initial_timestamp, channel.now_us)
        if self.signing.active:
            self._tell_of_key("Signing key set", INFO)

    def _tell_of_key(self, text: str, severity: int) -> None:
        self.signing.news = [*self.signing.news, text][-MOST_NEWS:]
        self._texts.tell(text, severity)

    def _event_in_words(self, code: int, number: float, text: str) -> str:
        """The text of an event with its number; some have a message of their own too."""
        if code == Event.MODE:
            # The heartbeat tells it.
            return ""
        if is_failsafe(code):
            return notice_words(code, number)
        if code not in (Event.ITEM_REACHED, Event.ITEM_SKIPPED):
            return text
        # Item 0 on the wire is home.
        item = whole(number) + 1
        if code == Event.ITEM_REACHED:
            for channel in self.channels:
                channel.send("MISSION_ITEM_REACHED", seq=item)
        return f"{text}: {item}"

    def _tell_current(self, channel: Channel) -> None:
        self._streams.send(channel, "MISSION_CURRENT", channel.now_us)

    def _tell_refusal(self, channel: Channel, text: str) -> None:
        self._texts.tell_one(channel, text, WARNING)

    def _tell_mode_change(self) -> None:
        """Ground stations wait for the heartbeat that shows a new mode, or arming."""
        mode = self._status.custom_mode + (0.5 if self._vehicle.on("fw_armed") else 0.0)
        if mode != self._mode:
            self._mode = mode
            for channel in self.channels:
                self._streams.send(channel, "HEARTBEAT", channel.now_us)
                self._streams.send(channel, "CURRENT_MODE", channel.now_us)
