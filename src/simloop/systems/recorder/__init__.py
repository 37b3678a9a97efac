"""Hands topics, inputs and states of a run to a sink; what the sink does with them is its own.

No file is opened here: the server brings a sink that writes MCAP, a replay one that compares.
"""

from simloop.systems.recorder.recorder import Recorder
from simloop.systems.recorder.selection import DEFAULT_TOPICS, Selection
from simloop.systems.recorder.sink import RecordSink
from simloop.systems.recorder.state_copy import StateCopy, VehicleCopy, copy_state

__all__ = [
    "DEFAULT_TOPICS",
    "RecordSink",
    "Recorder",
    "Selection",
    "StateCopy",
    "VehicleCopy",
    "copy_state",
]
