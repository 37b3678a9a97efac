"""Is the magnetic field that of the place? A change that the attitude cannot explain is iron.

The gyro keeps the heading for seconds without help. So a field that is suddenly another one, while
the heading is known, is not a turn but something magnetic on board or beside it: the sample is
refused. If the change stays, it is learnt as iron and taken away from then on.
"""

from math import sqrt

from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.navigation import Compass
from simloop.firmware.maths import sin_cos, smaller
from simloop.firmware.navigation.filter_columns import At, Filter
from simloop.firmware.navigation.symmetric import variance_of
from simloop.firmware.vector import ZERO, Vec3

# A heading less sure than this cannot judge a field.
SURE_HEADING_RAD = 0.15
# So many sigmas of the attitude may turn the field without any iron.
SURE_SIGMAS = 3.0
# One sample is noise: judged is a mean that forgets as fast as this.
SMOOTH_TIME_S = 0.5
# A refused field is believed again well inside the gate, so that it does not flap at its edge.
BELIEVED_AGAIN = 0.8
# How long a field must stay changed before it is learnt.
LEARN_AFTER_S = 2.0
# Learnt iron follows what better headings show later.
FOLLOW_TIME_S = 30.0
# A field that changes oftener than this is no guide: heading goes on without it.
MOST_LEARNT = 3.0


def watch_field(period_s: float, compass: Mut[Compass], ekf: Filter, craft: Mut[Craft]) -> None:
    """Compare fresh samples with the field of the place, turned into the body."""
    fresh = (compass.sequence != compass.seen) & (craft.aligned > 0.0)
    sample = compass.soft_iron @ (compass.field_frd_t - compass.offset_frd_t)
    if fresh & (compass.field_ned_t.x == 0.0) & (compass.field_ned_t.y == 0.0):
        compass.field_ned_t = field_of_place(compass, ekf.attitude_wxyz.to_ned(sample))

    # What samples have too much of, in all and beyond the iron that is known.
    excess = sample - ekf.attitude_wxyz.to_frd(compass.field_ned_t)
    sure = variance_of(ekf.covariance, At.ATTITUDE + 2) < SURE_HEADING_RAD * SURE_HEADING_RAD
    judged = fresh & sure & (ekf.healthy > 0.0)
    gap_s = compass.gap_s + period_s
    compass.gap_s = 0.0 if fresh else gap_s
    pull = smaller(gap_s / SMOOTH_TIME_S, 1.0) if judged else 0.0
    smooth = craft.mag_smooth_frd_t
    craft.mag_smooth_frd_t = smooth + pull * (excess - smooth)
    judge_iron(judged, gap_s, excess, compass, ekf, craft)


def judge_iron(
    judged: bool, gap_s: float, excess: Vec3, compass: Mut[Compass], ekf: Filter, craft: Mut[Craft]
) -> None:
    """Refuse a field that changed, learn the change if it stays, follow what is learnt."""
    smooth, iron = craft.mag_smooth_frd_t, compass.iron_frd_t
    beyond, gate = (smooth - iron).norm(), gate_of(compass, ekf)
    refused, passed = judged & (beyond > gate), judged & (beyond <= gate)
    refused_s = compass.refused_s + gap_s if refused else compass.refused_s
    refused_s = 0.0 if passed else refused_s
    if passed & (craft.mag_disturbed > 0.0):
        iron = iron + smaller(gap_s / FOLLOW_TIME_S, 1.0) * (excess - iron)
    learns = refused & (refused_s >= LEARN_AFTER_S)
    iron = smooth if learns else iron
    # Iron that has gone again leaves nothing to make up for.
    much = iron.norm() > 0.5 * compass.field_gate_t
    compass.iron_frd_t = iron if much else ZERO
    craft.mag_disturbed = 1.0 if much | (refused_s > 0.0) else 0.0
    compass.refused_s = 0.0 if learns else refused_s
    compass.learnt += 1.0 if learns else 0.0


def field_of_place(compass: Compass, seen_ned_t: Vec3) -> Vec3:
    """The field by map, or by the first look, turned to the declination that heading goes by."""
    north, east, down = seen_ned_t
    mapped = compass.field_t.level_t > 0.0
    level = compass.field_t.level_t if mapped else sqrt(north * north + east * east)
    s, c = sin_cos(compass.declination_rad)
    return Vec3(level * c, level * s, compass.field_t.down_t if mapped else down)


def gate_of(compass: Compass, ekf: Filter) -> float:
    """How far a field may be off that is still the place's: iron, and an attitude that is off."""
    tilt = variance_of(ekf.covariance, At.ATTITUDE) + variance_of(ekf.covariance, At.ATTITUDE + 1)
    unsure = tilt + variance_of(ekf.covariance, At.ATTITUDE + 2)
    by_attitude = SURE_SIGMAS * SURE_SIGMAS * unsure * compass.field_ned_t.dot(compass.field_ned_t)
    gate = sqrt(compass.field_gate_t * compass.field_gate_t + by_attitude)
    return BELIEVED_AGAIN * gate if compass.refused_s > 0.0 else gate
