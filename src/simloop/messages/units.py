"""Units of message fields, for axes: what the types of ROS do not carry themselves."""

from fnmatch import fnmatchcase
from functools import cache

# By type and field; the first that fits counts.
_UNITS: tuple[tuple[str, str, str], ...] = (
    ("rosflight_msgs/msg/SimState", "pose.position.*", "m"),
    ("rosflight_msgs/msg/SimState", "twist.linear.*", "m/s"),
    ("rosflight_msgs/msg/SimState", "twist.angular.*", "rad/s"),
    ("rosflight_msgs/msg/SimState", "acceleration.linear.*", "m/s²"),
    ("rosflight_msgs/msg/SimState", "acceleration.angular.*", "rad/s²"),
    ("nav_msgs/msg/Odometry", "pose.pose.position.*", "m"),
    ("nav_msgs/msg/Odometry", "twist.twist.linear.*", "m/s"),
    ("nav_msgs/msg/Odometry", "twist.twist.angular.*", "rad/s"),
    ("sensor_msgs/msg/Imu", "angular_velocity.*", "rad/s"),
    ("sensor_msgs/msg/Imu", "linear_acceleration.*", "m/s²"),
    ("sensor_msgs/msg/Temperature", "temperature", "°C"),
    ("sensor_msgs/msg/MagneticField", "magnetic_field.*", "T"),
    ("sensor_msgs/msg/Range", "*range", "m"),
    ("sensor_msgs/msg/Range", "field_of_view", "rad"),
    ("geometry_msgs/msg/Vector3Stamped", "vector.*", "m/s"),
    ("geometry_msgs/msg/WrenchStamped", "wrench.force.*", "N"),
    ("geometry_msgs/msg/WrenchStamped", "wrench.torque.*", "N m"),
    ("geometry_msgs/msg/Twist", "linear.*", "m/s"),
    ("geometry_msgs/msg/Twist", "angular.*", "rad/s"),
    ("rosflight_msgs/msg/PwmOutput", "values*", "µs"),
    ("rosflight_msgs/msg/RCRaw", "values*", "µs"),
    ("rosflight_msgs/msg/Barometer", "altitude", "m"),
    ("rosflight_msgs/msg/Barometer", "pressure", "Pa"),
    ("rosflight_msgs/msg/GNSS", "l[ao][tn]", "°"),
    ("rosflight_msgs/msg/GNSS", "alt", "m"),
    ("rosflight_msgs/msg/GNSS", "vel_?", "m/s"),
    ("rosflight_msgs/msg/GNSS", "speed_accuracy", "m/s"),
    ("rosflight_msgs/msg/GNSS", "*_accuracy", "m"),
    ("rosflight_msgs/msg/Airspeed", "velocity", "m/s"),
    ("rosflight_msgs/msg/Airspeed", "differential_pressure", "Pa"),
    ("rosflight_msgs/msg/BatteryStatus", "voltage", "V"),
    ("rosflight_msgs/msg/BatteryStatus", "current", "A"),
    ("rosflight_msgs/msg/*", "temperature", "K"),
)


@cache
def unit_of(type_name: str, field: str) -> str:
    """The unit of a field; `1` for what is a plain number."""
    for kind, pattern, unit in _UNITS:
        if fnmatchcase(type_name, kind) and fnmatchcase(field, pattern):
            return unit
    return "1"
