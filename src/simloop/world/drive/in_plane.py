"""A body that stands in the plane of the ground: how it gets on there in a tick."""

from simloop.component import Mut
from simloop.kernels.ground_plane import GroundPlane
from simloop.math.vector import Vec3
from simloop.world.body import Body, Ground, Guard
from simloop.world.freezing import freezes


def heading_in(plane: GroundPlane, body: Body) -> float:
    """The heading as the tick begins."""
    axes = body.attitude_wxyz.matrix().transposed()
    return plane.heading_of(axes.x)


def ground_at(north_m: float, east_m: float, ground: Ground) -> float:
    """Where the ground is that far from where the tick began, down."""
    return ground.down_m + ground.slope_ne.x * north_m + ground.slope_ne.y * east_m


def move_in_plane(
    tick: int,
    per_s: float,
    place: Vec3,
    heading: float,
    velocity: Vec3,
    yaw_rate: float,
    plane: GroundPlane,
    body: Mut[Body],
    guard: Mut[Guard],
) -> bool:
    """Put the body there unless it freezes; did it move?

    Its acceleration is left to the caller.
    """
    attitude = plane.attitude(heading)
    down = body.attitude_wxyz.matrix().transposed().z
    tilt = plane.tilt_rates(down, heading, per_s)
    rate = Vec3(tilt.x, tilt.y, yaw_rate)
    total = place.x + place.y + place.z + attitude.w + attitude.x + attitude.y + attitude.z
    total = total + velocity.x + velocity.y + rate.x + rate.y + rate.z
    if freezes(tick, total, body, guard):
        return False
    body.angular_acceleration_frd_radps2 = per_s * (rate - body.rate_frd_radps)
    body.position_ned_m = place
    body.attitude_wxyz = attitude
    body.velocity_frd_mps = velocity
    body.rate_frd_radps = rate
    return True
