"""The mean wind at a place before the first tick, for what starts in motion through the air."""

from collections.abc import Mapping

from simloop.world.plugin import Value
from simloop.world.steps import TableSteps
from simloop.world.table import Table
from simloop.world.world import ModelSpec

_WIND = "wind"


def mean_wind_ned_mps(spec: ModelSpec, place: Mapping[str, Value]) -> tuple[float, float, float]:
    """What the wind plugin alone says at a place, before gusts; none without it."""
    table = Table(spec.vehicle_class, 1)
    row = table.add_row(table.template({**spec.values, **place}))
    steps = TableSteps(table, compiled=False)
    for number, system in enumerate(steps.systems):
        if system.name == _WIND:
            steps.run(number, number + 1, tick=0, ticks=1, pool=None)
            north, east, down = table.vector(row, "wind_ned_mps").tolist()
            return north, east, down
    return 0.0, 0.0, 0.0
