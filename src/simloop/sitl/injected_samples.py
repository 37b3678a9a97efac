"""Puts a record of samples into a vehicle's columns, for its firmware to read next."""

from math import isnan

from simloop.messages.sensor_data import SensorData, Vector
from simloop.world.entities import Record
from simloop.world.world import World

Values = dict[str, float | Vector]


def inject_samples(world: World, record: Record, data: SensorData) -> None:
    """Write what the record has, and count each sensor's samples up."""
    table = world.tables[record.table]
    for sensor, values in _by_sensor(data).items():
        count = f"{sensor}_sequence"
        if count not in table.layout.places:
            raise ValueError(f"'{record.name}' has no sensor '{sensor}' to inject into")
        for column, value in values.items():
            table.vector(record.row, column)[:] = value
        table.vector(record.row, count)[0] += 1.0


def _by_sensor(data: SensorData) -> dict[str, Values]:
    found: dict[str, Values] = {}
    if data.imu is not None:
        found["imu"] = {
            "imu_accel_frd_mps2": data.imu.accel_frd_mps2,
            "imu_gyro_frd_radps": data.imu.gyro_frd_radps,
        }
    if data.gps is not None:
        fix = data.gps
        found["gnss"] = {
            "gnss_llh": (fix.latitude_rad, fix.longitude_rad, fix.height_m),
            "gnss_velocity_ned_mps": fix.velocity_ned_mps,
            "gnss_fix_type": float(fix.fix_type),
            "gnss_satellites": float(fix.satellites),
        }
    if data.compass is not None:
        found["mag"] = {"mag_field_frd_t": data.compass.field_frd_t}
    if data.barometer is not None:
        found["baro"] = {
            "baro_pressure_pa": data.barometer.pressure_pa,
            "baro_temperature_k": data.barometer.temperature_k,
        }
    if data.airspeed_pressure_pa is not None:
        found["diff_pressure"] = {"diff_pressure_pa": data.airspeed_pressure_pa}
    if data.rangefinder_m is not None:
        found["sonar"] = {"sonar_range_m": data.rangefinder_m}
    if data.battery is not None:
        found["battery"] = {"battery_voltage_v": data.battery.voltage_v}
        if not isnan(data.battery.current_a):
            found["battery"] |= {"battery_current_a": data.battery.current_a}
    return found
