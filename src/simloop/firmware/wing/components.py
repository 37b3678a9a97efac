"""The wing as its tasks see it."""

from simloop.firmware.fields.navigation import AirAround
from simloop.firmware.fields.wing import Tecs, WingBrakes, WingFlight, WingGuidance, WingTrim
from simloop.firmware.fields.wing_model import WingModel
from simloop.firmware.fields.wing_settings import WingGuidanceSettings, WingHandling, WingSpeeds


class Wing(
    WingModel,
    WingHandling,
    WingGuidanceSettings,
    WingSpeeds,
    WingFlight,
    AirAround,
    WingGuidance,
    Tecs,
    WingTrim,
    WingBrakes,
):
    """What the wing can do, how it is to be flown, in what air, how far its flight is, and how."""
