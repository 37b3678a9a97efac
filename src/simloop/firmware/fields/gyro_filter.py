"""Columns of the filters between gyro and rate loop of a multirotor."""

from simloop.firmware.field import Field

GYRO_FILTER_PARAMETERS = (
    Field(
        "fw_mc_gyro_filter_hz",
        1,
        "Hz",
        "FRD",
        "corner of the gyro's low pass for the rate loop; 0: none",
        40.0,
        names=("INS_GYRO_FILTER",),
        low=0.0,
        high=500.0,
    ),
    Field(
        "fw_mc_notch_mode",
        1,
        "1",
        "-",
        "notch: 0 stays at its frequency, 1 moves as the root of thrust",
        1.0,
        names=("INS_HNTCH_MODE",),
        low=0.0,
        high=1.0,
    ),
    Field(
        "fw_mc_notch_hz",
        1,
        "Hz",
        "FRD",
        "centre of the notch when thrust equals weight; 0: none",
        0.0,
        names=("INS_HNTCH_FREQ",),
        low=0.0,
        high=500.0,
    ),
    Field(
        "fw_mc_notch_width_hz",
        1,
        "Hz",
        "FRD",
        "width of the notch at that frequency",
        20.0,
        names=("INS_HNTCH_BW",),
        low=1.0,
        high=250.0,
    ),
    Field(
        "fw_mc_notch_least",
        1,
        "1",
        "-",
        "lowest frequency of a moving notch, as a share of its own",
        0.7,
        names=("INS_HNTCH_FM_RAT",),
        low=0.1,
        high=1.0,
    ),
)

GYRO_FILTER_STATE = (
    Field("fw_mc_rate_frd_radps", 3, "rad/s", "FRD", "body rates for the rate loop, filtered"),
    Field("fw_mc_notch_memory", 6, "rad/s", "FRD", "two integrals of the notch per axis"),
    Field("fw_mc_low_pass_memory", 6, "rad/s", "FRD", "two integrals of the low pass per axis"),
)
