"""What was asked of the run, line by line, and whether it held."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Literal

from simloop.server.files.scenario_file import Expectation, Success
from simloop.server.report.facts import RunFacts

State = Literal["held", "failed", "open"]
_SIGNS: dict[State, str] = {"held": "✓", "failed": "✕", "open": "–"}
_WORDS: dict[State, str] = {"held": "held", "failed": "failed", "open": "not judged"}


@dataclass(frozen=True, slots=True)
class Condition:
    """One line of a scenario's `success`, and how a verdict complains of it."""

    words: str
    complaint: str
    at_the_end: bool = True
    """Is it asked of a run that went to its end only?"""


def verdict_list(facts: RunFacts) -> str:
    """Every condition with its answer; what else went wrong stands below."""
    reasons = list(facts.reasons)
    judged = facts.outcome in ("success", "failure")
    rows = []
    for condition in conditions(facts.lock.scenario.success):
        asked = judged and not (condition.at_the_end and _was_cut_short(facts))
        broken = [reason for reason in reasons if re.search(condition.complaint, reason)]
        reasons = [reason for reason in reasons if reason not in broken]
        state: State = "failed" if broken else "held" if asked else "open"
        rows.append(_row(state, condition.words, broken))
    rows += [_row("failed", reason, []) for reason in reasons]
    return f'<ul class="verdicts">{"".join(rows)}</ul>' if rows else ""


def conditions(asked: Success) -> Iterator[Condition]:
    """What a scenario asks, in words."""
    if asked.no_crash:
        yield Condition("nobody crashes", r" crashed$| froze: ", at_the_end=False)
    if asked.no_touch_before_landing:
        complaint = r" touched the ground in flight$"
        yield Condition("nobody touches the ground in flight", complaint, at_the_end=False)
    if asked.landed_within_m is not None:
        words = f"everybody ends within {asked.landed_within_m:g} m of the start"
        yield Condition(words, r" from home, asked were | did not (land|come home) in time ")
    if asked.max_time_s is not None:
        yield Condition(f"done within {asked.max_time_s:g} s", r"^the run took ")
    for each in asked.expect:
        yield Condition(_expected(each), _complaint(each))


def _was_cut_short(facts: RunFacts) -> bool:
    """Did it stop where `--for` said, before all was done?"""
    stop_s = facts.lock.scenario.stop_after_s
    return stop_s is not None and stop_s < facts.lock.scenario.duration_s and facts.last_s >= stop_s


def _expected(asked: Expectation) -> str:
    who = asked.vehicle or "everybody"
    limits = [
        f"{words} {limit:g}"
        for words, limit in (("at least", asked.at_least), ("at most", asked.at_most))
        if limit is not None
    ]
    return f"{who} ends with {asked.column}[{asked.element}] {' and '.join(limits)}"


def _complaint(asked: Expectation) -> str:
    who = re.escape(asked.vehicle) if asked.vehicle else r"\S+"
    return rf"^{who} ends with {re.escape(f'{asked.column}[{asked.element}]')} = "


def _row(state: State, words: str, broken: list[str]) -> str:
    why = "".join(f"<span>{escape(reason)}</span>" for reason in broken)
    sign = f'<b aria-label="{_WORDS[state]}">{_SIGNS[state]}</b>'
    note = " (not judged)" if state == "open" else ""
    return f'<li class="{state}">{sign}<div>{escape(words)}{note}{why}</div></li>'
