"""How it moves over the surface, what the drive tells of that, and whether it has settled.

Without fixes, the drive tells the velocity: by its effort, and afloat with the stream.
"""

from simloop.firmware.codes import Airframe, Phase
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.surface import DriveCurve, Surface, SurfaceLoops
from simloop.firmware.maths import clamp, larger
from simloop.firmware.navigation.filter_columns import Filter, Measure
from simloop.firmware.vector import Vec3, towards

# How slowly a stream is believed, s: waves are no stream.
STREAM_LAG_S = 10.0
# What follows its motors sooner than this is taken to be as slow, effort per m/s^2.
LEAST_INERTIA = 0.05
# Wheels that roll faster than this feel all of their rolling resistance, m/s.
ROLLING_MPS = 0.05
# So long after the last fix the drive is asked, s.
LOST_AFTER_S = 1.0
# Slower than this many parking speeds counts: estimates have noise.
SLOW = 2.0


def feel_motion(period_s: float, surface: Mut[Surface], craft: Craft, loops: SurfaceLoops) -> None:
    """Turn attitude and velocity into what a driver looks at."""
    over_ground = craft.velocity_ned_mps.xy()
    heading = craft.attitude_wxyz.heading()
    bow = towards(heading)
    # Along the body, which on a slope is more than along the map.
    forward = craft.attitude_wxyz.to_frd(craft.velocity_ned_mps).x
    # The speed that the drive makes of itself; the rest of the motion is wind and stream.
    own = driven_on(period_s, surface.drive_curve, surface.driven_mps, loops.drive_effort)
    believed = period_s / (period_s + STREAM_LAG_S)
    share = period_s / (period_s + surface.drift_lag_s)
    stream = surface.stream_ned_mps
    surface.driven_mps = own
    surface.stream_ned_mps = stream + believed * (over_ground - own * bow - stream)
    surface.drift_mps = surface.drift_mps + share * (
        bow.right().dot(over_ground) - surface.drift_mps
    )
    surface.heading_rad = heading
    surface.forward_mps = forward


def driven_on(period_s: float, curve: DriveCurve, own_mps: float, effort: float) -> float:
    """The speed that the drive makes, one step on."""
    resisted = curve.speed * own_mps + curve.square * own_mps * abs(own_mps)
    resisted = resisted + curve.rolling * clamp(own_mps / ROLLING_MPS, -1.0, 1.0)
    inertia = larger(curve.acceleration, LEAST_INERTIA)
    return own_mps + period_s * (effort - resisted) / inertia


def reckon(craft: Craft, surface: Surface, ekf: Mut[Filter]) -> None:
    """Put the speed of the drive, straight ahead, in place of the velocity of a fix."""
    sigma = surface.reckoning_sigma_mps
    lost = craft.gnss_age_s > LOST_AFTER_S and craft.aligned > 0.0
    if sigma <= 0.0 or not (lost and craft.armed > 0.0):
        return
    driven = ekf.attitude_wxyz.to_ned(Vec3(surface.driven_mps, 0.0, 0.0))
    # What wheels do not make is slip or slope, and passes; a stream stays.
    carried = 1.0 if craft.airframe == Airframe.BOAT else 0.0
    stream = carried * surface.stream_ned_mps
    off = driven + Vec3(stream.x, stream.y, 0.0) - ekf.velocity_ned_mps
    for axis in range(3):
        ekf.sum[Measure.GNSS_VELOCITY + axis] = off[axis]
        ekf.count[Measure.GNSS_VELOCITY + axis] = 1.0
        ekf.variance[Measure.GNSS_VELOCITY + axis] = sigma * sigma


def settle(period_s: float, surface: Mut[Surface], craft: Mut[Craft]) -> None:
    """Count how long it has stood, or drifted slowly, since it was told to stop."""
    ends = craft.phase in (Phase.DESCEND, Phase.TOUCH_DOWN)
    slow = craft.velocity_ned_mps.xy().norm() < SLOW * surface.park_mps
    surface.standing_s = surface.standing_s + period_s if ends and slow else 0.0
    done = 1.0 if surface.standing_s >= surface.settle_s else 0.0
    craft.touched = done
    craft.settled = done
