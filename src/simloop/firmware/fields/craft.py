"""The vehicle as most tasks see it, and what command tasks work on beside it."""

from simloop.firmware.fields import command, mission, radio, safety
from simloop.firmware.fields.estimate import Estimate
from simloop.firmware.fields.samples import RcReceiver


class Craft(command.Vehicle, Estimate, command.Intention, command.Progress):
    """What kind of vehicle it is, how it moves, what it means to do, and how far it is."""


class Plan(
    mission.FlightSettings,
    command.MissionItems,
    mission.MissionStart,
    mission.ModeState,
    mission.Mission,
    mission.MissionActions,
):
    """What it is to do: settings, the mode and what was asked for it, the mission so far."""


class Hearing(radio.RadioChannels, RcReceiver, radio.Radio, safety.Listening):
    """Radio, ground station and program, as this pass hears them."""


class Safety(
    safety.ArmingSettings,
    safety.FailsafeSettings,
    safety.Failsafes,
    safety.Fence,
    safety.FenceWatch,
    safety.SafetyFacts,
    safety.Arming,
    safety.ErrorWatch,
    safety.Preparation,
):
    """What may go wrong, what has, and how far it is on the way to arming."""


class Talk(command.Requests, command.Notices):
    """What is asked and answered, and what the pilot is told."""
