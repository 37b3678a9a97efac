"""The charts of one vehicle over time."""

import numpy as np

from simloop.server.report.facts import RunFacts
from simloop.server.report.time_chart import Line, time_chart
from simloop.server.report.track import Track


def vehicle_charts(facts: RunFacts, track: Track) -> str:
    """Height, speed, attitude, estimate, actuators and battery, as far as they were recorded."""
    charts = (
        _height(facts, track),
        _speed(track),
        _attitude(track),
        _heading(track),
        _place_errors(track),
        _attitude_errors(track),
        _outputs(track),
        _battery(track),
    )
    return f'<div class="charts">{"".join(charts)}</div>'


def _height(facts: RunFacts, track: Track) -> str:
    truth, told = track.truth, track.estimate
    lines = [Line("truth", truth.times_s, track.height_m)]
    if told is not None:
        height = truth.position_ned_m[0, 2] - told.position_ned_m[:, 2]
        lines.append(Line("estimate", told.times_s, height, 1, dashed=True))
    marks = facts.phases(track.name)
    return time_chart("Height above the start", "m", lines, marks=marks, least_span=2.0)


def _speed(track: Track) -> str:
    lines = [Line("vehicle", track.truth.times_s, track.truth.speed_mps)]
    if track.wind is not None:
        wind = np.linalg.norm(track.wind.values, axis=1)
        lines.append(Line("wind", track.wind.times_s, wind, 5))
    return time_chart("Speed", "m/s", lines, least_span=2.0)


def _attitude(track: Track) -> str:
    times, angles = track.truth.times_s, track.truth.attitude_deg
    lines = [Line("roll", times, angles[:, 0], 0), Line("pitch", times, angles[:, 1], 1)]
    return time_chart("Roll and pitch", "degrees", lines, least_span=10.0)


def _heading(track: Track) -> str:
    # Turns are counted on, since a jump from 359 to 0 would look like one.
    heading = np.unwrap(track.truth.attitude_deg[:, 2], period=360.0)
    lines = [Line("heading", track.truth.times_s, heading, 4)]
    return time_chart("Heading", "degrees, clockwise from north", lines, least_span=20.0)


def _place_errors(track: Track) -> str:
    errors = track.errors()
    if errors is None:
        return ""
    times, place, _ = errors
    names = ("north", "east", "down")
    lines = [Line(name, times, place[:, n], n) for n, name in enumerate(names)]
    return time_chart("Estimate less truth: place", "m", lines, least_span=0.5)


def _attitude_errors(track: Track) -> str:
    errors = track.errors()
    if errors is None:
        return ""
    times, _, turn = errors
    names = ("roll", "pitch", "heading")
    colours = (0, 1, 4)
    lines = [Line(name, times, turn[:, n], colours[n]) for n, name in enumerate(names)]
    return time_chart("Estimate less truth: attitude", "degrees", lines, least_span=2.0)


def _outputs(track: Track) -> str:
    table = track.outputs
    if table is None:
        return ""
    # Outputs that nothing is connected to stay where they are.
    moved = [n for n in range(table.values.shape[1]) if np.ptp(table.values[:, n]) > 0.0]
    lines = [
        Line(f"output {n}", table.times_s, table.values[:, n], place)
        for place, n in enumerate(moved)
    ]
    return time_chart("Actuators", "pulse width, µs", lines, least_span=100.0)


def _battery(track: Track) -> str:
    if track.battery is None:
        return ""
    times = track.battery.times_s
    lines = [Line("voltage", times, track.battery.column("voltage"), 2)]
    return time_chart("Battery", "V", lines, least_span=1.0)
