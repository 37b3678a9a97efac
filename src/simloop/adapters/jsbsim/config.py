"""What a vehicle file says about an aircraft of JSBSim."""

from dataclasses import dataclass, field
from typing import Literal

from simloop.world.mixer import Mixer


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Which aircraft, on which Earth, and how it starts."""

    aircraft: str
    """Its name: JSBSim reads `aircraft/NAME/NAME.xml` of the root folder."""
    root: str = ""
    """Folder with `aircraft`, `engine` and `systems`; JSBSim's own data if left out."""
    earth: Literal["flat", "wgs84"] = "flat"
    """`flat` has the world's gravity everywhere, `wgs84` is JSBSim's own rotating ellipsoid."""
    airspeed_mps: float = 0.0
    """True airspeed at the start; at 0 it starts with the velocity the scenario gives, or none."""
    flight_path_deg: float = 0.0
    """Climb angle at the start, with an airspeed."""
    trim: bool = False
    """Look for steady flight at the airspeed, or for rest on the wheels without one."""
    engines_running: bool | None = None
    """Whether the engines run at the start; if left out, they do with an airspeed."""
    mixer: Mixer = field(default_factory=lambda: Mixer(kind="fixed_wing"))
    """How outputs become aileron, elevator, rudder and throttle."""
    crash_speed_mps: float = 5.0
    """Touching down faster than this, downwards, is a crash; so is touching with the airframe."""


def check(config: Config) -> None:
    """Refuse what makes no sense, with the field in the message."""
    if not config.aircraft or "/" in config.aircraft or "\\" in config.aircraft:
        raise ValueError(
            f"jsbsim: aircraft is '{config.aircraft}': write a name, and give its folder as 'root'"
        )
    if not config.airspeed_mps >= 0.0:
        raise ValueError(f"jsbsim: airspeed_mps is {config.airspeed_mps}, must be >= 0")
    if not -60.0 <= config.flight_path_deg <= 60.0:
        raise ValueError(f"jsbsim: flight_path_deg is {config.flight_path_deg}, must be -60 to 60")
    if not config.crash_speed_mps > 0.0:
        raise ValueError(f"jsbsim: crash_speed_mps is {config.crash_speed_mps}, must be > 0")
