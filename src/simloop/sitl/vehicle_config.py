"""VehicleConfig: a vehicle to spawn, told by a program as a scenario file would tell it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from simloop.sitl.vehicle_id import VehicleId

Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleConfig:
    """Everything but the model may be left out."""

    id: VehicleId | None = None
    """Its number and MAVLink system id; the lowest free if left out."""
    model: str | Mapping[str, Any] = "pico_rover"
    """Name or path of a vehicle file, or a mapping with `extends: NAME` and changes."""
    name: str | None = None
    """Name of the vehicle; the model's name and a number if left out."""
    position_ned_m: Point = (0.0, 0.0, 0.0)
    """Where it stands, north, east, down, m."""
    heading_deg: float = 0.0
    """Heading at the start, clockwise from north, degrees."""
    mission: Mapping[str, Any] | None = None
    """What to do, with the keys of a scenario's `mission:`."""
    autopilot: str | Mapping[str, Any] | None = None
    """Who flies it: a kind, or a mapping of `kind` and `settings`; the model's own if left out."""
    adapter: str | None = None
    """Which simulator moves it; simloop itself if left out."""
    set: Mapping[str, Any] = field(default_factory=dict)
    """Changes to the vehicle file, as dotted path and value."""
    initial: Mapping[str, Any] = field(default_factory=dict)
    """Columns and their numbers at the start."""

    def entry(self) -> dict[str, Any]:
        """The same as an entry below `vehicles:` of a scenario file."""
        told: dict[str, Any] = {
            "model": self.model,
            "position_ned_m": list(self.position_ned_m),
            "heading_deg": self.heading_deg,
            "set": {**self.set, **self._pilot()},
            "initial": dict(self.initial),
        }
        for key in ("name", "mission", "adapter"):
            if getattr(self, key) is not None:
                told[key] = getattr(self, key)
        return told if self.id is None else {**told, "id": int(self.id)}

    def _pilot(self) -> dict[str, Any]:
        if self.autopilot is None:
            return {}
        by_kind = {"kind": self.autopilot} if isinstance(self.autopilot, str) else self.autopilot
        return {"autopilot": dict(by_kind)}
