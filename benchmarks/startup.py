"""Start-up: from the start of a fresh process to its first step, cold and warm."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.process import empty_cache, seconds_to_lines

OURS = "benchmarks.ours"


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds from the start of the process."""

    name: str
    stepped_s: float | None = None
    airborne_s: float | None = None
    failure: str = ""


def measure_starts(
    modules: Sequence[str], *, repeats: int, say: Callable[[str], None]
) -> list[Start]:
    """Ours cold once, ours warm and every peer `repeats` times; the median of each."""
    starts = []
    if OURS in modules:
        say("first step of simloop, empty cache")
        with TemporaryDirectory(ignore_cleanup_errors=True) as cache:
            starts.append(_start("simloop, cold cache", OURS, 1, empty_cache(cache)))
    for module in modules:
        name = module.rpartition(".")[2]
        say(f"first step of {name}")
        label = "simloop, warm cache" if module == OURS else name
        starts.append(_start(label, module, repeats, {}))
    return starts


def _start(name: str, module: str, repeats: int, env: dict[str, str]) -> Start:
    try:
        runs = [
            seconds_to_lines(["-m", "benchmarks.first_step", module], env) for _ in range(repeats)
        ]
    except RuntimeError as error:
        return Start(name, failure=str(error))
    airborne = [run["airborne"] for run in runs if "airborne" in run]
    return Start(
        name,
        stepped_s=median(run["stepped"] for run in runs),
        airborne_s=median(airborne) if airborne else None,
    )
