"""What is known without a sensor: a vehicle left alone stands still, a wing flies nose first."""

from math import sqrt

from simloop.firmware.airframes import AIRFRAME_BOAT, AIRFRAME_VTOL, AIRFRAME_WING
from simloop.firmware.maths import atan2, body_to_ned, larger, wrap_pi
from simloop.firmware.navigation.indices import ATTITUDE, HEADING, LEVEL, SIDESLIP, STILL
from simloop.firmware.navigation.symmetric import place
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

FIX_3D = 3.0
STILL_RATE_RADPS = 0.06
STILL_FORCE_MPS2 = 1.0
STILL_SPEED_MPS = 0.5
STILL_TIME_S = 0.5
STILL_SIGMA_MPS = 0.03
# Without velocity from anywhere for this long, gravity must hold the attitude level, roughly.
UNAIDED_AFTER_S = 2.0
LEVEL_SIGMA_RAD = 0.2
# Not oftener, for a vehicle that speeds up does so for a second or so: measurements of that would
# not be independent, and the filter would take its own manoeuvres for drift of its position.
LEVEL_EVERY_S = 1.0
# Much later the velocity is lost, and only kept from running away.
LOST_AFTER_S = 60.0
LOST_SIGMA_MPS = 10.0
# Without a magnetometer a wing's course stands for its heading until that is roughly known; wind
# makes the two differ, so no longer than that.
NO_MAG_AFTER_S = 2.0
COURSE_SPEED_MPS = 5.0
COURSE_SIGMA_RAD = 0.3
KNOWN_HEADING_RAD = 0.2


