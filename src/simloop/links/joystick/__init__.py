"""Flies a vehicle with a gamepad or a transmitter, through the joystick device of Linux."""

from dataclasses import dataclass

from simloop.links.joystick.device import JoystickReader
from simloop.links.joystick.mapping import LAYOUTS, device_for
from simloop.links.rc_hand import RadioHand
from simloop.links.rc_sender import RcSender, flown_vehicle, look_at
from simloop.world.plugin import App


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Which device flies which vehicle, and how its axes lie."""

    device: str = "/dev/input/js0"
    """The joystick device."""
    vehicle: str = ""
    """Name of the vehicle; the first with a receiver if left out."""
    layout: str = "auto"
    """`auto` goes by the device's name; or gamepad, transmitter."""

    def __post_init__(self) -> None:
        """Refuse a layout that does not exist."""
        if self.layout not in ("auto", *LAYOUTS):
            raise ValueError(f"layout is '{self.layout}': use auto, {', '.join(LAYOUTS)}")


def build(app: App, config: Config) -> None:
    """Read the device and send RC frames; when it is unplugged, radio contact is lost."""
    vehicle = flown_vehicle(app, config.vehicle)
    hand = RadioHand(look_at(app, vehicle), lambda: app.world.tick / app.tick_rate_hz)
    try:
        reader = JoystickReader(config.device, lambda name: device_for(name, config.layout, hand))
    except OSError as error:
        raise ValueError(
            f"{config.device} cannot be read ({error.strerror}): plug the joystick in, "
            "or name its device"
        ) from None
    sender = RcSender(app, vehicle, reader.device.frame, by="joystick")
    reader.start()
    sender.start()
    app.at_close(sender.close)
    app.at_close(reader.close)
