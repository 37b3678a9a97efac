"""A motor dies and is flagged: the others carry the vehicle where they can."""

from math import hypot

import pytest
from multirotor_bench import HEIGHT_M, TruthBench, in_the_air


def lose_motor(bench: TruthBench, rotor: int, *, flagged: bool) -> None:
    """Stop a motor, and tell the mixer a tenth of a second later."""
    works = [1.0] * len(bench.read("motor_command"))
    works[rotor] = 0.0
    bench.set(motor_effectiveness=works)
    bench.run(0.1)
    if flagged:
        bench.set(fw_motor_ok=works)


def worst_distance(bench: TruthBench, seconds: float) -> float:
    """How far from its goal it came."""
    worst = 0.0
    for _ in range(round(seconds / 0.1)):
        bench.run(0.1)
        off = [a - b for a, b in zip(bench.read("position_ned_m"), GOAL, strict=True)]
        worst = max(worst, hypot(*off))
    return worst


GOAL = (0.0, 0.0, -HEIGHT_M)


@pytest.mark.parametrize(
    ("vehicle", "rotor"), [("octo", 0), ("octo", 3), ("y6", 2), ("x8", 5), ("hexa", 1), ("hexa", 0)]
)
def test_a_vehicle_with_rotors_to_spare_stays_up_in_wind(vehicle: str, rotor: int) -> None:
    bench = in_the_air(vehicle, wind_mps=4.0, turbulence="light")
    lose_motor(bench, rotor, flagged=True)
    assert worst_distance(bench, 20.0) < 1.5
    assert worst_distance(bench, 10.0) < 0.6
    assert bench.read("motor_command")[rotor] == 0.0
    # A hexa cannot stop every turn, but none is fast; the others hold their heading.
    assert abs(bench.read("rate_frd_radps")[2]) < (1.3 if vehicle == "hexa" else 0.1)


def test_a_hexa_that_is_not_told_wanders_off() -> None:
    """What the flag is good for."""
    bench = in_the_air("hexa")
    lose_motor(bench, 1, flagged=False)
    assert worst_distance(bench, 15.0) > 5.0


def test_a_motor_that_works_again_is_used_again() -> None:
    bench = in_the_air("octo")
    before = bench.read("motor_command")
    lose_motor(bench, 2, flagged=True)
    bench.run(5.0)
    bench.set(motor_effectiveness=[1.0] * 8, fw_motor_ok=[1.0] * 8)
    bench.run(8.0)
    assert bench.read("motor_command") == pytest.approx(before, abs=0.02)