def apply_constraints(
    period_s: float,
    fw_gravity_mps2: Row,
    fw_sideslip_sigma_mps: Row,
    fw_airspeed_least_mps: Row,
    fw_airframe: Row,
    fw_armed: Row,
    fw_aligned: Row,
    fw_mag_age_s: Row,
    fw_velocity_age_s: Row,
    fw_pitot_age_s: Row,
    fw_airspeed_mps: Row,
    fw_clean_gyro_frd_radps: Row,
    fw_clean_accel_frd_mps2: Row,
    fw_ekf_gyro_bias_frd_radps: Row,
    fw_ekf_attitude_wxyz: Row,
    fw_ekf_force_ned_mps2: Row,
    fw_ekf_velocity_ned_mps: Row,
    fw_ekf_wind_ned_mps: Row,
    fw_ekf_covariance: Row,
    fw_still_s: Row,
    fw_ekf_sum: Row,
    fw_ekf_count: Row,
    fw_ekf_variance: Row,
    fw_ekf_tilt_slope: Row,
    gnss_velocity_ned_mps: Row,
    gnss_fix_type: Row,
) -> None:
    """Put what holds right now among the measurements."""
    turn = place(ATTITUDE + 2, ATTITUDE + 2)
    for j in range(W):
        aligned = fw_aligned[j] > 0.0
        winged = (fw_airframe[j] == AIRFRAME_WING) | (fw_airframe[j] == AIRFRAME_VTOL)
        wingless = (fw_airframe[j] != AIRFRAME_WING) & (fw_airframe[j] != AIRFRAME_VTOL)
        w = fw_ekf_attitude_wxyz[j]
        x = fw_ekf_attitude_wxyz[W + j]
        y = fw_ekf_attitude_wxyz[2 * W + j]
        z = fw_ekf_attitude_wxyz[3 * W + j]
        vn = fw_ekf_velocity_ned_mps[j]
        ve = fw_ekf_velocity_ned_mps[W + j]
        vd = fw_ekf_velocity_ned_mps[2 * W + j]

        # Still: disarmed, nothing turns or shakes, and GNSS sees no speed. Boats drift.
        gx = fw_clean_gyro_frd_radps[j] - fw_ekf_gyro_bias_frd_radps[j]
        gy = fw_clean_gyro_frd_radps[W + j] - fw_ekf_gyro_bias_frd_radps[W + j]
        gz = fw_clean_gyro_frd_radps[2 * W + j] - fw_ekf_gyro_bias_frd_radps[2 * W + j]
        ax = fw_clean_accel_frd_mps2[j]
        ay = fw_clean_accel_frd_mps2[W + j]
        az = fw_clean_accel_frd_mps2[2 * W + j]
        force = sqrt(ax * ax + ay * ay + az * az)
        sn = gnss_velocity_ned_mps[j]
        se = gnss_velocity_ned_mps[W + j]
        level_speed = sqrt(sn * sn + se * se)
        fix = gnss_fix_type[j] >= FIX_3D
        quiet = (
            aligned
            & (fw_airframe[j] != AIRFRAME_BOAT)
            & (fw_armed[j] <= 0.0)
            & (gx * gx + gy * gy + gz * gz < STILL_RATE_RADPS * STILL_RATE_RADPS)
            & (abs(force - fw_gravity_mps2[j]) < STILL_FORCE_MPS2)
            & ((level_speed < STILL_SPEED_MPS) | (gnss_fix_type[j] < FIX_3D))
        )
        still_s = fw_still_s[j] + period_s if quiet else 0.0
        still = still_s >= STILL_TIME_S

        # Unaided: neither GNSS nor the flow of air tells the velocity.
        no_air = wingless | (fw_pitot_age_s[j] > UNAIDED_AFTER_S)
        unaided = (fw_velocity_age_s[j] > UNAIDED_AFTER_S) & no_air
        lost = (fw_velocity_age_s[j] > LOST_AFTER_S) & no_air & (still_s < STILL_TIME_S)
        sigma = LOST_SIGMA_MPS if lost else STILL_SIGMA_MPS
        held = aligned & (still | lost)
        unaided_s = fw_velocity_age_s[j]
        due = int(unaided_s / LEVEL_EVERY_S) != int((unaided_s - period_s) / LEVEL_EVERY_S)
        level = aligned & unaided & due & (still_s < STILL_TIME_S)
        slope = 1.0 / fw_gravity_mps2[j]

        course = wrap_pi(atan2(se, sn) - atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)))
        steered = (
            aligned
            & winged
            & fix
            & (fw_velocity_age_s[j] < UNAIDED_AFTER_S)
            & (fw_mag_age_s[j] > NO_MAG_AFTER_S)
            & (level_speed > COURSE_SPEED_MPS)
            & (fw_ekf_covariance[turn + j] > KNOWN_HEADING_RAD * KNOWN_HEADING_RAD)
        )

        right_n, right_e, right_d = body_to_ned(w, x, y, z, 0.0, 1.0, 0.0)
        slip = (
            right_n * (vn - fw_ekf_wind_ned_mps[j])
            + right_e * (ve - fw_ekf_wind_ned_mps[W + j])
            + right_d * vd
        )
        slip_sigma = fw_sideslip_sigma_mps[j]
        fast = larger(level_speed, fw_airspeed_mps[j]) > fw_airspeed_least_mps[j]
        slipping = aligned & winged & fast & (slip_sigma > 0.0) & (still_s < STILL_TIME_S)

        fw_still_s[j] = still_s
        at = STILL * W + j
        fw_ekf_sum[at] = -vn
        fw_ekf_sum[at + W] = -ve
        fw_ekf_sum[at + 2 * W] = -vd
        for axis in range(3):
            fw_ekf_count[at + axis * W] = 1.0 if held else 0.0
            fw_ekf_variance[at + axis * W] = sigma * sigma
        at = LEVEL * W + j
        fw_ekf_sum[at] = -slope * fw_ekf_force_ned_mps2[W + j]
        fw_ekf_sum[at + W] = slope * fw_ekf_force_ned_mps2[j]
        for axis in range(2):
            fw_ekf_count[at + axis * W] = 1.0 if level else 0.0
            fw_ekf_variance[at + axis * W] = LEVEL_SIGMA_RAD * LEVEL_SIGMA_RAD
        at = HEADING * W + j
        fw_ekf_sum[at] = course if steered else fw_ekf_sum[at]
        fw_ekf_count[at] = 1.0 if steered else fw_ekf_count[at]
        rough = COURSE_SIGMA_RAD * COURSE_SIGMA_RAD
        fw_ekf_variance[at] = rough if steered else fw_ekf_variance[at]
        fw_ekf_tilt_slope[j] = 0.0 if steered else fw_ekf_tilt_slope[j]
        fw_ekf_tilt_slope[W + j] = 0.0 if steered else fw_ekf_tilt_slope[W + j]
        at = SIDESLIP * W + j
        fw_ekf_sum[at] = -slip
        fw_ekf_count[at] = 1.0 if slipping else 0.0
        fw_ekf_variance[at] = slip_sigma * slip_sigma
