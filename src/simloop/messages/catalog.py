"""Every message type of simloop, in the order in which they build on each other."""

from types import MappingProxyType

from simloop.messages import (
    builtin_interfaces,
    geometry_msgs,
    nav_msgs,
    rosflight_msgs,
    rosgraph_msgs,
    sensor_msgs,
    simloop_msgs,
    std_msgs,
    std_srvs,
)
from simloop.messages.definition import Message, ros_type

MESSAGE_TYPES: tuple[type[Message], ...] = (
    builtin_interfaces.Time,
    std_msgs.Header,
    std_msgs.Bool,
    std_msgs.String,
    std_srvs.TriggerRequest,
    std_srvs.TriggerResponse,
    rosgraph_msgs.Clock,
    geometry_msgs.Vector3,
    geometry_msgs.Point,
    geometry_msgs.Quaternion,
    geometry_msgs.Pose,
    geometry_msgs.Twist,
    geometry_msgs.Accel,
    geometry_msgs.Wrench,
    geometry_msgs.Vector3Stamped,
    geometry_msgs.WrenchStamped,
    geometry_msgs.PoseWithCovariance,
    geometry_msgs.TwistWithCovariance,
    nav_msgs.Odometry,
    sensor_msgs.Imu,
    sensor_msgs.Temperature,
    sensor_msgs.MagneticField,
    sensor_msgs.Range,
    rosflight_msgs.SimState,
    rosflight_msgs.PwmOutput,
    rosflight_msgs.RCRaw,
    rosflight_msgs.Barometer,
    rosflight_msgs.GNSS,
    rosflight_msgs.Airspeed,
    rosflight_msgs.BatteryStatus,
    rosflight_msgs.Status,
    rosflight_msgs.SetSimStateRequest,
    rosflight_msgs.SetSimStateResponse,
    simloop_msgs.SerialData,
    simloop_msgs.InjectFailureRequest,
    simloop_msgs.InjectFailureResponse,
    simloop_msgs.RunEvent,
    simloop_msgs.InboxEntry,
    simloop_msgs.StateLayout,
    simloop_msgs.VehicleState,
    simloop_msgs.StateCheckpoint,
    simloop_msgs.RunThings,
)

TYPE_BY_NAME = MappingProxyType({ros_type(each): each for each in MESSAGE_TYPES})
