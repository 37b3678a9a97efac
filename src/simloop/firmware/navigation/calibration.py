"""Calibration on request: collect samples, check them, write the offsets.

The state manager writes what to calibrate into fw_calibration_kind and takes it back when
fw_calibration_result is no longer 0.
"""

from simloop.firmware.maths import larger, smaller
from simloop.firmware.requests import (
    CALIBRATE_AIRSPEED,
    CALIBRATE_BAROMETER,
    CALIBRATE_GYRO,
    CALIBRATE_IMU,
    CALIBRATE_LEVEL,
    CALIBRATE_MAGNETOMETER,
)
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

# Values of fw_calibration_result.
RUNNING = 0.0
DONE = 1.0
MOVED = 2.0
OUT_OF_RANGE = 3.0

COLLECT_S = 2.5
ANSWER_S = 0.5
# A magnetometer must be turned all ways round, which takes time.
TURN_S = 30.0
SMOOTH_TIME_S = 0.1
JUDGED_AFTER_S = 0.3
LARGEST_SPREAD_RADPS = 0.1
LARGEST_SPREAD_MPS2 = 1.0
LARGEST_GYRO_RADPS = 1.0
LARGEST_ACCEL_MPS2 = 3.0
LARGEST_PRESSURE_PA = 500.0
# Half the way between the extremes of the field: the strength seen on that axis.
LEAST_FIELD_T = 1.5e-5
LARGEST_FIELD_T = 1e-4
# Iron is not that soft: an axis was not turned into the field.
LARGEST_RATIO = 1.7


def collect_calibration(
    period_s: float,
    fw_calibration_kind: Row,
    fw_calibration_result: Row,
    fw_calibration_elapsed_s: Row,
    fw_calibration_mean: Row,
    fw_calibration_smooth: Row,
    fw_calibration_worst: Row,
    imu_gyro_frd_radps: Row,
    imu_accel_frd_mps2: Row,
) -> None:
    """Average what the IMU says, gyro first, and keep the worst departure from the mean."""
    for j in range(W):
        if fw_calibration_kind[j] <= 0.0:
            fw_calibration_elapsed_s[j] = 0.0
            fw_calibration_result[j] = RUNNING
            continue
        if fw_calibration_result[j] != RUNNING:
            continue
        elapsed = fw_calibration_elapsed_s[j] + period_s
        first = elapsed <= period_s
        share = period_s / elapsed
        pull = 1.0 if first else period_s / SMOOTH_TIME_S
        for part in range(2):
            worst = 0.0 if first else fw_calibration_worst[part * W + j]
            for axis in range(3):
                at = (3 * part + axis) * W + j
                gyro = imu_gyro_frd_radps[axis * W + j]
                sample = gyro if part == 0 else imu_accel_frd_mps2[axis * W + j]
                mean = fw_calibration_mean[at]
                mean = mean + share * (sample - mean)
                smooth = fw_calibration_smooth[at]
                smooth = smooth + pull * (sample - smooth)
                far = abs(smooth - mean) if elapsed > JUDGED_AFTER_S else 0.0
                worst = larger(worst, far)
                fw_calibration_mean[at] = mean
                fw_calibration_smooth[at] = smooth
            fw_calibration_worst[part * W + j] = worst
        fw_calibration_elapsed_s[j] = elapsed


def finish_calibration(
    fw_gravity_mps2: Row,
    fw_calibration_kind: Row,
    fw_calibration_result: Row,
    fw_calibration_elapsed_s: Row,
    fw_calibration_mean: Row,
    fw_calibration_worst: Row,
    fw_calibration_low_t: Row,
    fw_calibration_high_t: Row,
    fw_gyro_offset_frd_radps: Row,
    fw_accel_offset_frd_mps2: Row,
    fw_mag_offset_frd_t: Row,
    fw_mag_soft_iron: Row,
    fw_mag_strength_t: Row,
    fw_baro_references: Row,
    fw_ahrs_gyro_bias_frd_radps: Row,
    fw_ekf_gyro_bias_frd_radps: Row,
    fw_ekf_accel_bias_frd_mps2: Row,
    mag_field_frd_t: Row,
    mag_sequence: Row,
) -> None:
    """Check what was collected, and write the offsets of the sensor that was asked for."""
    for j in range(W):
        kind = fw_calibration_kind[j]
        elapsed = fw_calibration_elapsed_s[j]
        ours = kind >= CALIBRATE_GYRO and kind <= CALIBRATE_LEVEL
        if not ours or elapsed <= 0.0 or fw_calibration_result[j] != RUNNING:
            continue
        if kind == CALIBRATE_MAGNETOMETER:
            follow_field(j, elapsed, fw_calibration_low_t, fw_calibration_high_t, mag_field_frd_t)
            if elapsed >= TURN_S:
                fw_calibration_result[j] = settle_field(
                    j,
                    fw_calibration_low_t,
                    fw_calibration_high_t,
                    fw_mag_offset_frd_t,
                    fw_mag_soft_iron,
                    fw_mag_strength_t,
                    mag_sequence,
                )
            continue
        moved = (
            fw_calibration_worst[j] > LARGEST_SPREAD_RADPS
            or fw_calibration_worst[W + j] > LARGEST_SPREAD_MPS2
        )
        if moved:
            fw_calibration_result[j] = MOVED
            continue
        if elapsed < COLLECT_S:
            continue
        if kind == CALIBRATE_BAROMETER:
            # The next sample then is the estimated height.
            fw_baro_references[j] = 0.0
            fw_calibration_result[j] = DONE
        elif kind == CALIBRATE_AIRSPEED:
            # Nobody answered: there is no such sensor.
            if elapsed >= COLLECT_S + ANSWER_S:
                fw_calibration_result[j] = OUT_OF_RANGE
        else:
            fw_calibration_result[j] = settle_imu(
                j,
                kind,
                fw_gravity_mps2,
                fw_calibration_mean,
                fw_gyro_offset_frd_radps,
                fw_accel_offset_frd_mps2,
                fw_ahrs_gyro_bias_frd_radps,
                fw_ekf_gyro_bias_frd_radps,
                fw_ekf_accel_bias_frd_mps2,
            )


