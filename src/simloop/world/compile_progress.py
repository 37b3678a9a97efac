"""How far the compiler is: parts of ticks, told one by one before each is compiled or loaded."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simloop.world.steps import TableSteps


@dataclass(frozen=True, slots=True)
class CompileProgress:
    """One part of all that is compiled; it begins now."""

    part: int
    """From 1 on."""
    parts: int
    what: str
    """Whose tick, and which systems of it."""
    cached: bool
    """It only has to be loaded."""

    def __str__(self) -> str:
        """As users read it."""
        return f"part {self.part} of {self.parts}, {self.what}"


TellProgress = Callable[[CompileProgress], None]


def tell_nobody(progress: CompileProgress) -> None:
    """Nobody wants to know."""


def prepare_all(
    work: Sequence[tuple[TableSteps, Sequence[tuple[int, int]]]], tell: TellProgress
) -> None:
    """Compile or load the parts of all tables, and tell of each before."""
    jobs = [(steps, part) for steps, parts in work for part in parts]
    for number, (steps, (first, last)) in enumerate(jobs, 1):
        if tell is not tell_nobody:
            # Interpreted steps are never compiled.
            cached = not steps.compiled or steps.has_part(first, last)
            tell(CompileProgress(number, len(jobs), _words(steps, first, last), cached))
        steps.prepare_part(first, last)


def _words(steps: TableSteps, first: int, last: int) -> str:
    systems = steps.systems
    if (first, last) == (0, len(systems)):
        return f"the whole tick: {len(systems)} systems"
    if last - first <= 1:
        return " ".join(system.name for system in systems[first:last]) or "nothing"
    return f"{systems[first].name} to {systems[last - 1].name}"
