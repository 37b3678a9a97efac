"""The contract of the sensor module, under the names of ROSflight.

Whoever brings sensors of their own implements it and runs `simloop.testing.sensor_checker` on
them. The built-in sensors do the same work in batches (simloop.systems.imu and its neighbours);
`simloop.testing.kernel_sensors` offers them one vehicle at a time behind this contract.
"""

from typing import Protocol

from simloop.messages.geometry_msgs import Vector3Stamped, WrenchStamped
from simloop.messages.rosflight_msgs import GNSS, Airspeed, Barometer, BatteryStatus, SimState
from simloop.messages.sensor_msgs import Imu, MagneticField, Range, Temperature


class SensorInterface(Protocol):
    """Turns the truth about one vehicle into what its sensors say.

    Each function is called once per sample of its sensor, so rate and time are the caller's.
    States are NED and FRD; `state.acceleration` is inertial, gravity and contact included.
    """

    def imu_update(self, state: SimState, forces: WrenchStamped) -> Imu:
        """Specific force, (0, 0, -g) at rest and level, and angular rate, both FRD.

        `forces` is the aerodynamic and propulsive wrench, for units that feel vibration.
        """

    def imu_temperature_update(self, state: SimState) -> Temperature:
        """Temperature of the IMU in degrees Celsius."""

    def get_imu_biases(self) -> Imu:
        """The biases that the IMU's samples contain right now."""

    def mag_update(self, state: SimState) -> MagneticField:
        """The magnetic field in tesla, FRD."""

    def baro_update(self, state: SimState) -> Barometer:
        """Static pressure in Pa, the altitude it means in m, and temperature in K."""

    def gnss_update(self, state: SimState) -> GNSS:
        """Latitude and longitude in degrees, altitude in m, velocity in m/s NED."""

    def range_update(self, state: SimState) -> Range:
        """Distance in m to the ground along body down; the largest range without echo."""

    def diff_pressure_update(self, state: SimState, wind: Vector3Stamped) -> Airspeed:
        """Pressure of the flow onto the nose in Pa, the airspeed it means, temperature in K.

        `wind` is where the air goes to, m/s NED.
        """

    def battery_update(self, state: SimState) -> BatteryStatus:
        """Voltage and current of the battery."""
