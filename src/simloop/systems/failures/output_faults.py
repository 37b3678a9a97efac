"""Where motors and servos fail: in the columns behind a command, or in the command of a rotor.

An output behind a mixer is felt as effectiveness times position plus bias, so a bias alone can put
it anywhere. A rotor feels effectiveness times command; what must not depend on the command at all
is done to the command itself.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from simloop.systems.failures.changes import become, times
from simloop.systems.failures.column_fault import Changes, ColumnFault
from simloop.systems.failures.column_ledger import ColumnLedger
from simloop.systems.failures.fault import Kind
from simloop.systems.failures.output_map import BEHIND_MIXER, ROTORS, Output
from simloop.systems.failures.output_stage import COMMAND, OutputStage
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.staged_fault import StagedFault
from simloop.systems.failures.victim import Victim

ROTOR_SHARE = "motor_effectiveness"
SHARE = "output_effectiveness"
BIAS = "output_bias"


@dataclass(frozen=True, slots=True)
class OutputKind(Kind):
    """`act` gives changes of columns, as of all column faults."""

    felt: "Callable[[RotorFault, list[float]], Sequence[float]] | None" = None
    """What rotors get in place of their commands, where columns will not do."""


class OutputFault(ColumnFault):
    """A failure of some outputs, by their columns."""

    def __init__(
        self,
        ledger: ColumnLedger,
        victim: Victim,
        request: FailureRequest,
        kind: OutputKind,
        outputs: Sequence[Output],
    ) -> None:
        self.outputs = outputs
        super().__init__(ledger, victim, request, kind)

    def places(self, group: str = BEHIND_MIXER) -> list[int]:
        """Where the outputs of a group stand."""
        return [output.place for output in self.outputs if output.group == group]

    def groups(self) -> Iterator[tuple[str, list[int]]]:
        """The columns of effectiveness, and where the outputs stand in them."""
        for column, group in ((ROTOR_SHARE, ROTORS), (SHARE, BEHIND_MIXER)):
            if places := self.places(group):
                yield column, places

    def times(self, factor: float) -> Changes:
        """Let this share of the effect be left."""
        return ((column, times(factor, places)) for column, places in self.groups())

    def hold_at(self, felt: Mapping[int, float]) -> Changes:
        """Put outputs behind the mixer somewhere, whatever they are commanded."""
        return (SHARE, times(0.0, list(felt))), (BIAS, become(felt))


class RotorFault(StagedFault):
    """A failure of some rotors, by their commands in every tick after its onset."""

    def __init__(
        self,
        stage: OutputStage,
        victim: Victim,
        request: FailureRequest,
        kind: OutputKind,
        outputs: Sequence[Output],
    ) -> None:
        self.outputs, self._kind = outputs, kind
        super().__init__(stage, victim, request, kind)

    @property
    def order(self) -> tuple[str, ...]:
        """By name."""
        return self.name

    def begin(self) -> None:
        """Remember the commands before."""
        super().begin()
        self.memory = [self.victim.numbers(COMMAND)]

    def pass_on(self, commands: list[float], tick: int) -> None:
        """Change the commands, unless the stage could have missed this tick."""
        self.tick = tick
        if tick > self.onset_tick and self._kind.felt is not None:
            felt = self._kind.felt(self, list(commands))
            for output in self.outputs:
                commands[output.place] = felt[output.place]
