"""Trials of rovers and boats: a start, a square in wind, a stop at home, staying at a place."""

import numpy as np

from simloop.firmware.codes import Phase
from simloop.server.flight_figures.estimator_trial import add_estimator, lose_gnss
from simloop.server.flight_figures.figure import Figures, Numbers, Step, rms, step_of
from simloop.server.flight_figures.path_measures import cross_track, misses
from simloop.server.flight_figures.trial_flight import ROUGH, Place, Plan, Track, TrialFlight

TABLES = {
    "rover": "Rovers: a start and a square in 8 m/s of wind",
    "boat": "Boats: a start, a square and station keeping in 8 m/s of wind, stream and chop",
}
WORLDS = {"rover": "airfield", "boat": "harbour"}
# A side of the square takes this long at cruise and is so many turning radii long, within limits.
SIDE_S = 10.0
SIDE_RADII = 8.0
SHORTEST_M, LONGEST_M = 6.0, 200.0
STAY_S = 60.0
WAIT_S = 600.0
STATION: Place = (10.0, 0.0, 0.0)
LAPS = 4


def fly_surface(model: str, stack: str, figures: Figures, seeds: tuple[int, ...]) -> None:
    """All trials on land or water."""
    table, world = TABLES[stack], WORLDS[stack]
    probe = TrialFlight(model, world, ROUGH, Plan(waypoints=square(SHORTEST_M)))
    cruise_mps, radius_m = map(probe.number, ("fw_cruise_speed_mps", "fw_turn_radius_m"))
    probe.close()
    side_m = min(max(SIDE_S * cruise_mps, SIDE_RADII * radius_m, SHORTEST_M), LONGEST_M)
    tracks, losses = add_square(figures, table, model, world, seeds, cruise_mps, side_m)
    if stack == "boat":
        add_station(figures, table, model, world, seeds)
    add_estimator(figures, tracks, losses)


def square(side_m: float) -> tuple[Place, ...]:
    """Corners in order, the last one at home."""
    return ((0.0, -side_m, 0.0), (side_m, -side_m, 0.0), (side_m, 0.0, 0.0), (0.0, 0.0, 0.0))


def add_square(
    figures: Figures,
    table: str,
    model: str,
    world: str,
    seeds: tuple[int, ...],
    cruise_mps: float,
    side_m: float,
) -> tuple[list[Track], list[float]]:
    """The start as a speed step, distances from lines and corners, and where it stops."""
    waypoints = square(side_m)
    tracks, losses, steps, asides, missed, stopped = [], [], [], [], [], []
    for seed in seeds:
        flight = TrialFlight(model, world, ROUGH, Plan(waypoints=waypoints, land=True), seed)
        track = flight.fly(60.0 * side_m / cruise_mps, flight.is_over)
        home = flight.read("fw_home_ned_m")
        tracks.append(track)
        steps.append(_start(track, cruise_mps))
        asides.append(cross_track(track, waypoints, home, (1, 2, 3)))
        missed.append(misses(track, waypoints, home))
        stopped.append(flight.landing_error_m)
        flight.close()
        losses.append(_loss(model, world, waypoints, seed))
    figures.add(table, "cruise", cruise_mps, "m/s")
    figures.add(table, "speed rise", float(np.median([s.rise_s for s in steps])), "s")
    figures.add(table, "overshoot", float(np.median([s.overshoot_percent for s in steps])), "%")
    figures.add(table, "cross-track RMS", rms(np.concatenate(asides)), "m")
    figures.add(table, "waypoint missed by, worst", float(np.max(missed)), "m")
    figures.add(table, "stopped off home, worst", float(np.max(stopped)), "m")
    return tracks, losses


def add_station(
    figures: Figures, table: str, model: str, world: str, seeds: tuple[int, ...]
) -> None:
    """Distance from a place to stay at."""
    error = np.concatenate([_station(model, world, seed) for seed in seeds])
    figures.add(table, "station RMS", rms(error), "m")
    figures.add(table, "worst", float(np.linalg.norm(error, axis=1).max()), "m")


def _station(model: str, world: str, seed: int) -> Numbers:
    """Where it is from the place to stay at, over ground."""
    flight = TrialFlight(model, world, ROUGH, Plan(waypoints=(STATION,), hold_s=600.0), seed)
    flight.wait(120.0, lambda: flight.number("fw_goal_reached") > 0.0)
    flight.fly(20.0)
    track = flight.fly(STAY_S)
    error: Numbers = (track.place - flight.read("fw_home_ned_m"))[:, :2] - np.array(STATION[:2])
    flight.close()
    return error


def _start(track: Track, cruise_mps: float) -> Step:
    """Speed over ground along the first side, which leads west: a drift with the wind is none."""
    side = track.part((track.item <= 1.0) & (track.phase == Phase.WAYPOINT))
    speed = -side.velocity[:, 1] / cruise_mps
    period_s = float(np.median(np.diff(track.time_s)))
    return step_of(speed, period_s) if len(speed) else step_of(np.zeros(1), period_s)


def _loss(model: str, world: str, waypoints: tuple[Place, ...], seed: int) -> float:
    """The drift without GNSS on the way round."""
    flight = TrialFlight(model, world, ROUGH, Plan(waypoints=waypoints * LAPS), seed)
    flight.wait(WAIT_S, lambda: flight.number("fw_waypoint_index") >= 2.0)
    lost = lose_gnss(flight)
    flight.close()
    return lost
