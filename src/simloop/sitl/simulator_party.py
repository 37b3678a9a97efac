"""One simulator as a party of the run: asked, stepped and heard in every exchange."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simloop.messages.sensor_data import SensorFrame
from simloop.sitl.adapter_step import AdapterStep
from simloop.sitl.frame_check import FrameCheck
from simloop.sitl.rare_events import RareEvents
from simloop.sitl.ready_samples import ReadySamples
from simloop.sitl.simulator_adapter import (
    Findable,
    Patient,
    Reporting,
    SimulatorAdapter,
    SimulatorError,
    finish,
)
from simloop.sitl.time_coordinator import TimeCoordinator
from simloop.sitl.truth_writer import TruthWriter
from simloop.sitl.vehicle_outputs import VehicleOutputs, actuator_frame

SHORT_REST_S = 0.001
# Frames that may come between two looks at who is missing: nobody holds a tick by talking.
_MOST_FRAMES = 1000
# A dropped simulator is looked for in a hundredth of the time, however long a look takes.
_REST_PER_LOOK = 100


@dataclass(frozen=True, slots=True)
class Passenger:
    """A vehicle that a simulator moves."""

    number: int
    name: str
    outputs: VehicleOutputs
    truth: TruthWriter
    samples: ReadySamples


def party_name(adapter: str) -> str:
    """How events call a simulator."""
    return f"simulator '{adapter}'"


class SimulatorParty:
    """An adapter and its vehicles in the order of their ids.

    `rest` waits a while on the wall clock: long after a failure, shortly if nothing came, so that
    an adapter that does not wait by itself does not keep a core busy.
    """

    def __init__(
        self,
        adapter: SimulatorAdapter,
        step: AdapterStep,
        coordinator: TimeCoordinator,
        rest: Callable[[float], None],
    ) -> None:
        self.adapter = adapter
        self.name = adapter.name()
        self.step = step
        self.passengers: tuple[Passenger, ...] = ()
        self._coordinator = coordinator
        self._rest = rest
        self._heard: dict[int, tuple[SensorFrame, int]] = {}
        self._met: set[int] = set()
        self._trouble = ""
        self._reached_us = 0
        self._unsent = False
        self._stood_us = 0
        self._sent_ns = 0
        self._heard_ns = 0
        self._spent_ns = 0
        self._rests_until_ns: int | None = None
        self._last_tick = 0
        self._check = FrameCheck()
        self._events = RareEvents(
            lambda what, told: coordinator.tell(party_name(self.name), what, told)
        )
        if isinstance(adapter, Reporting):
            adapter.report_to(self._events.tell)

    def take_aboard(self, passengers: Sequence[Passenger]) -> None:
        """Serve these vehicles from now on."""
        self.passengers = tuple(sorted(passengers, key=lambda passenger: passenger.number))
        self._met &= self._numbers()
        self.expect_between()
        if not self.passengers:
            self._coordinator.forget(party_name(self.name))

    def send(self, reached_us: int) -> None:
        """Tell all vehicles what to do until a time; what cannot be sent is tried again."""
        self._heard = {}
        self._spent_ns = 0
        self._reached_us, self._unsent = reached_us, True
        if not self._rests():
            self._stood_us = self._time_us()
            self._try(self._send)

    def advance(self) -> None:
        """Let one step pass, unless the commands for it could not be sent."""
        if not self._unsent:
            self._try(self._step)

    def collect(self) -> None:
        """Hear all vehicles: those in lockstep of this step, others the newest there is."""
        if self._rests():
            return
        dropped = self._coordinator.is_dropped(party_name(self.name))
        if isinstance(self.adapter, Patient):
            self.adapter.may_wait(not dropped)
        if not dropped:
            self._try(self._receive)
        waits = self.adapter.supports_lockstep() or not self._numbers() <= self._met
        if dropped or waits:
            self._coordinator.wait_for(party_name(self.name), self._poll, fix=self.who_is_missing)
        if dropped and self._missing():
            rest_ns = _REST_PER_LOOK * self._spent_ns
            self._rests_until_ns = self._coordinator.now_ns() + rest_ns

    def write(self, tick: int, tick_rate_hz: int) -> None:
        """Take over what was heard."""
        since_s = (tick - self._last_tick) / tick_rate_hz
        self._last_tick = tick
        for passenger in self.passengers:
            if passenger.number not in self._heard:
                continue
            frame, row = self._heard[passenger.number]
            wrong = passenger.truth.write(frame, row, tick=tick, since_s=since_s)
            if wrong:
                self._complain_of_row(passenger, wrong)
                del self._heard[passenger.number]

    def show_samples(self) -> None:
        """Let vehicles see the sensors that the simulator brings; once per frame."""
        for passenger in self.passengers:
            if passenger.number in self._heard:
                frame, row = self._heard[passenger.number]
                passenger.samples.show(frame, row, passenger.truth.samples(frame, row))
        self._heard = {}

    def begin_anew(self, tick: int) -> None:
        """Forget what was heard: the world has gone to another tick."""
        self._heard, self._met, self._last_tick = {}, set(), tick
        self._check.forget()
        self._rests_until_ns = None

    def _numbers(self) -> set[int]:
        return {passenger.number for passenger in self.passengers}

    def _missing(self) -> list[Passenger]:
        known = self._heard if self.adapter.supports_lockstep() else self._met
        return [passenger for passenger in self.passengers if passenger.number not in known]

    def is_heard(self) -> bool:
        """Was everybody heard whom this step waits for? Looks, without waiting."""
        waits = self.adapter.supports_lockstep() or not self._numbers() <= self._met
        return not waits or self._poll(0.0)

    def expect_between(self) -> None:
        """While nothing is asked of it, look whether it runs at all, if that can be known."""
        name, adapter = party_name(self.name), self.adapter
        if not self.passengers or not isinstance(adapter, Findable):
            self._coordinator.expect_no_more(name)
            return
        numbers = tuple(passenger.number for passenger in self.passengers)
        self._coordinator.expect(
            name, lambda: not adapter.is_away(numbers), fix=self.who_is_missing
        )

    def expect_answer(self) -> None:
        """From now on it owes an answer, also while another is waited for."""
        self._coordinator.expect(party_name(self.name), self.is_heard, fix=self.who_is_missing)

    def who_is_missing(self) -> str:
        """What helps if it does not answer."""
        missing = [f"{p.name} (id {p.number})" for p in self._missing()]
        return f"nothing of {', '.join(missing)}; is {self.adapter.adapter_type()} running?"

    def _poll(self, seconds: float) -> bool:
        """Try what could not be sent again, and listen, unless everybody was heard."""
        if self._missing():
            self._listen(seconds)
        if self._missing():
            return False
        self._trouble = ""
        return True

    def _listen(self, seconds: float) -> None:
        calm = True
        again = not self._unsent and self._is_overdue()
        if self._unsent or again:
            calm = self._try(self._send)
            # A step that was taken is not taken again: only its answer is late.
            if calm and (not again or self._time_us() == self._stood_us):
                calm = self._try(self._step)
        calm = self._try(self._receive) and calm
        if self._missing() and seconds > 0.0:
            self._rest(SHORT_REST_S if calm else seconds)

    def _time_us(self) -> int:
        """The simulator's time, before zero for one that has none to tell."""
        try:
            return self.adapter.sim_time_us()
        except SimulatorError:
            return -1

    def _is_overdue(self) -> bool:
        """Has it been silent so long that it may have begun anew, and lost what was sent?"""
        waited_ns = self._coordinator.now_ns() - self._sent_ns
        return self.adapter.supports_lockstep() and waited_ns >= self._patience_ns

    @property
    def _patience_ns(self) -> float:
        return 1e9 * self._coordinator.timeout_s

    def _rests(self) -> bool:
        """Is it dropped, and was it looked at not long ago?"""
        if self._rests_until_ns is None:
            return False
        if self._coordinator.now_ns() < self._rests_until_ns:
            return True
        self._rests_until_ns = None
        return False

    def _send(self) -> None:
        fleet = [(p.number, p.outputs) for p in self.passengers]
        frame = actuator_frame(self._reached_us, fleet)
        self._sent_ns = self._coordinator.now_ns()
        finish(self.adapter.send_actuators(frame), self.name)
        self._unsent = False

    def _step(self) -> None:
        finish(self.adapter.step(), self.name)

    def _receive(self) -> None:
        """Listen until every vehicle was heard, or nothing comes any more."""
        ours = self._numbers()
        for _ in range(_MOST_FRAMES):
            frame = finish(self.adapter.receive_sensors(), self.name)
            if frame is None:
                return
            if not self._accepts(frame):
                continue
            for row, number in enumerate(frame.vehicle_ids):
                if number in ours:
                    self._heard[number] = frame, row
                    self._met.add(number)
            if not self._missing():
                return

    def _accepts(self, frame: SensorFrame) -> bool:
        """Is a frame of this simulator's form and time? One that is not is named."""
        wrong = self._check.fault(frame)
        if wrong:
            self._refuse(wrong)
            return False
        now_ns = self._coordinator.now_ns()
        if self._check.runs_back(frame):
            change = f"from {self._check.latest_us} us to {frame.timestamp_us} us"
            if now_ns - self._heard_ns < self._patience_ns:
                self._refuse(f"its time runs back {change}")
                return False
            # Who was silent for so long has begun anew.
            self._events.tell("restarted", f"its time went {change}")
        self._check.take(frame)
        self._heard_ns = now_ns
        return True

    def _refuse(self, wrong: str) -> None:
        self._events.tell("trouble", f"a frame is refused: {wrong}", kind="frame", first=1)

    def _try(self, act: Callable[[], None]) -> bool:
        """Do something with the adapter; its trouble is told once, until it changes."""
        begin_ns = self._coordinator.now_ns()
        try:
            act()
        except SimulatorError as error:
            if str(error) != self._trouble:
                self._trouble = str(error)
                self._events.tell("trouble", self._trouble)
            return False
        except Exception as error:
            # Anything else is a fault of the adapter, which its author has to see.
            cause = f"{type(error).__name__}: {error}"
            raise RuntimeError(f"adapter '{self.name}' is broken: {cause}") from error
        finally:
            self._spent_ns += self._coordinator.now_ns() - begin_ns
        return True

    def _complain_of_row(self, passenger: Passenger, wrong: str) -> None:
        detail = f"{wrong} for {passenger.name}: it stays where it is"
        kind = f"row {passenger.number} {wrong.partition(' ')[0]}"
        self._events.tell("trouble", detail, kind=kind, first=1)
