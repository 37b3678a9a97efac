"""MAV_CMD_INJECT_FAILURE: the simulator answers it on a vehicle's line, in the vehicle's name.

The firmware never sees the command. The answer does not go over the simulated radio, so a failure
of the link can be ended over the same link.
"""

from collections.abc import Callable
from math import isfinite
from typing import Any

from simloop.firmware.link.comm_link import CommLink
from simloop.firmware.link.command import Command, command_of
from simloop.firmware.link.command_service import ACCEPTED, DENIED, RETRY_US, UNSUPPORTED
from simloop.firmware.link.status_text import WARNING
from simloop.firmware.mavlink.frame import Frame
from simloop.sitl.command_watch import CommandWatch
from simloop.systems.failures.request import FailureAnswer, FailureRequest, FailureResult

INJECT_FAILURE = 420

# MAVLink's FAILURE_UNIT; the desk knows which of them a vehicle has.
UNITS = {
    0: "gyro",
    1: "accel",
    2: "mag",
    3: "baro",
    4: "gps",
    5: "optical_flow",
    6: "vio",
    7: "distance_sensor",
    8: "airspeed",
    100: "battery",
    101: "motor",
    102: "servo",
    103: "avoidance",
    104: "rc_signal",
    105: "mavlink_signal",
}
# MAVLink's FAILURE_TYPE.
TYPES = {
    0: "ok",
    1: "off",
    2: "stuck",
    3: "garbage",
    4: "wrong",
    5: "slow",
    6: "delayed",
    7: "intermittent",
}
RESULTS = {
    FailureResult.ACCEPTED: ACCEPTED,
    FailureResult.UNSUPPORTED: UNSUPPORTED,
    FailureResult.DENIED: DENIED,
}
Inject = Callable[[FailureRequest], FailureAnswer]


class FailureCommands:
    """All peers of one vehicle; `name` tells what it is called now."""

    def __init__(self, name: Callable[[], str], inject: Inject) -> None:
        self._name = name
        self._inject = inject
        self._watches: dict[int, CommandWatch] = {}
        # The last answer on each channel: who asked what, when, and what was said.
        self._answered: dict[int, tuple[tuple[Any, ...], int, FailureAnswer]] = {}
        self.holds = False
        """Do bytes wait for more?"""

    def admit(self, data: bytes, link: CommLink, now_us: int, channel: int, peer: int) -> bytes:
        """What the vehicle is to get of a channel's bytes; answers go out by the link's `peer`."""
        watch = self._watches.setdefault(channel, CommandWatch(INJECT_FAILURE))
        passed = watch.feed(data, now_us, self._taker(link, now_us, channel, peer))
        self._note()
        return passed

    def overdue(self, link: CommLink, now_us: int, peer: int | None = None) -> list[Any]:
        """Channels and bytes that were held back and waited in vain."""
        released = []
        for channel, watch in self._watches.items():
            if watch.kept:
                by = channel if peer is None else peer
                data = watch.poll(now_us, self._taker(link, now_us, channel, by))
                released.append((channel, data))
        self._note()
        return released

    def _note(self) -> None:
        self.holds = any(watch.kept for watch in self._watches.values())

    def save(self) -> Any:
        """What waits, and what was answered."""
        watches = {channel: watch.save() for channel, watch in self._watches.items()}
        return watches, dict(self._answered)

    def load(self, saved: Any) -> None:
        """Back to what was saved."""
        watches, answered = saved
        self._watches.clear()
        for channel, kept in watches.items():
            self._watches[channel] = CommandWatch(INJECT_FAILURE)
            self._watches[channel].load(kept)
        self._answered = dict(answered)
        self._note()

    def forget(self) -> None:
        """As new."""
        self._watches.clear()
        self._answered.clear()
        self._note()

    def _taker(
        self, link: CommLink, now_us: int, channel: int, peer: int
    ) -> Callable[[Frame], bool]:
        def take(frame: Frame) -> bool:
            if not link.concerns(frame, now_us, peer):
                return False
            command = command_of(frame)
            answer = self._answer(frame, command, now_us, channel)
            link.channels[peer].send(
                "COMMAND_ACK",
                command=INJECT_FAILURE,
                result=RESULTS[answer.result],
                target_system=frame.system,
                target_component=frame.component,
            )
            if not answer.accepted:
                link.send_log_message(WARNING, f"Failure: {answer.reason}", peer)
            return True

        return take

    def _answer(self, frame: Frame, command: Command, now_us: int, channel: int) -> FailureAnswer:
        """The answer; a question that is repeated gets the same one and does nothing twice."""
        question = (frame.system, frame.component, repr(command.params[:3]))
        known = self._answered.get(channel)
        if command.confirmation and known is not None:
            asked, answered_us, answer = known
            if asked == question and now_us - answered_us <= RETRY_US:
                return answer
        answer = self._carry_out(command)
        self._answered[channel] = (question, now_us, answer)
        return answer

    def _carry_out(self, command: Command) -> FailureAnswer:
        unit, kind, instance = command.whole(1), command.whole(2), command.whole(3)
        component, kind_name = UNITS.get(unit or 0), TYPES.get(kind or 0)
        if unit is None or component is None:
            return _unsupported(f"there is no failure unit {_text(command.params[0])}")
        if kind is None or kind_name is None:
            return _unsupported(f"there is no failure type {_text(command.params[1])}")
        if not isfinite(command.params[2]):
            # Peers that name no instance mean all.
            instance = 0
        if instance is None or instance < 0:
            reason = f"instance is {_text(command.params[2])}: count from 1, or use 0 for all"
            return FailureAnswer(FailureResult.DENIED, reason)
        request = FailureRequest(
            vehicle=self._name(), component=component, kind=kind_name, instance=instance
        )
        return self._inject(request)


def _unsupported(reason: str) -> FailureAnswer:
    return FailureAnswer(FailureResult.UNSUPPORTED, reason)


def _text(number: float) -> str:
    return f"{number:g}"
