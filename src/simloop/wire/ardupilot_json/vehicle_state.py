"""VehicleState: what a simulator tells an autopilot after a step."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Vector = tuple[float, ...]

RANGEFINDERS = 6
RC_CHANNELS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleState:
    """Everything that the protocol has a key for; None and empty are keys left out."""

    timestamp_s: float
    """Physics time since the simulator's start."""
    gyro_frd_radps: Vector
    accel_frd_mps2: Vector
    """Specific force: (0, 0, -g) at rest."""
    velocity_ned_mps: Vector
    attitude_wxyz: Vector | None = None
    """Body to NED; wins over the angles."""
    attitude_rpy_rad: Vector | None = None
    """Roll, pitch, yaw."""
    position_ned_m: Vector | None = None
    """From home."""
    place_deg_m: Vector | None = None
    """Latitude, longitude in degrees and height above the sea: replaces the position."""
    ranges_m: Mapping[int, float] = field(default_factory=dict)
    """Rangefinders by number, 1 to 6."""
    wind_ned_mps: Vector | None = None
    airspeed_mps: float | None = None
    """Equivalent airspeed, as a pitot tube tells it: true airspeed only in air of 1.225 kg/m3."""
    windvane: Vector | None = None
    """Apparent wind: direction clockwise from the nose, rad, 0 if it comes from ahead; m/s."""
    rc_us: Vector = ()
    """Pulses of channel 1 and on, at most 12."""
    battery: Vector | None = None
    """Volts and amperes."""
    no_time_sync: bool = False
    """The autopilot need not hold the pace of the wall clock."""
    no_lockstep: bool = False
    """The autopilot runs on by itself."""
    exact: Mapping[str, Vector] = field(default_factory=dict)
    """Columns of our own world, for a simloop at the other end; ArduPilot does not see them."""
