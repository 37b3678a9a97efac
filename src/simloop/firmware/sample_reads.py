"""The six sensor reads of boards that find their samples by the name of the sensor."""

from abc import ABC, abstractmethod

from simloop.firmware.board import Samples
from simloop.firmware.columns import (
    BARO_SAMPLES,
    BATTERY_SAMPLES,
    GNSS_SAMPLES,
    IMU_SAMPLES,
    MAG_SAMPLES,
    SONAR_SAMPLES,
    Field,
)


class SampleReads(ABC):
    """Give `read_sensor`, and every read of the Board is there."""

    @abstractmethod
    def read_sensor(self, sensor: str, fields: tuple[Field, ...], samples: Samples) -> bool:
        """Fill the sensor's fields if any lane has a new sample, and say whether."""

    def imu_read(self, samples: Samples) -> bool:
        """Specific force and angular rate."""
        return self.read_sensor("imu", IMU_SAMPLES, samples)

    def mag_read(self, samples: Samples) -> bool:
        """Magnetic field."""
        return self.read_sensor("mag", MAG_SAMPLES, samples)

    def baro_read(self, samples: Samples) -> bool:
        """Static pressure."""
        return self.read_sensor("baro", BARO_SAMPLES, samples)

    def gnss_read(self, samples: Samples) -> bool:
        """Position and velocity."""
        return self.read_sensor("gnss", GNSS_SAMPLES, samples)

    def sonar_read(self, samples: Samples) -> bool:
        """Distance to the ground."""
        return self.read_sensor("sonar", SONAR_SAMPLES, samples)

    def battery_read(self, samples: Samples) -> bool:
        """Battery voltage."""
        return self.read_sensor("battery", BATTERY_SAMPLES, samples)
