"""What most command tasks work on, beside the craft itself."""

from simloop.firmware.fields.command import MissionItems, Notices, Requests
from simloop.firmware.fields.mission import (
    FlightSettings,
    Mission,
    MissionActions,
    MissionStart,
    ModeState,
)
from simloop.firmware.fields.radio import Radio, RadioChannels
from simloop.firmware.fields.safety import (
    Arming,
    ArmingSettings,
    ErrorWatch,
    Failsafes,
    FailsafeSettings,
    Fence,
    FenceWatch,
    Listening,
    Preparation,
    SafetyFacts,
)
from simloop.firmware.fields.samples import RcReceiver


class Plan(FlightSettings, MissionItems, MissionStart, ModeState, Mission, MissionActions):
    """What it is to do: settings, the mode and what was asked for it, the mission so far."""


class Hearing(RadioChannels, RcReceiver, Radio, Listening):
    """Radio, ground station and program, as this pass hears them."""


class Safety(
    ArmingSettings,
    FailsafeSettings,
    Failsafes,
    Fence,
    FenceWatch,
    SafetyFacts,
    Arming,
    ErrorWatch,
    Preparation,
):
    """What may go wrong, what has, and how far it is on the way to arming."""


class Talk(Requests, Notices):
    """What is asked and answered, and what the pilot is told."""
