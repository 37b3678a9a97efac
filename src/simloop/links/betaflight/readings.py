"""What one vehicle's columns say, in the axes and units that each release of Betaflight expects.

Betaflight counts in forward-left-up. Every release negates the acceleration on all three axes, so
that of ours to the front gets negated here, and the pitch rate; the yaw rate is negated too, but by
the Gazebo bridge of 2026.6, which gets it negated.
"""

from math import degrees

from simloop.links.betaflight.config import Config
from simloop.links.betaflight.gyro_zero import GyroZero
from simloop.math.geodesy import ned_to_llh
from simloop.math.quaternion import rotate_to_world
from simloop.sitl.world_lane import WorldLane
from simloop.wire.betaflight import RC_CHANNELS, FlightState, Four, Radio, Three

# A latitude that is none says that there is no fix.
NOWHERE = (0.0, 91.0, 0.0)


class Readings:
    """The sensors of one vehicle."""

    def __init__(self, lane: WorldLane, config: Config, zero: GyroZero | None = None) -> None:
        self._lane, self._config = lane, config
        self._zero = zero
        self._origin_deg: tuple[float, float] | None = None

    def state(self, time_s: float) -> FlightState:
        """All of a state packet."""
        lane = self._lane
        p, q, r = self._gyro()
        front, right, down = _three(lane.read("imu_accel_frd_mps2"))
        position, velocity = self._whereabouts()
        return FlightState(
            time_s,
            (p, q, -r if self._config.gazebo else r),
            (-front, right, down),
            self._attitude(),
            velocity,
            position,
            self._pressure_pa(),
        )

    def radio(self, time_s: float) -> Radio | None:
        """What the receiver hears; nothing while it hears nothing."""
        lane = self._lane
        if lane.read("rc_sequence")[0] <= 0.0 or lane.read("rc_lost")[0] > 0.0:
            return None
        pulses = tuple(round(1000.0 + 1000.0 * share) for share in lane.read("rc_channel"))
        return Radio(time_s, (*pulses, *(1500,) * RC_CHANNELS)[:RC_CHANNELS])

    def _gyro(self) -> Three:
        rates = _three(self._lane.read("imu_gyro_frd_radps"))
        return rates if self._zero is None else self._zero.corrected(rates)

    def _attitude(self) -> Four:
        """FRD to NED for all: legacy bridges reverse what is read of it, so it fits there, too."""
        w, x, y, z = self._lane.read("attitude_wxyz")
        return w, x, y, z

    def _pressure_pa(self) -> float:
        known = self._lane.has("baro_pressure_pa")
        pressure_pa = self._lane.read("baro_pressure_pa")[0] if known else 0.0
        return pressure_pa if pressure_pa > 0.0 else self._lane.read("air_pressure_pa")[0]

    def _whereabouts(self) -> tuple[Three, Three]:
        """Position and velocity: metres NED for 4.5, a satellite fix and ENU for later ones."""
        lane = self._lane
        if self._config.release == "4.5":
            attitude = lane.read("attitude_wxyz")
            velocity = rotate_to_world(*attitude, *lane.read("velocity_frd_mps"))
            return _three(lane.read("position_ned_m")), velocity
        if not lane.has("gnss_llh"):
            return NOWHERE, (0.0, 0.0, 0.0)
        if self._config.gazebo and self._origin_deg is None:
            return self._first_place(), (0.0, 0.0, 0.0)
        if lane.read("gnss_fix_type")[0] < 2.0:
            return NOWHERE, (0.0, 0.0, 0.0)
        latitude, longitude, height_m = lane.read("gnss_llh")
        north, east, down = lane.read("gnss_velocity_ned_mps")
        place = degrees(longitude), degrees(latitude)
        if self._config.gazebo:
            place = self._mirrored(place)
        return (*place, height_m), (east, north, -down)

    def _first_place(self) -> Three:
        """Where the vehicle begins; a packet before the first fix must not be about nowhere."""
        lane = self._lane
        latitude, longitude, height_m = ned_to_llh(
            *lane.read("origin_llh"), *lane.read("position_ned_m")
        )
        if lane.read("gnss_fix_type")[0] >= 2.0:
            self._origin_deg = degrees(longitude), degrees(latitude)
        return degrees(longitude), degrees(latitude), height_m

    def _mirrored(self, place_deg: tuple[float, float]) -> tuple[float, float]:
        """This release mirrors positions about the first one that it gets; so it gets mirrored."""
        first, second = self._origin_deg or place_deg
        return 2.0 * first - place_deg[0], 2.0 * second - place_deg[1]


def _three(numbers: list[float]) -> Three:
    first, second, third = numbers
    return first, second, third
