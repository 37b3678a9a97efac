"""Runs a simulation to its end: paced by its clock, stoppable, watched by a status line."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simloop.server.simulation import Simulation
from simloop.sitl.time_coordinator import PartyLate
from simloop.world.system_failure import SystemFailure


@dataclass(frozen=True, slots=True)
class Result:
    """What a run came to."""

    outcome: str
    reasons: tuple[str, ...]
    sim_time_s: float
    startup_s: float
    wall_time_s: float
    ticks: int
    vehicles: int
    state_hash: str
    events: tuple[dict[str, Any], ...]

    @property
    def real_time_factor(self) -> float:
        """Simulated over wall time of the loop."""
        return self.sim_time_s / self.wall_time_s if self.wall_time_s > 0.0 else 0.0

    def plain(self) -> dict[str, Any]:
        """The result as JSON-ready values."""
        return {
            "outcome": self.outcome,
            "reasons": list(self.reasons),
            "sim_time_s": self.sim_time_s,
            "startup_s": round(self.startup_s, 6),
            "wall_time_s": round(self.wall_time_s, 6),
            "ticks": self.ticks,
            "vehicles": self.vehicles,
            "real_time_factor": round(self.real_time_factor, 6),
            "state_hash": self.state_hash,
            "events": list(self.events),
        }


class Session:
    """One run of a simulation. `stop` may be called from a signal handler."""

    def __init__(self, simulation: Simulation, *, startup_s: float = 0.0) -> None:
        self.simulation = simulation
        self.interrupted = False
        scenario = simulation.scenario
        asked_s = scenario.stop_after_s
        self._cut_short = asked_s is not None and asked_s < scenario.duration_s
        seconds = scenario.duration_s if asked_s is None else asked_s
        self.last_tick = round(seconds * simulation.tick_rate_hz)
        self._startup_s = startup_s
        self._given_up = ""
        self._is_met = False
        simulation.coordinator.stop_asked = lambda: self.interrupted

    def stop(self) -> None:
        """End the run after the tick under way."""
        self.interrupted = True
        self.simulation.runner.hold()

    def run(self, watch: Callable[[], None]) -> Result:
        """Run to the next verdict; `watch` is called after every batch of ticks.

        Called again it goes on from there, and a world that went back meets a verdict anew.
        """
        sim, now_ns = self.simulation, self.simulation.time.wall.monotonic_ns
        self._given_up = ""
        sim.time.restart_schedule()
        begin_ns: int | None = None
        while not (self._stops or self._meets_verdict()):
            ticks = self._permitted()
            if ticks > 0:
                # Time that a user takes to think before it moves is no time of the loop.
                begin_ns = now_ns() if begin_ns is None else begin_ns
                self._advance(ticks)
            else:
                # Ticks may be far apart: whoever looks does not wait for the next.
                sim.idle() if sim.time.paused else sim.attend()
                sim.time.wait()
            watch()
        return self._result(0.0 if begin_ns is None else (now_ns() - begin_ns) / 1e9)

    @property
    def verdict_holds(self) -> bool:
        """Has the verdict been met, and has the world not gone back behind it?"""
        return self._is_met and self._is_due

    @property
    def _is_due(self) -> bool:
        return self.simulation.over or self.simulation.world.tick >= self.last_tick

    def _meets_verdict(self) -> bool:
        """Is there a verdict that was not there before?"""
        was_met, self._is_met = self._is_met, self._is_due
        return self._is_met and not was_met

    def _permitted(self) -> int:
        """How many ticks may run now; only the verdict stops at the scenario's last one."""
        ticks = self.simulation.time.permit()
        if self._is_met:
            return ticks
        return min(ticks, self.last_tick - self.simulation.world.tick)

    @property
    def _stops(self) -> bool:
        return self.interrupted or bool(self._given_up)

    def _advance(self, ticks: int) -> None:
        """Run ticks; a party that stays away for too long ends the run, which keeps its record."""
        try:
            self.simulation.advance(ticks)
        except SystemFailure as failure:
            if not isinstance(failure.__cause__, PartyLate):
                raise
            self._given_up = str(failure.__cause__)
            self.simulation.log.add(failure.tick, "", "gave up", detail=self._given_up)

    def _result(self, wall_time_s: float) -> Result:
        sim = self.simulation
        cut_short = self._stops or (self._cut_short and not sim.over)
        verdict = sim.verdict(cut_short=cut_short)
        reasons = (*([self._given_up] if self._given_up else []), *verdict.reasons)
        outcome = "failure" if reasons else "interrupted" if self.interrupted else "success"
        return Result(
            outcome,
            reasons,
            sim.seconds,
            self._startup_s,
            wall_time_s,
            sim.world.tick,
            len(sim.world.models()),
            sim.world.state_hash(),
            tuple(event.plain() for event in sim.log.events),
        )
