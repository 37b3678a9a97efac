"""Columns of the multirotor's guidance, controllers and mixer in their order."""

from simloop.firmware.fields.gyro_filter import GyroFilter, GyroFilterSettings
from simloop.firmware.fields.multirotor_gains import (
    AttitudeGains,
    GuidanceLimits,
    PositionGains,
    StickSettings,
)
from simloop.firmware.fields.multirotor_loops import (
    AttitudeSetPoint,
    GroundContact,
    GroundTorque,
    MixerInUse,
    MixerWork,
    MotorHealth,
    PositionLoop,
    RateLoop,
    SetPoint,
    StickAttitude,
    Wrench,
)
from simloop.firmware.fields.multirotor_model import MixerTable, MotorModel, MultirotorModel

PARAMETERS = (
    *MultirotorModel.columns,
    *MixerTable.columns,
    *MotorModel.columns,
    *GyroFilterSettings.columns,
    *AttitudeGains.columns,
    *StickSettings.columns,
    *PositionGains.columns,
    *GuidanceLimits.columns,
)

STATE = (
    *MotorHealth.columns,
    *SetPoint.columns,
    *StickAttitude.columns,
    *PositionLoop.columns,
    *AttitudeSetPoint.columns,
    *RateLoop.columns,
    *Wrench.columns,
    *MixerInUse.columns,
    *GroundTorque.columns,
    *GroundContact.columns,
    *MixerWork.columns,
    *GyroFilter.columns,
)
