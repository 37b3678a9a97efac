"""One simulator as a party of the run: asked, stepped and heard in every exchange."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simloop.messages.sensor_data import SensorFrame
from simloop.sitl.adapter_step import AdapterStep
from simloop.sitl.ready_samples import ReadySamples
from simloop.sitl.simulator_adapter import Reporting, SimulatorAdapter, SimulatorError, finish
from simloop.sitl.time_coordinator import TimeCoordinator
from simloop.sitl.truth_writer import TruthWriter
from simloop.sitl.vehicle_outputs import VehicleOutputs, actuator_frame

SHORT_REST_S = 0.001


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
        self._unsent_us: int | None = None
        self._odd_rows: set[tuple[int, str]] = set()
        self._last_tick = 0
        if isinstance(adapter, Reporting):
            adapter.report_to(
                lambda what, told: coordinator.tell(party_name(self.name), what, told)
            )

    def take_aboard(self, passengers: Sequence[Passenger]) -> None:
        """Serve these vehicles from now on."""
        self.passengers = tuple(sorted(passengers, key=lambda passenger: passenger.number))
        self._met &= self._numbers()
        if not self.passengers:
            self._coordinator.forget(party_name(self.name))

    def send(self, reached_us: int) -> None:
        """Tell all vehicles what to do until a time; what cannot be sent is tried again."""
        self._heard = {}
        self._unsent_us = reached_us
        self._try(self._send)

    def advance(self) -> None:
        """Let one step pass, unless the commands for it could not be sent."""
        if self._unsent_us is None:
            self._try(self._step)

    def collect(self) -> None:
        """Hear all vehicles: those in lockstep of this step, others the newest there is."""
        self._try(self._receive)
        waits = self.adapter.supports_lockstep() or not self._numbers() <= self._met
        if waits:
            self._coordinator.wait_for(party_name(self.name), self._poll, fix=self.who_is_missing)

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

    def _numbers(self) -> set[int]:
        return {passenger.number for passenger in self.passengers}

    def _missing(self) -> list[Passenger]:
        known = self._heard if self.adapter.supports_lockstep() else self._met
        return [passenger for passenger in self.passengers if passenger.number not in known]

    def is_heard(self) -> bool:
        """Was everybody heard whom this step waits for? Looks, without waiting."""
        waits = self.adapter.supports_lockstep() or not self._numbers() <= self._met
        return not waits or self._poll(0.0)

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
        if self._unsent_us is not None:
            calm = self._try(self._send) and self._try(self._step)
        calm = self._try(self._receive) and calm
        if self._missing() and seconds > 0.0:
            self._rest(SHORT_REST_S if calm else seconds)

    def _send(self) -> None:
        fleet = [(p.number, p.outputs) for p in self.passengers]
        frame = actuator_frame(self._unsent_us or 0, fleet)
        finish(self.adapter.send_actuators(frame), self.name)
        self._unsent_us = None

    def _step(self) -> None:
        finish(self.adapter.step(), self.name)

    def _receive(self) -> None:
        """Listen until every vehicle was heard, or nothing comes any more."""
        ours = self._numbers()
        while True:
            frame = finish(self.adapter.receive_sensors(), self.name)
            if frame is None:
                return
            for row, number in enumerate(frame.vehicle_ids):
                if number in ours:
                    self._heard[number] = frame, row
                    self._met.add(number)
            if not self._missing():
                return

    def _try(self, act: Callable[[], None]) -> bool:
        """Do something with the adapter; its trouble is told once, until it changes."""
        try:
            act()
        except SimulatorError as error:
            if str(error) != self._trouble:
                self._trouble = str(error)
                self._coordinator.tell(party_name(self.name), "trouble", self._trouble)
            return False
        except Exception as error:
            # Anything else is a fault of the adapter, which its author has to see.
            cause = f"{type(error).__name__}: {error}"
            raise RuntimeError(f"adapter '{self.name}' is broken: {cause}") from error
        return True

    def _complain_of_row(self, passenger: Passenger, wrong: str) -> None:
        if (passenger.number, wrong) not in self._odd_rows:
            self._odd_rows.add((passenger.number, wrong))
            detail = f"{wrong} for {passenger.name}: it stays where it is"
            self._coordinator.tell(party_name(self.name), "trouble", detail)
