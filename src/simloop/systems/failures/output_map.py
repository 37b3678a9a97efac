"""Which outputs of a vehicle are motors and which are servos, counted from 1."""

from dataclasses import dataclass

from simloop.systems.failures.effect import UnsupportedError
from simloop.systems.failures.victim import Victim
from simloop.world.mixer import Mixing

ROTORS = "rotor"
BEHIND_MIXER = "mixer"


@dataclass(frozen=True, slots=True)
class Output:
    """One motor or servo: in which group of columns it stands, and where."""

    group: str
    place: int
    least: float
    """The lowest command it follows."""


def motors_of(victim: Victim) -> tuple[Output, ...]:
    """Rotors first, then what pushes forward behind the mixer."""
    rotors = len(victim.numbers("motor_effectiveness")) if victim.has("motor_effectiveness") else 0
    behind = [output for output, pushes in _mixed(victim) if pushes]
    return (*(Output(ROTORS, place, 0.0) for place in range(rotors)), *behind)


def servos_of(victim: Victim) -> tuple[Output, ...]:
    """Everything behind the mixer that steers."""
    return tuple(output for output, pushes in _mixed(victim) if not pushes)


def chosen(victim: Victim, component: str, instance: int) -> tuple[Output, ...]:
    """The outputs that a request means; refuses those that are not there."""
    known = servos_of(victim) if component == "servo" else motors_of(victim)
    if not known:
        raise UnsupportedError(f"'{victim.name}' has no {component} that can fail")
    if instance > len(known):
        raise UnsupportedError(
            f"'{victim.name}' has no {component} {instance}: it has 1 to {len(known)}"
        )
    return known if instance == 0 else (known[instance - 1],)


def _mixed(victim: Victim) -> list[tuple[Output, bool]]:
    """The outputs behind the mixer, and whether each pushes forward."""
    mixing = victim.fact("mixer")
    if not isinstance(mixing, Mixing) or not victim.has("output_effectiveness"):
        return []
    least = victim.numbers("output_least")
    forward = mixing.matrix[0]
    return [
        (Output(BEHIND_MIXER, place, least[place]), kind == "motor" or forward[place] != 0.0)
        for place, kind in enumerate(mixing.outputs)
        if kind != "none"
    ]
