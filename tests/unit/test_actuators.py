"""Outputs: lag, limits, faults and the way back to standard commands."""

from functools import partial
from math import exp

import numpy as np
import pytest

from simloop.testing.body_bench import BodyBench
from simloop.world.actuators import equip_actuators
from simloop.world.mixer import Mixer, Mixing, work_out
from simloop.world.plugin import VehicleKit

PLANE = work_out(Mixer(kind="fixed_wing"))
TAUS = (0.05, 0.02, 0.1, 0.0, 0.0)


def bench_of(mixing: Mixing = PLANE, *, lanes: int = 1, compiled: bool = False) -> BodyBench:
    taus = TAUS if len(mixing.outputs) == len(TAUS) else (0.0,) * len(mixing.outputs)
    equip = partial(equip_actuators, mixing=mixing, time_constants_s=taus)
    return BodyBench(equip, lanes=lanes, compiled=compiled)


def test_each_servo_follows_with_its_own_time_constant() -> None:
    bench = bench_of()
    bench.set("actuator_command", (1.0, -1.0, 0.5, 0.0, 0.8))
    bench.run(20)
    time_s = 20 / 400
    expected = [1.0 - exp(-time_s / 0.05), exp(-time_s / 0.02) - 1.0]
    expected += [0.5 * (1.0 - exp(-time_s / 0.1)), 0.0, 0.8]
    assert bench.get("output_position") == pytest.approx(expected, rel=1e-12)
    fx, _, _, qx, qy, qz = bench.get("standard_command")
    assert [qx, qy, qz, fx] == pytest.approx([*expected[:3], 0.8], rel=1e-12)


@pytest.mark.parametrize("wild", [np.nan, np.inf, -np.inf, 7.0, -7.0])
def test_wild_commands_stay_within_what_outputs_can_do(wild: float) -> None:
    bench = bench_of()
    bench.set("actuator_command", wild)
    bench.run(4000)
    place = bench.get("output_position")
    middle = 0.0 if np.isnan(wild) else np.sign(wild)
    assert place[:3] == pytest.approx([middle] * 3)
    assert place[4] == max(middle, 0.0)


def test_a_stuck_servo_stays_and_a_weak_one_does_less() -> None:
    bench = bench_of()
    bench.set("actuator_command", (0.4, 0.4, 0.4, 0.0, 0.4))
    bench.run(4000)
    bench.set("output_stuck", (1.0, 0.0, 0.0, 0.0, 0.0))
    bench.set("output_effectiveness", (1.0, 0.5, 1.0, 1.0, 0.0))
    bench.set("output_bias", (0.0, 0.0, -0.1, 0.0, 0.0))
    bench.set("actuator_command", (-1.0, 0.4, 0.4, 0.0, 0.4))
    bench.run(4000)
    fx, _, _, qx, qy, qz = bench.get("standard_command")
    assert [qx, qy, qz, fx] == pytest.approx([0.4, 0.2, 0.3, 0.0])


def test_compiled_and_interpreted_outputs_are_the_same_bits() -> None:
    def run(lanes: int, compiled: bool) -> bytes:
        bench = bench_of(work_out(Mixer(kind="v_tail")), lanes=lanes, compiled=compiled)
        for step in range(5):
            bench.set("actuator_command", (0.1 * step, -0.7, 0.33, 0.0, 0.9))
            bench.run(3)
        return bench.get("output_position").tobytes() + bench.get("standard_command").tobytes()

    assert run(1, False) == run(1, True) == run(16, True)


def test_a_second_mixer_is_refused() -> None:
    kit = VehicleKit(400)
    equip_actuators(kit, PLANE, TAUS)
    with pytest.raises(ValueError, match="has a mixer already"):
        equip_actuators(kit, PLANE, TAUS)


def test_a_negative_lag_is_refused() -> None:
    with pytest.raises(ValueError, match="time constant is -0.1"):
        equip_actuators(VehicleKit(400), PLANE, (-0.1,) * 5)
