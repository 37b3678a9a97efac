"""The multirotor as its tasks see it."""

from simloop.firmware.fields.gyro_filter import GyroFilterSettings
from simloop.firmware.fields.multirotor_gains import (
    AttitudeGains,
    GuidanceLimits,
    PositionGains,
    StickSettings,
)
from simloop.firmware.fields.multirotor_loops import (
    GroundContact,
    GroundTorque,
    MotorHealth,
    PositionLoop,
    RateLoop,
)
from simloop.firmware.fields.multirotor_model import MultirotorModel


class Multirotor(
    MultirotorModel, AttitudeGains, PositionGains, GuidanceLimits, StickSettings, GyroFilterSettings
):
    """What it can do, and how it is tuned."""


class Loops(PositionLoop, RateLoop, GroundTorque, GroundContact, MotorHealth):
    """What its loops keep from step to step."""
