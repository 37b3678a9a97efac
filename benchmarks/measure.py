"""Interleaved measurement: each round times every case once, so all see the same machine."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib import import_module
from statistics import median

from benchmarks.process import Worker

Say = Callable[[str], None]
Key = tuple[str, int]


@dataclass(slots=True)
class Rates:
    """Vehicle-steps per second of every case and count, round by round."""

    rounds: dict[Key, list[float]] = field(default_factory=dict)
    failures: dict[Key, str] = field(default_factory=dict)

    def median(self, case: str, count: int) -> float | None:
        """The middle round, None if it was not measured."""
        rates = self.rounds.get((case, count))
        return median(rates) if rates else None

    def best(self, case: str, count: int) -> float | None:
        """The fastest round, None if it was not measured."""
        rates = self.rounds.get((case, count))
        return max(rates) if rates else None


@dataclass(frozen=True, slots=True)
class _Slot:
    """One case and count with the process that holds it."""

    worker: Worker
    case: str
    count: int

    @property
    def key(self) -> Key:
        return self.case, self.count


def measure(modules: Sequence[str], *, rounds: int, seconds: float, say: Say) -> Rates:
    """Times all cases of the modules, `seconds` each, in `rounds` rounds."""
    rates = Rates()
    with ExitStack() as stack:
        slots = _built(modules, stack, rates, say)
        for number in range(rounds + 1):
            # The round before the first sizes the chunks and is not counted.
            say(f"round {number} of {rounds}" if number else "warm-up round")
            # Every second round goes backwards, so that a drift of the machine cancels.
            for slot in slots[:: 1 if number % 2 else -1]:
                _time(slot, rates, seconds, counted=number > 0)
    return rates


def _built(modules: Sequence[str], stack: ExitStack, rates: Rates, say: Say) -> list[_Slot]:
    """Starts a process per module and builds its cases, all processes at the same time."""
    slots: list[_Slot] = []
    for module in modules:
        worker = stack.enter_context(Worker(module))
        for case in import_module(module).CASES:
            for count in case.counts:
                slots.append(_Slot(worker, case.name, count))
                worker.send(case=case.name, count=count)
    ready = []
    for slot in slots:
        say(f"building {slot.case} with {slot.count}")
        answer = slot.worker.receive()
        if "error" in answer:
            rates.failures[slot.key] = answer["error"]
        else:
            ready.append(slot)
    return ready


def _time(slot: _Slot, rates: Rates, seconds: float, *, counted: bool) -> None:
    if slot.key in rates.failures:
        return
    slot.worker.send(case=slot.case, count=slot.count, seconds=seconds)
    answer = slot.worker.receive()
    if "error" in answer:
        rates.failures[slot.key] = answer["error"]
    elif counted:
        rates.rounds.setdefault(slot.key, []).append(answer["rate"])
