"""The user command `failure`: a scenario's timeline, programs and clients inject by it."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from simloop.systems.failures.desk import FailureDesk
from simloop.systems.failures.failure import Failure
from simloop.systems.failures.request import OK, FailureRequest
from simloop.world.command_arguments import as_number, only, text, the_name
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
    only("failure", given, _KNOWN)
    numbers = {key: as_number(key, given[key]) for key in _NUMBERS if given.get(key) is not None}
    strength = given.get("strength") or {}
    if not isinstance(strength, Mapping):
        raise CommandRefused("argument 'strength' maps names to numbers")
    instance = given.get("instance", 0)
    if isinstance(instance, bool) or not isinstance(instance, int):
        raise CommandRefused("argument 'instance' takes a whole number")
    # YAML 1.1 reads a bare off as false.
    off = {"kind": "off"} if given.get("kind") is False else {}
    return FailureRequest(
        vehicle="" if given.get("name", "") == "" else the_name(given),
        component=text(given, "component"),
        kind=text({**given, **off}, "kind"),
        instance=instance,
        strength={str(key): as_number(f"strength.{key}", value) for key, value in strength.items()},
        **numbers,
    )
