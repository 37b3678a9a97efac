"""The mission protocol: plans come item by item, lost items are asked for again, and go back."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from simloop.firmware.codes import Answer, Mode, RequestKind
from simloop.firmware.link.channel import Channel
from simloop.firmware.link.mailbox import Ask, Mailbox
from simloop.firmware.link.numbers import spread, whole
from simloop.firmware.link.plan_items import (
    PlanCommand,
    PlanItem,
    Verdict,
    item_of,
    ned_of,
    place_fault,
)
from simloop.firmware.link.plans import ALL, KINDS, MISSION, Plans
from simloop.firmware.link.vehicle import Vehicle
from simloop.firmware.mavlink.frame import Frame

ASK_AGAIN_US = 700_000
GIVE_UP_US = 5_000_000
# An item that is a target of its own, and one that only says how high.
GUIDED_TARGET = 2
GUIDED_ALTITUDE = 3
NAN = float("nan")


@dataclass(slots=True)
class _Upload:
    """A plan on its way to us."""

    channel: Channel
    count_frame: Frame
    kind: int
    count: int
    asked_us: int
    heard_us: int
    items: list[PlanItem] = field(default_factory=list)

    def comes_from(self, frame: Frame, channel: Channel) -> bool:
        """Is this the one who sends the plan?"""
        begun = self.count_frame
        peer = (self.channel, begun.system, begun.component)
        return peer == (channel, frame.system, frame.component)

    def answer(self, name: str, **fields: int) -> None:
        """Tell who sends the plan something about it."""
        self.channel.answer(self.count_frame, name, mission_type=self.kind, **fields)


class MissionService:
    """Serves all three kinds of plan; of missions, item 0 is home, as ArduPilot has it."""

    def __init__(
        self,
        vehicle: Vehicle,
        plans: Plans,
        mailbox: Mailbox,
        tell_current: Callable[[Channel], None],
    ) -> None:
        self._vehicle = vehicle
        self._plans = plans
        self._mailbox = mailbox
        self._tell_current = tell_current
        self._upload: _Upload | None = None
        # The last plan that was taken, in case its acknowledgement got lost.
        self._done: _Upload | None = None
        self.handlers = {
            "MISSION_COUNT": self._on_count,
            "MISSION_ITEM_INT": self._on_item,
            "MISSION_ITEM": self._on_item,
            "MISSION_REQUEST_LIST": self._on_request_list,
            "MISSION_REQUEST_INT": self._on_request,
            "MISSION_REQUEST": self._on_request,
            "MISSION_CLEAR_ALL": self._on_clear,
            "MISSION_SET_CURRENT": self._on_set_current,
            "MISSION_WRITE_PARTIAL_LIST": self._on_partial,
            "MISSION_REQUEST_PARTIAL_LIST": self._on_partial,
            "MISSION_ACK": self._on_ack,
        }

    def poll(self, now_us: int) -> None:
        """Ask again for a lost item, or give up."""
        upload = self._upload
        if upload is None:
            return
        if now_us - upload.heard_us >= GIVE_UP_US:
            self._finish(upload, Verdict.CANCELLED)
        elif now_us - upload.asked_us >= ASK_AGAIN_US:
            self._ask_next(upload, now_us)

    # Towards us.

    def _on_count(self, frame: Frame, channel: Channel) -> None:
        kind, count = frame.message.mission_type, frame.message.count
        other = self._upload is not None and not self._upload.comes_from(frame, channel)
        fault = Verdict.DENIED if other else self._count_fault(kind, count)
        now_us = channel.now_us
        upload = _Upload(channel, frame, kind, count, now_us, now_us)
        if fault:
            upload.answer("MISSION_ACK", type=fault)
        elif count == 0:
            self._finish(upload, self._store(upload))
        else:
            self._upload, self._done = upload, None
            self._ask_next(upload, now_us)

    def _count_fault(self, kind: int, count: int) -> int:
        if kind not in KINDS:
            return Verdict.UNSUPPORTED
        room = self._plans.room(kind)
        if not room:
            return Verdict.UNSUPPORTED
        return Verdict.ACCEPTED if count <= room + (kind == MISSION) else Verdict.NO_SPACE

    def _on_item(self, frame: Frame, channel: Channel) -> None:
        message = frame.message
        item = item_of(message, whole=frame.definition.name == "MISSION_ITEM_INT")
        if message.current in (GUIDED_TARGET, GUIDED_ALTITUDE) and message.mission_type == MISSION:
            self._go_to(frame, channel, item, message.current)
            return
        upload = self._upload
        if upload is None or not upload.comes_from(frame, channel):
            self._on_late_item(frame, channel)
        elif message.mission_type == upload.kind:
            self._take(upload, message.seq, item, channel.now_us)

    def _take(self, upload: _Upload, seq: int, item: PlanItem | int, now_us: int) -> None:
        upload.heard_us = now_us
        if seq != len(upload.items):
            # An item twice, or after a lost one: the time-out asks for the right one.
            return
        fault = item if isinstance(item, int) else self._fault(upload, seq, item)
        if isinstance(item, int) or fault:
            self._finish(upload, fault)
            return
        upload.items.append(item)
        if len(upload.items) < upload.count:
            self._ask_next(upload, now_us)
        else:
            self._finish(upload, self._store(upload))

    def _fault(self, upload: _Upload, seq: int, item: PlanItem) -> int:
        # Home is where it is, whatever stands there.
        is_home = upload.kind == MISSION and seq == 0
        return Verdict.ACCEPTED if is_home else self._plans.fault(upload.kind, item)

    def _store(self, upload: _Upload) -> int:
        items = upload.items[1:] if upload.kind == MISSION else upload.items
        fault = self._plans.store(upload.kind, items)
        if not fault and upload.kind == MISSION and items and not self._flies_mission():
            self._mailbox.ask(Ask(RequestKind.SET_ITEM, (0.0,)), None, upload.heard_us)
        return fault

    def _on_late_item(self, frame: Frame, channel: Channel) -> None:
        """The last item again: our acknowledgement got lost."""
        done = self._done
        if done is None or not done.comes_from(frame, channel):
            return
        same = (frame.message.mission_type, frame.message.seq) == (done.kind, done.count - 1)
        if same and channel.now_us - done.heard_us < GIVE_UP_US:
            # Who goes on asking has still not got it.
            done.heard_us = channel.now_us
            done.answer("MISSION_ACK", type=Verdict.ACCEPTED)

    def _ask_next(self, upload: _Upload, now_us: int) -> None:
        upload.asked_us = now_us
        old = upload.channel.version == 1
        upload.answer("MISSION_REQUEST" if old else "MISSION_REQUEST_INT", seq=len(upload.items))

    def _finish(self, upload: _Upload, result: int) -> None:
        self._upload = None
        self._done = upload if result == Verdict.ACCEPTED else None
        upload.answer("MISSION_ACK", type=result)

    # From us.

    def _wire_items(self, kind: int) -> list[PlanItem]:
        items = self._plans.items(kind) if kind in KINDS else []
        return [self._home_item(), *items] if kind == MISSION and items else items

    def _home_item(self) -> PlanItem:
        home, origin = self._vehicle.home_ned_m(), self._vehicle.origin()
        x, y, altitude = origin.place(*home) if home and origin else (0, 0, 0.0)
        return PlanItem(PlanCommand.WAYPOINT, 0, (0.0, 0.0, 0.0, 0.0), x, y, altitude)

    def _on_request_list(self, frame: Frame, channel: Channel) -> None:
        kind = frame.message.mission_type
        if kind not in KINDS:
            self._answer(frame, channel, Verdict.UNSUPPORTED)
            return
        count = len(self._wire_items(kind))
        channel.answer(frame, "MISSION_COUNT", count=count, mission_type=kind)

    def _on_request(self, frame: Frame, channel: Channel) -> None:
        kind, seq = frame.message.mission_type, frame.message.seq
        items = self._wire_items(kind)
        if seq >= len(items):
            self._answer(frame, channel, Verdict.INVALID_SEQUENCE)
            return
        item = items[seq]
        params = spread("param1 param2 param3 param4", item.params)
        # Floats for those who ask in the old way.
        exact = frame.definition.name == "MISSION_REQUEST_INT"
        scale = item.whole_scale
        running = kind == MISSION and seq == self._current()
        channel.answer(
            frame,
            "MISSION_ITEM_INT" if exact else "MISSION_ITEM",
            **params,
            seq=seq,
            command=item.command,
            frame=item.frame,
            current=1 if running else 0,
            autocontinue=item.autocontinue,
            x=item.x if exact else item.x / scale,
            y=item.y if exact else item.y / scale,
            z=item.z,
            mission_type=kind,
        )

    def _current(self) -> int:
        return whole(self._vehicle.number("fw_waypoint_index")) + 1

    def _on_ack(self, frame: Frame, channel: Channel) -> None:
        """The peer has our plan, or gives its own up."""
        upload, refused = self._upload, frame.message.type != Verdict.ACCEPTED
        if upload and upload.comes_from(frame, channel) and refused:
            self._upload = None

    # The rest.

    def _on_clear(self, frame: Frame, channel: Channel) -> None:
        kind = frame.message.mission_type
        kinds = KINDS if kind == ALL else (kind,)
        if not set(kinds) <= set(KINDS):
            self._answer(frame, channel, Verdict.UNSUPPORTED)
            return
        if MISSION in kinds and self._flies_mission():
            self._answer(frame, channel, Verdict.DENIED)
            return
        faults = [self._plans.store(each, []) for each in kinds]
        self._answer(frame, channel, max(faults))

    def _flies_mission(self) -> bool:
        return self._vehicle.on("fw_armed") and self._vehicle.number("fw_mode") == Mode.AUTO

    def _on_set_current(self, frame: Frame, channel: Channel) -> None:
        item = max(frame.message.seq - 1.0, 0.0)
        answered = partial(self._answered_current, channel)
        self._mailbox.ask(Ask(RequestKind.SET_ITEM, (item,)), answered, channel.now_us)

    def _answered_current(self, channel: Channel, result: int, reason: int) -> None:
        self._vehicle.refresh()
        self._tell_current(channel)

    def _on_partial(self, frame: Frame, channel: Channel) -> None:
        self._answer(frame, channel, Verdict.UNSUPPORTED)

    def _go_to(self, frame: Frame, channel: Channel, item: PlanItem | int, how: int) -> None:
        """A single item as a target, which is how Mission Planner says `fly to here`."""
        place = None if isinstance(item, int) or place_fault(item) else self._place(item)
        if place is None:
            self._answer(frame, channel, item if isinstance(item, int) else Verdict.ERROR)
            return
        north, east, down = place
        if how == GUIDED_ALTITUDE:
            north = east = NAN
        ask = Ask(RequestKind.GO_TO, (north, east, down, NAN, 0.0, 0.0))
        answered = partial(self._answered_go_to, frame, channel)
        if not self._mailbox.ask(ask, answered, channel.now_us):
            self._answer(frame, channel, Verdict.ERROR)

    def _answered_go_to(self, frame: Frame, channel: Channel, result: int, reason: int) -> None:
        self._answer(
            frame, channel, Verdict.ACCEPTED if result == Answer.ACCEPTED else Verdict.DENIED
        )

    def _place(self, item: PlanItem) -> tuple[float, float, float] | None:
        origin = self._vehicle.origin()
        home = self._vehicle.home_ned_m() or (0.0, 0.0, 0.0)
        return None if origin is None else ned_of(item, origin, home)

    def _answer(self, frame: Frame, channel: Channel, result: int) -> None:
        # MISSION_SET_CURRENT and its kind have no mission_type.
        kind = getattr(frame.message, "mission_type", MISSION)
        channel.answer(frame, "MISSION_ACK", type=result, mission_type=kind)
