"""The autopilot `none`: nobody flies; programs and plugins may push or command the vehicle."""

from dataclasses import dataclass

from simloop.world.plugin import VehicleKit


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Nothing to set."""


def equip(kit: VehicleKit, config: Config) -> None:
    """Leave the vehicle as it is."""
