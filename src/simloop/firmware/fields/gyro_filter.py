"""Columns of the filters between gyro and rate loop of a multirotor."""

from simloop.firmware.component import Component, Row, column
from simloop.firmware.vector import Vec3


class GyroFilterSettings(Component, prefix="fw_mc"):
    """What the filters take away of the body rates."""

    gyro_filter_hz: float = column(
        "Hz", "corner of the gyro's low pass for the rate loop; 0: none", "FRD"
    ).knob("INS_GYRO_FILTER", 40.0, 0.0, 500.0)
    notch_mode: float = column(
        "1", "notch: 0 stays at its frequency, 1 moves as the root of thrust"
    ).knob("INS_HNTCH_MODE", 1.0, 0.0, 1.0)
    notch_hz: float = column(
        "Hz", "centre of the notch when thrust equals weight; 0: none", "FRD"
    ).knob("INS_HNTCH_FREQ", 0.0, 0.0, 500.0)
    notch_width_hz: float = column("Hz", "width of the notch at that frequency", "FRD").knob(
        "INS_HNTCH_BW", 20.0, 1.0, 250.0
    )
    notch_least: float = column(
        "1", "lowest frequency of a moving notch, as a share of its own"
    ).knob("INS_HNTCH_FM_RAT", 0.7, 0.1, 1.0)


class GyroFilter(Component, prefix="fw_mc"):
    """Body rates behind the filters, and what those remember."""

    rate_frd_radps: Vec3 = column("rad/s", "body rates for the rate loop, filtered", "FRD")
    notch_memory: Row = column("rad/s", "two integrals of the notch per axis", "FRD", size=6)
    low_pass_memory: Row = column("rad/s", "two integrals of the low pass per axis", "FRD", size=6)
