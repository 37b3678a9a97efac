"""Calibration on request: collect samples, check them, write the offsets.

The state manager writes what to calibrate into fw_calibration_kind and takes it back when
fw_calibration_result is no longer 0.
"""

from simloop.firmware.codes import Calibrate
from simloop.firmware.component import Mut
from simloop.firmware.fields.navigation import (
    BarometerWatch,
    Calibration,
    Compass,
    Departure,
    GyroAndAccel,
    ImuOffsets,
    Inertial,
    Pitot,
)
from simloop.firmware.fields.samples import Imu
from simloop.firmware.maths import larger, smaller
from simloop.firmware.navigation.filter_columns import Filter
from simloop.firmware.navigation.standstill import largest, towards
from simloop.firmware.vector import ZERO, Matrix3, Vec3

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


def collect_calibration(period_s: float, calibration: Mut[Calibration], imu: Imu) -> None:
    """Average what the IMU says, and keep the worst departure from the mean."""
    if calibration.kind <= 0.0:
        calibration.elapsed_s = 0.0
        calibration.result = RUNNING
        return
    if calibration.result != RUNNING:
        return
    elapsed = calibration.elapsed_s + period_s
    first = elapsed <= period_s
    share = period_s / elapsed
    pull = 1.0 if first else period_s / SMOOTH_TIME_S
    mean, smooth = calibration.mean, calibration.smooth
    gyro = towards(mean.gyro(), imu.gyro_frd_radps, share)
    accel = towards(mean.accel(), imu.accel_frd_mps2, share)
    smooth_gyro = towards(smooth.gyro(), imu.gyro_frd_radps, pull)
    smooth_accel = towards(smooth.accel(), imu.accel_frd_mps2, pull)
    calibration.elapsed_s = elapsed
    calibration.mean = GyroAndAccel(*gyro, *accel)
    calibration.smooth = GyroAndAccel(*smooth_gyro, *smooth_accel)
    worst = Departure(0.0, 0.0) if first else calibration.worst
    if elapsed > JUDGED_AFTER_S:
        worst = Departure(
            larger(worst.gyro_radps, largest(smooth_gyro - gyro)),
            larger(worst.accel_mps2, largest(smooth_accel - accel)),
        )
    calibration.worst = worst


def finish_calibration(
    inertial: Mut[Inertial],
    calibration: Mut[Calibration],
    imu: Mut[ImuOffsets],
    compass: Mut[Compass],
    baro: Mut[BarometerWatch],
    ekf: Mut[Filter],
) -> None:
    """Check what was collected, and write the offsets of the sensor that was asked for."""
    kind, elapsed, worst = calibration.kind, calibration.elapsed_s, calibration.worst
    ours = (kind >= Calibrate.GYRO) & (kind <= Calibrate.LEVEL)
    if not (ours & (elapsed > 0.0) & (calibration.result == RUNNING)):
        return
    if kind == Calibrate.MAGNETOMETER:
        follow_field(calibration, compass)
        if elapsed >= TURN_S:
            calibration.result = settle_field(calibration, compass)
    elif (worst.gyro_radps > LARGEST_SPREAD_RADPS) | (worst.accel_mps2 > LARGEST_SPREAD_MPS2):
        calibration.result = MOVED
    elif elapsed < COLLECT_S:
        return
    elif kind == Calibrate.BAROMETER:
        # The next sample then is the estimated height.
        baro.references = 0.0
        calibration.result = DONE
    elif kind == Calibrate.AIRSPEED:
        # Nobody answered: there is no such sensor.
        if elapsed >= COLLECT_S + ANSWER_S:
            calibration.result = OUT_OF_RANGE
    else:
        calibration.result = settle_imu(calibration, imu, inertial, ekf)


def settle_imu(
    calibration: Calibration, imu: Mut[ImuOffsets], inertial: Mut[Inertial], ekf: Mut[Filter]
) -> float:
    """Means become offsets; what filters had learned of them before is theirs no more.

    The accelerometer is taken to stand level. Calibration of the level leaves its length alone.
    """
    kind = calibration.kind
    gyro = calibration.mean.gyro()
    accel = calibration.mean.accel() + Vec3(0.0, 0.0, inertial.gravity_mps2)
    if (kind != Calibrate.LEVEL) & (largest(gyro) > LARGEST_GYRO_RADPS):
        return OUT_OF_RANGE
    if (kind != Calibrate.GYRO) & (largest(accel) > LARGEST_ACCEL_MPS2):
        return OUT_OF_RANGE
    if kind != Calibrate.LEVEL:
        imu.gyro_offset_frd_radps = gyro
        inertial.gyro_bias_frd_radps = ZERO
        ekf.gyro_bias_frd_radps = ZERO
    if kind != Calibrate.GYRO:
        whole = kind == Calibrate.IMU
        up = accel.z if whole else imu.accel_offset_frd_mps2.z
        imu.accel_offset_frd_mps2 = Vec3(accel.x, accel.y, up)
        ekf.accel_bias_frd_mps2 = Vec3(0.0, 0.0, 0.0 if whole else ekf.accel_bias_frd_mps2.z)
    return DONE


def follow_field(calibration: Mut[Calibration], compass: Compass) -> None:
    """The extremes of each axis since the calibration began."""
    field, low, high = compass.field_frd_t, calibration.low_t, calibration.high_t
    begun = calibration.elapsed_s <= 0.0201
    low = field if begun else low
    high = field if begun else high
    calibration.low_t = Vec3(
        smaller(low.x, field.x), smaller(low.y, field.y), smaller(low.z, field.z)
    )
    calibration.high_t = Vec3(
        larger(high.x, field.x), larger(high.y, field.y), larger(high.z, field.z)
    )


def settle_field(calibration: Calibration, compass: Mut[Compass]) -> float:
    """The middle of the extremes is the hard iron; equal radii are the soft iron."""
    low, high = calibration.low_t, calibration.high_t
    radius = 0.5 * (high - low)
    least = smaller(smaller(smaller(LARGEST_FIELD_T, radius.x), radius.y), radius.z)
    most = larger(larger(larger(0.0, radius.x), radius.y), radius.z)
    uneven = most > LARGEST_RATIO * least
    if (compass.sequence == 0.0) | uneven | (least < LEAST_FIELD_T) | (most > LARGEST_FIELD_T):
        return OUT_OF_RANGE
    mean = (radius.x + radius.y + radius.z) / 3.0
    compass.offset_frd_t = 0.5 * (high + low)
    compass.soft_iron = Matrix3(
        mean / radius.x, 0.0, 0.0, 0.0, mean / radius.y, 0.0, 0.0, 0.0, mean / radius.z
    )
    compass.strength_t = mean
    return DONE


def calibrate_airspeed(calibration: Mut[Calibration], pitot: Mut[Pitot]) -> None:
    """The mean pressure at the nose, in still air, is its offset."""
    if (calibration.kind != Calibrate.AIRSPEED) | (calibration.elapsed_s <= 0.0):
        calibration.pressures = 0.0
        return
    if calibration.result != RUNNING:
        return
    mean = calibration.pressure_pa
    calibration.pressures += 1.0
    calibration.pressure_pa = mean + (pitot.pa - mean) / calibration.pressures
    if calibration.elapsed_s >= COLLECT_S:
        fits = abs(calibration.pressure_pa) < LARGEST_PRESSURE_PA
        calibration.result = DONE if fits else OUT_OF_RANGE
        if fits:
            pitot.diff_pressure_offset_pa = calibration.pressure_pa
