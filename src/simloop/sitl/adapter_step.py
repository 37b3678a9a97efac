"""How a simulator's own step fits into the ticks of the bridge."""

from dataclasses import dataclass

from simloop.sitl.simulator_adapter import SimulatorError
from simloop.timing.clock import US_PER_S, microseconds_at


@dataclass(frozen=True, slots=True)
class AdapterStep:
    """An exchange every so many ticks, or several steps within one."""

    ticks: int = 1
    rounds: int = 1

    def is_due(self, tick: int) -> bool:
        """Does an exchange end with this tick?"""
        return tick % self.ticks == 0

    def next_due(self, tick: int) -> int:
        """The first tick after this one with which an exchange ends."""
        return (tick // self.ticks + 1) * self.ticks

    def reached_us(self, tick: int, tick_rate_hz: int, number: int) -> int:
        """The time that the step of this number within a tick leads to."""
        fine_hz = tick_rate_hz * self.rounds
        return microseconds_at((tick - 1) * self.rounds + number + 1, fine_hz)


def fit_step(adapter: str, step_size_us: int | None, tick_rate_hz: int) -> AdapterStep:
    """Fit a simulator's step into ticks; one that is neither multiple nor part is refused."""
    if step_size_us is None:
        return AdapterStep()
    if step_size_us <= 0:
        raise SimulatorError(
            f"adapter '{adapter}' has a step of {step_size_us} us", "its step must be positive"
        )
    span = step_size_us * tick_rate_hz
    if span % US_PER_S == 0:
        return AdapterStep(ticks=span // US_PER_S)
    if US_PER_S % span == 0:
        return AdapterStep(rounds=US_PER_S // span)
    raise SimulatorError(
        f"adapter '{adapter}' steps by {step_size_us} us, which does not fit the tick of "
        f"{US_PER_S / tick_rate_hz:g} us",
        "set 'tick_rate_hz' so that one is a whole multiple of the other",
    )
