"""The plane of the ground under a vehicle that stays on it: axes, heading, attitude, arcs.

The plane has an axis that points north along the slope, one at a right angle to it, to the east,
and the normal, which points down into the ground. A vehicle's heading in the plane is the angle of
its forward axis from the first to the second. On level ground the three are north, east and down.
"""

from math import sqrt
from typing import NamedTuple

from simloop.math.scalar import atan2, sin, sin_cos
from simloop.math.vector import Quaternion, Vec2, Vec3

# A change of the normal by more than this in one tick means that the vehicle was put somewhere.
PLACED_RAD = 0.05


class GroundPlane(NamedTuple):
    """The axes in NED; the first has no east."""

    first_n: float
    first_d: float
    second: Vec3
    normal: Vec3

    def along_first(self, v: Vec3) -> float:
        """The part of a vector along the first axis."""
        return v.x * self.first_n + v.z * self.first_d

    def heading_of(self, forward: Vec3) -> float:
        """The heading of a body with this forward axis, whether it lies in the plane or not."""
        return atan2(forward.dot(self.second), self.along_first(forward))

    def forward(self, heading: float) -> Vec3:
        """The forward axis of a body that stands in the plane."""
        s, c = sin_cos(heading)
        return Vec3(
            c * self.first_n + s * self.second.x,
            s * self.second.y,
            c * self.first_d + s * self.second.z,
        )

    def attitude(self, heading: float) -> Quaternion:
        """The attitude of a body that stands in the plane."""
        # From the matrix of the axes; its trace is positive on any slope that is not overhanging.
        w = 0.5 * sqrt(1.0 + self.first_n + self.second.y + self.normal.z)
        scale = 0.25 / w
        x = (self.second.z - self.normal.y) * scale
        y = (self.normal.x - self.first_d) * scale
        z = -self.second.x * scale
        s, c = sin_cos(0.5 * heading)
        return Quaternion(w * c - z * s, x * c + y * s, y * c - x * s, w * s + z * c)

    def tilt_rates(self, down_before: Vec3, heading: float, per_s: float) -> Vec2:
        """Roll and pitch rate of a body whose down axis became the normal within a tick."""
        turn = down_before.cross(self.normal)
        forward = self.forward(heading)
        scale = per_s if turn.dot(turn) < PLACED_RAD * PLACED_RAD else 0.0
        return Vec2(scale * turn.dot(forward), scale * turn.dot(self.normal.cross(forward)))


def plane_of(slope_ne: Vec2) -> GroundPlane:
    """The plane that goes down by so much to the north and to the east."""
    north, east = slope_ne
    along = 1.0 / sqrt(1.0 + north * north)
    whole = 1.0 / sqrt(1.0 + north * north + east * east)
    first_d = north * along
    normal = Vec3(-north * whole, -east * whole, whole)
    # Normal cross first.
    second = Vec3(normal.y * first_d, normal.z * along - normal.x * first_d, -normal.y * along)
    return GroundPlane(along, first_d, second, normal)


def chord_share(half_turn: float) -> float:
    """The chord over the arc of a path that turns by twice this angle: sin(x)/x."""
    # Below 1e-4 rad the series is exact to the last bit and avoids dividing by zero.
    if half_turn * half_turn < 1e-8:
        return 1.0 - half_turn * half_turn * (1.0 / 6.0)
    return sin(half_turn) / half_turn
