"""Rates in Configs: what no user wrote moves to where it divides the tick rate, the rest must fit.

A library file states rates for the tick rates of its own scenarios, a default for none at all.
Who asks for another tick rate wants the vehicle and not its numbers; who wrote the rate wants it.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from simloop.server.files.find import is_in_library
from simloop.server.files.mistake import Mark
from simloop.server.files.settings import Settings
from simloop.timing.rates import nearest_rate_hz, period_ticks

MAX_PERIOD_TICKS = 2**31
_ENDING = "rate_hz"


def fit_rates(config: Any, settings: Settings, tick_rate_hz: int) -> Any:
    """The Config with rates that no user wrote moved to the nearest that divide the tick rate."""
    changes = {}
    for name, rate_hz in _rates(config):
        if _is_wish(settings, name) or not isinstance(rate_hz, (int, float)) or rate_hz <= 0.0:
            continue
        fitting_hz = nearest_rate_hz(rate_hz, tick_rate_hz)
        if fitting_hz != rate_hz:
            changes[name] = fitting_hz
    return replace(config, **changes) if changes else config


def moved_rates(config: Any, settings: Settings) -> dict[str, tuple[float, float]]:
    """The rates that a file states and that are now others: as written, and as used."""
    stated = settings.values
    return {
        name: (float(stated[name]), rate_hz)
        for name, rate_hz in _rates(config)
        if name in stated and stated[name] != rate_hz
    }


def check_rates(config: Any, tick_rate_hz: int) -> None:
    """Every rate divides the tick rate.

    Raises:
        ValueError: one does not; it is named, with those that would fit.
    """
    for name, rate_hz in _rates(config):
        if rate_hz is None:
            continue
        # A rate so small that its period has no number is no rate.
        if not tick_rate_hz / MAX_PERIOD_TICKS <= rate_hz <= tick_rate_hz:
            raise ValueError(f"{name} is {rate_hz:g}: write a number from 1 to {tick_rate_hz}")
        period_ticks(rate_hz, tick_rate_hz, name)


def _rates(config: Any) -> Iterator[tuple[str, Any]]:
    for item in fields(config) if is_dataclass(config) else ():
        if item.name.endswith(_ENDING):
            yield item.name, getattr(config, item.name)


def _is_wish(settings: Settings, name: str) -> bool:
    """Has a user written this rate: in a file of his own, on the command line, in a program?"""
    if name not in settings.values:
        return False
    node = settings.node.value
    mark = node[name].mark if isinstance(node, dict) else settings.node.mark
    return not (_is_of_a_lock(mark) or is_in_library(Path(mark.path)))


def _is_of_a_lock(mark: Mark) -> bool:
    """A lock repeats what was accepted once, whoever wrote it."""
    return Path(mark.path).suffix == ".lock"
