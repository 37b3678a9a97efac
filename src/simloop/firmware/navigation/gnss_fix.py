"""Satellite fixes: the origin of the local frame, and how far the estimate is from a fix."""

from simloop.firmware.airframes import AIRFRAME_BOAT
from simloop.firmware.maths import is_number, larger, smaller, wrap_pi
from simloop.firmware.navigation.geodesy import metres_per_radian
from simloop.firmware.navigation.history import slot_weight
from simloop.firmware.navigation.indices import (
    ATTITUDE,
    GNSS_POSITION,
    GNSS_VELOCITY,
    HISTORY_SLOTS,
)
from simloop.firmware.navigation.symmetric import place
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

FIX_3D = 3.0
# A fix with a larger horizontal sigma is none.
WORST_ACCURACY_M = 20.0
# Most of the error that a receiver tells of is slow; this share of it changes from fix to fix.
WHITE_SHARE = 0.2
# White noise of a receiver that tells no accuracy: horizontal, vertical, speed.
UNTOLD_LEVEL_M = 0.5
UNTOLD_UPRIGHT_M = 0.8
UNTOLD_SPEED_MPS = 0.1
# Fixes wait for the next update: half of its period.
UPDATE_LAG_S = 0.05
# How well the time of a fix is known: what speeds up has another velocity a moment later.
TIMING_S = 0.01
# Fixes that make an origin; one further off their mean begins anew.
ORIGIN_FIXES = 5.0
ORIGIN_SPREAD_M = 10.0


def take_fix(
    fw_gravity_mps2: Row,
    fw_gnss_delay_s: Row,
    fw_gnss_least_accuracy: Row,
    fw_airframe: Row,
    fw_time_s: Row,
    fw_aligned: Row,
    fw_ekf_velocity_ned_mps: Row,
    fw_ekf_position_ned_m: Row,
    fw_ekf_gnss_error_ned_m: Row,
    fw_ekf_force_ned_mps2: Row,
    fw_ekf_covariance: Row,
    fw_history_time_s: Row,
    fw_history_velocity_ned_mps: Row,
    fw_history_position_ned_m: Row,
    fw_past_velocity_ned_mps: Row,
    fw_past_position_ned_m: Row,
    fw_origin_llh: Row,
    fw_origin_fixes: Row,
    fw_gnss_seen: Row,
    fw_ekf_sum: Row,
    fw_ekf_count: Row,
    fw_ekf_variance: Row,
    gnss_llh: Row,
    gnss_velocity_ned_mps: Row,
    gnss_fix_type: Row,
    gnss_accuracy: Row,
    gnss_sequence: Row,
) -> None:
    """Compare a fresh fix with the state of its own time; while aligning, average the origin."""
    tilt_n = place(ATTITUDE, ATTITUDE)
    tilt_e = place(ATTITUDE + 1, ATTITUDE + 1)
    fresh = 0
    for j in range(W):
        fresh += 1 if gnss_sequence[j] != fw_gnss_seen[j] else 0
    if fresh == 0:
        return
    recall_past(
        fw_gnss_delay_s,
        fw_time_s,
        fw_ekf_velocity_ned_mps,
        fw_ekf_position_ned_m,
        fw_history_time_s,
        fw_history_velocity_ned_mps,
        fw_history_position_ned_m,
        fw_past_velocity_ned_mps,
        fw_past_position_ned_m,
    )
    # Where a fix is expected: the place of then, and the receiver's slow error.
    for i in range(3 * W):
        fw_past_position_ned_m[i] = fw_past_position_ned_m[i] + fw_ekf_gnss_error_ned_m[i]
    for j in range(W):
        where = gnss_llh[j] + gnss_llh[W + j] + gnss_llh[2 * W + j]
        motion = gnss_velocity_ned_mps[j] + gnss_velocity_ned_mps[W + j]
        sound = is_number(where + motion + gnss_velocity_ned_mps[2 * W + j])
        usable = (
            (gnss_sequence[j] != fw_gnss_seen[j])
            & (gnss_fix_type[j] >= FIX_3D)
            & (gnss_accuracy[j] < WORST_ACCURACY_M)
            & sound
        )
        # What is not used must still be a number: no share of it, however small, may be added.
        latitude = gnss_llh[j] if sound else fw_origin_llh[j]
        longitude = gnss_llh[W + j] if sound else fw_origin_llh[W + j]
        height = gnss_llh[2 * W + j] if sound else fw_origin_llh[2 * W + j]
        fixes = fw_origin_fixes[j]
        middle = 0.5 * (latitude + fw_origin_llh[j]) if fixes > 0.0 else latitude
        north_scale, east_scale = metres_per_radian(middle, height)
        north = north_scale * (latitude - fw_origin_llh[j])
        east = east_scale * wrap_pi(longitude - fw_origin_llh[W + j])

        # Aligning, the origin is the mean of the fixes; later it is where it must have been.
        aligned = fw_aligned[j] > 0.0
        late = usable & aligned & (fixes < ORIGIN_FIXES)
        learning = usable & (fw_aligned[j] <= 0.0)
        far = larger(abs(north), abs(east)) > ORIGIN_SPREAD_M
        counted = 1.0 if far else fixes + 1.0
        # What floats has left the place of its first fixes by the time that it is aligned.
        lasting = smaller(counted, ORIGIN_FIXES) if fw_airframe[j] == AIRFRAME_BOAT else counted
        share = 1.0 / lasting if learning else 0.0
        origin_n = fw_past_position_ned_m[j] / north_scale
        origin_e = fw_past_position_ned_m[W + j] / east_scale
        mean_n = fw_origin_llh[j] + share * (latitude - fw_origin_llh[j])
        mean_e = fw_origin_llh[W + j] + share * wrap_pi(longitude - fw_origin_llh[W + j])
        mean_h = fw_origin_llh[2 * W + j] + share * (height - fw_origin_llh[2 * W + j])
        fw_origin_llh[j] = latitude - origin_n if late else mean_n
        fw_origin_llh[W + j] = longitude - origin_e if late else mean_e
        fw_origin_llh[2 * W + j] = height + fw_past_position_ned_m[2 * W + j] if late else mean_h
        fw_origin_fixes[j] = ORIGIN_FIXES if late else (counted if learning else fixes)

        used = usable & aligned
        level = white_noise(WHITE_SHARE * gnss_accuracy[j], UNTOLD_LEVEL_M)
        level = larger(level, fw_gnss_least_accuracy[j])
        upright = white_noise(WHITE_SHARE * gnss_accuracy[W + j], UNTOLD_UPRIGHT_M)
        upright = larger(upright, fw_gnss_least_accuracy[W + j])
        speed = white_noise(gnss_accuracy[2 * W + j], UNTOLD_SPEED_MPS)
        speed = larger(speed, fw_gnss_least_accuracy[2 * W + j])
        # Since the fix, a wrong tilt has made gravity drive the velocity away.
        tilt = larger(fw_ekf_covariance[tilt_n + j], fw_ekf_covariance[tilt_e + j])
        driven = fw_gravity_mps2[j] * (fw_gnss_delay_s[j] + UPDATE_LAG_S)
        force_n = fw_ekf_force_ned_mps2[j]
        force_e = fw_ekf_force_ned_mps2[W + j]
        upward = fw_ekf_force_ned_mps2[2 * W + j] + fw_gravity_mps2[j]
        speeding = force_n * force_n + force_e * force_e + upward * upward
        moved = speed * speed + driven * driven * tilt + TIMING_S * TIMING_S * speeding
        for axis in range(3):
            at = (GNSS_VELOCITY + axis) * W + j
            y = gnss_velocity_ned_mps[axis * W + j] - fw_past_velocity_ned_mps[axis * W + j]
            fw_ekf_sum[at] = fw_ekf_sum[at] + y if used else fw_ekf_sum[at]
            fw_ekf_count[at] = fw_ekf_count[at] + 1.0 if used else fw_ekf_count[at]
            fw_ekf_variance[at] = moved if used else fw_ekf_variance[at]
        # The fix that sets a late origin agrees with the estimate by definition.
        down = fw_origin_llh[2 * W + j] - height
        yn = 0.0 if late else north - fw_past_position_ned_m[j]
        ye = 0.0 if late else east - fw_past_position_ned_m[W + j]
        yd = 0.0 if late else down - fw_past_position_ned_m[2 * W + j]
        at = GNSS_POSITION * W + j
        fw_ekf_sum[at] = fw_ekf_sum[at] + yn if used else fw_ekf_sum[at]
        fw_ekf_sum[at + W] = fw_ekf_sum[at + W] + ye if used else fw_ekf_sum[at + W]
        fw_ekf_sum[at + 2 * W] = fw_ekf_sum[at + 2 * W] + yd if used else fw_ekf_sum[at + 2 * W]
        for axis in range(3):
            one = at + axis * W
            sigma = upright if axis == 2 else level
            fw_ekf_count[one] = fw_ekf_count[one] + 1.0 if used else fw_ekf_count[one]
            fw_ekf_variance[one] = sigma * sigma if used else fw_ekf_variance[one]
        fw_gnss_seen[j] = gnss_sequence[j]


