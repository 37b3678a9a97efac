"""Which sensors of a vehicle its autopilot sees, where it is a program with some of its own."""

from dataclasses import dataclass

from simloop.systems.failures.effect import UnsupportedError
from simloop.systems.failures.victim import Victim

SENSES_FACT = "autopilot_senses"


@dataclass(frozen=True, slots=True)
class AutopilotSenses:
    """What an autopilot's protocol carries of the sensors that can fail."""

    autopilot: str
    sensors: frozenset[str]
    """Components, as failures name them."""
    fix: str
    """How else its own sensor is made to fail, or what lets it see this one."""


def check_reach(victim: Victim, component: str) -> None:
    """Refuse a failure of a sensor that the vehicle's autopilot would not notice."""
    senses = victim.fact(SENSES_FACT)
    if isinstance(senses, AutopilotSenses) and component not in senses.sensors:
        raise UnsupportedError(
            f"'{victim.name}' is flown by {senses.autopilot}, which does not see its "
            f"{component}: {senses.fix}"
        )
