"""Every vehicle of the library in its scenarios, with many seeds: how many flights pass.

Run it with the names of scenarios or vehicles, or none for all:
`python tests/scenario/flight_trials.py zagi --seeds 20 --rough`.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from lone_scenarios import lone_scenarios
from simloop.server.files import load_scenario
from simloop.server.simulation import Simulation

SEEDS = tuple(range(1, 21))
# Vehicles that no scenario of the library names fly one that suits them.
BORROWED = (
    ("rover_mission", "rover_diff"),
    ("square", "quad_bumper"),
    ("square", "x8"),
    ("square", "y6"),
    ("trainer_mission", "trainer_table"),
)
# An hour on the ground until somebody flies it by a ground station of theirs.
NO_FLIGHTS = ("ground_station",)
# What each flying vehicle does in rough air.
ROUGH_FLIGHTS = (
    ("aerosonde_mission", "aerosonde"),
    ("c172p_circuit", "c172p"),
    ("c172p_light_patrol", "c172p_light"),
    ("c182_patrol", "c182"),
    ("quadplane_mission", "quadplane"),
    ("square", "hexa"),
    ("square", "octo"),
    ("square", "quad"),
    ("square", "quad_bumper"),
    ("square", "racer"),
    ("square", "x8"),
    ("square", "y6"),
    ("trainer_mission", "trainer"),
    ("trainer_mission", "trainer_table"),
    ("v_tail_mission", "anaconda"),
    ("zagi_mission", "zagi"),
)
ROUGH_MPS = 8.0
ROUGH_WIND = f"systems.wind={{speed_mps: {ROUGH_MPS}, direction_from_deg: 270, turbulence: light}}"
# Against the wind the way takes longer.
ROUGH_TIME = 2.0


@dataclass(frozen=True, slots=True)
class Trial:
    """A vehicle in a scenario, in the scenario's own wind or in rough air."""

    scenario: str
    vehicle: str
    borrowed: bool = False
    rough: bool = False

    def load(self, seed: int) -> Simulation:
        """The run with one seed, before its first tick."""
        model = self.vehicle if self.borrowed else None
        sets: list[str] = []
        if self.rough:
            own_s = load_scenario(self.scenario).duration_s
            sets = [ROUGH_WIND, f"duration_s={ROUGH_TIME * own_s}"]
        simulation = Simulation.load(self.scenario, vehicle=model, seed=seed, sets=sets)
        if self.rough:
            for vehicle in simulation.scenario.vehicles:
                entity = simulation.world.by_name(vehicle.name)
                simulation.world.vector(entity, "turbulence_w20_mps")[:] = ROUGH_MPS
        return simulation

    def fly(self, seed: int) -> tuple[str, ...]:
        """One flight to its end: what failed, if anything."""
        simulation = self.load(seed)
        last = round(simulation.scenario.duration_s * simulation.tick_rate_hz)
        while not simulation.over and simulation.world.tick < last:
            simulation.advance(min(400, last - simulation.world.tick))
        reasons = simulation.verdict().reasons
        simulation.close()
        return reasons


@dataclass(slots=True)
class Tally:
    """What came of the flights of one trial."""

    trial: Trial
    flights: int = 0
    failed: dict[int, str] = field(default_factory=dict)
    """The first reason, by seed."""

    def row(self) -> str:
        """As a row of the table."""
        told = "; ".join(f"seed {seed}: {reason}" for seed, reason in self.failed.items())
        passed = f"{self.flights - len(self.failed)} of {self.flights}"
        return f"| {self.trial.vehicle} | {self.trial.scenario} | {passed} | {told} |"


def own_trials() -> list[Trial]:
    """Every scenario of the library that runs by itself, and the borrowed ones."""
    trials = []
    for name in lone_scenarios():
        if name in NO_FLIGHTS:
            continue
        models = dict.fromkeys(load_scenario(name).models)
        trials.append(Trial(name, ", ".join(models)))
    return trials + [Trial(*pair, borrowed=True) for pair in BORROWED]


def rough_trials() -> list[Trial]:
    """Every flying vehicle in 8 m/s of wind with Dryden's turbulence of W20 = 8 m/s."""
    return [Trial(*pair, borrowed=True, rough=True) for pair in ROUGH_FLIGHTS]


def tally(trial: Trial, seeds: Iterable[int] = SEEDS) -> Tally:
    """Fly a trial with every seed."""
    found = Tally(trial)
    for seed in seeds:
        found.flights += 1
        reasons = trial.fly(seed)
        if reasons:
            found.failed[seed] = reasons[0]
    return found


def table(tallies: Sequence[Tally]) -> str:
    """All trials as a Markdown table, and a line with the sum."""
    flights = sum(each.flights for each in tallies)
    failed = sum(len(each.failed) for each in tallies)
    rows = ["| vehicle | scenario | passed | failed |", "|---|---|---|---|"]
    rows += [each.row() for each in tallies]
    share = 100.0 * failed / max(flights, 1)
    return "\n".join([*rows, "", f"{failed} of {flights} flights failed, {share:.1f} %"])


def main(arguments: Sequence[str] | None = None) -> None:
    """Fly what is asked for; each row is told as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="scenarios or vehicles; none: all")
    parser.add_argument("--seeds", type=int, default=len(SEEDS), help="how many")
    parser.add_argument("--rough", action="store_true", help="8 m/s, Dryden of W20 = 8 m/s")
    asked = parser.parse_args(arguments)
    trials = rough_trials() if asked.rough else own_trials()
    if asked.names:
        wanted = set(asked.names)
        trials = [t for t in trials if wanted & {t.scenario, *t.vehicle.split(", ")}]
    tallies = []
    for trial in trials:
        tallies.append(tally(trial, range(1, asked.seeds + 1)))
        print(tallies[-1].row(), flush=True)
    print(table(tallies).splitlines()[-1])


if __name__ == "__main__":
    main()
