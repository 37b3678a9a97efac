"""IMU samples without the offsets that calibration found."""

from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.navigation import ImuOffsets
from simloop.firmware.fields.samples import Imu
from simloop.firmware.maths import is_number
from simloop.firmware.navigation.components import Inertial
from simloop.firmware.vector import Vec3


def condition_imu(
    period_s: float, offsets: ImuOffsets, craft: Mut[Craft], inertial: Mut[Inertial], imu: Imu
) -> None:
    """Take the offsets away; the mean of two gyro samples is the rate between them.

    A number that is none or without end would stay in the filters for ever: the last one stands in.
    """
    before = inertial.gyro_frd_radps
    gyro = sound(imu.gyro_frd_radps - offsets.gyro_offset_frd_radps, before)
    accel = imu.accel_frd_mps2 - offsets.accel_offset_frd_mps2
    inertial.mid_gyro_frd_radps = 0.5 * (gyro + before)
    inertial.gyro_frd_radps = gyro
    inertial.accel_frd_mps2 = sound(accel, inertial.accel_frd_mps2)
    craft.time_s += period_s


def sound(vector: Vec3, before: Vec3) -> Vec3:
    """Axis by axis what is a number, else what was there before."""
    return Vec3(
        vector.x if is_number(vector.x) else before.x,
        vector.y if is_number(vector.y) else before.y,
        vector.z if is_number(vector.z) else before.z,
    )
