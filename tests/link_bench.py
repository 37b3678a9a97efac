"""A vehicle's link on bare columns, and peers that speak pymavlink over wires that lose frames."""

from collections.abc import Callable, Iterable, Sequence
from math import radians
from random import Random
from typing import Any

from pymavlink.dialects.v20 import all as mavlink

from simloop.firmware.board import Lanes
from simloop.firmware.bound_tasks import allocate
from simloop.firmware.codes import Airframe, Answer, Mode, RequestKind, State
from simloop.firmware.component import Component
from simloop.firmware.field import Field
from simloop.firmware.fields import (
    command,
    estimate,
    link,
    mission,
    navigation,
    outputs,
    radio,
    safety,
    samples,
)
from simloop.firmware.lane import BlockLane
from simloop.firmware.link.comm_link import CommLink
from simloop.firmware.navigation import filter_columns
from simloop.firmware.parameters.table import ParameterTable

CONSTANTS = {"ITEMS": 50, "ROTORS": 4, "OUTPUTS": 5}
STEP_US = 20_000
ORIGIN_DEG = (47.397742, 8.545594)
ORIGIN_HEIGHT_M = 488.0


def _fields() -> list[Field]:
    """The columns of all components that these modules declare or import."""
    fields = (command, estimate, link, mission, navigation, outputs, radio, safety, samples)
    parts = (*fields, filter_columns)
    things = [thing for part in parts for thing in vars(part).values()]
    classes = [thing for thing in things if isinstance(thing, type)]
    components = [each for each in classes if issubclass(each, Component)]
    found = {field.name: field for each in components for field in each.columns}
    return list(found.values())


FIELDS = _fields()


class Peer:
    """A ground station of scripts: sends with pymavlink, keeps all it gets."""

    def __init__(
        self,
        bench: "LinkBench",
        *,
        system: int = 255,
        component: int = 190,
        loss: float = 0.0,
        seed: int = 1,
        **opened: bool,
    ) -> None:
        self.bench = bench
        self.mav = mavlink.MAVLink(None, system, component)
        self.mav.robust_parsing = True
        self.inbox: list[Any] = []
        self.loss = loss
        self.frames: list[bytes] = []
        self._chance = Random(seed)
        self.reacts: list[Callable[[Any], None]] = []
        self.channel = bench.attach(self._arrive, **opened)

    def send(self, message: Any, *, v1: bool = False) -> None:
        """A message to the vehicle, if the wire does not lose it."""
        data = message.pack(self.mav, force_mavlink1=v1)
        self.mav.seq = (self.mav.seq + 1) % 256
        self.send_bytes(data)

    def send_bytes(self, data: bytes) -> None:
        if self._chance.random() >= self.loss:
            self.bench.to_vehicle.append((self.channel, data))

    def command(self, number: int, *params: float, confirmation: int = 0) -> None:
        """COMMAND_LONG to the vehicle."""
        values = (*params, *(0.0,) * 7)[:7]
        self.send(mavlink.MAVLink_command_long_message(1, 1, number, confirmation, *values))

    def ask(self, number: int, *params: float, seconds: float = 2.0) -> int | None:
        """Result of a command, None if no answer came in time."""
        self.take("COMMAND_ACK")
        self.command(number, *params)
        found = self.wait("COMMAND_ACK", seconds, lambda ack: ack.command == number)
        return None if found is None else found.result

    def wait(
        self,
        name: str,
        seconds: float = 2.0,
        condition: Callable[[Any], bool] = lambda message: True,
    ) -> Any:
        """The next message of this name that fits, None if none comes in time."""
        end = self.bench.now_us + round(seconds * 1e6)
        while True:
            for place, message in enumerate(self.inbox):
                if message.get_type() == name and condition(message):
                    del self.inbox[place]
                    return message
            if self.bench.now_us >= end:
                return None
            self.bench.step()

    def take(self, name: str) -> list[Any]:
        """All messages of this name so far."""
        taken = [message for message in self.inbox if message.get_type() == name]
        self.inbox = [message for message in self.inbox if message.get_type() != name]
        return taken

    def texts(self) -> list[str]:
        """All texts so far."""
        return [message.text for message in self.take("STATUSTEXT")]

    def _arrive(self, data: bytes) -> None:
        if self._chance.random() < self.loss:
            return
        self.frames.append(data)
        for message in self.mav.parse_buffer(data) or []:
            # PROTOCOL_VERSION is missing in this version of pymavlink.
            kind = message.get_type()
            assert kind == "UNKNOWN_300" or not kind.startswith(("BAD", "UNKNOWN")), message
            self.inbox.append(message)
            for react in self.reacts:
                react(message)


