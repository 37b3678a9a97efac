"""What the estimators tell the rest of the firmware."""

from simloop.firmware.field import Field

ESTIMATE = (
    Field("fw_time_s", 1, "s", "-", "time since the first IMU sample"),
    Field("fw_attitude_wxyz", 4, "1", "FRD->NED", "attitude", (1.0, 0.0, 0.0, 0.0)),
    Field("fw_rate_frd_radps", 3, "rad/s", "FRD", "body rates without bias"),
    Field("fw_acceleration_frd_mps2", 3, "m/s^2", "FRD", "specific force without bias"),
    Field("fw_position_ned_m", 3, "m", "NED of origin", "position"),
    Field("fw_velocity_ned_mps", 3, "m/s", "NED", "velocity over ground"),
    Field("fw_wind_ned_mps", 2, "m/s", "NED", "wind, north and east"),
    Field("fw_airspeed_mps", 1, "m/s", "-", "true airspeed; by the sensor, else by velocity"),
    Field("fw_origin_llh", 3, "rad, rad, m", "WGS84", "where the local frame begins"),
    Field("fw_aligned", 1, "1", "-", "1 once attitude, biases and origin are found"),
    Field("fw_attitude_settled", 1, "1", "-", "1 once the tilt has been sure since then"),
    Field("fw_attitude_ok", 1, "1", "-", "1 while attitude can be trusted"),
    Field("fw_contradicted", 1, "1", "-", "1 while two kinds of sensors contradict the estimate"),
    Field("fw_position_ok", 1, "1", "-", "1 while horizontal position can be trusted"),
    Field("fw_velocity_ok", 1, "1", "-", "1 while velocity can be trusted"),
    Field("fw_height_ok", 1, "1", "-", "1 while height can be trusted"),
    Field("fw_dead_reckoning", 1, "1", "-", "1 while position lives on without GNSS"),
    Field("fw_mag_disturbed", 1, "1", "-", "1 while the compass is disturbed"),
    Field("fw_mag_smooth_frd_t", 3, "T", "FRD", "what the field has too much of, smooth"),
    Field("fw_gnss_age_s", 1, "s", "-", "time since the last accepted fix", 1e9),
    Field("fw_ground_clearance_m", 1, "m", "NED", "last height above ground by sonar"),
    Field("fw_ground_age_s", 1, "s", "-", "time since that height", 1e9),
    Field("fw_battery_voltage_v", 1, "V", "-", "battery voltage, smooth"),
    Field("fw_battery_current_a", 1, "A", "-", "battery current, smooth"),
    Field("fw_battery_used_c", 1, "C", "-", "charge drawn since the start"),
    Field("fw_battery_left", 1, "1", "-", "share of the capacity left; -1 unknown", -1.0),
    Field("fw_battery_age_s", 1, "s", "-", "time since the last battery sample", 1e9),
    Field("fw_supply_scale", 1, "1", "-", "nominal over actual voltage", 1.0),
)
