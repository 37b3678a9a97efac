"""Components of a made-up vehicle, for tests of kernels that take components."""

from typing import NamedTuple

from simloop.component import Component, FloatRow, held, intent, param, sample, truth
from simloop.math.vector import Quaternion, Vec3


class Limits(NamedTuple):
    """The least and the most."""

    least: float
    most: float


class Lamp(Component, prefix="lamp"):
    """A lamp that dims while it is warm."""

    gain: float = param("1", "light per command", default=2.0)
    limits: Limits = param("lm", "least and most light", default=(0.0, 9.0))
    command: float = intent("1", "how much is asked for")
    light_lm: float = truth("lm", "what it gives")
    segment_lm: FloatRow = truth("lm", "what each part gives", size="SEGMENTS")


class Frame(Component):
    """What the lamp hangs on."""

    attitude_wxyz: Quaternion = truth(
        "1", "attitude", frame="FRD->NED", default=(1.0, 0.0, 0.0, 0.0)
    )
    velocity_ned_mps: Vec3 = truth("m/s", "velocity", frame="NED")


class LightMeter(Component, prefix="meter"):
    """What sees the lamp."""

    reading_lm: float = sample("lm", "light")
    beam_frd: Vec3 = sample("1", "where it comes from", frame="FRD")
    drift_lm: float = held("lm", "error")
