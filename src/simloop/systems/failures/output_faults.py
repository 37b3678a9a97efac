"""How motors and servos fail, by the columns that stand between a command and its effect.

An output behind a mixer is felt as effectiveness times position plus bias, so a bias alone can put
it anywhere. A rotor feels effectiveness times command; what must not depend on the command at all
is done to the command itself, see rotor_faults.py.
"""

from collections.abc import Sequence

from simloop.math.scalar import log
from simloop.systems.failures.column_fault import ColumnFault
from simloop.systems.failures.column_ledger import Change, ColumnLedger, Numbers
from simloop.systems.failures.effect import UnsupportedError
from simloop.systems.failures.output_map import BEHIND_MIXER, ROTORS, Output
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.victim import Victim
from simloop.world.lag import lag_gain

ROTOR_SHARE = "motor_effectiveness"
SHARE = "output_effectiveness"
BIAS = "output_bias"
STUCK = "output_stuck"
LAG = "output_lag_gain"
POSITION = "output_position"


class OutputFault(ColumnFault):
    """A failure of some outputs."""

    def __init__(
        self,
        ledger: ColumnLedger,
        victim: Victim,
        request: FailureRequest,
        outputs: Sequence[Output],
    ) -> None:
        self.outputs = tuple(outputs)
        super().__init__(ledger, victim, request)

    def check(self) -> None:
        """All of them must be able to fail so."""
        for output in self.outputs:
            self.check_output(output)

    def check_output(self, output: Output) -> None:
        """Raise UnsupportedError if this one cannot."""

    def places(self, group: str) -> list[int]:
        """Where the outputs of a group stand."""
        return [output.place for output in self.outputs if output.group == group]

    def times(self, factor: float) -> None:
        """Let this share of the effect be left."""
        for column, group in ((ROTOR_SHARE, ROTORS), (SHARE, BEHIND_MIXER)):
            if self.places(group):
                self.put(column, _times(self.places(group), factor))

    def hold_at(self, felt: dict[int, float]) -> None:
        """Put outputs behind the mixer somewhere, whatever they are commanded."""
        self.put(SHARE, _times(list(felt), 0.0))
        self.put(BIAS, _set(felt))


class Partial(OutputFault):
    """A share of the effect is left."""

    def lay(self) -> None:
        """Cut the effect down."""
        self.times(1.0 - self.share * (1.0 - self.strength["left"]))


class Dead(OutputFault):
    """No effect is left: a motor stops, a surface trails."""

    def lay(self) -> None:
        """Cut the effect down to nothing."""
        self.times(1.0 - self.share)


class Flickering(OutputFault):
    """It cuts out now and then."""

    steady = False

    def lay(self) -> None:
        """Draw once for every while, for each output."""
        start = self.window_start(self.strength["hold_s"])
        chance = self.victim.chance()
        for column, group in ((ROTOR_SHARE, ROTORS), (SHARE, BEHIND_MIXER)):
            lost = [
                place
                for place in self.places(group)
                if chance.uniform(start, place) < self.share * self.strength["lost"]
            ]
            if self.places(group):
                self.put(column, _times(lost, 0.0))


class Reversed(OutputFault):
    """It does the opposite."""

    def check_output(self, output: Output) -> None:
        """What cannot run backwards cannot be reversed."""
        if output.least == 0.0:
            raise UnsupportedError(
                f"a motor of '{self.victim.name}' cannot turn backwards: use off, stuck or wrong"
            )

    def lay(self) -> None:
        """Turn the sign of the effect."""
        self.times(-1.0)


class StuckOutput(OutputFault):
    """It stays where it is; this and all below are for outputs behind a mixer."""

    def lay(self) -> None:
        """Hold the position."""
        self.put(STUCK, _set(dict.fromkeys(self.places(BEHIND_MIXER), 1.0)))


class SlowOutput(OutputFault):
    """It follows with a longer lag."""

    def lay(self) -> None:
        """Add to the time constant of each."""
        more_s = max(self.share * self.strength["time_s"], 0.0)
        places = self.places(BEHIND_MIXER)

        def slow(numbers: Numbers) -> None:
            for place in places:
                own_s = _time_constant_s(float(numbers[place]), self._rate_hz)
                numbers[place] = lag_gain(own_s + more_s, self._rate_hz)

        self.put(LAG, slow)


class HardOver(OutputFault):
    """It runs to its stop and stays there."""

    def lay(self) -> None:
        """Put it there."""
        at = {
            output.place: min(max(self.strength["at"], output.least), 1.0)
            for output in self.outputs
        }
        self.hold_at(at)


class OffCentre(OutputFault):
    """Its middle has moved."""

    def lay(self) -> None:
        """Add the offset."""
        places = self.places(BEHIND_MIXER)
        offset = self.share * self.strength["bias"]

        def add(numbers: Numbers) -> None:
            numbers[places] += offset

        self.put(BIAS, add)


class Jitter(OutputFault):
    """It runs here and there."""

    steady = False

    def lay(self) -> None:
        """Draw a new place once for every while."""
        start = self.window_start(self.strength["hold_s"])
        chance = self.victim.chance()
        self.hold_at(
            {
                output.place: output.least
                + (1.0 - output.least) * chance.uniform(start, output.place)
                for output in self.outputs
            }
        )


class LateOutput(OutputFault):
    """It does what it should have done a moment ago."""

    steady = False

    def check_output(self, output: Output) -> None:
        """What is on its way is kept in memory."""
        if not 0.0 <= self.strength["delay_s"] <= 10.0:
            raise UnsupportedError(f"delay_s is {self.strength['delay_s']:g}: use 0 to 10")

    def start(self) -> None:
        """Begin with where the outputs are."""
        self._line: list[list[float]] = []

    def lay(self) -> None:
        """Put them where they were that long ago, or at the start."""
        self._line.append(self.victim.numbers(POSITION))
        length = round(self.strength["delay_s"] * self._rate_hz) + 1
        del self._line[:-length]
        then = self._line[0]
        self.hold_at({place: then[place] for place in self.places(BEHIND_MIXER)})

    def memory(self) -> list[list[float]]:
        """Positions on their way; lines are never changed, so a copy of the list will do."""
        return list(self._line)

    def recall(self, memory: list[list[float]]) -> None:
        """Take them back."""
        self._line = list(memory)


def _time_constant_s(gain: float, tick_rate_hz: int) -> float:
    """The time constant of a lag that makes up this share in a tick."""
    return 0.0 if gain >= 1.0 else -1.0 / (tick_rate_hz * log(1.0 - gain))


def _times(places: list[int], factor: float) -> Change:
    def change(numbers: Numbers) -> None:
        numbers[places] *= factor

    return change


def _set(values: dict[int, float]) -> Change:
    def change(numbers: Numbers) -> None:
        for place, value in values.items():
            numbers[place] = value

    return change
