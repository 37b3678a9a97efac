"""What air and water do to one vehicle on request: gusts, shear, downbursts, currents, a wave."""

from simloop.kernels.wind import gust_factor, microburst_flow
from simloop.math.scalar import PI, cos, sin, sin_cos
from simloop.systems.failures.changes import plus
from simloop.systems.failures.column_ledger import Changes
from simloop.systems.failures.effect import UnsupportedError
from simloop.systems.failures.extra_wind import Vector
from simloop.systems.failures.fault import Fault, kind

CURRENT = "water_current_ned_mps"
LEVEL = "water_level_down_m"


def _along(fault: Fault[None], key: str) -> tuple[float, float]:
    """North and east of a direction of the strength, clockwise from north."""
    s, c = sin_cos(fault.strength[key] * PI / 180.0)
    return c, s


def _height_m(fault: Fault[None]) -> float:
    """Height above the ground."""
    ground = float(fault.victim.vector("ground_down_m")[0])
    return ground - float(fault.victim.vector("position_ned_m")[2])


def _place_ned_m(fault: Fault[None]) -> list[float]:
    return fault.victim.numbers("position_ned_m")


def _feels_wind(fault: Fault[None]) -> None:
    fault.victim.must(fault.victim.feels("wind_ned_mps"), "does not feel the wind")


def _gust(fault: Fault[None]) -> Vector:
    """A 1-cos gust within time_s."""
    shape = fault.share * gust_factor(fault.elapsed_s(), 0.0, fault.strength["time_s"])
    north, east = _along(fault, "from_deg")
    speed = -shape * fault.strength["speed_mps"]
    return speed * north, speed * east, -shape * fault.strength["up_mps"]


def _shear(fault: Fault[None]) -> Vector:
    """Wind that grows by per_s for every metre climbed."""
    climbed = _height_m(fault) - fault.memory
    speed = -fault.share * fault.strength["per_s"] * climbed
    north, east = _along(fault, "from_deg")
    return speed * north, speed * east, 0.0


def _microburst(fault: Fault[None]) -> Vector:
    """A downburst with its foot there."""
    # Vicroy's flow at the vehicle's place; its foot stands so far from where the vehicle was.
    here, then = _place_ned_m(fault), fault.memory
    north, east, up = microburst_flow(
        here[0] - (then[0] + fault.strength["north_m"]),
        here[1] - (then[1] + fault.strength["east_m"]),
        _height_m(fault),
        max(fault.strength["radius_m"], 1.0),
        fault.share * fault.strength["outflow_mps"],
        max(fault.strength["height_m"], 1.0),
    )
    return north, east, -up


def _check_water(fault: Fault[None]) -> None:
    victim = fault.victim
    in_water = victim.has(CURRENT) and victim.feels("water_velocity_ned_mps")
    victim.must(in_water, "is not in water")


def _current(fault: Fault[None]) -> Changes:
    """The water moves on."""
    north, east = _along(fault, "to_deg")
    speed = fault.share * fault.strength["speed_mps"]
    yield CURRENT, plus((speed * north, speed * east), slice(2))


def _check_surface(fault: Fault[None]) -> None:
    _check_water(fault)
    fault.victim.must(fault.victim.feels("water_down_m"), "does not ride on waves")
    if not fault.strength["time_s"] > 0.0:
        raise UnsupportedError(f"time_s is {fault.strength['time_s']:g}: use more than zero")


def _rogue_wave(fault: Fault[None]) -> Changes:
    """One long wave passes within time_s."""
    # It lifts the level, and the water moves as in a wave on deep water, long against the hull.
    period_s = fault.strength["time_s"]
    part = min(fault.elapsed_s() / period_s, 1.0)
    omega = 2.0 * PI / period_s
    height = fault.share * fault.strength["height_m"]
    up_m = 0.5 * height * (1.0 - cos(2.0 * PI * part))
    rise_mps = 0.5 * height * omega * sin(2.0 * PI * part)
    north, east = _along(fault, "to_deg")
    yield LEVEL, plus(-up_m, slice(1))
    yield CURRENT, plus((omega * up_m * north, omega * up_m * east, -rise_mps))


_WAVE = {"height_m": 2.0, "time_s": 6.0, "to_deg": 0.0}
_GUST = {"speed_mps": 8.0, "from_deg": 0.0, "up_mps": 0.0, "time_s": 4.0}
_BURST = {"outflow_mps": 10.0, "radius_m": 200.0, "height_m": 40.0, "north_m": 200.0, "east_m": 0.0}
WATER_KINDS = (
    kind("current", _current, {"speed_mps": 0.5, "to_deg": 90.0}, _check_water),
    kind("rogue_wave", _rogue_wave, _WAVE, _check_surface, steady=False),
)
_SHEAR = {"per_s": 0.2, "from_deg": 0.0}
WIND_KINDS = (
    kind("gust", _gust, _GUST, _feels_wind, steady=False),
    kind("shear", _shear, _SHEAR, _feels_wind, _height_m, steady=False),
    kind("microburst", _microburst, _BURST, _feels_wind, _place_ned_m, steady=False),
)
