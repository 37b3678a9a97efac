"""The user command `failure`: a scenario's timeline, programs and clients inject by it."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Any

from simloop.systems.failures.desk import FailureDesk
from simloop.systems.failures.failure import Failure
from simloop.systems.failures.request import OK, FailureRequest
from simloop.world.commands import Command, CommandRefused, MakeCommand
from simloop.world.world import World

_NUMBERS = ("onset_s", "duration_s", "ramp_s", "probability")
_KNOWN = ("name", *(field.name for field in fields(FailureRequest) if field.name != "vehicle"))


@dataclass(frozen=True, slots=True)
class Inject:
    """Inject failures, of one vehicle or of several."""

    desk: FailureDesk
    requests: tuple[FailureRequest, ...]

    def apply(self, world: World) -> Command:
        """Inject them; undone by clearing them and bringing back what they replaced.

        Of several vehicles those fail that can; none at all is a refusal.
        """
        answers = [self.desk.replace(request) for request in self.requests]
        refusals = [answer.reason for answer, _ in answers if not answer.accepted]
        if len(refusals) == len(answers):
            raise CommandRefused(refusals[0] if refusals else "there is no vehicle")
        return _TakeBack(self, tuple(failure for _, ended in answers for failure in ended))


@dataclass(frozen=True, slots=True)
class _TakeBack:
    """The undoing of an injection."""

    done: Inject
    ended: tuple[Failure, ...]

    def apply(self, world: World) -> Command:
        for request in self.done.requests:
            if request.kind != OK:
                self.done.desk.withdraw(request)
        self.done.desk.bring_back(list(self.ended))
        return self.done


def failure_verb(desk: FailureDesk, world: World) -> MakeCommand:
    """What `failure` with its arguments means; without a name it is for all vehicles."""

    def make(given: Mapping[str, Any]) -> Command:
        request = request_of(given)
        if request.vehicle:
            return Inject(desk, (request,))
        names = [record.name for record in world.models()]
        return Inject(desk, tuple(replace(request, vehicle=name) for name in names))

    return make


def request_of(given: Mapping[str, Any]) -> FailureRequest:
    """The request that plain arguments mean; a wrong one is refused and named."""
    for key in given:
        if key not in _KNOWN:
            near = get_close_matches(key, _KNOWN, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"use {', '.join(_KNOWN)}"
            raise CommandRefused(f"failure has no argument '{key}': {hint}")
    numbers = {key: _number(key, given[key]) for key in _NUMBERS if given.get(key) is not None}
    strength = given.get("strength") or {}
    if not isinstance(strength, Mapping):
        raise CommandRefused("argument 'strength' maps names to numbers")
    return FailureRequest(
        vehicle=_text("name", given.get("name", "")),
        component=_text("component", given.get("component")),
        kind=_text("kind", given.get("kind")),
        instance=_whole("instance", given.get("instance", 0)),
        strength={str(key): _number(f"strength.{key}", value) for key, value in strength.items()},
        **numbers,
    )


def _text(key: str, value: object) -> str:
    # YAML 1.1 reads a bare off as false.
    value = "off" if key == "kind" and value is False else value
    if not isinstance(value, str) or (not value and key != "name"):
        raise CommandRefused(f"argument '{key}' is missing: write a name")
    return value


def _number(key: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise CommandRefused(f"argument '{key}' takes a number")
    return float(value)


def _whole(key: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise CommandRefused(f"argument '{key}' takes a whole number")
    return value
