"""The kinematic differential drive: wheels that never slip, on the plane of the local ground.

Speeds of the two sides follow their commands at once, or with a limit on their acceleration. The
path of a tick is the exact arc of those speeds, not a step along the tangent. There is no mass in
this model: what pushes the vehicle does not move it.
"""

from simloop.component import Mut
from simloop.kernels.ground_plane import GroundPlane, chord_share, plane_of
from simloop.math.scalar import clamp, sin_cos
from simloop.math.vector import Vec3
from simloop.systems.differential_drive.components import RollingSides
from simloop.world.actuators.components import Outputs
from simloop.world.body import Body, Contact, Ground, Guard
from simloop.world.drive.components import Drive, RunningGear, Sides
from simloop.world.drive.in_plane import ground_at, heading_in, move_in_plane

# Above any change of speed within a tick.
NO_LIMIT_MPS = 1e9
STANDING = Sides(0.0, 0.0)


def differential_drive(
    tick: int,
    dt_s: float,
    ground: Ground,
    outputs: Outputs,
    drive: Drive,
    sides: Mut[RollingSides],
    gear: Mut[RunningGear],
    body: Mut[Body],
    contact: Mut[Contact],
    guard: Mut[Guard],
) -> None:
    """Move the vehicle by one tick along the arc its two sides describe."""
    contact.on_ground = 1.0
    per_s = 1.0 / dt_s
    plane = plane_of(ground.slope_ne)
    speed = speed_after(dt_s, sides, asked_speed(outputs, drive))
    # Without a limit the speed jumps as the tick begins; with one it changes evenly.
    mean = 0.5 * (sides.speed_mps + speed) if sides.acceleration_mps2 > 0.0 else speed

    # The exact arc: its chord points half the turn to the side.
    speed_mean = mean.mean()
    turn_mean = (mean.left - mean.right) / drive.track_m
    half = 0.5 * turn_mean * dt_s
    middle = heading_in(plane, body) + half
    chord = speed_mean * dt_s * chord_share(half)
    place = place_after(chord, middle, plane, ground, gear, body)

    velocity = Vec3(speed.mean(), 0.0, 0.0)
    turn = (speed.left - speed.right) / drive.track_m
    gained = velocity.x - body.velocity_frd_mps.x
    if move_in_plane(tick, per_s, place, middle + half, velocity, turn, plane, body, guard):
        pitching = body.rate_frd_radps.y
        body.acceleration_frd_mps2 = Vec3(
            gained * per_s, speed_mean * turn_mean, -speed_mean * pitching
        )
        gear.side_travel_m = gear.side_travel_m + dt_s * mean
        sides.speed_mps = speed
    else:
        sides.speed_mps = STANDING


def place_after(
    chord: float, heading: float, plane: GroundPlane, ground: Ground, gear: RunningGear, body: Body
) -> Vec3:
    """Where a straight way in the plane leads."""
    s, c = sin_cos(heading)
    north = chord * (c * plane.first_n + s * plane.second.x)
    east = chord * s * plane.second.y
    height = gear.ride_height_m * (1.0 / plane.normal.z)
    before = body.position_ned_m
    return Vec3(before.x + north, before.y + east, ground_at(north, east, ground) - height)


def asked_speed(outputs: Outputs, drive: Drive) -> Sides:
    """Speeds of the sides that the standard commands ask for."""
    forward, turn = outputs.standard_command.fx, outputs.standard_command.qz
    left = clamp(forward + turn, -1.0, 1.0) * drive.top_speed_mps
    right = clamp(forward - turn, -1.0, 1.0) * drive.top_speed_mps
    # Yaw is positive to the right, so the left side is the faster one.
    mean = 0.5 * (left + right)
    most = drive.top_yaw_rate_radps
    spread = clamp((left - right) / drive.track_m, -most, most) * 0.5 * drive.track_m
    return Sides(mean + spread, mean - spread)


def speed_after(dt_s: float, sides: RollingSides, asked: Sides) -> Sides:
    """Speeds of the sides at the end of the tick: as asked, or as near as they get."""
    limit, now = sides.acceleration_mps2, sides.speed_mps
    step = limit * dt_s if limit > 0.0 else NO_LIMIT_MPS
    return Sides(
        now.left + clamp(asked.left - now.left, -step, step),
        now.right + clamp(asked.right - now.right, -step, step),
    )