def settle_imu(
    j: int,
    kind: float,
    fw_gravity_mps2: Row,
    fw_calibration_mean: Row,
    fw_gyro_offset_frd_radps: Row,
    fw_accel_offset_frd_mps2: Row,
    fw_ahrs_gyro_bias_frd_radps: Row,
    fw_ekf_gyro_bias_frd_radps: Row,
    fw_ekf_accel_bias_frd_mps2: Row,
) -> float:
    """Means become offsets; what filters had learned of them before is theirs no more.

    The accelerometer is taken to stand level. Calibration of the level leaves its length alone.
    """
    wants_gyro = kind != CALIBRATE_LEVEL
    wants_accel = kind != CALIBRATE_GYRO
    worst_gyro = 0.0
    worst_accel = 0.0
    for axis in range(3):
        gravity = fw_gravity_mps2[j] if axis == 2 else 0.0
        accel = fw_calibration_mean[(3 + axis) * W + j] + gravity
        worst_gyro = larger(worst_gyro, abs(fw_calibration_mean[axis * W + j]))
        worst_accel = larger(worst_accel, abs(accel))
    if wants_gyro and worst_gyro > LARGEST_GYRO_RADPS:
        return OUT_OF_RANGE
    if wants_accel and worst_accel > LARGEST_ACCEL_MPS2:
        return OUT_OF_RANGE
    for axis in range(3):
        i = axis * W + j
        if wants_gyro:
            fw_gyro_offset_frd_radps[i] = fw_calibration_mean[i]
            fw_ahrs_gyro_bias_frd_radps[i] = 0.0
            fw_ekf_gyro_bias_frd_radps[i] = 0.0
        if wants_accel and (axis < 2 or kind == CALIBRATE_IMU):
            gravity = fw_gravity_mps2[j] if axis == 2 else 0.0
            fw_accel_offset_frd_mps2[i] = fw_calibration_mean[(3 + axis) * W + j] + gravity
            fw_ekf_accel_bias_frd_mps2[i] = 0.0
    return DONE


def follow_field(
    j: int,
    elapsed_s: float,
    fw_calibration_low_t: Row,
    fw_calibration_high_t: Row,
    mag_field_frd_t: Row,
) -> None:
    """The extremes of each axis since the calibration began."""
    for axis in range(3):
        i = axis * W + j
        field = mag_field_frd_t[i]
        begun = elapsed_s <= 0.0201
        fw_calibration_low_t[i] = field if begun else smaller(fw_calibration_low_t[i], field)
        fw_calibration_high_t[i] = field if begun else larger(fw_calibration_high_t[i], field)


def settle_field(
    j: int,
    fw_calibration_low_t: Row,
    fw_calibration_high_t: Row,
    fw_mag_offset_frd_t: Row,
    fw_mag_soft_iron: Row,
    fw_mag_strength_t: Row,
    mag_sequence: Row,
) -> float:
    """The middle of the extremes is the hard iron; equal radii are the soft iron."""
    total = 0.0
    least = LARGEST_FIELD_T
    largest = 0.0
    for axis in range(3):
        i = axis * W + j
        radius = 0.5 * (fw_calibration_high_t[i] - fw_calibration_low_t[i])
        least = smaller(least, radius)
        largest = larger(largest, radius)
        total = total + radius
    uneven = largest > LARGEST_RATIO * least
    if mag_sequence[j] == 0.0 or uneven or least < LEAST_FIELD_T or largest > LARGEST_FIELD_T:
        return OUT_OF_RANGE
    mean = total / 3.0
    for axis in range(3):
        i = axis * W + j
        radius = 0.5 * (fw_calibration_high_t[i] - fw_calibration_low_t[i])
        fw_mag_offset_frd_t[i] = 0.5 * (fw_calibration_high_t[i] + fw_calibration_low_t[i])
        for other in range(3):
            scale = mean / radius if other == axis else 0.0
            fw_mag_soft_iron[(3 * axis + other) * W + j] = scale
    fw_mag_strength_t[j] = mean
    return DONE


def calibrate_airspeed(
    period_s: float,
    fw_calibration_kind: Row,
    fw_calibration_result: Row,
    fw_calibration_elapsed_s: Row,
    fw_calibration_pressure_pa: Row,
    fw_calibration_pressures: Row,
    fw_diff_pressure_offset_pa: Row,
    diff_pressure_pa: Row,
) -> None:
    """The mean pressure at the nose, in still air, is its offset."""
    for j in range(W):
        elapsed = fw_calibration_elapsed_s[j]
        if fw_calibration_kind[j] != CALIBRATE_AIRSPEED or elapsed <= 0.0:
            fw_calibration_pressures[j] = 0.0
            continue
        if fw_calibration_result[j] != RUNNING:
            continue
        count = fw_calibration_pressures[j] + 1.0
        mean = fw_calibration_pressure_pa[j]
        mean = mean + (diff_pressure_pa[j] - mean) / count
        fw_calibration_pressures[j] = count
        fw_calibration_pressure_pa[j] = mean
        if elapsed >= COLLECT_S:
            fits = abs(mean) < LARGEST_PRESSURE_PA
            fw_diff_pressure_offset_pa[j] = mean if fits else fw_diff_pressure_offset_pa[j]
            fw_calibration_result[j] = DONE if fits else OUT_OF_RANGE
