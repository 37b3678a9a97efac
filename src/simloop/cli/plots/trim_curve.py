"""Trim over speed: attitude and controls."""

from collections.abc import Sequence
from typing import Any

from simloop.cli.plots.style import Page, label, line
from simloop.server.analysis import Bench, TrimPoint

_SPEED = {"wing": "airspeed, m/s", "rotors": "airspeed, m/s", "surface": "speed, m/s"}
# Controls that move along a curve; the others only hold what is left over.
_SHOWN = 0.03


def plot_trim_curve(bench: Bench, curve: Sequence[TrimPoint], chosen: TrimPoint, path: str) -> None:
    """A page with angles on the left and controls on the right; the chosen point is marked."""
    page = Page(f"{bench.vehicle.name}: trim over speed{_circumstances(chosen)}", columns=2)
    draw_angles(page.panels[0], curve)
    draw_controls(page.panels[1], curve)
    for panel in page.panels:
        panel.axvline(chosen.condition.speed_mps, color="#222222", linewidth=1.0, linestyle=":")
    page.save(path)


def draw_angles(panel: Any, curve: Sequence[TrimPoint]) -> None:
    """Angle of attack, pitch and bank over speed, as far as they say anything."""
    how = curve[0].how
    # At rest there is no flow to have an angle to.
    curve = [point for point in curve if point.condition.speed_mps > 0.0 or how == "rotors"]
    speeds = [point.condition.speed_mps for point in curve]
    angles = {
        "angle of attack": [point.angle_of_attack_deg for point in curve],
        "pitch": [point.pitch_deg for point in curve],
        "bank": [point.roll_deg for point in curve],
        "sideslip": [point.sideslip_deg for point in curve],
    }
    wanted = ("angle of attack", "bank") if how == "wing" else ("pitch", "bank", "sideslip")
    shown = [name for name in wanted if _spread(angles[name]) > 0.5] or [wanted[0]]
    for number, name in enumerate(shown):
        line(panel, speeds, angles[name], name, number)
    label(panel, "attitude", _SPEED[how], "angle, deg")
    panel.legend()


def draw_controls(panel: Any, curve: Sequence[TrimPoint]) -> None:
    """What the pilot sets over speed."""
    speeds = [point.condition.speed_mps for point in curve]
    number = 0
    for name in curve[0].controls:
        values = [point.controls[name] for point in curve]
        if max(abs(value) for value in values) > _SHOWN:
            line(panel, speeds, values, name, number)
            number += 1
    label(panel, "controls", _SPEED[curve[0].how], "command, -1 to 1")
    panel.legend()


def _spread(values: Sequence[float]) -> float:
    return max(abs(value) for value in values)


def _circumstances(point: TrimPoint) -> str:
    condition, words = point.condition, []
    if condition.flight_path_deg:
        words.append(f"flight path {condition.flight_path_deg:g}°")
    if condition.turn_radius_m is not None:
        words.append(f"radius {condition.turn_radius_m:g} m")
    if point.altitude_m:
        words.append(f"altitude {point.altitude_m:g} m")
    return f" ({', '.join(words)})" if words else ""
