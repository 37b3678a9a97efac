"""The sensor reads of boards that find their samples by the name of the sensor."""

from abc import ABC, abstractmethod

from simloop.firmware.board import Lanes, Samples
from simloop.firmware.field import Field
from simloop.firmware.fields.samples import SENSORS


class SampleReads(ABC):
    """Give `read_sensor`, and every read of the Board is there."""

    def __init__(self, lanes: Lanes) -> None:
        self.lanes = lanes
        self._voltage_multiplier = lanes.column(1, 1.0)
        self._current_multiplier = lanes.column(1, 1.0)

    @abstractmethod
    def read_sensor(self, sensor: str, fields: tuple[Field, ...], samples: Samples) -> bool:
        """Fill those of the sensor's fields that are asked for, and say whether any is new."""

    def imu_read(self, samples: Samples) -> bool:
        """Specific force and angular rate."""
        return self._read("imu", samples)

    def mag_read(self, samples: Samples) -> bool:
        """Magnetic field."""
        return self._read("mag", samples)

    def baro_read(self, samples: Samples) -> bool:
        """Static pressure."""
        return self._read("baro", samples)

    def diff_pressure_read(self, samples: Samples) -> bool:
        """Pressure of the air that comes towards the nose."""
        return self._read("diff_pressure", samples)

    def sonar_read(self, samples: Samples) -> bool:
        """Distance to the ground."""
        return self._read("sonar", samples)

    def range_read(self, samples: Samples) -> bool:
        """Distance to the ground, by its other name."""
        return self.sonar_read(samples)

    def gnss_read(self, samples: Samples) -> bool:
        """Position and velocity."""
        return self._read("gnss", samples)

    def rc_read(self, samples: Samples) -> bool:
        """Channels of the transmitter."""
        return self._read("rc", samples)

    def battery_read(self, samples: Samples) -> bool:
        """Battery voltage and current, scaled."""
        fresh = self._read("battery", samples)
        if fresh:
            scales = (
                ("battery_voltage_v", self._voltage_multiplier),
                ("battery_current_a", self._current_multiplier),
            )
            for name, multiplier in scales:
                if name in samples:
                    samples[name][:] *= multiplier
        return fresh

    def battery_voltage_set_multiplier(self, multiplier: float, lane: int | None = None) -> None:
        """Scale the voltage of one lane, or of all."""
        self._voltage_multiplier[self._places(lane)] = multiplier

    def battery_current_set_multiplier(self, multiplier: float, lane: int | None = None) -> None:
        """Scale the current of one lane, or of all."""
        self._current_multiplier[self._places(lane)] = multiplier

    def check_lane(self, lane: int) -> int:
        """The lane, if there is one of that number."""
        if not 0 <= lane < self.lanes.count:
            raise IndexError(f"no lane {lane}: this board has {self.lanes.count}, from 0")
        return lane

    def _read(self, sensor: str, samples: Samples) -> bool:
        return self.read_sensor(sensor, SENSORS[sensor], samples)

    def _places(self, lane: int | None) -> tuple[int | slice, int | slice]:
        """Where the numbers of one lane lie in a column of one element, or those of all."""
        if lane is None:
            return slice(None), slice(None)
        return divmod(self.check_lane(lane), self.lanes.width)
