"""Shows a vehicle the samples of sensors that its simulator brings ready-made."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from simloop.messages.sensor_data import SensorFrame
from simloop.sitl.foreign_body import SENSOR_PREFIX
from simloop.world.entities import Entity
from simloop.world.world import World

Vector = NDArray[np.float64]

# What each sensor is told by, first what must be there for a sample to count.
SAMPLE_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "imu": ("imu_accel_frd_mps2", "imu_gyro_frd_radps"),
    "gnss": (
        "gnss_llh",
        "gnss_velocity_ned_mps",
        "gnss_fix_type",
        "gnss_satellites",
        "gnss_accuracy",
    ),
    "mag": ("mag_field_frd_t",),
    "baro": ("baro_pressure_pa", "baro_temperature_k"),
    "diff_pressure": ("diff_pressure_pa",),
    "sonar": ("sonar_range_m",),
    "battery": ("battery_voltage_v", "battery_current_a"),
}
# For receivers that say no more than where they are.
_A_GOOD_FIX: Mapping[str, float] = {"gnss_fix_type": 3.0, "gnss_satellites": 12.0}


class ReadySamples:
    """One vehicle's samples from outside."""

    def __init__(self, world: World, entity: Entity, sensors: frozenset[str]) -> None:
        record = world.entities.get(entity)
        self._places = world.tables[record.table].layout.places
        self._world, self._entity = world, entity
        carried = [s for s in SENSOR_PREFIX if s in sensors and f"{s}_sequence" in self._places]
        self._sensors = tuple(carried)

    def show(self, frame: SensorFrame, row: int, named: Mapping[str, Vector]) -> None:
        """Take over new samples and count them; columns under their own names come as they are."""
        for sensor in self._sensors:
            self._show_sensor(sensor, frame, row)
        for name, value in named.items():
            self._column(name)[:] = value[: len(self._column(name))]

    def _show_sensor(self, sensor: str, frame: SensorFrame, row: int) -> None:
        main = frame.values.get(SAMPLE_COLUMNS[sensor][0])
        if main is None or np.isnan(main[row, 0]):
            return
        for column in SAMPLE_COLUMNS[sensor]:
            value = frame.values.get(column)
            if column not in self._places:
                continue
            if value is not None and not np.isnan(value[row, 0]):
                self._column(column)[:] = value[row]
            elif column in _A_GOOD_FIX:
                self._column(column)[:] = _A_GOOD_FIX[column]
        self._column(f"{sensor}_sequence")[0] += 1.0

    def _column(self, name: str) -> Vector:
        return self._world.vector(self._entity, name)
