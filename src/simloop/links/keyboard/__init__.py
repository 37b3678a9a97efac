"""Flies a vehicle from the terminal's keyboard, with the keys of the Vim editor or arrows."""

import sys
from dataclasses import dataclass

from simloop.links.keyboard.sticks import HELP, KeySticks
from simloop.links.keyboard.terminal import KeyReader
from simloop.links.rc_sender import RcSender, flown_vehicle
from simloop.world.plugin import App


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Which vehicle the keys fly."""

    vehicle: str = ""
    """Name of the vehicle; the first with a receiver if left out."""


def build(app: App, config: Config) -> None:
    """Read keys of the terminal and send RC frames until the run ends."""
    if not sys.stdin.isatty():
        raise ValueError("the keyboard needs a terminal: start simloop in one, or use a joystick")
    vehicle = flown_vehicle(app, config.vehicle)
    sticks = KeySticks()
    reader = KeyReader(sys.stdin.fileno(), sticks.press)
    sender = RcSender(app, vehicle, sticks.frame, by="keyboard")
    print(HELP, file=sys.stderr)
    reader.start()
    sender.start()
    app.at_close(sender.close)
    app.at_close(reader.close)
