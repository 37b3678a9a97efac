"""`odom`: what a ground vehicle's wheel encoders add up to, in ROS's frames."""

from math import cos, sin

from simloop.messages.geometry_msgs import (
    Point,
    Pose,
    PoseWithCovariance,
    Quaternion,
    Twist,
    TwistWithCovariance,
    Vector3,
)
from simloop.messages.nav_msgs import Odometry
from simloop.messages.std_msgs import Header
from simloop.systems.drive_topics.vehicles import drivers
from simloop.transport.topic import Publisher
from simloop.world.activity import Activity
from simloop.world.dynamics_interface import Read, header_at
from simloop.world.entities import Record
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.topic_prefix import prefix_of

# Encoders say nothing about height, roll and pitch, and little that is sure about the rest.
_SURE = {0: 1e-3, 7: 1e-3, 14: 1e6, 21: 1e6, 28: 1e6, 35: 1e-2}
COVARIANCE = tuple(_SURE.get(index, 0.0) for index in range(36))
DOC = "wheel odometry from the start: x forward, y left, m; twist FLU; drifts as wheels slip"


def odometry_of(read: Read, header: Header, child: str) -> Odometry:
    """The odometry columns of one row as a message; right becomes left."""
    forward, right = read("odometry_place_m")
    half = -0.5 * read("odometry_heading_rad")[0]
    speed, yaw_rate = read("odometry_twist")
    pose = Pose(Point(forward, -right, 0.0), Quaternion(0.0, 0.0, sin(half), cos(half)))
    twist = Twist(Vector3(speed, 0.0, 0.0), Vector3(0.0, 0.0, -yaw_rate))
    return Odometry(
        header, child, PoseWithCovariance(pose, COVARIANCE), TwistWithCovariance(twist, COVARIANCE)
    )


class OdometryOutput:
    """Publishes for every ground vehicle that is listened to."""

    def __init__(self, app: App, *, always_prefix: bool, rate_hz: float) -> None:
        self._app = app
        self._always_prefix = always_prefix
        self._rate_hz = rate_hz
        self._publishers: dict[str, tuple[str, Publisher[Odometry]]] = {}
        self._heard: list[tuple[str, Publisher[Odometry], Record]] = []
        self._known = (-1, -1)

    def join(self) -> None:
        """Advertise and enter the schedule."""
        self.active()
        self._app.add_system(
            PythonSystem(
                name="drive_odometry",
                stage=Stage.OBSERVE,
                run=self.run,
                rate_hz=self._rate_hz,
                active=Activity(self.active),
            )
        )

    def active(self) -> bool:
        """Does anyone listen?"""
        now = (self._app.bus.revision, self._app.world.population_version)
        if self._known != now:
            self._known = now
            self._refresh()
        return bool(self._heard)

    def run(self, info: TickInfo) -> None:
        """Publish the place of every vehicle that is listened to."""
        for prefix, publisher, record in self._heard:
            read = self._app.world.tables[record.table].reader(record.row)
            header = header_at(info.tick, info.tick_rate_hz, f"{prefix}odom")
            publisher.publish(odometry_of(read, header, f"{prefix}base_link"))

    def _refresh(self) -> None:
        world = self._app.world
        there = drivers(world)
        for name in [name for name in self._publishers if name not in there]:
            self._publishers.pop(name)[1].close()
        for name in there:
            if name not in self._publishers:
                prefix = prefix_of(world, name, always=self._always_prefix)
                publisher = self._app.bus.advertise(f"{prefix}odom", Odometry, DOC, by=name)
                self._publishers[name] = prefix, publisher
        self._heard = [
            (prefix, publisher, there[name])
            for name, (prefix, publisher) in self._publishers.items()
            if publisher.has_subscribers
        ]
