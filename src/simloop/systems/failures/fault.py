"""The template of our own failures: vehicle, time, chance and memory; a kind says all the rest."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from simloop.systems.failures.chance import Chance
from simloop.systems.failures.desk import FailureDesk
from simloop.systems.failures.effect import Effect, UnsupportedError
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.victim import Victim
from simloop.world.world import World


@dataclass(frozen=True, slots=True)
class Kind:
    """One way to fail, and all that is to be said about it."""

    name: str
    meaning: str
    act: Callable[..., Any]
    """What it does while it lasts; the class of its faults says with what."""
    strength: Mapping[str, float] = field(default_factory=dict)
    """Its numbers, with their defaults."""
    check: Callable[[Any], None] = lambda fault: None
    """Raises UnsupportedError for a vehicle or for numbers with which it cannot be."""
    start: Callable[[Any], Any] = lambda fault: None
    """What a fault remembers from its onset on."""
    steady: bool = True
    """Does it act anew only when its share changes, and not in every tick?"""


AnyKind = TypeVar("AnyKind", bound=Kind)
MakeFault = Callable[[Victim, FailureRequest, AnyKind], Effect]


class Fault(Effect):
    """A kind of failure of one vehicle; subclasses say where it acts."""

    def __init__(self, victim: Victim, request: FailureRequest, kind: Kind) -> None:
        self.victim, self.kind = victim, kind
        self.steady = kind.steady
        self.strength, self.instance = request.strength, request.instance
        self.name = (request.component, request.kind, f"{request.instance:04d}")
        self.rate_hz = victim.world.tick_rate_hz
        self.onset_tick = self.tick = 0
        self.share = 0.0
        self.memory: Any = None
        kind.check(self)

    def enter(self) -> None:
        """Take its place, at the onset or after a restore."""

    def begin(self) -> None:
        """It sets in with this tick."""
        self.onset_tick = self.victim.tick
        self.memory = self.kind.start(self)
        self.enter()

    def update(self, share: float) -> None:
        """Keep the share for what is to come."""
        self.share, self.tick = share, self.victim.tick

    def save(self) -> Any:
        """When it began, how strong it is, and what it remembers."""
        return self.onset_tick, self.share, _copy(self.memory)

    def load(self, saved: Any) -> None:
        """Go on where `save` was called."""
        self.onset_tick, self.share, memory = saved
        self.memory = _copy(memory)
        self.enter()

    @cached_property
    def chance(self) -> Chance:
        """Its draws."""
        return self.victim.chance()

    def elapsed_s(self) -> float:
        """Time from the onset to the end of this tick."""
        return (self.tick - self.onset_tick + 1) / self.rate_hz

    def window_start(self) -> int:
        """The tick in which the while of `hold_s` began that this tick belongs to."""
        hold = max(round(self.strength["hold_s"] * self.rate_hz), 1)
        return self.tick - (self.tick - self.onset_tick) % hold

    def gauss(self, count: int) -> list[float]:
        """So many draws of the normal distribution for this tick."""
        return [self.chance.gauss(self.tick, axis) for axis in range(count)]

    def uniform(self, count: int) -> list[float]:
        """So many numbers from [0, 1) for this tick."""
        return [self.chance.uniform(self.tick, axis) for axis in range(count)]

    def demand_delay(self, most_s: float) -> None:
        """Refuse a delay that is too long: what is on its way is kept in memory."""
        if not 0.0 <= self.strength["delay_s"] <= most_s:
            raise UnsupportedError(f"delay_s is {self.strength['delay_s']:g}: use 0 to {most_s:g}")


def offer_kinds(
    desk: FailureDesk,
    world: World,
    component: str,
    kinds: Iterable[AnyKind],
    make: MakeFault[AnyKind],
) -> None:
    """Offer kinds of failure of a component; `make` lets one befall a vehicle."""
    for kind in kinds:

        def befall(request: FailureRequest, kind: AnyKind = kind) -> Effect:
            return make(Victim(world, request), request, kind)

        desk.offer(component, kind.name, befall, meaning=kind.meaning, strength=kind.strength)


def _copy(memory: Any) -> Any:
    return list(memory) if isinstance(memory, list) else memory
