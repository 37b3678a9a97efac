"""Is the magnetic field that of the place? A change that the attitude cannot explain is iron.

The gyro keeps the heading for seconds without help. So a field that is suddenly another one, while
the heading is known, is not a turn but something magnetic on board or beside it: the sample is
refused. If the change stays, it is learnt as iron and taken away from then on.
"""

from math import sqrt

from simloop.firmware.maths import body_to_ned, ned_to_body, sin_cos, smaller
from simloop.firmware.navigation.indices import ATTITUDE
from simloop.firmware.navigation.symmetric import place
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

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


def watch_field(
    period_s: float,
    fw_declination_rad: Row,
    fw_field_t: Row,
    fw_field_gate_t: Row,
    fw_mag_offset_frd_t: Row,
    fw_mag_soft_iron: Row,
    fw_aligned: Row,
    fw_mag_seen: Row,
    fw_ekf_healthy: Row,
    fw_ekf_attitude_wxyz: Row,
    fw_ekf_covariance: Row,
    fw_mag_field_ned_t: Row,
    fw_mag_smooth_frd_t: Row,
    fw_mag_iron_frd_t: Row,
    fw_mag_gap_s: Row,
    fw_mag_refused_s: Row,
    fw_mag_learnt: Row,
    fw_mag_disturbed: Row,
    mag_field_frd_t: Row,
    mag_sequence: Row,
) -> None:
    """Compare fresh samples with the field of the place, turned into the body.

    Without a known field the first sample after alignment stands for it, turned to the declination
    that heading goes by.
    """
    tilt_n = place(ATTITUDE, ATTITUDE)
    tilt_e = place(ATTITUDE + 1, ATTITUDE + 1)
    turn = place(ATTITUDE + 2, ATTITUDE + 2)
    for j in range(W):
        fresh = (mag_sequence[j] != fw_mag_seen[j]) & (fw_aligned[j] > 0.0)
        w = fw_ekf_attitude_wxyz[j]
        x = fw_ekf_attitude_wxyz[W + j]
        y = fw_ekf_attitude_wxyz[2 * W + j]
        z = fw_ekf_attitude_wxyz[3 * W + j]
        sx = mag_field_frd_t[j] - fw_mag_offset_frd_t[j]
        sy = mag_field_frd_t[W + j] - fw_mag_offset_frd_t[W + j]
        sz = mag_field_frd_t[2 * W + j] - fw_mag_offset_frd_t[2 * W + j]
        mx = iron_free(fw_mag_soft_iron, 0, j, sx, sy, sz)
        my = iron_free(fw_mag_soft_iron, 3, j, sx, sy, sz)
        mz = iron_free(fw_mag_soft_iron, 6, j, sx, sy, sz)

        # The field of the place, by map or by the first look.
        north, east, down = body_to_ned(w, x, y, z, mx, my, mz)
        s, c = sin_cos(fw_declination_rad[j])
        mapped = fw_field_t[j] > 0.0
        level = fw_field_t[j] if mapped else sqrt(north * north + east * east)
        unknown = (fw_mag_field_ned_t[j] == 0.0) & (fw_mag_field_ned_t[W + j] == 0.0)
        first = fresh & unknown
        steep = fw_field_t[W + j] if mapped else down
        fn = level * c if first else fw_mag_field_ned_t[j]
        fe = level * s if first else fw_mag_field_ned_t[W + j]
        fd = steep if first else fw_mag_field_ned_t[2 * W + j]

        # What samples have too much of, in all and beyond the iron that is known.
        ex, ey, ez = ned_to_body(w, x, y, z, fn, fe, fd)
        rx = mx - ex
        ry = my - ey
        rz = mz - ez
        turn_sure = fw_ekf_covariance[turn + j] < SURE_HEADING_RAD * SURE_HEADING_RAD
        unsure = fw_ekf_covariance[tilt_n + j] + fw_ekf_covariance[tilt_e + j]
        unsure = unsure + fw_ekf_covariance[turn + j]
        by_attitude = SURE_SIGMAS * SURE_SIGMAS * unsure * (fn * fn + fe * fe + fd * fd)
        judged = fresh & turn_sure & (fw_ekf_healthy[j] > 0.0)
        gap_s = fw_mag_gap_s[j] + period_s
        pull = smaller(gap_s / SMOOTH_TIME_S, 1.0) if judged else 0.0
        qx = fw_mag_smooth_frd_t[j] + pull * (rx - fw_mag_smooth_frd_t[j])
        qy = fw_mag_smooth_frd_t[W + j] + pull * (ry - fw_mag_smooth_frd_t[W + j])
        qz = fw_mag_smooth_frd_t[2 * W + j] + pull * (rz - fw_mag_smooth_frd_t[2 * W + j])
        ix = fw_mag_iron_frd_t[j]
        iy = fw_mag_iron_frd_t[W + j]
        iz = fw_mag_iron_frd_t[2 * W + j]
        beyond = size(qx - ix, qy - iy, qz - iz)
        before_s = fw_mag_refused_s[j]
        gate = sqrt(fw_field_gate_t[j] * fw_field_gate_t[j] + by_attitude)
        gate = BELIEVED_AGAIN * gate if before_s > 0.0 else gate
        refused = judged & (beyond > gate)
        passed = judged & (beyond <= gate)
        refused_s = before_s + gap_s if refused else before_s
        refused_s = 0.0 if passed else refused_s
        learns = refused & (refused_s >= LEARN_AFTER_S)

        follow = passed & (fw_mag_disturbed[j] > 0.0)
        share = smaller(gap_s / FOLLOW_TIME_S, 1.0) if follow else 0.0
        ix = qx if learns else ix + share * (rx - ix)
        iy = qy if learns else iy + share * (ry - iy)
        iz = qz if learns else iz + share * (rz - iz)
        much = size(ix, iy, iz) > 0.5 * fw_field_gate_t[j]
        # Iron that has gone again leaves nothing to make up for.
        kept_x = ix if much else 0.0
        kept_y = iy if much else 0.0
        kept_z = iz if much else 0.0
        disturbed = much | (refused_s > 0.0)

        fw_mag_field_ned_t[j] = fn
        fw_mag_field_ned_t[W + j] = fe
        fw_mag_field_ned_t[2 * W + j] = fd
        fw_mag_smooth_frd_t[j] = qx
        fw_mag_smooth_frd_t[W + j] = qy
        fw_mag_smooth_frd_t[2 * W + j] = qz
        fw_mag_iron_frd_t[j] = kept_x
        fw_mag_iron_frd_t[W + j] = kept_y
        fw_mag_iron_frd_t[2 * W + j] = kept_z
        fw_mag_gap_s[j] = 0.0 if fresh else gap_s
        fw_mag_refused_s[j] = 0.0 if learns else refused_s
        fw_mag_learnt[j] = fw_mag_learnt[j] + 1.0 if learns else fw_mag_learnt[j]
        fw_mag_disturbed[j] = 1.0 if disturbed else 0.0


def size(x: float, y: float, z: float) -> float:
    """Length of a vector."""
    return sqrt(x * x + y * y + z * z)


def iron_free(soft_iron: Row, first: int, j: int, x: float, y: float, z: float) -> float:
    """One row of the soft iron matrix times a field."""
    a: float = soft_iron[first * W + j]
    b: float = soft_iron[(first + 1) * W + j]
    c: float = soft_iron[(first + 2) * W + j]
    return a * x + b * y + c * z
