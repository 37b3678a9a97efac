"""Trials of vehicles that hang on rotors: attitude steps, hover in wind, a square, a landing."""

import numpy as np

from simloop.firmware.codes import Phase
from simloop.server.flight_figures.estimator_trial import add_estimator, headings, lose_gnss
from simloop.server.flight_figures.figure import Figures, Step, rms, step_of
from simloop.server.flight_figures.path_measures import cross_track, misses
from simloop.server.flight_figures.trial_flight import ROUGH, STILL, Place, Plan, Track, TrialFlight

STEPS = "Multirotors: steps of roll and pitch by 20 degrees and of heading by 30, in still air"
HOVER = "Multirotors: hover, a square of 40 m and landing in 8 m/s of wind, moderate turbulence"
WORLD = "airfield"
HEIGHT_M = 20.0
HOLD_S = 60.0
SETTLE_S = 10.0
TILT_RAD = 0.35
TURN_RAD = 0.52
STAY: tuple[Place, ...] = ((0.0, 0.0, -HEIGHT_M),)
SQUARE: tuple[Place, ...] = (
    (40.0, 0.0, -HEIGHT_M),
    (40.0, 40.0, -HEIGHT_M),
    (0.0, 40.0, -HEIGHT_M),
    (0.0, 0.0, -HEIGHT_M),
)


def fly_rotors(model: str, figures: Figures, seeds: tuple[int, ...]) -> None:
    """All trials on rotors."""
    add_steps(figures, model)
    tracks, losses = add_hover(figures, model, seeds)
    add_square(figures, model, seeds)
    add_estimator(figures, tracks, losses)


def add_steps(figures: Figures, model: str) -> None:
    """Rise, overshoot and settling of roll, pitch and heading."""
    flight = _on_station(model, still=True, seed=1)
    start = flight.simulation.snapshot()
    for name in ("roll", "pitch", "heading"):
        flight.simulation.restore(start)
        step = _step(flight, name)
        figures.add(STEPS, f"{name} rise", step.rise_s, "s")
        figures.add(STEPS, f"{name} overshoot", step.overshoot_percent, "%")
        figures.add(STEPS, f"{name} settled", step.settling_s, "s")
    flight.close()


def add_hover(
    figures: Figures, model: str, seeds: tuple[int, ...]
) -> tuple[list[Track], list[float]]:
    """Distance from the place to hold; also gives the tracks, and the drift without GNSS."""
    tracks, losses, errors, told = [], [], [], []
    for seed in seeds:
        flight = _on_station(model, still=False, seed=seed)
        track = flight.fly(HOLD_S)
        goal = flight.read("fw_home_ned_m") + np.array(STAY[0])
        errors.append(track.place - goal)
        told.append(track.told_place - goal)
        tracks.append(track)
        losses.append(lose_gnss(flight))
        flight.close()
    error = np.concatenate(errors)
    figures.add(HOVER, "hover, level RMS", rms(error[:, :2]), "m")
    figures.add(HOVER, "vertical RMS", rms(error[:, 2]), "m")
    figures.add(HOVER, "RMS by its own estimate", rms(np.concatenate(told)), "m")
    figures.add(HOVER, "worst", float(np.linalg.norm(error, axis=1).max()), "m")
    return tracks, losses


def add_square(figures: Figures, model: str, seeds: tuple[int, ...]) -> None:
    """How close to its corners and lines it flies, and to home it lands."""
    missed, aside, landed = [], [], []
    for seed in seeds:
        plan = Plan(waypoints=SQUARE, takeoff_m=HEIGHT_M, hold_s=1.0, land=True)
        flight = TrialFlight(model, WORLD, ROUGH, plan, seed)
        track = flight.fly(300.0, flight.is_over)
        home = flight.read("fw_home_ned_m")
        missed.append(misses(track, SQUARE, home))
        aside.append(cross_track(track, SQUARE, home, (1, 2, 3)))
        landed.append(flight.landing_error_m)
        flight.close()
    figures.add(HOVER, "waypoint missed by, worst", float(np.max(missed)), "m")
    figures.add(HOVER, "cross-track RMS", rms(np.concatenate(aside)), "m")
    figures.add(HOVER, "landing error, worst", float(np.max(landed)), "m")


def _on_station(model: str, *, still: bool, seed: int) -> TrialFlight:
    plan = Plan(waypoints=STAY, takeoff_m=HEIGHT_M, hold_s=600.0)
    flight = TrialFlight(model, WORLD, STILL if still else ROUGH, plan, seed)
    flight.wait(120.0, lambda: flight.number("fw_phase") == Phase.WAYPOINT)
    flight.fly(SETTLE_S)
    return flight


def _step(flight: TrialFlight, name: str) -> Step:
    """One attitude step, told by a program; the throttle carries the weight."""
    throttle = _hover_throttle(flight)
    begin = _angle(flight, "heading") if name == "heading" else None
    flight.steer(throttle=throttle, roll=0.0, pitch=0.0, yaw=begin)
    flight.hand_over()
    flight.sample(0.5, lambda: 0.0)
    first = _angle(flight, name)
    told = {"roll": 0.0, "pitch": 0.0}
    if name in told:
        told[name] = TILT_RAD
    yaw = begin + TURN_RAD if begin is not None else None
    flight.steer(throttle=throttle, **told, yaw=yaw)
    seen = flight.sample(3.0 if begin is not None else 1.5, lambda: _angle(flight, name))
    target = yaw if yaw is not None else TILT_RAD
    turned = (seen - first + np.pi) % (2.0 * np.pi) - np.pi
    return step_of(turned / (target - first), 1.0 / flight.simulation.tick_rate_hz)


def _hover_throttle(flight: TrialFlight) -> float:
    full = flight.read("fw_mc_rotor_thrust_limits_n")[1] * len(flight.read("motor_command"))
    weight = flight.number("fw_mc_mass_kg") * flight.number("gravity_mps2")
    return weight / float(full)


def _angle(flight: TrialFlight, name: str) -> float:
    w, x, y, z = flight.read("attitude_wxyz")
    if name == "roll":
        return float(np.arctan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y)))
    if name == "pitch":
        return float(np.arcsin(np.clip(2.0 * (w * y - z * x), -1.0, 1.0)))
    return float(headings(np.array([[w, x, y, z]]))[0])
