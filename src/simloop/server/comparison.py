"""Two runs of one mission, held against each other: by time, and by the path over ground."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simloop.server.files.mistake import FileMistake
from simloop.server.flight_recording import Recording, fly
from simloop.server.simulation import Simulation

Numbers = NDArray[np.float64]

# What is compared moment by moment: name, unit, decimals.
QUANTITIES = (
    ("altitude", "m", 2),
    ("airspeed", "m/s", 2),
    ("bank", "deg", 2),
    ("pitch", "deg", 2),
    ("throttle", "1", 3),
    ("roll command", "1", 3),
    ("pitch command", "1", 3),
    ("yaw command", "1", 3),
)


@dataclass(frozen=True, slots=True)
class Difference:
    """How far two runs are apart in one quantity."""

    name: str
    unit: str
    mean_first: float
    mean_second: float
    rms: float
    worst: float
    worst_at_s: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything a report tells."""

    first: Recording
    second: Recording
    differences: tuple[Difference, ...]

    def difference(self, name: str) -> Difference:
        """One of them."""
        return next(each for each in self.differences if each.name == name)

    @property
    def time_of_flight_s(self) -> tuple[float, float]:
        """When each had done its mission."""
        return self.first.done_s, self.second.done_s


def compare(
    one: str,
    other: str,
    *,
    vehicle: str = "",
    sets: Sequence[str] = (),
    prepare: Callable[[Simulation], None] = Simulation.prepare,
) -> Comparison:
    """Fly two scenarios and compare a vehicle that both have; the first one if nobody is named.

    `prepare` compiles each of them, which may take a minute and more.
    """
    first, second = (fly(scenario, vehicle, sets, prepare) for scenario in (one, other))
    return held_against(first, second)


def held_against(first: Recording, second: Recording) -> Comparison:
    """Compare two recordings over the time that both have."""
    shared = min(len(first.time_s), len(second.time_s))
    if shared < 2:
        raise FileMistake(None, f"'{first.name}' and '{second.name}' share no time", "fly longer")
    a, b = first.part(shared), second.part(shared)
    found = [
        _difference(
            "place, by time", "m", a, np.linalg.norm(a.place_ned_m - b.place_ned_m, axis=1)
        ),
        _difference("place, by path", "m", a, off_path(a.place_ned_m, b.place_ned_m)),
    ]
    for name, unit, _ in QUANTITIES:
        ours, theirs = a.quantity(name), b.quantity(name)
        found.append(
            _difference(name, unit, a, ours - theirs, float(ours.mean()), float(theirs.mean()))
        )
    return Comparison(first, second, tuple(found))


def off_path(places: Numbers, path: Numbers) -> Numbers:
    """How far each place is from a path, whenever that was flown: a line through its points."""
    begin, along = path[:-1], np.diff(path, axis=0)
    lengths = np.maximum((along * along).sum(axis=1), 1e-12)
    found = np.empty(len(places))
    for number, place in enumerate(places):
        share = np.clip(((place - begin) * along).sum(axis=1) / lengths, 0.0, 1.0)
        apart = begin + share[:, None] * along - place
        found[number] = np.sqrt((apart * apart).sum(axis=1).min())
    return found


def _difference(
    name: str, unit: str, of: Recording, apart: Numbers, first: float = 0.0, second: float = 0.0
) -> Difference:
    worst = int(np.abs(apart).argmax())
    return Difference(
        name,
        unit,
        first,
        second,
        float(np.sqrt((apart * apart).mean())),
        float(abs(apart[worst])),
        float(of.time_s[worst]),
    )
