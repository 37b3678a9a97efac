"""A process that holds the cases of one simulator and times one of them whenever it is asked."""

import gc
import json
import os
import sys
from importlib import import_module
from time import perf_counter
from typing import Any, TextIO

from benchmarks.case import Case, Step

# A chunk is the work between two looks at the clock: small enough to end in time.
CHUNKS_PER_SLICE = 8


class Stepper:
    """A built case with the number of steps that fills one chunk."""

    def __init__(self, case: Case, count: int) -> None:
        self._case = case
        self._count = count
        self._step: Step = case.make(count)
        self._chunk = 0
        # The first step compiles what is compiled lazily.
        self._step(1)
        # Python's collector shall not walk over what the other cases hold.
        gc.collect()
        gc.freeze()

    def rate(self, seconds: float) -> float:
        """Vehicle-steps per second over at least `seconds`."""
        if not self._chunk:
            self._chunk = self._fitting_chunk(seconds / CHUNKS_PER_SLICE)
        steps, elapsed_s = 0, 0.0
        start_s = perf_counter()
        while elapsed_s < seconds:
            self._step(self._chunk)
            steps += self._chunk
            elapsed_s = perf_counter() - start_s
        return self._case.veh_steps(self._count, steps) / elapsed_s

    def _fitting_chunk(self, seconds: float) -> int:
        chunk = self._case.least_chunk
        while True:
            start_s = perf_counter()
            self._step(chunk)
            if perf_counter() - start_s > seconds / 2:
                return chunk
            chunk *= 2


def _claimed_stdout() -> TextIO:
    """The real stdout for replies; whatever a simulator prints goes to stderr from now on."""
    replies = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    return replies


def _answer(
    cases: dict[str, Case], steppers: dict[tuple[str, int], Stepper], request: dict[str, Any]
) -> dict[str, Any]:
    key = (request["case"], request["count"])
    try:
        if key not in steppers:
            steppers[key] = Stepper(cases[key[0]], key[1])
        if "seconds" in request:
            return {"rate": steppers[key].rate(request["seconds"])}
    # Any fault of a simulator becomes a line in the report; the run goes on without it.
    except Exception as error:
        return {"error": f"{type(error).__name__}: {str(error).strip()[:160]}"}
    return {}


def main() -> int:
    """Answers requests, one JSON object per line, until stdin ends."""
    replies = _claimed_stdout()
    cases = {case.name: case for case in import_module(sys.argv[1]).CASES}
    steppers: dict[tuple[str, int], Stepper] = {}
    for line in sys.stdin:
        print(json.dumps(_answer(cases, steppers, json.loads(line))), file=replies)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
