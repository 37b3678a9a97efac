"""The firmware's columns as components of the world, so that a fleet's loop fuses into one step."""

from collections.abc import Sequence

from simloop.firmware.columns import PARAMETERS, STATE, Field
from simloop.world.component import Change, Column, Component, Kind


def _component(
    name: str, kind: Kind, meaning: str, fields: Sequence[Field], change: Change
) -> Component:
    columns = tuple(
        Column(f.name, f.size, f.unit, f.frame, f.meaning, f.default, f.dtype) for f in fields
    )
    return Component(name, kind, meaning, columns, change)


FIRMWARE_PARAMETERS = _component(
    "firmware_parameters",
    Kind.PARAM,
    "Parameters of the flight stack.",
    PARAMETERS,
    Change.ONE_TIME,
)

# The firmware acts before the world moves, on samples of the tick before: all it holds is intent.
FIRMWARE_STATE = _component(
    "firmware_state",
    Kind.INTENT,
    "Estimates, set points and memory of the flight stack.",
    STATE,
    Change.PERIODIC,
)
