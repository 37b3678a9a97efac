"""The magnetometer's columns."""

from simloop.component import Component, held, param, sample
from simloop.math.vector import Vec3

SOMEWHERE_NED_T = (2.085e-5, 3.919e-6, 4.6055e-5)


class Magnetometer(Component, prefix="mag"):
    """The magnetometer: the field it stands in, its errors and limits, and what it says."""

    world_field_ned_t: Vec3 = param(
        "T",
        "the Earth's field at the world's origin, set at spawn",
        frame="NED",
        default=SOMEWHERE_NED_T,
    )
    sigma_t: float = param("T", "white noise of one sample", frame="FRD")
    bias_range_t: float = param("T", "hard iron lies within +- this", frame="FRD")
    bias_decay: float = param("1", "what a sample keeps of the wander", default=1.0)
    bias_kick_t: float = param("T", "what a sample adds to the wander, 1 sigma", frame="FRD")
    limit_t: float = param("T", "largest reading", frame="FRD", default=1.0)
    field_frd_t: Vec3 = sample("T", "magnetic field", frame="FRD")
    sequence: float = sample("1", "samples shown so far")
    bias_frd_t: Vec3 = held("T", "hard iron and drift", frame="FRD")
