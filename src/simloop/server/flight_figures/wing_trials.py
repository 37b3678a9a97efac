"""Trials of vehicles on a wing: a bank step, a course in wind and turbulence, a landing."""

import numpy as np

from simloop.firmware.codes import Phase
from simloop.server.flight_figures.estimator_trial import add_estimator, lose_gnss
from simloop.server.flight_figures.figure import Figures, Numbers, rms, step_of
from simloop.server.flight_figures.path_measures import cross_track, on_leg
from simloop.server.flight_figures.trial_flight import ROUGH, STILL, Place, Plan, Track, TrialFlight

STEP = "Wings: a bank of 30 degrees in still air"
COURSE = "Wings: a course and landing in 8 m/s of wind, moderate turbulence"
WORLD = "airfield"
HEIGHT_M = 100.0
BANK_RAD = 0.5236
# A side of the course takes this long at cruise.
SIDE_S = 40.0
FAR_M = 20_000.0
_LEGS = (1, 2, 3)


def fly_wing(model: str, figures: Figures, seeds: tuple[int, ...], *, on_wing: bool) -> None:
    """All trials on the wing; `on_wing` asks a VTOL to go over to it."""
    cruise_mps = _cruise_mps(model, on_wing=on_wing)
    if not on_wing:
        add_bank(figures, model)
    tracks, losses = add_course(figures, model, seeds, cruise_mps, on_wing=on_wing)
    if not on_wing:
        add_estimator(figures, tracks, losses)


def course(cruise_mps: float) -> tuple[Place, ...]:
    """Out against the wind, then across it, with it, across it, against it."""
    side = SIDE_S * cruise_mps
    corners = ((0.0, -side), (side, -side), (side, side), (-side, side), (-side, 0.0))
    return tuple((north, east, -HEIGHT_M) for north, east in corners)


def add_bank(figures: Figures, model: str) -> None:
    """Rise, overshoot and settling of a bank angle."""
    flight = TrialFlight(model, WORLD, STILL, Plan(waypoints=((0.0, -FAR_M, -HEIGHT_M),)))
    _wait_for_cruise(flight)
    flight.fly(15.0)
    throttle, pitch = flight.number("fw_wing_throttle"), _pitch(flight)
    flight.steer(throttle=throttle, roll=0.0, pitch=pitch, yaw=None)
    flight.hand_over()
    flight.sample(2.0, lambda: 0.0)
    first = _roll(flight)
    flight.steer(throttle=throttle, roll=BANK_RAD, pitch=pitch, yaw=None)
    seen = flight.sample(4.0, lambda: _roll(flight))
    step = step_of((seen - first) / (BANK_RAD - first), 1.0 / flight.simulation.tick_rate_hz)
    figures.add(STEP, "bank rise", step.rise_s, "s")
    figures.add(STEP, "overshoot", step.overshoot_percent, "%")
    figures.add(STEP, "settled", step.settling_s, "s")
    flight.close()


def add_course(
    figures: Figures, model: str, seeds: tuple[int, ...], cruise_mps: float, *, on_wing: bool
) -> tuple[list[Track], list[float]]:
    """Height, airspeed and line on three sides of the course, then the landing."""
    waypoints = course(cruise_mps)
    losses, parts, asides, landed = [], [], [], []
    for seed in seeds:
        plan = Plan(waypoints=waypoints, land=True, on_wing=on_wing)
        flight = TrialFlight(model, WORLD, ROUGH, plan, seed)
        track = flight.fly(30.0 * SIDE_S, flight.is_over)
        home = flight.read("fw_home_ned_m")
        sides = [_settled(on_leg(track, number)) for number in _LEGS]
        parts += [side for side in sides if len(side.time_s)]
        asides.append(cross_track(track, waypoints, home, _LEGS))
        landed.append(flight.landing_error_m)
        flight.close()
        losses.append(_loss(model, waypoints, seed, on_wing=on_wing))
    heights = _joined([-side.place[:, 2] - HEIGHT_M for side in parts])
    speeds = _joined([side.airspeed_mps for side in parts])
    figures.add(COURSE, "height RMS", rms(heights), "m")
    figures.add(COURSE, "worst", float(np.abs(heights).max()) if len(heights) else np.nan, "m")
    figures.add(COURSE, "cruise", cruise_mps, "m/s")
    figures.add(COURSE, "airspeed RMS", rms(speeds - cruise_mps), "m/s")
    figures.add(COURSE, "cross-track RMS", rms(_joined(asides)), "m")
    figures.add(COURSE, "landing error, worst", float(np.max(landed)), "m")
    return parts, losses


def _loss(model: str, waypoints: tuple[Place, ...], seed: int, *, on_wing: bool) -> float:
    """The drift without GNSS on the second side."""
    flight = TrialFlight(model, WORLD, ROUGH, Plan(waypoints=waypoints, on_wing=on_wing), seed)
    flight.wait(10.0 * SIDE_S, lambda: flight.number("fw_waypoint_index") >= 2.0)
    flight.fly(5.0)
    lost = lose_gnss(flight)
    flight.close()
    return lost


def _cruise_mps(model: str, *, on_wing: bool) -> float:
    plan = Plan(waypoints=((0.0, -FAR_M, -HEIGHT_M),), on_wing=on_wing)
    flight = TrialFlight(model, WORLD, STILL, plan)
    speed = flight.number("fw_cruise_speed_mps")
    flight.close()
    return speed


def _wait_for_cruise(flight: TrialFlight) -> None:
    def there() -> bool:
        return (
            flight.number("fw_phase") == Phase.WAYPOINT
            and abs(flight.place_from_origin()[2] + HEIGHT_M) < 5.0
        )

    flight.wait(300.0, there)


def _settled(side: Track) -> Track:
    """Without the turn at its beginning."""
    return side.part(np.arange(len(side.time_s)) > len(side.time_s) // 3)


def _joined(parts: list[Numbers]) -> Numbers:
    return np.concatenate(parts) if parts else np.array([])


def _roll(flight: TrialFlight) -> float:
    w, x, y, z = flight.read("attitude_wxyz")
    return float(np.arctan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y)))


def _pitch(flight: TrialFlight) -> float:
    w, x, y, z = flight.read("attitude_wxyz")
    return float(np.arcsin(np.clip(2.0 * (w * y - z * x), -1.0, 1.0)))
