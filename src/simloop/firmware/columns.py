"""The columns of the firmware: its parameters, its state, and the samples that it reads."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """One column, `size` numbers per lane.

    `size` is a number or the name of a constant of the vehicle: "ROTORS" or "WAYPOINTS".
    `default` is one number for every element, or one per element.
    """

    name: str
    size: int | str
    unit: str
    frame: str
    meaning: str
    default: float | tuple[float, ...] = 0.0
    dtype: str = "f8"


VEHICLE_PARAMETERS = (
    Field("fw_mass_kg", 1, "kg", "-", "mass", 1.0),
    Field("fw_inertia_kgm2", 3, "kg m^2", "FRD", "inertia about x, y, z", 0.01),
    Field("fw_rotor_lag_s", 1, "s", "-", "how long thrust takes to follow", 0.03),
    Field("fw_mixer_thrust", "ROTORS", "1", "-", "share of the thrust a rotor takes"),
    Field("fw_mixer_roll_per_m", "ROTORS", "1/m", "FRD", "rotor thrust per torque about x"),
    Field("fw_mixer_pitch_per_m", "ROTORS", "1/m", "FRD", "rotor thrust per torque about y"),
    Field("fw_mixer_yaw_per_m", "ROTORS", "1/m", "FRD", "rotor thrust per torque about z"),
    Field("fw_rotor_thrust_limits_n", 2, "N", "-", "least and most thrust of a rotor in flight"),
    Field("fw_motor_curve", 3, "1, N^-0.5, 1/N", "-", "command = c0 + c1 sqrt(t) + c2 t"),
    Field("fw_idle_command", 1, "1", "-", "motor command while armed on the ground", 0.05),
    Field("fw_nominal_voltage_v", 1, "V", "-", "supply of the motor curve, 0 = ignore the battery"),
    Field("fw_attitude_gain_per_s", 2, "1/s", "FRD", "rate per attitude error: tilt, heading"),
    Field("fw_rate_limit_radps", 2, "rad/s", "FRD", "fastest turn asked for: tilt, heading"),
    Field("fw_rate_gain_nms", 3, "N m s", "FRD", "torque per rate error"),
    Field("fw_rate_integral_gain_nm", 3, "N m", "FRD", "torque per turned-up rate error"),
    Field("fw_rate_derivative_gain_nms2", 3, "N m s^2", "FRD", "torque per angular acceleration"),
    Field("fw_rate_integral_limit_nm", 3, "N m", "FRD", "most torque of the rate integrals"),
    Field("fw_derivative_filter_per_s", 1, "1/s", "-", "corner of the derivative's low pass"),
    Field(
        "fw_position_gain_per_s", 2, "1/s", "NED", "velocity per position error: level, vertical"
    ),
    Field("fw_velocity_gain_per_s", 2, "1/s", "NED", "acceleration per velocity error, likewise"),
    Field(
        "fw_velocity_integral_gain_per_s2", 2, "1/s^2", "NED", "per summed velocity error, likewise"
    ),
    Field(
        "fw_velocity_integral_limit_mps2", 2, "m/s^2", "NED", "most of the integrals, likewise", 3.0
    ),
    Field("fw_touch_torque_nm", 1, "N m", "FRD", "ground torque that shows a foot", 1e9),
    Field("fw_tilt_limit_tan", 1, "1", "-", "tangent of the steepest tilt asked for", 0.5),
    Field("fw_lift_limits_n", 2, "N", "NED", "least and most upward force asked for", (0.1, 1.0)),
    Field("fw_thrust_limit_n", 1, "N", "FRD", "most thrust asked for", 1.0),
)

ESTIMATOR_PARAMETERS = (
    Field("fw_align_time_s", 1, "s", "-", "stand still this long to find attitude and bias", 2.0),
    Field("fw_level_gain_per_s", 1, "1/s", "-", "attitude correction by gravity", 0.3),
    Field("fw_level_gate", 1, "1", "-", "share by which |a| may be off gravity", 0.15),
    Field("fw_gyro_bias_gain_per_s", 1, "1/s", "-", "bias change per attitude correction", 0.02),
    Field("fw_heading_gain_per_s", 1, "1/s", "-", "heading correction by the magnetometer", 0.4),
    Field(
        "fw_declination_rad", 1, "rad", "NED", "magnetic declination of the place, east positive"
    ),
    Field("fw_gnss_delay_s", 1, "s", "-", "age of a GNSS sample on arrival", 0.1),
    Field("fw_gnss_position_gain_per_s", 1, "1/s", "-", "pull of GNSS position", 0.02),
    Field("fw_gnss_velocity_gain_per_s", 1, "1/s", "-", "pull of GNSS velocity", 1.5),
    Field("fw_gnss_tilt_gain_per_s2", 1, "1/s^2", "-", "velocity error to acceleration bias", 0.3),
    Field(
        "fw_baro_gains",
        3,
        "1/s, 1/s^2, 1/s^3",
        "-",
        "pull of the barometer on position, velocity and acceleration bias",
        (0.6, 0.1, 0.01),
    ),
    Field("fw_range_max_m", 1, "m", "-", "longest range that is an echo", 7.5),
)

MISSION_PARAMETERS = (
    Field("fw_mission_start", 1, "1", "-", "1 = fly as soon as ready", 1.0),
    Field("fw_land_at_end", 1, "1", "-", "1 = return and land, 0 = stay at the last waypoint", 1.0),
    Field("fw_settle_time_s", 1, "s", "-", "least time from start to arming", 3.0),
    Field("fw_takeoff_altitude_m", 1, "m", "home", "height of take-off and return", 5.0),
    Field("fw_waypoint_count", 1, "1", "-", "waypoints used"),
    Field("fw_waypoint_north_m", "WAYPOINTS", "m", "NED of home", "waypoints, north"),
    Field("fw_waypoint_east_m", "WAYPOINTS", "m", "NED of home", "waypoints, east"),
    Field("fw_waypoint_down_m", "WAYPOINTS", "m", "NED of home", "waypoints, down"),
    Field("fw_waypoint_yaw_rad", "WAYPOINTS", "rad", "NED", "heading at the waypoints"),
    Field("fw_waypoint_yaw_used", 1, "1", "-", "1 = turn to the waypoint's heading"),
    Field("fw_acceptance_radius_m", 1, "m", "-", "a waypoint counts as reached within this", 1.0),
    Field("fw_hold_time_s", 1, "s", "-", "stay within the radius this long", 1.0),
    Field("fw_cruise_speed_mps", 1, "m/s", "NED", "horizontal speed", 5.0),
    Field("fw_cruise_acceleration_mps2", 1, "m/s^2", "NED", "change of speed", 2.0),
    Field("fw_climb_speed_mps", 1, "m/s", "NED", "upward speed", 2.0),
    Field("fw_descend_speed_mps", 1, "m/s", "NED", "downward speed", 1.5),
    Field("fw_landing_speed_mps", 1, "m/s", "NED", "downward speed near the ground", 0.5),
    Field("fw_landing_height_m", 1, "m", "home", "where the ground may be near", 3.0),
    Field("fw_yaw_speed_radps", 1, "rad/s", "NED", "how fast the heading set point turns", 0.8),
)

PARAMETERS = VEHICLE_PARAMETERS + ESTIMATOR_PARAMETERS + MISSION_PARAMETERS

ESTIMATE = (
    Field("fw_time_s", 1, "s", "-", "time since the first IMU sample"),
    Field("fw_attitude_wxyz", 4, "1", "FRD->NED", "attitude", (1.0, 0.0, 0.0, 0.0)),
    Field("fw_rate_frd_radps", 3, "rad/s", "FRD", "body rates without bias"),
    Field("fw_position_ned_m", 3, "m", "NED of home", "position"),
    Field("fw_velocity_ned_mps", 3, "m/s", "NED", "velocity over ground"),
    Field("fw_gyro_bias_frd_radps", 3, "rad/s", "FRD", "gyro bias"),
    Field("fw_accel_bias_down_mps2", 1, "m/s^2", "NED", "vertical accelerometer bias"),
    Field("fw_home_llh", 3, "rad, rad, m", "WGS84", "where it was armed"),
    Field("fw_home_pressure_altitude_m", 1, "m", "ISA", "pressure altitude of home"),
    Field("fw_aided", 1, "1", "-", "1 while GNSS velocity holds the attitude level"),
    Field("fw_ground_clearance_m", 1, "m", "NED", "last height above ground by sonar"),
    Field("fw_ground_age_s", 1, "s", "-", "time since that height", 1e9),
    Field("fw_battery_voltage_v", 1, "V", "-", "battery voltage, smooth"),
    Field("fw_supply_scale", 1, "1", "-", "nominal over actual voltage", 1.0),
)

ESTIMATOR_STATE = (
    Field("fw_last_gyro_frd_radps", 3, "rad/s", "FRD", "gyro sample before this one"),
    Field("fw_delayed_velocity_ned_mps", 3, "m/s", "NED", "velocity one GNSS delay ago"),
    Field("fw_tilt_correction_ned_radps", 2, "rad/s", "NED", "turn about north and east by GNSS"),
    Field("fw_heading_correction_radps", 1, "rad/s", "NED", "turn about down by magnetometer"),
    Field("fw_position_correction_ned_mps", 3, "m/s", "NED", "position change by the aids"),
    Field("fw_velocity_correction_ned_mps2", 3, "m/s^2", "NED", "velocity change by the aids"),
    Field("fw_accel_bias_correction_mps3", 1, "m/s^3", "NED", "vertical bias change by the aids"),
    Field("fw_home_fixes", 1, "1", "-", "GNSS fixes averaged into home"),
    Field("fw_home_pressures", 1, "1", "-", "barometer samples averaged into home"),
    Field("fw_rotor_torque_nm", 2, "N m", "FRD", "roll and pitch torque, lagging as the rotors do"),
    Field("fw_seen_rate_frd_radps", 2, "rad/s", "FRD", "roll and pitch rate at the last look"),
    Field("fw_ground_torque_nm", 2, "N m", "FRD", "roll and pitch torque that rotors did not give"),
    Field("fw_mag_seen", 1, "1", "-", "last magnetometer sequence"),
    Field("fw_mag_age_s", 1, "s", "-", "time since that sample"),
    Field("fw_gnss_seen", 1, "1", "-", "last GNSS sequence"),
    Field("fw_gnss_age_s", 1, "s", "-", "time since the last fix"),
    Field("fw_baro_seen", 1, "1", "-", "last barometer sequence"),
    Field("fw_baro_age_s", 1, "s", "-", "time since that sample"),
    Field("fw_sonar_seen", 1, "1", "-", "last sonar sequence"),
    Field("fw_battery_seen", 1, "1", "-", "last battery sequence"),
)

MISSION_STATE = (
    Field("fw_phase", 1, "1", "-", "phase of the mission, see phases.py"),
    Field("fw_phase_time_s", 1, "s", "-", "time in this phase"),
    Field("fw_arrived_time_s", 1, "s", "-", "time within the acceptance radius"),
    Field("fw_touch_time_s", 1, "s", "-", "time with signs of ground contact"),
    Field("fw_waypoint_index", 1, "1", "-", "waypoint flown to, or the count when all are done"),
    Field("fw_goal_ned_m", 3, "m", "NED of home", "where the flight leads now"),
    Field("fw_goal_yaw_rad", 1, "rad", "NED", "heading it leads to"),
    Field("fw_armed", 1, "1", "-", "1 while the motors may turn"),
    Field("fw_flying", 1, "1", "-", "1 while the controllers drive the motors"),
    Field("fw_near_ground", 1, "1", "-", "1 while landing close to the ground"),
    Field("fw_torque_first", 1, "1", "-", "1 while torque may raise the thrust", 1.0),
    Field("fw_takeoff_time_s", 1, "s", "-", "when take-off began, -1 before", -1.0),
    Field("fw_landed_time_s", 1, "s", "-", "when it disarmed on the ground, -1 before", -1.0),
    Field("fw_setpoint_position_ned_m", 3, "m", "NED of home", "where to be now"),
    Field("fw_setpoint_velocity_ned_mps", 3, "m/s", "NED", "how fast that moves"),
    Field("fw_setpoint_acceleration_ned_mps2", 3, "m/s^2", "NED", "how fast that changes"),
    Field("fw_yaw_setpoint_rad", 1, "rad", "NED", "heading to hold"),
)

CONTROL_STATE = (
    Field("fw_velocity_integral_ned_mps2", 3, "m/s^2", "NED", "integral of the velocity loop"),
    Field(
        "fw_attitude_setpoint_wxyz", 4, "1", "FRD->NED", "attitude to hold", (1.0, 0.0, 0.0, 0.0)
    ),
    Field("fw_thrust_setpoint_n", 1, "N", "FRD", "thrust to give at that attitude"),
    Field("fw_smooth_rate_frd_radps", 3, "rad/s", "FRD", "rates behind the derivative's low pass"),
    Field("fw_rate_integral_nm", 3, "N m", "FRD", "integral of the rate loop"),
    Field("fw_torque_frd_nm", 3, "N m", "FRD", "torque asked of the mixer"),
    Field("fw_thrust_n", 1, "N", "FRD", "thrust asked of the mixer"),
)

STATE = ESTIMATE + ESTIMATOR_STATE + MISSION_STATE + CONTROL_STATE

IMU_SAMPLES = (
    Field("imu_accel_frd_mps2", 3, "m/s^2", "FRD", "specific force"),
    Field("imu_gyro_frd_radps", 3, "rad/s", "FRD", "angular rate"),
    Field("imu_sequence", 1, "1", "-", "samples so far"),
)
MAG_SAMPLES = (
    Field("mag_field_frd_t", 3, "T", "FRD", "magnetic field"),
    Field("mag_sequence", 1, "1", "-", "samples so far"),
)
BARO_SAMPLES = (
    Field("baro_pressure_pa", 1, "Pa", "-", "static pressure"),
    Field("baro_sequence", 1, "1", "-", "samples so far"),
)
GNSS_SAMPLES = (
    Field("gnss_llh", 3, "rad, rad, m", "WGS84", "latitude, longitude, height above sea level"),
    Field("gnss_velocity_ned_mps", 3, "m/s", "NED", "velocity over ground"),
    Field("gnss_fix_type", 1, "1", "-", "3 or more: a fix in three dimensions"),
    Field("gnss_sequence", 1, "1", "-", "samples so far"),
)
SONAR_SAMPLES = (
    Field("sonar_range_m", 1, "m", "FRD", "distance along body z"),
    Field("sonar_sequence", 1, "1", "-", "samples so far"),
)
BATTERY_SAMPLES = (
    Field("battery_voltage_v", 1, "V", "-", "voltage"),
    Field("battery_sequence", 1, "1", "-", "samples so far"),
)
SAMPLES = IMU_SAMPLES + MAG_SAMPLES + BARO_SAMPLES + GNSS_SAMPLES + SONAR_SAMPLES + BATTERY_SAMPLES

OUTPUTS = (Field("motor_command", "ROTORS", "1", "-", "motor commands from 0 to 1"),)
