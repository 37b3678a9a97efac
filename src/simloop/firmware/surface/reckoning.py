"""Without fixes, the drive tells the velocity: by its effort, and afloat with the stream."""

from simloop.firmware.codes import Airframe
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.navigation.filter_columns import Filter, Measure
from simloop.firmware.surface.components import Surface
from simloop.firmware.vector import Vec3

# So long after the last fix the drive is asked, s.
LOST_AFTER_S = 1.0


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
