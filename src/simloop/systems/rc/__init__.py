"""The pilot's radio: frames of `sim/RC` reach the receiver; a simulated stick when nobody sends."""

from dataclasses import dataclass
from typing import Literal

from simloop.systems.rc.frame_verb import rc_verb
from simloop.systems.rc.put_away import PutAway
from simloop.systems.rc.receiver import RcReceiver
from simloop.systems.rc.signal import radio_verb
from simloop.world.commands import VerbDesk
from simloop.world.plugin import App


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Names and rate of the radio."""

    prefix: Literal["auto", "always"] = "auto"
    """`auto` puts the vehicle's name before a topic when there is more than one vehicle."""
    frame_rate_hz: float = 50.0
    """Frames per second of the simulated stick; the nearest rate that divides the tick's."""


def build(app: App, config: Config) -> None:
    """Listen to `sim/RC` and serve the switches of every vehicle that has a receiver."""
    receiver = RcReceiver(
        app, always_prefix=config.prefix == "always", frame_rate_hz=config.frame_rate_hz
    )
    receiver.join()
    app.provide("rc", receiver)
    desk = app.provided.get("user_commands")
    if isinstance(desk, VerbDesk):
        desk.offer("radio", radio_verb(receiver))
        put_away = PutAway(app)
        put_away.join()
        desk.offer_input("rc", put_away.noting(rc_verb(receiver, app.world)))
