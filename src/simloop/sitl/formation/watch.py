"""How well a formation is kept, by the truth: distance from slots, and who came how near."""

from dataclasses import dataclass, replace
from math import cos, inf, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from simloop.sitl.formation.config import Config
from simloop.sitl.formation.flight import FormationFlight
from simloop.world.runner import TickInfo
from simloop.world.world import World

_HIGH_M = 1.5


@dataclass(slots=True)
class Figures:
    """Of the run so far; distances in m."""

    squares: float = 0.0
    looks: int = 0
    worst_m: float = 0.0
    worst_name: str = ""
    nearest_m: float = inf
    nearest_names: tuple[str, str] = ("", "")

    @property
    def rms_m(self) -> float:
        """Root mean square distance of followers from their slots."""
        return sqrt(self.squares / self.looks) if self.looks else 0.0


class FormationWatch:
    """An observer whose figures are part of the run's verdict: `provided["formation"]`."""

    def __init__(self, world: World, config: Config, flight: FormationFlight) -> None:
        self._world = world
        self._config = config
        self._flight = flight
        self.figures = Figures()

    def run(self, info: TickInfo) -> None:
        """Look at the truth."""
        self._note_errors(info)
        self._note_distances()

    def save(self) -> Figures:
        """A copy of the figures."""
        return replace(self.figures)

    def load(self, saved: Figures) -> None:
        """Back to what was saved."""
        self.figures = replace(saved)

    def reset(self) -> None:
        """Begin anew."""
        self.figures = Figures()

    def verdict_reasons(self) -> list[str]:
        """What of the conditions does not hold; empty if all is well."""
        found, asked = [], self._config
        if asked.max_error_m is not None:
            if not self.figures.looks:
                found.append(f"nobody followed '{asked.leader}'")
            elif self.figures.worst_m > asked.max_error_m:
                worst = f"{self.figures.worst_name} was {self.figures.worst_m:.2f} m"
                found.append(f"{worst} from its slot, asked were {asked.max_error_m:g} m")
        if asked.min_distance_m is not None and self.figures.nearest_m < asked.min_distance_m:
            pair = " and ".join(self.figures.nearest_names)
            words = f"{pair} came {self.figures.nearest_m:.2f} m near"
            found.append(f"{words}, asked were {asked.min_distance_m:g} m")
        return found

    def verdict_figures(self) -> str:
        """The figures in words, for the summary of a run."""
        figures = self.figures
        if not figures.looks:
            return "nobody followed"
        return (
            f"{figures.rms_m:.2f} m from slots (rms), {figures.worst_m:.2f} m at worst, "
            f"nearest pair {figures.nearest_m:.2f} m"
        )

    def _note_errors(self, info: TickInfo) -> None:
        leader = self._world.entities.by_name(self._config.leader)
        state = self._flight.state
        if leader is None or state.over:
            return
        settle = self._config.settle_s * info.tick_rate_hz
        c, s = cos(state.heading_rad), sin(state.heading_rad)
        place = self._world.vector(leader, "position_ned_m")
        for name, follower in state.followers.items():
            entity = self._world.entities.by_name(name)
            joined = follower.joined_tick
            if entity is None or joined < 0 or info.tick - joined < settle:
                continue
            ahead, right = self._flight.offset(follower)
            wanted = place + np.array((ahead * c - right * s, ahead * s + right * c, 0.0))
            error = _length(self._world.vector(entity, "position_ned_m") - wanted)
            self.figures.squares += error * error
            self.figures.looks += 1
            if error > self.figures.worst_m:
                self.figures.worst_m, self.figures.worst_name = error, name

    def _note_distances(self) -> None:
        names = [self._config.leader, *self._flight.state.followers]
        known = [(n, self._world.entities.by_name(n)) for n in names]
        there = [(n, e) for n, e in known if e is not None]
        if len(there) < 2:
            return
        places = np.array([self._world.vector(e, "position_ned_m") for _, e in there])
        starts = np.array([self._world.vector(e, "fw_home_ned_m")[2] for _, e in there])
        gaps = np.sqrt(((places[:, None, :] - places[None, :, :]) ** 2).sum(axis=2))
        flying = starts - places[:, 2] > _HIGH_M
        gaps[~(flying[:, None] | flying[None, :])] = inf
        np.fill_diagonal(gaps, inf)
        nearest = float(gaps.min())
        if nearest < self.figures.nearest_m:
            one, other = divmod(int(gaps.argmin()), len(there))
            self.figures.nearest_m = nearest
            self.figures.nearest_names = there[one][0], there[other][0]


def _length(vector: NDArray[np.float64]) -> float:
    return float(np.sqrt((vector * vector).sum()))