class LinkBench:
    """A vehicle that stands at a known place and answers requests as it is told."""

    def __init__(self, *, aligned: bool = True, **options: Any) -> None:
        lanes = Lanes()
        self.columns = allocate(FIELDS, lanes, CONSTANTS)
        self.lane = BlockLane(self.columns, lanes)
        self.parameters = ParameterTable(FIELDS, CONSTANTS, self.lane)
        self.to_vehicle: list[tuple[int, bytes]] = []
        self.now_us = 0
        self.requests: list[list[float]] = []
        self.answering = True
        # Answer and reason for kinds of request that this vehicle refuses.
        self.refuses: dict[float, tuple[float, float]] = {}
        self._options = options
        self.link: CommLink | None = None
        self.set(
            fw_airframe=Airframe.MULTIROTOR,
            fw_mode=Mode.LOITER,
            fw_state=State.PREFLIGHT,
            gnss_fix_type=3.0,
            gnss_satellites=12.0,
        )
        if aligned:
            self.align()

    def align(self) -> None:
        """Let the estimator know where it is."""
        place = [*map(radians, ORIGIN_DEG), ORIGIN_HEIGHT_M]
        self.set(
            fw_origin_llh=place,
            fw_aligned=1.0,
            fw_attitude_settled=1.0,
            fw_home_set=1.0,
            gnss_llh=place,
        )
        for flag in ("attitude", "position", "velocity", "height"):
            self.set(**{f"fw_{flag}_ok": 1.0})

    def attach(self, send: Callable[[bytes], None], **opened: bool) -> int:
        """Give the link a peer."""
        if self.link is None:
            self.link = CommLink(self.lane, self.parameters, send, **opened, **self._options)
            return 0
        return self.link.open(send, **opened)

    def set(self, **values: float | Sequence[float]) -> None:
        """Write columns."""
        for name, value in values.items():
            self.lane.write(name, value)

    def get(self, column: str) -> float:
        """First element of a column."""
        return self.lane.read(column)[0]

    def step(self) -> None:
        """A pass of the firmware: samples, what came, answers, telemetry."""
        assert self.link is not None
        self.now_us += STEP_US
        for sensor in ("imu", "mag", "baro", "gnss", "battery"):
            self.set(**{f"{sensor}_sequence": self.get(f"{sensor}_sequence") + 1.0})
        came, self.to_vehicle = self.to_vehicle, []
        for channel, data in came:
            self.link.receive(data, self.now_us, channel)
        if self.answering:
            self._answer()
        self.link.stream(self.now_us)

    def run(self, seconds: float) -> None:
        """Let passes go by."""
        for _ in range(round(seconds * 1e6 / STEP_US)):
            self.step()

    def _answer(self) -> None:
        """A tiny stand-in for the command tasks."""
        number = self.get("fw_request_id")
        if number == self.get("fw_answer_id"):
            return
        request = self.lane.read("fw_request")
        self.requests.append(request)
        kind, first = request[:2]
        answer, reason = self.refuses.get(kind, (Answer.ACCEPTED, 0.0))
        if answer == Answer.ACCEPTED:
            if kind == RequestKind.ARM:
                self.set(fw_armed=first)
            elif kind == RequestKind.MODE:
                self.set(fw_mode=first)
            elif kind == RequestKind.SET_HOME:
                self.set(fw_home_ned_m=request[1:4])
            elif kind == RequestKind.SET_ITEM:
                self.set(fw_waypoint_index=first)
        self.set(fw_answer=answer, fw_answer_reason=reason, fw_answer_id=number)


def by_type(messages: Iterable[Any]) -> dict[str, list[Any]]:
    """Messages by their names."""
    found: dict[str, list[Any]] = {}
    for message in messages:
        found.setdefault(message.get_type(), []).append(message)
    return found


__all__ = ["CONSTANTS", "ORIGIN_DEG", "ORIGIN_HEIGHT_M", "LinkBench", "Peer", "by_type", "mavlink"]
