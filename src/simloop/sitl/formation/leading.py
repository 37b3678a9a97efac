"""What followers are told of their leader: its place and velocity, and which way its course leads.

Everything comes from the estimates of the vehicles themselves, as by radio: places are passed on
as latitude and longitude, since every firmware has an origin of its own, and heights above home.
"""

from dataclasses import dataclass
from math import atan2, cos, hypot, pi, radians, sin

from simloop.math.geodesy import radii_of_curvature
from simloop.world.entities import Entity
from simloop.world.world import World

# Slower than this, a velocity has no direction worth following.
_LEAST_COURSE_MPS = 1.5
_TURN_GAIN_PS = 0.5
_TURN_RISE_S = 2.0


@dataclass(frozen=True, slots=True)
class Leading:
    """The leader at one moment; the frame of the formation turns with it."""

    latitude_rad: float
    longitude_rad: float
    height_m: float
    velocity_ned_mps: tuple[float, float, float]
    heading_rad: float
    turn_radps: float

    def slot_ned_m(
        self, world: World, follower: Entity, offset: tuple[float, float]
    ) -> tuple[float, float, float]:
        """A slot in the follower's own frame."""
        latitude, longitude, _ = world.vector(follower, "fw_origin_llh").tolist()
        along_m, across_m = radii_of_curvature(latitude)
        north = (self.latitude_rad - latitude) * along_m
        east = (self.longitude_rad - longitude) * across_m * cos(latitude)
        ahead, right = self._turned(*offset)
        home_down = float(world.vector(follower, "fw_home_ned_m")[2])
        return north + ahead, east + right, home_down - self.height_m

    def slot_velocity_ned_mps(self, offset: tuple[float, float]) -> tuple[float, float, float]:
        """How a slot moves: with the leader, and around it while the formation turns."""
        north, east = self._turned(*offset)
        vn, ve, vd = self.velocity_ned_mps
        return vn - self.turn_radps * east, ve + self.turn_radps * north, vd

    def _turned(self, ahead_m: float, right_m: float) -> tuple[float, float]:
        c, s = cos(self.heading_rad), sin(self.heading_rad)
        return ahead_m * c - right_m * s, ahead_m * s + right_m * c


def leading(
    world: World,
    leader: Entity,
    heading_rad: float,
    turn_radps: float,
    *,
    period_s: float,
    most_dps: float,
) -> Leading:
    """The leader now; heading and turn go on from where they were, no faster than they may."""
    latitude, longitude, _ = world.vector(leader, "fw_origin_llh").tolist()
    along_m, across_m = radii_of_curvature(latitude)
    north, east, down = world.vector(leader, "fw_position_ned_m").tolist()
    vn, ve, vd = world.vector(leader, "fw_velocity_ned_mps").tolist()
    wanted = atan2(ve, vn) if hypot(vn, ve) > _LEAST_COURSE_MPS else heading_rad
    turn = _next_turn(_wrapped(wanted - heading_rad), turn_radps, radians(most_dps), period_s)
    return Leading(
        latitude + north / along_m,
        longitude + east / (across_m * cos(latitude)),
        float(world.vector(leader, "fw_home_ned_m")[2]) - down,
        (vn, ve, vd),
        _wrapped(heading_rad + turn * period_s),
        turn,
    )


def _next_turn(error_rad: float, turn_radps: float, most_radps: float, period_s: float) -> float:
    """A turn rate that grows and fades smoothly: the outermost have to follow it."""
    wanted = max(-most_radps, min(most_radps, _TURN_GAIN_PS * error_rad))
    change = most_radps * period_s / _TURN_RISE_S
    return turn_radps + max(-change, min(change, wanted - turn_radps))


def yaw_rad(world: World, vehicle: Entity) -> float:
    """Where a vehicle looks, by its own estimate."""
    w, x, y, z = world.vector(vehicle, "fw_attitude_wxyz").tolist()
    return atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))


def _wrapped(angle_rad: float) -> float:
    return (angle_rad + pi) % (2.0 * pi) - pi
