"""Where commands are handed in: each gets an answer that fills in when its tick has run."""

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from math import isnan
from typing import Any

from simloop.messages.rosflight_msgs import SetSimStateRequest, SetSimStateResponse
from simloop.messages.std_srvs import TriggerRequest, TriggerResponse
from simloop.systems.user_commands.user_command import UserCommand
from simloop.systems.user_commands.verbs import AT_ONCE, VERBS, check_arguments, find_verb
from simloop.transport.inbox import Reply
from simloop.world.activity import Activity
from simloop.world.commands import Answer, Command, CommandRefused, MakeCommand, Meant, TakeInput
from simloop.world.one_line import one_line
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.set_state import SetState
from simloop.world.system import PythonSystem, Stage

__all__ = ["CommandDesk", "Receipt", "UserCommand"]


class RepeatedRefusals:
    """Remembers reasons for a second after they were last heard: a stream is told of once."""

    def __init__(self, tick_rate_hz: int) -> None:
        self._second = tick_rate_hz
        self._heard: dict[str, int] = {}

    def is_known(self, reason: str, tick: int) -> bool:
        """Note a reason; was it heard within the last second, too?"""
        # Ticks may have gone back since.
        self._heard = {
            each: at for each, at in self._heard.items() if 0 <= tick - at <= self._second
        }
        known = reason in self._heard
        self._heard[reason] = tick
        return known

    def forget(self) -> None:
        """Begin anew, as after a reset."""
        self._heard.clear()


@dataclass(slots=True)
class Receipt:
    """What became of a user command; `state` is queued, executed or refused."""

    command: UserCommand
    state: str = "queued"
    tick: int = -1
    reason: str = ""
    answer: Answer | None = None
    reply: Reply | None = None
    """Where a sender outside waits; its error is the reason of a refusal."""
    called: Reply | None = None
    """Where a service that was called answers."""

    def close(self, state: str, tick: int, reason: str = "") -> None:
        """Tell what became of it; the tick goes last, since another thread waits for it."""
        # A reason may repeat what a stranger wrote.
        reason = one_line(reason)
        self.state, self.tick, self.reason = state, tick, reason
        if self.reply is not None:
            self.reply.response = None if self.called is None else self.called.response
            self.reply.error = reason if state == "refused" else None
            self.reply.tick = tick


