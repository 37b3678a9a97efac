"""How far the compiler is: block systems, told one by one before each is compiled or loaded."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simloop.world.steps import TableSteps
from simloop.world.system import BlockSystem


@dataclass(frozen=True, slots=True)
class CompileProgress:
    """One part of all that is compiled; it begins now."""

    part: int
    """From 1 on."""
    parts: int
    what: str
    """The system."""
    cached: bool
    """It only has to be loaded."""

    def __str__(self) -> str:
        """As users read it."""
        return f"part {self.part} of {self.parts}, {self.what}"


TellProgress = Callable[[CompileProgress], None]


def tell_nobody(progress: CompileProgress) -> None:
    """Nobody wants to know."""


def prepare_all(tables: Sequence[TableSteps], tell: TellProgress) -> None:
    """Compile or load the systems of all tables, and tell of each before."""
    if tell is tell_nobody:
        for steps in tables:
            steps.prepare()
        return
    total = sum(len(steps.systems) for steps in tables if steps.compiled)
    done = 0
    for steps in tables:
        steps.prepare(_teller(steps, done, total, tell))
        done += len(steps.systems)


def _teller(
    steps: TableSteps, done: int, total: int, tell: TellProgress
) -> Callable[[int, BlockSystem], None]:
    def told(number: int, system: BlockSystem) -> None:
        cached = steps.units.maker.is_made(system)
        tell(CompileProgress(done + number + 1, total, system.name, cached))

    return told
