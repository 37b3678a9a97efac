"""The vehicle file: what a vehicle is made of, by the plugins that play its parts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from simloop.server.files.mesh_file import MeshFile
from simloop.server.files.range_check import above_zero, plain_name
from simloop.server.files.settings import Settings

NOBODY = "none"
DEFAULT_PILOT = "firmware"


@dataclass(frozen=True, slots=True)
class Autopilot:
    """Who flies the vehicle, and what it does when a mission leaves a value open."""

    kind: str = DEFAULT_PILOT
    """The autopilot; `firmware` is simloop's own flight stack."""
    takeoff_altitude_m: float | None = None
    """Height above home to climb to first, m; the autopilot knows one if left out."""
    cruise_speed_mps: float | None = None
    """Speed between waypoints, of a wing through the air, m/s; the autopilot knows one."""
    settings: Settings = field(default_factory=lambda: Settings.of({}))
    """Parameters of the autopilot, by its own names."""

    def __post_init__(self) -> None:
        """Refuse a mission that could not start."""
        above_zero(self, "takeoff_altitude_m", "cruise_speed_mps")

    @property
    def settings_in_use(self) -> Settings:
        """The settings; they rest while nobody flies, so that one word takes the pilot out."""
        return Settings.of({}) if self.kind == NOBODY else self.settings


@dataclass(frozen=True, slots=True)
class Visual:
    """How a viewer draws the vehicle."""

    shape: Literal[
        "quad",
        "hexa",
        "octo",
        "plane",
        "wing",
        "vtol",
        "rover",
        "boat",
        "box",
        "sphere",
        "cylinder",
    ] = "box"
    """Drawn when there is no mesh."""
    mesh: MeshFile | None = None
    """A .glb or .gltf file of at most 4 MB, named as seen from this file; drawn in metres, with its
    origin at the vehicle's, Y up and Z ahead."""
    size_m: float = 0.5
    """Largest extent, m."""
    colour: str = "#3b7dd8"
    """Body colour as #rrggbb."""

    def __post_init__(self) -> None:
        """Refuse what no viewer could draw."""
        above_zero(self, "size_m")
        if not re.fullmatch(r"#[0-9a-fA-F]{6}", self.colour):
            raise ValueError(f"colour is '{self.colour}': write it as '#rrggbb', in quotes")


@dataclass(frozen=True, slots=True)
class VehicleFile:
    """A vehicle, as its plugins see it."""

    EXTRA_KEYS: ClassVar[tuple[str, ...]] = ("extends",)

    name: str
    """How other files call this vehicle; the file name if left out."""
    dynamics: Mapping[str, Settings]
    """Plugins that give it mass and make it move, by name, each with its settings."""
    description: str = ""
    """One line for `simloop list vehicles`."""
    kind: Literal["multirotor", "fixed_wing", "vtol", "rover", "vessel", "body"] = "multirotor"
    """What moves it; a body only falls, bounces and rolls."""
    contacts: Settings | None = None
    """Settings of the contacts plugin: where it touches the ground."""
    sensors: Mapping[str, Settings] = field(default_factory=dict)
    """Sensor plugins it carries, by name, each with its settings."""
    autopilot: Autopilot = field(default_factory=Autopilot)
    """Who flies it."""
    visual: Visual = Visual()
    """How a viewer draws it."""

    def __post_init__(self) -> None:
        """Refuse a name that could not be part of another."""
        plain_name(self)

    def parts(self) -> dict[str, Settings]:
        """Every plugin the vehicle carries, in the order in which they equip it."""
        contacts = {} if self.contacts is None else {"contacts": self.contacts}
        return {**self.dynamics, **contacts, **self.sensors}
