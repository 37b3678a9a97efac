"""The run as one JSON object and as tables of plain text, which the page in docs/ embeds."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from benchmarks import ours
from benchmarks.case import Case
from benchmarks.criteria import Criterion, ratio
from benchmarks.measure import Rates
from benchmarks.startup import Start
from benchmarks.waits import Wait

COUNTS = (1, 10, 100, 1000)
COST_COUNTS = (*COUNTS, 10_000)


@dataclass(frozen=True, slots=True)
class Run:
    """Everything one run of the benchmark found."""

    machine: dict[str, str]
    versions: dict[str, str]
    cases: Sequence[Case]
    rates: Rates
    starts: Sequence[Start]
    waits: Sequence[Wait]
    criteria: Sequence[Criterion]
    not_installed: dict[str, str] = field(default_factory=dict)


def as_json(run: Run) -> dict[str, Any]:
    """Plain numbers and strings; rates in vehicle-steps per second, times in seconds."""
    rates = [
        {
            "case": case,
            "vehicles": count,
            "median": run.rates.median(case, count),
            "best": run.rates.best(case, count),
            "rounds": values,
        }
        for (case, count), values in run.rates.rounds.items()
    ]
    return {
        "machine": run.machine,
        "versions": run.versions,
        "rates": rates,
        "starts": [asdict(start) for start in run.starts],
        "waits": [asdict(wait) for wait in run.waits],
        "criteria": [asdict(each) | {"verdict": each.verdict} for each in run.criteria],
        "failures": _failures(run.rates),
        "not_installed": run.not_installed,
    }


def as_text(run: Run) -> str:
    """All tables, ready to print."""
    peers = [case for case in run.cases if not case.name.startswith("simloop")]
    sections = (
        ("Machine", _pairs(run.machine | run.versions)),
        ("Vehicle-steps per second, median / best of the rounds", _rates(run)),
        *_ratio_sections(run, peers),
        (f"Cost per vehicle and tick, {ours.RUN}", _cost(run.rates)),
        ("Start-up: fresh process to first step", _starts(run.starts)),
        ("What is waited for: medians of fresh processes", _waits(run.waits)),
        ("Asked and measured (from medians; in brackets from best rounds)", _asked(run.criteria)),
        ("What one step is", _pairs({case.name: case.does for case in run.cases})),
        ("Not installed", _pairs(run.not_installed)),
        ("Not measured", _pairs(_failures(run.rates))),
    )
    return "\n\n".join(
        "\n".join((title, "-" * len(title), *lines)) for title, lines in sections if lines
    )


def _ratio_sections(run: Run, peers: Sequence[Case]) -> Iterator[tuple[str, list[str]]]:
    for mine, meaning in ((ours.RUN, "many ticks per call"), (ours.TICK, "one call per tick")):
        title = f"Times faster than the peer: {mine} ({meaning}), ratio of medians / of bests"
        measured = any(case == mine for case, _ in run.rates.rounds)
        yield title, _ratios(run.rates, peers, mine) if measured else []


def _failures(rates: Rates) -> dict[str, str]:
    """One line per case: what went wrong, and with how many vehicles."""
    counts: dict[tuple[str, str], list[str]] = {}
    for (case, count), reason in rates.failures.items():
        counts.setdefault((case, reason), []).append(str(count))
    return {f"{case} N={','.join(ns)}": reason for (case, reason), ns in counts.items()}


def _pairs(values: dict[str, str]) -> list[str]:
    return [f"{name:<26} {value}" for name, value in values.items()]


def _head(first: str, counts: Sequence[int]) -> str:
    return f"{first:<26}" + "".join(f"{f'N={count}':>18}" for count in counts)


def _rates(run: Run) -> list[str]:
    lines = [_head("", COUNTS) + f"{'step':>10}"]
    for case in run.cases:
        cells = [
            _cell(run.rates.median(case.name, n), run.rates.best(case.name, n), _si) for n in COUNTS
        ]
        lines.append(f"{case.name:<26}" + "".join(cells) + f"{f'1/{case.step_hz} s':>10}")
    return lines


def _ratios(rates: Rates, peers: Sequence[Case], mine: str) -> list[str]:
    lines = [_head("", COUNTS)]
    for case in peers:
        cells = [
            _cell(
                ratio(rates.median(mine, n), rates.median(case.name, n)),
                ratio(rates.best(mine, n), rates.best(case.name, n)),
                _times,
            )
            for n in COUNTS
        ]
        lines.append(f"{case.name:<26}" + "".join(cells))
    return lines


def _cost(rates: Rates) -> list[str]:
    def cost_ns(rate: float | None) -> float | None:
        return 1e9 / rate if rate else None

    medians = [cost_ns(rates.median(ours.RUN, n)) for n in COST_COUNTS]
    bests = [cost_ns(rates.best(ours.RUN, n)) for n in COST_COUNTS]
    cells = [
        _cell(mid, low, lambda ns: f"{ns:,.0f}") for mid, low in zip(medians, bests, strict=True)
    ]
    return [_head("", COST_COUNTS), f"{'ns, median / best':<26}" + "".join(cells)]


def _starts(starts: Sequence[Start]) -> list[str]:
    return [
        f"{start.name:<26}"
        + (f"failed: {start.failure}" if start.stepped_s is None else f"{start.stepped_s:8.2f} s")
        + (f"   in the air at {start.airborne_s:.2f} s" if start.airborne_s is not None else "")
        for start in starts
    ]


def _waits(waits: Sequence[Wait]) -> list[str]:
    return [
        f"{wait.name:<44}"
        + (f"failed: {wait.failure}" if wait.measured is None else f"{_plain(wait)} {wait.unit}")
        for wait in waits
    ]


def _plain(wait: Wait) -> str:
    assert wait.measured is not None
    return f"{wait.measured:12,.0f}" if wait.measured >= 1000 else f"{wait.measured:12.2f}"


def _asked(asked: Sequence[Criterion]) -> list[str]:
    return [_asked_line(each) for each in asked]


def _asked_line(each: Criterion) -> str:
    found = "-" if each.measured is None else f"{each.measured:.2f} {each.unit}"
    best = "" if each.best is None else f" ({each.best:.2f})"
    relation = "at least" if each.at_least else "at most"
    return f"{each.verdict:<13} {each.asks}: {found}{best}, asked {relation} {each.bound:g}"


def _cell(middle: float | None, best: float | None, show: Callable[[float], str]) -> str:
    text = "-" if middle is None or best is None else f"{show(middle)} / {show(best)}"
    return f"{text:>18}"


def _si(value: float) -> str:
    for scale, letter in ((1e6, "M"), (1e3, "k")):
        if value >= scale:
            return f"{value / scale:.3g} {letter}" if value < 1000 * scale else f"{value:.3g}"
    return f"{value:.0f}"


def _times(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
