"""Wind: mean wind with shear, 1-cos gusts and Dryden turbulence, one field for all who ask."""

from dataclasses import dataclass
from math import cos, hypot, radians, sin
from typing import Literal

from simloop.kernels.wind import turbulent_wind, wind
from simloop.systems.wind.components import DRYDEN, TURBULENCE, WIND
from simloop.world.plugin import VehicleKit
from simloop.world.system import BlockSystem, Stage

Turbulence = Literal["none", "light", "moderate", "severe"]

KNOT_MPS = 0.514444
FOOT_M = 0.3048
# Wind 20 ft above ground, and standard deviation at 2000 ft exceeded with a probability of
# 1e-2, 1e-3 and 1e-5 (MIL-F-8785C, figure 7).
W20_MPS = {"light": 15 * KNOT_MPS, "moderate": 30 * KNOT_MPS, "severe": 45 * KNOT_MPS}
ALOFT_MPS = {"light": 7.0 * FOOT_M, "moderate": 9.7 * FOOT_M, "severe": 18.3 * FOOT_M}


@dataclass(frozen=True, slots=True)
class Gust:
    """One rise and fall of the wind in the 1-cos shape.

    Attributes:
        start_s: simulated time at which it begins, s.
        duration_s: time from calm to calm, s; the peak is in the middle.
        amplitude_mps: wind added at the peak, m/s.
        direction_from_deg: where the gust comes from, degrees clockwise from north.
        vertical_mps: upward wind added at the peak, m/s.
    """

    start_s: float
    duration_s: float
    amplitude_mps: float
    direction_from_deg: float = 0.0
    vertical_mps: float = 0.0


@dataclass(frozen=True, slots=True)
class Config:
    """The wind of a vehicle.

    Attributes:
        speed_mps: horizontal mean wind at the reference height, m/s.
        direction_from_deg: where the wind comes from, degrees clockwise from north.
        vertical_mps: upward mean wind, m/s.
        shear_exponent: exponent of the power law with height above ground, from 1 m to 300 m;
            0 is no shear, 0.14 is open land.
        reference_height_m: height above ground at which `speed_mps` holds, m.
        turbulence: Dryden turbulence by severity: none, light, moderate or severe.
        gusts: discrete gusts, added to each other.
        rate_hz: updates per second; the wind is held between them.
    """

    speed_mps: float = 0.0
    direction_from_deg: float = 0.0
    vertical_mps: float = 0.0
    shear_exponent: float = 0.0
    reference_height_m: float = 10.0
    turbulence: Turbulence = "none"
    gusts: tuple[Gust, ...] = ()
    rate_hz: float = 100.0


def equip(kit: VehicleKit, config: Config) -> None:
    """Give a vehicle its wind."""
    _check(config)
    kit.constant("GUSTS", max(1, len(config.gusts)))
    kit.component(WIND)
    mean = _toward_ned(config.speed_mps, config.direction_from_deg, config.vertical_mps)
    kit.value("wind_mean_ned_mps", mean)
    kit.value("wind_shear_exponent", config.shear_exponent)
    kit.value("wind_reference_height_m", config.reference_height_m)
    _equip_gusts(kit, config.gusts)
    if config.turbulence == "none":
        _equip_system(kit, config, turbulent=False)
    else:
        _equip_turbulence(kit, config.turbulence, mean)
        _equip_system(kit, config, turbulent=True)


def _equip_gusts(kit: VehicleKit, gusts: tuple[Gust, ...]) -> None:
    if not gusts:
        return
    kit.value("gust_start_s", [gust.start_s for gust in gusts])
    kit.value("gust_duration_s", [gust.duration_s for gust in gusts])
    peaks = [
        _toward_ned(gust.amplitude_mps, gust.direction_from_deg, gust.vertical_mps)
        for gust in gusts
    ]
    kit.value("gust_ned_mps", [part for peak in peaks for part in peak])


def _equip_turbulence(
    kit: VehicleKit, severity: str, mean_ned_mps: tuple[float, float, float]
) -> None:
    kit.component(TURBULENCE)
    kit.component(DRYDEN)
    kit.value("turbulence_w20_mps", W20_MPS[severity])
    kit.value("turbulence_aloft_mps", ALOFT_MPS[severity])
    north, east, _ = mean_ned_mps
    speed = hypot(north, east)
    if speed > 0.0:
        kit.value("turbulence_along_ne", (north / speed, east / speed))


def _equip_system(kit: VehicleKit, config: Config, *, turbulent: bool) -> None:
    state = ("dryden_state", "dryden_running") if turbulent else ()
    kit.system(
        BlockSystem(
            name="wind",
            stage=Stage.ENVIRONMENT,
            block=turbulent_wind if turbulent else wind,
            writes=("wind_ned_mps", *state),
            rate_hz=config.rate_hz,
        )
    )


def _toward_ned(speed_mps: float, from_deg: float, upward_mps: float) -> tuple[float, float, float]:
    """The velocity of air that comes from a direction."""
    angle = radians(from_deg)
    return -speed_mps * cos(angle), -speed_mps * sin(angle), -upward_mps


def _check(config: Config) -> None:
    if config.turbulence != "none" and config.turbulence not in W20_MPS:
        raise ValueError(
            f"wind: turbulence is {config.turbulence!r}; choose none, light, moderate or severe"
        )
    if config.speed_mps < 0.0:
        raise ValueError(f"wind: speed_mps is {config.speed_mps}; turn direction_from_deg instead")
    if config.reference_height_m <= 0.0:
        raise ValueError(f"wind: reference_height_m is {config.reference_height_m}, must be > 0")
    for index, gust in enumerate(config.gusts):
        if gust.duration_s <= 0.0:
            raise ValueError(f"wind: gusts[{index}].duration_s is {gust.duration_s}, must be > 0")
