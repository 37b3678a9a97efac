"""What a user waits for: compiling, loading, starting; processor seconds of fresh processes."""

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.process import ROOT, answer_of, empty_cache

# After the first, each brings only what it does not share with those before it.
IN_TURN = ("quad", "hexa", "aerosonde", "rover_skid", "usv", "quadplane")
MIXED = "mixed"
FLEET, LARGE_FLEET, WEIGHED_FLEET = 10_000, 100_000, 2000
# A constant of this task of the firmware is edited.
EDITED_TASK = "filter_attitude"


@dataclass(frozen=True, slots=True)
class Wait:
    """One thing that is waited for."""

    name: str
    unit: str
    measured: float | None
    asked: float | None = None
    at_least: bool = False
    failure: str = ""


def measure_waits(repeats: int, say: Callable[[str], None]) -> list[Wait]:
    """All of them; each probe is a process of its own."""
    found: list[Wait] = []
    for measure in (_compiling, _mixed, _editing, _starting, _fleet, _large_fleet, _weight):
        say(f"what is waited for: {measure.__name__.strip('_').replace('_', ' ')}")
        try:
            found += measure(repeats)
        except (RuntimeError, OSError) as error:
            found.append(Wait(measure.__name__.strip("_"), "s", None, failure=str(error)))
    return found


def _compiling(repeats: int) -> list[Wait]:
    runs = [_on_empty_cache("compile", *IN_TURN) for _ in range(repeats)]
    costs = {name: median(run[name] for run in runs) for name in IN_TURN}
    first, *others = IN_TURN
    return [
        Wait(f"{first}, empty cache, nothing shipped", "s of CPU", costs[first], 5.0),
        *(Wait(f"then {name}", "s of CPU", costs[name], 2.0) for name in others),
    ]


def _mixed(repeats: int) -> list[Wait]:
    runs = [_on_empty_cache("compile", MIXED)[MIXED] for _ in range(repeats)]
    return [Wait(f"{MIXED}, empty cache, nothing shipped", "s of CPU", median(runs), 10.0)]


def _editing(_repeats: int) -> list[Wait]:
    """A copy of the sources is compiled, then one constant of one task is changed."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("objects", "static"))
        env = {**empty_cache(f"{folder}/cache"), "PYTHONPATH": f"{ROOT}:{source}"}
        answer_of("benchmarks.probe", ["prepare"], env)
        warm_s = answer_of("benchmarks.probe", ["prepare"], env)["prepare"]
        _edit(source / "simloop" / "firmware")
        edited_s = answer_of("benchmarks.probe", ["prepare"], env)["prepare"]
    return [Wait("an edited task of the firmware", "s of CPU", edited_s - warm_s, 1.0)]


def _edit(firmware: Path) -> None:
    """Change the first constant of the module in which the task is written."""
    (path,) = (
        path for path in firmware.rglob("*.py") if f"\ndef {EDITED_TASK}(" in path.read_text()
    )
    text = path.read_text()
    edited = re.sub(r"(?m)^([A-Z_]+ = )([0-9.]+)$", r"\g<1>1.01 * \2", text, count=1)
    if edited == text:
        raise RuntimeError(f"no constant to edit in {path.name}")
    path.write_text(edited)


def _starting(repeats: int) -> list[Wait]:
    runs = [answer_of("benchmarks.probe", ["start"], {})["start"] for _ in range(2 * repeats + 1)]
    # The first one may still write its bytecode and its cache.
    return [Wait("first tick, warm cache", "s of CPU", median(runs[1:]), 0.6)]


def _fleet(repeats: int) -> list[Wait]:
    runs = [answer_of("benchmarks.probe", ["load", str(FLEET)], {})["load"] for _ in range(repeats)]
    return [Wait(f"{FLEET} vehicles loaded", "s", median(runs), 5.0)]


def _large_fleet(_repeats: int) -> list[Wait]:
    found = answer_of("benchmarks.probe", ["load", str(LARGE_FLEET)], {})
    return [
        Wait(f"{LARGE_FLEET} vehicles loaded", "s", found["load"]),
        Wait(f"{LARGE_FLEET} vehicles fly", "vehicle-ticks/s", found["rate"], 0.0, at_least=True),
    ]


def _weight(_repeats: int) -> list[Wait]:
    found = answer_of("benchmarks.probe", ["memory", str(WEIGHED_FLEET)], {})
    return [
        Wait("a vehicle's numbers", "bytes", found["numbers"]),
        Wait("a vehicle of a fleet beside its numbers", "bytes", found["beside"], 25e3),
    ]


def _on_empty_cache(*arguments: str) -> dict[str, float]:
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        return answer_of("benchmarks.probe", arguments, empty_cache(folder))
