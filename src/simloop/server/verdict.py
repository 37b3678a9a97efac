"""Whether a run was a success, and if not, who failed what."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from simloop.server.files.scenario_file import Success
from simloop.server.flight_monitor import Flight


@runtime_checkable
class Witness(Protocol):
    """What a plugin provides that has conditions and figures of its own, such as a formation."""

    def verdict_reasons(self) -> list[str]:
        """What does not hold; empty if all is well."""

    def verdict_figures(self) -> str:
        """What was measured, in a line."""


def witnesses(provided: Mapping[str, Any]) -> dict[str, Witness]:
    """Those of what plugins provide that have a say in the verdict."""
    return {name: each for name, each in provided.items() if isinstance(each, Witness)}


@dataclass(frozen=True, slots=True)
class Verdict:
    """`reasons` is empty when all conditions held."""

    reasons: tuple[str, ...]

    @property
    def success(self) -> bool:
        """Did every vehicle do what was asked?"""
        return not self.reasons


def judge(flights: list[Flight], asked: Success, *, time_s: float, cut_short: bool) -> Verdict:
    """Hold every flight against the scenario's conditions.

    A run that the user cut short (`--for`, Ctrl-C) is not asked to have landed or come home.
    """
    reasons = []
    for flight in flights:
        reasons += [f"{flight.name} {fault}" for fault in _faults(flight, asked, cut_short)]
    if asked.max_time_s is not None and not cut_short and time_s > asked.max_time_s:
        reasons.append(f"the run took {time_s:.1f} s, asked were {asked.max_time_s:g} s")
    return Verdict(tuple(reasons))


def _faults(flight: Flight, asked: Success, cut_short: bool) -> list[str]:
    found = []
    if flight.frozen:
        found.append("froze: its state was no longer finite")
    if asked.no_crash and flight.crashed:
        found.append("crashed")
    if asked.no_touch_before_landing and flight.touched:
        found.append("touched the ground in flight")
    # Who was taken out of the world has no landing to be judged by.
    ended = flight.crashed or flight.frozen or flight.gone
    if not flight.has_mission or not flight.lands or ended:
        return found
    if flight.landed_tick < 0:
        if not cut_short:
            missed = "come home" if flight.on_surface else "land"
            found.append(f"did not {missed} in time (last phase: {flight.status.words})")
    elif asked.landed_within_m is not None and flight.landing_error_m > asked.landed_within_m:
        error_m, limit_m = flight.landing_error_m, asked.landed_within_m
        found.append(f"{flight.ended} {error_m:.2f} m from home, asked were {limit_m:g} m")
    return found
