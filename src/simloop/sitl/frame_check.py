"""Looks at the frames of a simulator before anything of them is used: shape, vehicles, time."""

from collections.abc import Mapping

import numpy as np

from simloop.messages.sensor_data import QUANTITIES, SensorFrame

# Thirty years: further from its start no simulator is.
MOST_TIME_US = 10**15


class FrameCheck:
    """Knows how far a simulator's time has come."""

    def __init__(self) -> None:
        self.latest_us: int | None = None

    def forget(self) -> None:
        """Its time may begin anew."""
        self.latest_us = None

    def runs_back(self, frame: SensorFrame) -> bool:
        """Is a frame older than one that has been taken?"""
        return self.latest_us is not None and frame.timestamp_us < self.latest_us

    def take(self, frame: SensorFrame) -> None:
        """Time goes on from here."""
        self.latest_us = frame.timestamp_us

    def fault(self, frame: object) -> str:
        """What is wrong with the form of a frame; nothing if all is well."""
        if not isinstance(frame, SensorFrame):
            return f"it gives {type(frame).__name__} in place of a SensorFrame"
        return (
            _time_fault(frame.timestamp_us)
            or _vehicles_fault(frame.vehicle_ids)
            or _values_fault(frame)
            or _extra_fault(frame)
        )


def _time_fault(timestamp_us: object) -> str:
    # A bool is an int to Python, and no time.
    if type(timestamp_us) is not int and not isinstance(timestamp_us, np.integer):
        return f"timestamp_us is {timestamp_us!r:.40}, no whole number"
    if not 0 <= timestamp_us <= MOST_TIME_US:
        return f"timestamp_us is {timestamp_us:g}, beyond 0 to {MOST_TIME_US:g}"
    return ""


def _vehicles_fault(vehicle_ids: tuple[int, ...]) -> str:
    if len(set(vehicle_ids)) != len(vehicle_ids):
        return "vehicle_ids names a vehicle twice"
    return ""


def _values_fault(frame: SensorFrame) -> str:
    rows = len(frame.vehicle_ids)
    for name, array in frame.values.items():
        size = QUANTITIES.get(name)
        if size is None:
            return f"'{name!s:.40}' is no quantity of a frame; columns of your own go to extra"
        if np.shape(array) != (rows, size):
            return f"{name} has shape {np.shape(array)}, not {(rows, size)}"
    return _kind_fault(frame.values)


def _extra_fault(frame: SensorFrame) -> str:
    rows = len(frame.vehicle_ids)
    for name, array in frame.extra.items():
        shape = np.shape(array)
        if len(shape) != 2 or shape[0] != rows:
            return f"extra '{name!s:.40}' has shape {shape}, not a row for each of {rows} vehicles"
    return _kind_fault(frame.extra)


def _kind_fault(arrays: Mapping[str, object]) -> str:
    for name, array in arrays.items():
        if not isinstance(array, np.ndarray) or array.dtype.kind not in "fiu":
            return f"{name!s:.40} is no array of numbers"
    return ""
