"""The wing as its tasks see it."""

from simloop.firmware.fields.navigation import AirAround
from simloop.firmware.fields.wing import WingFlight
from simloop.firmware.fields.wing_model import WingModel
from simloop.firmware.fields.wing_settings import WingGuidanceSettings, WingHandling, WingSpeeds


class Wing(WingModel, WingHandling, WingGuidanceSettings, WingSpeeds, WingFlight, AirAround):
    """What the wing can do, how it is to be flown, in what air, and how far its flight is."""
