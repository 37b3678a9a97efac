"""The template of our own failures: vehicle, time, chance and memory; a kind says all the rest."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from simloop.systems.failures.chance import Chance
from simloop.systems.failures.changes import Numbers
from simloop.systems.failures.effect import Effect, UnsupportedError
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.victim import Victim

On = TypeVar("On")


@dataclass(frozen=True, slots=True)
class Kind:
    """One way to fail, and all that is to be said about it."""

    name: str
    meaning: str
    act: Callable[..., Any]
    """What it does while it lasts; the site where it acts says with what."""
    strength: Mapping[str, float] = field(default_factory=dict)
    """Its numbers, with their defaults."""
    check: Callable[[Any], None] = lambda fault: None
    """Raises UnsupportedError for a vehicle or for numbers with which it cannot be."""
    start: Callable[[Any], Any] = lambda fault: None
    """What a fault remembers from its onset on."""
    steady: bool = True
    """Does it act anew only when its share changes, and not in every tick?"""
    rank: int = 0
    """Of a sensor: errors of value act first, then what replaces it, then silence."""
    felt: Callable[..., list[float]] | None = None
    """Of outputs: what rotors get in place of their commands, where columns will not do."""


def kind(name: str, act: Callable[..., Any], *rest: Any, **more: Any) -> Kind:
    """A kind that means what the first line says by which its act is described."""
    words = str(act.__doc__).splitlines()[0].removesuffix(".")
    return Kind(name, words[0].lower() + words[1:], act, *rest, **more)


class Site:
    """Where faults act: on columns, on the wind, on samples or commands that pass."""

    def enter(self, fault: "Fault[Any]") -> None:
        """It is there from now on."""

    def lay(self, fault: "Fault[Any]") -> None:
        """It acts, with its share of now."""

    def leave(self, fault: "Fault[Any]") -> None:
        """All is as it would be without it."""

    def forget(self, fault: "Fault[Any]") -> None:
        """It is there no more; what it did stays."""

    def healthy(self, victim: Victim, column: str) -> Numbers:
        """What a column would say without failures."""
        return victim.world.numbers(victim.entity, column).copy()


class Passage(Site):
    """Where samples or commands pass by the faults that are there now."""

    def __init__(self) -> None:
        self.faults: dict[Hashable, list[Fault[Any]]] = {}

    def key(self, fault: "Fault[Any]") -> Hashable:
        """Faults of the same key see the same."""
        return fault.victim.entity

    def order(self, fault: "Fault[Any]") -> tuple[Any, ...]:
        """They act in this order, whichever came first."""
        return fault.name

    def enter(self, fault: "Fault[Any]") -> None:
        """Let it see what passes from now on."""
        faults = self.faults.setdefault(self.key(fault), [])
        faults.append(fault)
        faults.sort(key=self.order)

    def leave(self, fault: "Fault[Any]") -> None:
        """Let it go."""
        key = self.key(fault)
        rest = [each for each in self.faults.pop(key, []) if each is not fault]
        if rest:
            self.faults[key] = rest

    def forget(self, fault: "Fault[Any]") -> None:
        """Let it go."""
        self.leave(fault)


class Fault(Effect, Generic[On]):
    """A kind of failure of one vehicle, on one of its sensors or on some of its outputs."""

    def __init__(
        self, site: Site, victim: Victim, request: FailureRequest, kind: Kind, on: On
    ) -> None:
        self.site, self.victim, self.kind, self.on = site, victim, kind, on
        self.steady = kind.steady
        self.strength, self.instance = request.strength, request.instance
        self.name = (request.component, request.kind, f"{request.instance:04d}")
        self.rate_hz = victim.world.tick_rate_hz
        self.onset_tick = self.tick = 0
        self.share = 0.0
        self.memory: Any = None
        kind.check(self)

    def begin(self) -> None:
        """It sets in with this tick."""
        self.onset_tick = self.victim.tick
        self.memory = self.kind.start(self)
        self.site.enter(self)

    def update(self, share: float) -> None:
        """Act with this share."""
        self.share, self.tick = share, self.victim.tick
        self.site.lay(self)

    def end(self) -> None:
        """Leave no trace."""
        self.site.leave(self)

    def drop(self) -> None:
        """Leave everything alone."""
        self.site.forget(self)

    def save(self) -> Any:
        """When it began, how strong it is, and what it remembers."""
        return self.onset_tick, self.share, _copy(self.memory)

    def load(self, saved: Any) -> None:
        """Go on where `save` was called."""
        self.onset_tick, self.share, memory = saved
        self.memory = _copy(memory)
        self.site.enter(self)

    @cached_property
    def chance(self) -> Chance:
        """Its draws."""
        return self.victim.chance()

    def gauss(self, count: int) -> list[float]:
        """So many draws of the normal distribution for this tick."""
        return [self.chance.gauss(self.tick, axis) for axis in range(count)]

    def uniform(self, count: int) -> list[float]:
        """So many numbers from [0, 1) for this tick."""
        return [self.chance.uniform(self.tick, axis) for axis in range(count)]

    def elapsed_s(self) -> float:
        """Time from the onset to the end of this tick."""
        return (self.tick - self.onset_tick + 1) / self.rate_hz

    def window_start(self) -> int:
        """The tick in which the while of `hold_s` began that this tick belongs to."""
        hold = max(round(self.strength["hold_s"] * self.rate_hz), 1)
        return self.tick - (self.tick - self.onset_tick) % hold

    def demand_delay(self, most_s: float) -> None:
        """Refuse a delay that is too long: what is on its way is kept in memory."""
        if not 0.0 <= self.strength["delay_s"] <= most_s:
            raise UnsupportedError(f"delay_s is {self.strength['delay_s']:g}: use 0 to {most_s:g}")


def _copy(memory: Any) -> Any:
    return list(memory) if isinstance(memory, list) else memory