def white_noise(told: float, untold: float) -> float:
    """What a receiver tells of its noise, or what one has that tells nothing."""
    return told if told > 0.0 else untold


def recall_past(
    fw_gnss_delay_s: Row,
    fw_time_s: Row,
    fw_ekf_velocity_ned_mps: Row,
    fw_ekf_position_ned_m: Row,
    fw_history_time_s: Row,
    fw_history_velocity_ned_mps: Row,
    fw_history_position_ned_m: Row,
    fw_past_velocity_ned_mps: Row,
    fw_past_position_ned_m: Row,
) -> None:
    """Velocity and position of one GNSS delay ago."""
    for i in range(3 * W):
        fw_past_velocity_ned_mps[i] = fw_ekf_velocity_ned_mps[i]
        fw_past_position_ned_m[i] = fw_ekf_position_ned_m[i]
    for slot in range(HISTORY_SLOTS):
        for axis in range(3):
            old = (slot * 3 + axis) * W
            now = axis * W
            for j in range(W):
                since = fw_time_s[j] - fw_history_time_s[j]
                weight = slot_weight(slot, since, fw_gnss_delay_s[j])
                velocity = fw_history_velocity_ned_mps[old + j] - fw_ekf_velocity_ned_mps[now + j]
                position = fw_history_position_ned_m[old + j] - fw_ekf_position_ned_m[now + j]
                fw_past_velocity_ned_mps[now + j] = (
                    fw_past_velocity_ned_mps[now + j] + weight * velocity
                )
                fw_past_position_ned_m[now + j] = (
                    fw_past_position_ned_m[now + j] + weight * position
                )
