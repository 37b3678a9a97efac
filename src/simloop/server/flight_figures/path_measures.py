"""How well a track keeps to the legs between waypoints."""

from collections.abc import Sequence

import numpy as np

from simloop.firmware.codes import Phase
from simloop.server.flight_figures.figure import Numbers
from simloop.server.flight_figures.trial_flight import Place, Track

# The beginning of a leg belongs to the turn before it.
_TURN_SHARE = 1.0 / 3.0


def on_leg(track: Track, number: int) -> Track:
    """The looks on the way to a waypoint; item 0 of a mission is the take-off."""
    return track.part((track.item == number + 1.0) & (track.phase == Phase.WAYPOINT))


def cross_track(
    track: Track, waypoints: Sequence[Place], home: Numbers, legs: Sequence[int]
) -> Numbers:
    """Distances from the lines over ground, each without its first third."""
    found = []
    for number in legs:
        begin, end = (home[:2] + np.array(waypoints[k][:2]) for k in (number - 1, number))
        along = (end - begin) / np.linalg.norm(end - begin)
        apart = on_leg(track, number).place[:, :2] - begin
        way = apart @ along
        rows = (way > _TURN_SHARE * np.linalg.norm(end - begin)) & (
            way < np.linalg.norm(end - begin)
        )
        found.append((apart @ np.array([-along[1], along[0]]))[rows])
    return np.concatenate(found) if found else np.array([])


def misses(track: Track, waypoints: Sequence[Place], home: Numbers) -> Numbers:
    """How close the vehicle came to each waypoint over ground."""
    closest = []
    for place in waypoints:
        off = track.place[:, :2] - home[:2] - np.array(place[:2])
        closest.append(np.linalg.norm(off, axis=1).min())
    return np.array(closest)
