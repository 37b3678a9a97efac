"""Columns of the multirotor's guidance, controllers and mixer in their order."""

from simloop.firmware.fields.gyro_filter import GyroFilter, GyroFilterSettings
from simloop.firmware.fields.multirotor_gains import (
    GAINS,
    AttitudeGains,
    GuidanceLimits,
    PositionGains,
    StickSettings,
)
from simloop.firmware.fields.multirotor_loops import (
    LOOPS,
    GroundContact,
    GroundTorque,
    MotorHealth,
    PositionLoop,
    RateLoop,
)
from simloop.firmware.fields.multirotor_model import MODEL, MultirotorModel

PARAMETERS = MODEL + GyroFilterSettings.columns + GAINS
STATE = LOOPS + GyroFilter.columns


class Multirotor(
    MultirotorModel, AttitudeGains, PositionGains, GuidanceLimits, StickSettings, GyroFilterSettings
):
    """What it can do, and how it is tuned."""


class Loops(PositionLoop, RateLoop, GroundTorque, GroundContact, MotorHealth):
    """What its loops keep from step to step."""
