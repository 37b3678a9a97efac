"""What a program on board or on the ground commands all the time: places, velocities, attitudes."""

from math import isfinite

from simloop.firmware.codes import Airframe, Axis
from simloop.firmware.link.channel import Channel
from simloop.firmware.link.geodesy import Ned
from simloop.firmware.link.numbers import finite
from simloop.firmware.link.vehicle import Vehicle
from simloop.firmware.maths import atan2, ordered_sum, sin_cos
from simloop.firmware.mavlink.definition import Message
from simloop.firmware.mavlink.frame import Frame

KIND_AXES, KIND_VELOCITY, KIND_PLACE = 1.0, 2.0, 3.0
NAN = float("nan")

# Bits of POSITION_TARGET_TYPEMASK.
IGNORE_PLACE = 1 | 2 | 4
IGNORE_VELOCITY = 8 | 16 | 32
IGNORE_YAW = 1024
IGNORE_YAW_RATE = 2048
# Bits of ATTITUDE_TARGET_TYPEMASK.
IGNORE_RATES = (1, 2, 4)
IGNORE_THRUST = 64
IGNORE_ATTITUDE = 128

# MAV_FRAME: local, from where the vehicle is, and with velocities ahead and right.
LOCAL, LOCAL_OFFSET, BODY, BODY_OFFSET = 1, 7, 8, 9
FURTHEST_M = 1e7
FASTEST_MPS = 1e3
FX, FZ, QX = 0, 2, 3


class OffboardService:
    """Writes the columns of a program, and counts its messages."""

    def __init__(self, vehicle: Vehicle) -> None:
        self._vehicle = vehicle
        self.handlers = {
            "SET_POSITION_TARGET_LOCAL_NED": self._on_local,
            "SET_POSITION_TARGET_GLOBAL_INT": self._on_global,
            "SET_ATTITUDE_TARGET": self._on_attitude,
            "FOLLOW_TARGET": self._on_follow_target,
            "GLOBAL_POSITION_INT": self._on_position_of_other,
        }

    def _on_local(self, frame: Frame, channel: Channel) -> None:
        message = frame.message
        if message.coordinate_frame not in (LOCAL, LOCAL_OFFSET, BODY, BODY_OFFSET):
            return
        place = (message.x, message.y, message.z)
        if message.coordinate_frame in (BODY, BODY_OFFSET):
            place = self._from_heading(place)
        if message.coordinate_frame != LOCAL:
            north, east, down = self._vehicle.vector("fw_position_ned_m")
            place = (north + place[0], east + place[1], down + place[2])
        self._take(message, place)

    def _on_global(self, frame: Frame, channel: Channel) -> None:
        message = frame.message
        latitude, longitude = message.lat_int, message.lon_int
        place = self._vehicle.ned_m(message.coordinate_frame, latitude, longitude, message.alt)
        if place is not None:
            self._take(message, place)

    def _take(self, message: Message, place: Ned) -> None:
        """A place if there is one, else a velocity; anything else is not ours."""
        mask = message.type_mask
        velocity = (message.vx, message.vy, message.vz)
        if message.coordinate_frame in (BODY, BODY_OFFSET):
            velocity = self._from_heading(velocity)
        yaw = message.yaw if not mask & IGNORE_YAW else NAN
        rate = message.yaw_rate if not mask & IGNORE_YAW_RATE else NAN
        if not mask & IGNORE_PLACE and _within(place, FURTHEST_M):
            self._vehicle.lane.write("fw_offboard_position_ned_m", place)
            self._command(KIND_PLACE, yaw, rate)
        elif not mask & IGNORE_VELOCITY and _within(velocity, FASTEST_MPS):
            self._vehicle.lane.write("fw_offboard_velocity_ned_mps", velocity)
            self._command(KIND_VELOCITY, yaw, rate)

    def _on_attitude(self, frame: Frame, channel: Channel) -> None:
        message = frame.message
        mask = message.type_mask
        values = [0.0] * 6
        kinds = [Axis.NONE] * 6
        rates = (message.body_roll_rate, message.body_pitch_rate, message.body_yaw_rate)
        angles = _euler(message.q) if not mask & IGNORE_ATTITUDE else None
        for axis, (rate, bit) in enumerate(zip(rates, IGNORE_RATES, strict=True)):
            if angles is not None and (axis < 2 or mask & bit):
                values[QX + axis], kinds[QX + axis] = angles[axis], Axis.ANGLE
            elif not mask & bit:
                values[QX + axis], kinds[QX + axis] = rate, Axis.RATE
        if not mask & IGNORE_THRUST:
            lifts = self._vehicle.number("fw_airframe") in (Airframe.MULTIROTOR, Airframe.VTOL)
            axis = FZ if lifts else FX
            values[axis], kinds[axis] = min(max(message.thrust, -1.0), 1.0), Axis.THROTTLE
        if any(kinds) and all(map(isfinite, values)):
            self._vehicle.lane.write("fw_offboard", values)
            self._vehicle.lane.write("fw_offboard_type", kinds)
            self._command(KIND_AXES, NAN, NAN)

    def _command(self, kind: float, yaw: float, rate: float) -> None:
        lane = self._vehicle.lane
        lane.write("fw_offboard_yaw", (finite(yaw, NAN), finite(rate, NAN)))
        lane.write("fw_offboard_kind", kind)
        self._vehicle.count("fw_offboard_seen")

    def _on_follow_target(self, frame: Frame, channel: Channel) -> None:
        message = frame.message
        wanted = self._vehicle.number("fw_follow_system")
        if wanted in (0.0, float(frame.system)):
            self._follow(message.lat, message.lon, message.alt, message.vel)

    def _on_position_of_other(self, frame: Frame, channel: Channel) -> None:
        message = frame.message
        if self._vehicle.number("fw_follow_system") == float(frame.system):
            velocity = (0.01 * message.vx, 0.01 * message.vy, 0.01 * message.vz)
            self._follow(message.lat, message.lon, 0.001 * message.alt, velocity)

    def _follow(
        self, latitude_e7: int, longitude_e7: int, altitude_m: float, velocity: Ned
    ) -> None:
        origin = self._vehicle.origin()
        if origin is None:
            return
        place = origin.ned_m(latitude_e7, longitude_e7, altitude_m)
        if _within(place, FURTHEST_M) and _within(velocity, FASTEST_MPS):
            self._vehicle.lane.write("fw_follow_ned_m", place)
            self._vehicle.lane.write("fw_follow_velocity_ned_mps", velocity)
            self._vehicle.count("fw_follow_seen")

    def _from_heading(self, vector: Ned) -> Ned:
        """Ahead and right to north and east."""
        s, c = sin_cos(self._vehicle.euler_rad()[2])
        ahead, right, down = vector
        return ahead * c - right * s, ahead * s + right * c, down


def _within(vector: Ned, most: float) -> bool:
    """Are all three finite and of a size that makes sense?"""
    return all(abs(value) < most for value in vector)


def _euler(q: tuple[float, float, float, float]) -> tuple[float, float, float] | None:
    """Roll, pitch and yaw of a quaternion, None if it is none."""
    size = ordered_sum(part * part for part in q)
    if not 0.25 < size < 4.0:
        return None
    scale = size**-0.5
    w, x, y, z = (part * scale for part in q)
    rise = max(-1.0, min(1.0, 2.0 * (w * y - x * z)))
    return (
        atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y)),
        atan2(rise, (1.0 - rise * rise) ** 0.5),
        atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)),
    )
