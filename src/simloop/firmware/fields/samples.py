"""What the board delivers: one group of columns per sensor, each with a count of its samples."""

from typing import NamedTuple

from simloop.firmware.component import Component, Row, column
from simloop.firmware.vector import Geodetic, Vec3

RC_CHANNELS = 16


class Accuracy(NamedTuple):
    """One sigma of a fix."""

    horizontal_m: float
    vertical_m: float
    speed_mps: float


class Imu(Component, prefix="imu"):
    """Accelerometer and gyro."""

    accel_frd_mps2: Vec3 = column("m/s^2", "specific force", "FRD")
    gyro_frd_radps: Vec3 = column("rad/s", "angular rate", "FRD")
    sequence: float = column("1", "samples so far")


class Magnetometer(Component, prefix="mag"):
    """The magnetic field around."""

    field_frd_t: Vec3 = column("T", "magnetic field", "FRD")
    sequence: float = column("1", "samples so far")


class Barometer(Component, prefix="baro"):
    """The pressure of the air around."""

    pressure_pa: float = column("Pa", "static pressure")
    sequence: float = column("1", "samples so far")


class Gnss(Component, prefix="gnss"):
    """Place and velocity by satellites."""

    llh: Geodetic = column("rad, rad, m", "latitude, longitude, height above sea level", "WGS84")
    velocity_ned_mps: Vec3 = column("m/s", "velocity over ground", "NED")
    fix_type: float = column("1", "3 or more: a fix in three dimensions")
    satellites: float = column("1", "satellites used")
    accuracy: Accuracy = column("m, m, m/s", "horizontal, vertical, speed; 1 sigma", "NED")
    sequence: float = column("1", "samples so far")


class DifferentialPressure(Component, prefix="diff_pressure"):
    """What the tube at the nose feels."""

    pa: float = column("Pa", "pressure at the nose above static pressure")
    temperature_k: float = column("K", "temperature of the sensor", default=288.15)
    sequence: float = column("1", "samples so far")


class Sonar(Component, prefix="sonar"):
    """The distance to the ground."""

    range_m: float = column("m", "distance along body z", "FRD")
    sequence: float = column("1", "samples so far")


class Battery(Component, prefix="battery"):
    """Voltage and current of the battery."""

    voltage_v: float = column("V", "voltage")
    current_a: float = column("A", "current drawn")
    sequence: float = column("1", "samples so far")


class RcReceiver(Component, prefix="rc"):
    """The pilot's sticks and switches."""

    channel: Row = column(
        "1", "channels, 0 at 1000 us and 1 at 2000 us", size=RC_CHANNELS, default=0.5
    )
    lost: float = column("1", "1 while the receiver says that it hears nothing")
    sequence: float = column("1", "frames so far")


SENSORS = {
    "imu": Imu.columns,
    "mag": Magnetometer.columns,
    "baro": Barometer.columns,
    "gnss": Gnss.columns,
    "diff_pressure": DifferentialPressure.columns,
    "sonar": Sonar.columns,
    "battery": Battery.columns,
    "rc": RcReceiver.columns,
}
SAMPLES = tuple(field for fields in SENSORS.values() for field in fields)
