"""Failures of the pilot's radio: `rc_signal`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from simloop.systems.failures import Effect, FailureDesk, FailureRequest, UnsupportedError
from simloop.systems.failures.chance import Chance
from simloop.systems.rc.receiver import RcReceiver
from simloop.systems.rc.spoilers import (
    Cut,
    Late,
    Seldom,
    Spoiler,
    Stuck,
    gaps,
    garbled,
    mirrored,
    noisy,
)
from simloop.world.plugin import App

RC = "rc_signal"

Strength = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class RadioSet:
    """What a spoiler is made from."""

    strength: Strength
    tick_rate_hz: int
    chance: Chance

    def ticks(self, name: str) -> int:
        """A time of the strength, in ticks."""
        return max(round(self.number(name, 0.0, 60.0) * self.tick_rate_hz), 1)

    def number(self, name: str, low: float, high: float) -> float:
        """A number of the strength, within limits."""
        value = self.strength[name]
        if not low <= value <= high:
            raise ValueError(f"{name} is {value:g}: use {low:g} to {high:g}")
        return value


@dataclass(frozen=True, slots=True)
class RadioKind:
    """One way in which a receiver fails."""

    meaning: str
    strength: Strength
    spoiler: Callable[[RadioSet], Spoiler]


RADIO_KINDS = {
    "off": RadioKind(
        "no contact; the receiver says so, or falls silent with `silent: 1`",
        {"silent": 0.0},
        lambda r: Cut(silent=r.number("silent", 0.0, 1.0) > 0.0),
    ),
    "stuck": RadioKind("the receiver repeats one frame", {}, lambda r: Stuck()),
    "delayed": RadioKind("frames come late", {"delay_s": 0.3}, lambda r: Late(r.ticks("delay_s"))),
    "slow": RadioKind(
        "one frame of so many", {"every": 10.0}, lambda r: Seldom(r.number("every", 1.0, 1000.0))
    ),
    "loss": RadioKind(
        "a share of the frames is lost",
        {"share": 0.2},
        lambda r: gaps(r.number("share", 0.0, 1.0), 1, r.chance.uniform),
    ),
    "intermittent": RadioKind(
        "no frame for a share of the time, for hold_s at a time",
        {"lost": 0.5, "hold_s": 0.5},
        lambda r: gaps(r.number("lost", 0.0, 1.0), r.ticks("hold_s"), r.chance.uniform),
    ),
    "noise": RadioKind(
        "pulses tremble",
        {"deviation_us": 50.0},
        lambda r: noisy(r.number("deviation_us", 0.0, 1000.0), r.chance.gauss),
    ),
    "garbage": RadioKind(
        "pulses of a share of the frames are anything",
        {"share": 1.0},
        lambda r: garbled(r.number("share", 0.0, 1.0), r.chance.uniform),
    ),
    "wrong": RadioKind("sticks read the wrong way round", {}, lambda r: mirrored()),
}


class RadioFailure(Effect):
    """One spoiler between a transmitter and its receiver."""

    def __init__(self, receiver: RcReceiver, vehicle: str, spoiler: Spoiler) -> None:
        self._receiver, self._vehicle, self._spoiler = receiver, vehicle, spoiler

    def begin(self) -> None:
        """Spoil the contact."""
        self._receiver.spoil(self._vehicle, self._spoiler)
        self._receiver.tell_lost(self._vehicle)

    def update(self, share: float) -> None:
        """As much as this."""
        self._spoiler.share = share

    def end(self) -> None:
        """Leave it alone."""
        self._receiver.unspoil(self._vehicle, self._spoiler)
        self._receiver.tell_lost(self._vehicle)

    def drop(self) -> None:
        """The same; what the receiver says is in the columns."""
        self._receiver.unspoil(self._vehicle, self._spoiler)

    def save(self) -> Any:
        """What the spoiler remembers."""
        return self._spoiler.save()

    def load(self, saved: Any) -> None:
        """Spoil on from there."""
        self._spoiler.load(saved)
        self._receiver.spoil(self._vehicle, self._spoiler)


def offer_radio_failures(app: App, desk: FailureDesk) -> None:
    """Let receivers of vehicles fail."""

    def receiver_of(vehicle: str) -> RcReceiver:
        receiver = app.provided.get("rc")
        record = app.world.entities.get(app.world.by_name(vehicle))
        has_one = "rc_channel" in app.world.tables[record.table].layout.places
        if not (isinstance(receiver, RcReceiver) and has_one):
            raise UnsupportedError(f"'{vehicle}' has no RC receiver: give it an autopilot")
        return receiver

    def offer(kind: str, how: RadioKind) -> None:
        def make(request: FailureRequest) -> Effect:
            vehicle = request.vehicle
            if request.instance > 1:
                raise UnsupportedError(f"'{vehicle}' has one RC receiver: use instance 1")
            receiver = receiver_of(vehicle)
            key = app.world.vector(app.world.by_name(vehicle), "noise_key")[0]
            radio = RadioSet(request.strength, app.tick_rate_hz, Chance(key, RC, kind))
            return RadioFailure(receiver, vehicle, how.spoiler(radio))

        desk.offer(RC, kind, make, meaning=how.meaning, strength=how.strength)

    for kind, how in RADIO_KINDS.items():
        offer(kind, how)
