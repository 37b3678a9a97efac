"""States of plugins as a frame of the fleet."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.adapters.gazebo.plugin_link import PluginLink
from simloop.math.quaternion import from_euler
from simloop.messages.sensor_data import SensorFrame, frame_of
from simloop.wire.ardupilot_json import VehicleState


def sensor_frame(timestamp_us: int, links: Sequence[PluginLink]) -> SensorFrame:
    """What these vehicles' plugins said last."""
    heard = {link.vehicle.id: link for link in links if link.state is not None}
    frame = frame_of(timestamp_us, {number: _quantities(link) for number, link in heard.items()})
    return SensorFrame(timestamp_us, frame.vehicle_ids, frame.values, _extra(frame, heard))


def _quantities(link: PluginLink) -> dict[str, Any]:
    state = link.state
    if state is None:
        return {}
    found: dict[str, Any] = {
        "imu_accel_frd_mps2": state.accel_frd_mps2,
        "imu_gyro_frd_radps": state.gyro_frd_radps,
        "rate_frd_radps": state.gyro_frd_radps,
        "velocity_ned_mps": state.velocity_ned_mps,
        "attitude_wxyz": _attitude(state),
    }
    if state.position_ned_m is not None:
        origin = link.vehicle.origin_ned_m or (0.0, 0.0, 0.0)
        pairs = zip(state.position_ned_m, origin, strict=True)
        found["position_ned_m"] = tuple(place + shift for place, shift in pairs)
    if 1 in state.ranges_m:
        found["sonar_range_m"] = state.ranges_m[1]
    if state.battery is not None:
        found["battery_voltage_v"], found["battery_current_a"] = state.battery
    return found


def _attitude(state: VehicleState) -> tuple[float, ...]:
    """The quaternion as it is: it turns body to NED already, and wins over the angles."""
    if state.attitude_wxyz is not None:
        return state.attitude_wxyz
    roll, pitch, yaw = state.attitude_rpy_rad or (0.0, 0.0, 0.0)
    return from_euler(roll, pitch, yaw)


def _extra(frame: SensorFrame, heard: Mapping[int, PluginLink]) -> dict[str, NDArray[np.float64]]:
    """Columns that a simloop at the other end has added, as they are in its world."""
    rows: dict[str, list[tuple[int, tuple[float, ...]]]] = {}
    for row, number in enumerate(frame.vehicle_ids):
        state = heard[number].state
        for name, values in (state.exact if state is not None else {}).items():
            rows.setdefault(name, []).append((row, values))
    return {name: _table(found, len(frame)) for name, found in rows.items()}


def _table(found: list[tuple[int, tuple[float, ...]]], count: int) -> NDArray[np.float64]:
    """Rows of a column, NaN where a vehicle does not have it or has fewer numbers."""
    width = max(len(values) for _, values in found)
    if all(len(values) == width for _, values in found) and len(found) == count:
        return np.array([values for _, values in found])
    table = np.full((count, width), np.nan)
    for row, values in found:
        table[row, : len(values)] = values
    return table