class CommandDesk:
    """Takes user commands and carries them to the world's queue."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._waiting: deque[Receipt] = deque()
        self._open: list[Receipt] = []
        self._taken: list[tuple[Receipt, str | None]] = []
        self._activity = Activity(lambda: bool(self._waiting or self._open or self._taken))
        self.history: deque[Receipt] = deque(maxlen=1000)
        self.on_refused: Callable[[Receipt], None] = lambda receipt: None
        self._verbs = dict(VERBS)
        self._inputs: dict[str, TakeInput] = {}
        self._refused_inputs = RepeatedRefusals(app.tick_rate_hz)

    def offer(self, verb: str, make: MakeCommand) -> None:
        """Add a verb of another plugin; `make` turns its arguments into a command."""
        self._check_new(verb)
        self._verbs[verb] = lambda app, arguments: make(arguments)

    def offer_input(self, verb: str, take: TakeInput) -> None:
        """Add a verb that is taken when its tick opens, such as a frame of a pilot's radio.

        There is nothing to undo, and it is not kept in the history.
        """
        self._check_new(verb)
        self._inputs[verb] = take

    @staticmethod
    def _check_new(verb: str) -> None:
        if verb in VERBS:
            raise ValueError(f"there is a user command '{verb}' already")

    @property
    def offered(self) -> frozenset[str]:
        """The verbs of other plugins."""
        return frozenset(self._verbs.keys() - VERBS.keys()) | frozenset(self._inputs)

    def drop_offers(self, verbs: Collection[str]) -> None:
        """Take verbs of a plugin back, which leaves."""
        for verb in verbs:
            self._verbs.pop(verb, None)
            self._inputs.pop(verb, None)

    def adopt(self, other: "CommandDesk") -> None:
        """Understand what plugins had offered to a desk that is gone."""
        self._verbs = {**other._verbs, **self._verbs}
        self._inputs = {**other._inputs, **self._inputs}

    @property
    def verbs(self) -> tuple[str, ...]:
        """Every verb that is understood."""
        return (*self._verbs, *self._inputs, *AT_ONCE)

    def check(self, verb: str) -> None:
        """Refuse a verb that nobody knows, and suggest the nearest."""
        if verb not in AT_ONCE and verb not in self._inputs:
            find_verb(verb, self._verbs)

    def join(self) -> None:
        """Enter the schedule and serve `dynamics/set_sim_state` and `dynamics/align_estimator`."""
        self._app.add_system(
            PythonSystem(
                name="user_commands",
                stage=Stage.COMMANDS,
                run=self.run,
                active=self._activity,
                reset=self._forget,
            )
        )
        self._app.bus.serve(
            "dynamics/set_sim_state",
            SetSimStateRequest,
            SetSimStateResponse,
            self.set_sim_state,
            doc="put the vehicle named in header.frame_id (or the only one) into a state; "
            "a group of numbers with NaN in it stays as it is",
            by="user_commands",
        )
        self._app.bus.serve(
            "dynamics/align_estimator",
            TriggerRequest,
            TriggerResponse,
            self.align_estimator,
            doc="tell the estimators of all vehicles the truth, as after set_sim_state",
            by="user_commands",
        )

    def submit(self, verb: str, **arguments: Any) -> Receipt:
        """Hand a command in from the world's thread; it runs in the next tick."""
        return self.take(UserCommand(verb, arguments))

    def take(self, command: UserCommand, reply: Reply | None = None) -> Receipt:
        """Queue a command that came through the inbox, and answer it in `reply`."""
        receipt = Receipt(command, reply=reply)
        self._activity.stir()
        if command.verb in self._inputs:
            self._taken.append((receipt, self._refusal_of_input(command)))
            return receipt
        self._waiting.append(receipt)
        self.history.append(receipt)
        return receipt

    def run(self, info: TickInfo) -> None:
        """Turn what waits into world commands, and close what the last commit answered."""
        self._close_answered()
        self._close_taken(info.tick)
        while self._waiting:
            receipt = self._waiting.popleft()
            receipt.tick = info.tick
            try:
                self._begin(receipt)
            except CommandRefused as refusal:
                self._refuse(receipt, info.tick, str(refusal))

    def set_sim_state(self, request: SetSimStateRequest) -> SetSimStateResponse:
        """Set position, attitude, velocities and accelerations exactly, or some of them."""
        state = request.state
        q = state.pose.orientation
        groups = {
            "position_ned_m": _xyz(state.pose.position),
            "attitude_wxyz": (q.w, q.x, q.y, q.z),
            "velocity_frd_mps": _xyz(state.twist.linear),
            "rate_frd_radps": _xyz(state.twist.angular),
            "acceleration_frd_mps2": _xyz(state.acceleration.linear),
            "angular_acceleration_frd_radps2": _xyz(state.acceleration.angular),
        }
        given = {name: numbers for name, numbers in groups.items() if not any(map(isnan, numbers))}
        try:
            name = state.header.frame_id or self._only_vehicle()
            self._at_once(SetState(name, given))
        except CommandRefused as refusal:
            return SetSimStateResponse(False, str(refusal))
        return SetSimStateResponse(True, f"{name} is in the state")

    def align_estimator(self, request: TriggerRequest) -> TriggerResponse:
        """Tell the estimators of all vehicles the truth."""
        try:
            self._at_once(find_verb("align_estimator", self._verbs)(self._app, {}))
        except CommandRefused as refusal:
            return TriggerResponse(False, str(refusal))
        return TriggerResponse(True, "every estimator has the truth")

    def _at_once(self, command: Command) -> None:
        """Carry a command out between ticks, so that the caller sees its effect and may undo it."""
        queue = self._app.world.commands
        answer = queue.submit(command)
        queue.commit()
        if answer.state == "refused":
            raise CommandRefused(answer.reason)

    def _begin(self, receipt: Receipt) -> None:
        verb, arguments = receipt.command.verb, receipt.command.arguments
        check_arguments(verb, arguments)
        if verb in AT_ONCE:
            receipt.called = AT_ONCE[verb](self._app, arguments)
            if receipt.called is None:
                receipt.close("executed", receipt.tick)
                return
        else:
            make = partial(find_verb(verb, self._verbs), self._app, arguments)
            receipt.answer = self._app.world.commands.submit(Meant(make))
        self._open.append(receipt)

    def _close_answered(self) -> None:
        still_open, self._open = self._open, []
        for receipt in still_open:
            answer, called = receipt.answer, receipt.called
            if called is not None and called.tick is not None:
                self._close(receipt, called.tick, called.error)
            elif answer is not None and answer.state != "queued":
                refused = answer.state == "refused"
                self._close(receipt, answer.tick, answer.reason if refused else None)
            else:
                self._open.append(receipt)

    def _close(self, receipt: Receipt, tick: int, refusal: str | None) -> None:
        if refusal is None:
            receipt.close("executed", tick)
        else:
            self._refuse(receipt, tick, refusal)

    def _refuse(self, receipt: Receipt, tick: int, reason: str) -> None:
        receipt.close("refused", tick, reason)
        self.on_refused(receipt)

    def _refusal_of_input(self, command: UserCommand) -> str | None:
        """Take an input now; why it was refused, or None."""
        try:
            check_arguments(command.verb, command.arguments)
            self._inputs[command.verb](command.arguments)
        except CommandRefused as refusal:
            return str(refusal)
        return None

    def _close_taken(self, tick: int) -> None:
        taken, self._taken = self._taken, []
        for receipt, refusal in taken:
            # A sender that is not listened to must not fill the log.
            if refusal and self._refused_inputs.is_known(refusal, tick):
                receipt.close("refused", tick, refusal)
            else:
                self._close(receipt, tick, refusal)

    def _only_vehicle(self) -> str:
        models = self._app.world.models()
        if len(models) != 1:
            raise CommandRefused(
                f"there are {len(models)} vehicles: name one in state.header.frame_id"
            )
        return models[0].name

    def _forget(self) -> None:
        overtaken = (*self._waiting, *self._open, *(receipt for receipt, _ in self._taken))
        for receipt in overtaken:
            receipt.close("refused", self._app.world.tick, "the world was reset meanwhile")
        self._waiting.clear()
        self._open.clear()
        self._taken.clear()
        self._refused_inputs.forget()


def _xyz(vector: Any) -> tuple[float, float, float]:
    return vector.x, vector.y, vector.z
