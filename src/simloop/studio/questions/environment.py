"""The air that vehicles fly in, as a page may change it."""

from collections.abc import Callable
from dataclasses import dataclass
from math import atan2, degrees, hypot

from simloop.systems.scene.questions import Arguments, Question
from simloop.world.plugin import App


@dataclass(frozen=True, slots=True)
class Environment:
    """Answer to `environment`: the mean wind, without gusts and turbulence."""

    feels_wind: bool
    """Does any vehicle feel wind here?"""
    wind_mps: float
    wind_from_deg: float
    """Where it comes from, clockwise from north."""
    has_obstacles: bool
    """Can things be put up here that vehicles hit?"""


def _environment(app: App) -> Callable[[Arguments], Environment]:
    def answer(given: Arguments) -> Environment:
        has_obstacles = "obstacles" in app.provided
        for record, table in app.world.each():
            if "wind_mean_ned_mps" in table.layout.places:
                north, east, _ = table.numbers(record.row, "wind_mean_ned_mps").tolist()
                from_deg = degrees(atan2(-east, -north)) % 360.0 if north or east else 0.0
                return Environment(True, hypot(north, east), from_deg, has_obstacles)
        return Environment(False, 0.0, 0.0, has_obstacles)

    return answer


QUESTIONS = (Question("environment", "the mean wind", Environment, _environment),)
