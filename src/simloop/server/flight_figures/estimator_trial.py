"""How far the estimate is from the truth, in flight and after half a minute without GNSS."""

import numpy as np

from simloop.server.flight_figures.figure import Figures, Numbers, rms
from simloop.server.flight_figures.trial_flight import Track, TrialFlight

TABLE = "Estimator"
LOSS_S = 30.0


def add_estimator(figures: Figures, tracks: list[Track], losses_m: list[float]) -> None:
    """The errors of all flights together."""
    tilt = np.concatenate([_tilt_errors(track) for track in tracks])
    heading = np.concatenate([_heading_errors(track) for track in tracks])
    velocity = np.concatenate([track.told_velocity - track.velocity for track in tracks])
    place = np.concatenate([track.told_place - track.place for track in tracks])
    figures.add(TABLE, "tilt", np.degrees(rms(tilt)), "deg")
    figures.add(TABLE, "heading", np.degrees(rms(heading)), "deg")
    figures.add(TABLE, "velocity", rms(velocity), "m/s")
    figures.add(TABLE, "place, level", rms(place[:, :2]), "m")
    figures.add(TABLE, "place, vertical", rms(place[:, 2]), "m")
    figures.add(TABLE, "after 30 s without GNSS, level", rms(np.array(losses_m)), "m")


def lose_gnss(flight: TrialFlight) -> float:
    """Fly on without fixes: how far off is the estimated place at the end, over ground?"""
    flight.cut_gnss()
    track = flight.fly(LOSS_S)
    off = track.told_place[-1] - track.place[-1]
    return float(np.hypot(off[0], off[1]))


def headings(attitude: Numbers) -> Numbers:
    """Heading of each row of quaternions."""
    w, x, y, z = attitude.T
    found: Numbers = np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    return found


def _downs(attitude: Numbers) -> Numbers:
    """Where down is, seen from the body."""
    w, x, y, z = attitude.T
    return np.stack(
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)], axis=1
    )


def _tilt_errors(track: Track) -> Numbers:
    apart = np.cross(_downs(track.attitude), _downs(track.told_attitude))
    found: Numbers = np.arcsin(np.clip(np.linalg.norm(apart, axis=1), 0.0, 1.0))
    return found


def _heading_errors(track: Track) -> Numbers:
    off = headings(track.told_attitude) - headings(track.attitude)
    found: Numbers = (off + np.pi) % (2.0 * np.pi) - np.pi
    return found
