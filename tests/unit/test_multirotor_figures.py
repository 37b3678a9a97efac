"""How well the multirotors of the library fly, on a known state in the simulated world."""

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot, sqrt

import pytest
from multirotor_bench import HEIGHT_M, TruthBench, in_the_air, roll_of, throttle

from simloop.firmware.codes import Axis, Level

VEHICLES = ("quad", "racer", "hexa", "octo", "quad_bumper", "y6", "x8")
ROLL_RAD = 0.35
RATE_RADPS = 2.0


@dataclass(frozen=True)
class Step:
    """How a quantity went from 0 to its set point."""

    rise_s: float
    overshoot: float


def step_of(bench: TruthBench, seconds: float, target: float, look: Callable[[], float]) -> Step:
    """Time from 10 to 90 %, and the largest value beyond the target as a share of it."""
    seen = []
    for _ in range(round(seconds * 400.0)):
        bench.run(1.0 / 400.0)
        seen.append(look() / target)
    begin = next(k for k, value in enumerate(seen) if value > 0.1)
    end = next(k for k, value in enumerate(seen) if value > 0.9)
    return Step((end - begin) / 400.0, max(seen) - 1.0)


def attitude_step(vehicle: str) -> Step:
    """Roll by 20 degrees."""
    bench = in_the_air(vehicle)
    throttle(bench, Level.ANGLE, Axis.ANGLE, ROLL_RAD)
    return step_of(bench, 1.5, ROLL_RAD, lambda: roll_of(bench))


def rate_step(vehicle: str) -> Step:
    """Roll at 2 rad/s."""
    bench = in_the_air(vehicle)
    throttle(bench, Level.RATE, Axis.RATE, RATE_RADPS)
    return step_of(bench, 0.6, RATE_RADPS, lambda: bench.get("rate_frd_radps"))


def position_step(vehicle: str) -> tuple[float, float]:
    """Go 10 m north: time until it stays within 0.5 m, and how far beyond it came."""
    bench = in_the_air(vehicle)
    bench.set(fw_goal_ned_m=[10.0, 0.0, -HEIGHT_M])
    north = []
    for _ in range(600):
        bench.run(0.02)
        north.append(bench.get("position_ned_m"))
    late = max(k for k, place in enumerate(north) if abs(place - 10.0) > 0.5)
    return 0.02 * (late + 1), max(north) - 10.0


def hold_in_wind(vehicle: str) -> tuple[float, float]:
    """RMS distance from the place, level and vertical, in 8 m/s with moderate turbulence."""
    bench = in_the_air(vehicle, wind_mps=8.0, turbulence="moderate")
    bench.run(10.0)
    level = vertical = 0.0
    for _ in range(600):
        bench.run(0.05)
        north, east, down = bench.read("position_ned_m")
        level += north * north + east * east
        vertical += (down + HEIGHT_M) ** 2
    return sqrt(level / 600.0), sqrt(vertical / 600.0)


@dataclass(frozen=True)
class Figures:
    """What a pilot would ask about a vehicle."""

    attitude: Step
    rate: Step
    settled_s: float
    overshoot_m: float
    held_level_m: float
    held_vertical_m: float


def multirotor_figures(vehicle: str) -> Figures:
    """Fly all of them."""
    settled_s, overshoot_m = position_step(vehicle)
    level_m, vertical_m = hold_in_wind(vehicle)
    return Figures(
        attitude_step(vehicle), rate_step(vehicle), settled_s, overshoot_m, level_m, vertical_m
    )


def table_of(figures: dict[str, Figures]) -> str:
    """The figures as a table in Markdown."""
    lines = [
        "| vehicle | roll 20 deg: rise s, overshoot | roll 2 rad/s: rise s, overshoot "
        "| 10 m: s, overshoot m | 8 m/s, moderate: RMS level m, vertical m |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| {name} | {f.attitude.rise_s:.3f}, {100 * f.attitude.overshoot:.1f} % "
        f"| {f.rate.rise_s:.3f}, {100 * f.rate.overshoot:.1f} % "
        f"| {f.settled_s:.2f}, {f.overshoot_m:.2f} "
        f"| {f.held_level_m:.3f}, {f.held_vertical_m:.3f} |"
        for name, f in figures.items()
    ]
    return "\n".join(lines)


@pytest.mark.parametrize("vehicle", VEHICLES)
def test_a_vehicle_flies_as_well_as_it_should(vehicle: str) -> None:
    figures = multirotor_figures(vehicle)
    print(table_of({vehicle: figures}))
    assert figures.attitude.rise_s < 0.2
    assert figures.attitude.overshoot < 0.10
    assert figures.rate.rise_s < 0.3
    assert figures.rate.overshoot < 0.25
    assert figures.settled_s < 8.0
    assert figures.overshoot_m < 0.5
    assert hypot(figures.held_level_m, figures.held_vertical_m) < 0.5
