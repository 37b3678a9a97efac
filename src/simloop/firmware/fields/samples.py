"""What the board delivers: one group of columns per sensor, each with a count of its samples."""

from simloop.firmware.field import Field

RC_CHANNELS = 16

IMU = (
    Field("imu_accel_frd_mps2", 3, "m/s^2", "FRD", "specific force"),
    Field("imu_gyro_frd_radps", 3, "rad/s", "FRD", "angular rate"),
    Field("imu_sequence", 1, "1", "-", "samples so far"),
)
MAGNETOMETER = (
    Field("mag_field_frd_t", 3, "T", "FRD", "magnetic field"),
    Field("mag_sequence", 1, "1", "-", "samples so far"),
)
BAROMETER = (
    Field("baro_pressure_pa", 1, "Pa", "-", "static pressure"),
    Field("baro_sequence", 1, "1", "-", "samples so far"),
)
GNSS = (
    Field("gnss_llh", 3, "rad, rad, m", "WGS84", "latitude, longitude, height above sea level"),
    Field("gnss_velocity_ned_mps", 3, "m/s", "NED", "velocity over ground"),
    Field("gnss_fix_type", 1, "1", "-", "3 or more: a fix in three dimensions"),
    Field("gnss_satellites", 1, "1", "-", "satellites used"),
    Field("gnss_accuracy", 3, "m, m, m/s", "NED", "horizontal, vertical, speed; 1 sigma"),
    Field("gnss_sequence", 1, "1", "-", "samples so far"),
)
DIFF_PRESSURE = (
    Field("diff_pressure_pa", 1, "Pa", "-", "pressure at the nose above static pressure"),
    Field("diff_pressure_temperature_k", 1, "K", "-", "temperature of the sensor", 288.15),
    Field("diff_pressure_sequence", 1, "1", "-", "samples so far"),
)
SONAR = (
    Field("sonar_range_m", 1, "m", "FRD", "distance along body z"),
    Field("sonar_sequence", 1, "1", "-", "samples so far"),
)
BATTERY = (
    Field("battery_voltage_v", 1, "V", "-", "voltage"),
    Field("battery_current_a", 1, "A", "-", "current drawn"),
    Field("battery_sequence", 1, "1", "-", "samples so far"),
)
RC = (
    Field("rc_channel", RC_CHANNELS, "1", "-", "channels, 0 at 1000 us and 1 at 2000 us", 0.5),
    Field("rc_lost", 1, "1", "-", "1 while the receiver says that it hears nothing"),
    Field("rc_sequence", 1, "1", "-", "frames so far"),
)

SENSORS = {
    "imu": IMU,
    "mag": MAGNETOMETER,
    "baro": BAROMETER,
    "gnss": GNSS,
    "diff_pressure": DIFF_PRESSURE,
    "sonar": SONAR,
    "battery": BATTERY,
    "rc": RC,
}
SAMPLES = tuple(field for fields in SENSORS.values() for field in fields)
