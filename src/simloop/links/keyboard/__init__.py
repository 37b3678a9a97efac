"""Flies a vehicle from the terminal's keyboard, with the keys of the Vim editor or arrows."""

import sys
from dataclasses import dataclass

from simloop.links.keyboard.pilot import HELP, KeyPilot
from simloop.links.keyboard.terminal import KeyReader
from simloop.links.rc_hand import RadioHand
from simloop.links.rc_sender import RcSender, flown_vehicle, look_at
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
    look = look_at(app, vehicle)
    pilot = KeyPilot(look, RadioHand(look, lambda: app.world.tick / app.tick_rate_hz, _say))
    reader = KeyReader(sys.stdin.fileno(), pilot.press)
    sender = RcSender(app, vehicle, pilot.frame, by="keyboard")
    _say(HELP)
    reader.start()
    sender.start()
    app.at_close(sender.close)
    app.at_close(reader.close)


def _say(words: str) -> None:
    print(f"keyboard: {words}", file=sys.stderr)
