"""What the estimators tell the rest of the firmware."""

from simloop.firmware.component import Component, column
from simloop.firmware.vector import Geodetic, Quaternion, Vec2, Vec3


class Estimate(Component):
    """What the estimators tell the rest of the firmware."""

    time_s: float = column("s", "time since the first IMU sample")
    attitude_wxyz: Quaternion = column("1", "attitude", "FRD->NED", (1.0, 0.0, 0.0, 0.0))
    rate_frd_radps: Vec3 = column("rad/s", "body rates without bias", "FRD")
    acceleration_frd_mps2: Vec3 = column("m/s^2", "specific force without bias", "FRD")
    position_ned_m: Vec3 = column("m", "position", "NED of origin")
    velocity_ned_mps: Vec3 = column("m/s", "velocity over ground", "NED")
    wind_ned_mps: Vec2 = column("m/s", "wind, north and east", "NED")
    airspeed_mps: float = column("m/s", "true airspeed; by the sensor, else by velocity")
    origin_llh: Geodetic = column("rad, rad, m", "where the local frame begins", "WGS84")
    aligned: float = column("1", "1 once attitude, biases and origin are found")
    attitude_settled: float = column("1", "1 once the tilt has been sure since then")
    attitude_ok: float = column("1", "1 while attitude can be trusted")
    contradicted: float = column("1", "1 while two kinds of sensors contradict the estimate")
    position_ok: float = column("1", "1 while horizontal position can be trusted")
    velocity_ok: float = column("1", "1 while velocity can be trusted")
    height_ok: float = column("1", "1 while height can be trusted")
    dead_reckoning: float = column("1", "1 while position lives on without GNSS")
    mag_disturbed: float = column("1", "1 while the compass is disturbed")
    mag_smooth_frd_t: Vec3 = column("T", "what the field has too much of, smooth", "FRD")
    gnss_age_s: float = column("s", "time since the last accepted fix", default=1e9)
    ground_clearance_m: float = column("m", "last height above ground by sonar", "NED")
    ground_age_s: float = column("s", "time since that height", default=1e9)
    battery_voltage_v: float = column("V", "battery voltage, smooth")
    battery_current_a: float = column("A", "battery current, smooth")
    battery_used_c: float = column("C", "charge drawn since the start")
    battery_left: float = column("1", "share of the capacity left; -1 unknown", default=-1.0)
    battery_age_s: float = column("s", "time since the last battery sample", default=1e9)
    supply_scale: float = column("1", "nominal over actual voltage", default=1.0)
