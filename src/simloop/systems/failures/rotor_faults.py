"""How the rotors of a multirotor fail where the command must not matter, or matters late."""

from collections.abc import Sequence
from typing import Any

from simloop.systems.failures.effect import UnsupportedError
from simloop.systems.failures.output_map import Output
from simloop.systems.failures.output_stage import COMMAND, OutputStage
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.staged_fault import StagedFault
from simloop.systems.failures.victim import Victim
from simloop.world.lag import lag_gain


class RotorFault(StagedFault):
    """A fault that sees the commands of every tick after its onset."""

    def __init__(
        self, stage: OutputStage, victim: Victim, request: FailureRequest, outputs: Sequence[Output]
    ) -> None:
        self.places = [output.place for output in outputs]
        super().__init__(stage, victim, request)
        self._name = (request.component, request.kind, f"{request.instance:04d}")
        self.check()

    def check(self) -> None:
        """Raise UnsupportedError for numbers that make no sense."""

    @property
    def order(self) -> tuple[str, ...]:
        """By name."""
        return self._name

    def first_memory(self) -> Any:
        """What it has to remember from the start: the commands before."""
        return self.victim.numbers(COMMAND)

    def pass_on(self, commands: list[float], tick: int) -> None:
        """Change the commands, unless the stage could have missed this tick."""
        if tick <= self.onset_tick:
            return
        for place in self.places:
            commands[place] = self.felt(place, commands[place], tick)
        self.note(commands)

    def felt(self, place: int, command: float, tick: int) -> float:
        """What a rotor gets in place of its command."""
        raise NotImplementedError

    def note(self, commands: list[float]) -> None:
        """The commands of this tick are done."""


class StuckRotor(RotorFault):
    """The controller repeats its last command."""

    def felt(self, place: int, command: float, tick: int) -> float:
        """The command before the failure."""
        return float(self.memory[place])


class FullRotor(RotorFault):
    """The controller gives the same, by default full throttle, whatever is asked."""

    def felt(self, place: int, command: float, tick: int) -> float:
        """That."""
        return min(max(self.strength["at"], 0.0), 1.0)


class WildRotor(RotorFault):
    """The controller gives anything."""

    def felt(self, place: int, command: float, tick: int) -> float:
        """A new number once for every while."""
        hold = max(round(self.strength["hold_s"] * self._rate_hz), 1)
        start = tick - (tick - self.onset_tick) % hold
        return self._chance.uniform(start, place)


class SlowRotor(RotorFault):
    """The controller follows with a lag."""

    def felt(self, place: int, command: float, tick: int) -> float:
        """A part of the way from the last one."""
        gain = lag_gain(max(self.share * self.strength["time_s"], 0.0), self._rate_hz)
        last = self.memory[place]
        self.memory[place] = last + gain * (command - last)
        return float(self.memory[place])


class LateRotor(RotorFault):
    """The controller does what was asked a moment ago."""

    def check(self) -> None:
        """What is on its way is kept in memory."""
        if not 0.0 <= self.strength["delay_s"] <= 10.0:
            raise UnsupportedError(f"delay_s is {self.strength['delay_s']:g}: use 0 to 10")

    def first_memory(self) -> Any:
        """Commands on their way, one list per tick."""
        return [self.victim.numbers(COMMAND)]

    def pass_on(self, commands: list[float], tick: int) -> None:
        """Keep the new ones, give the oldest."""
        if tick <= self.onset_tick:
            return
        self.memory.append(list(commands))
        del self.memory[: -(round(self.strength["delay_s"] * self._rate_hz) + 1)]
        for place in self.places:
            commands[place] = self.memory[0][place]
