"""A propeller with its electric motor against sheet, published numbers, and the power it takes."""

from dataclasses import replace
from math import exp, pi

import numpy as np
import pytest
from beard_mclain import DENSITY, PUBLISHED, PUBLISHED_PROPELLER, bench_of, propulsion

from simloop.kernels.propeller import balanced_speed
from simloop.math.quaternion import from_euler
from simloop.testing.body_bench import BodyBench
from simloop.world.plugin import VehicleKit
from simloop.world.propeller import Propeller, check_propeller, equip_propeller, windmill_limit

# Only the propeller acts: the wing has no coefficient.
NONE = (0.0,) * 9
BARE = replace(PUBLISHED, C_L=NONE, C_D=NONE, C_Y=NONE, C_ell=NONE, C_m=NONE, C_n=NONE,
               wing_epsilon=0.0)  # fmt: skip


def turned(throttle: float, inflow: float, *, ticks: int = 1, **changes: float) -> BodyBench:
    config = replace(BARE, propeller=replace(PUBLISHED_PROPELLER, **changes))
    bench = bench_of(config)
    bench.set("velocity_frd_mps", (inflow, 0.0, 0.0))
    bench.set("actuator_command", (0.0, 0.0, 0.0, 0.0, throttle))
    bench.run(ticks)
    return bench


@pytest.mark.parametrize(
    ("throttle", "airspeed", "thrust", "torque"),
    [
        (0.5, 25.0, -12.43072534597213, -0.49879620097737787),
        (1.0, 25.0, 37.7794805541605, 1.8098467397878482),
        (1.0, 27.39323489287441, 31.31315544701058, 1.58778287798956),
    ],
)
def test_thrust_and_torque_of_the_authors_own_solution(
    throttle: float, airspeed: float, thrust: float, torque: float
) -> None:
    bench = turned(throttle, airspeed)
    assert bench.get("force_frd_n") == pytest.approx([thrust, 0.0, 0.0], rel=1e-9, abs=1e-9)
    assert bench.get("torque_frd_nm") == pytest.approx([-torque, 0.0, 0.0], rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("throttle", [0.1, 0.4, 1.0])
@pytest.mark.parametrize("inflow", [0.0, 8.0, 30.0])
def test_the_speed_solves_the_sheets_quadratic(throttle: float, inflow: float) -> None:
    speed = turned(throttle, inflow).get("prop_speed_radps")[0]
    assert speed == pytest.approx(propulsion(PUBLISHED, inflow, throttle, DENSITY)[0], rel=1e-12)
    m = PUBLISHED_PROPELLER
    a = DENSITY * m.D_prop**5 * m.C_Q[0] / (2.0 * pi) ** 2
    b = DENSITY * m.D_prop**4 * m.C_Q[1] * inflow / (2.0 * pi) + m.K_Q**2 / m.R_motor
    c = DENSITY * m.D_prop**3 * m.C_Q[2] * inflow**2 - m.K_Q / m.R_motor * m.V_max * throttle
    assert a * speed**2 + b * speed + c + m.K_Q * m.I_0 == pytest.approx(0.0, abs=1e-12)


def test_the_quadratic_has_no_bad_corner() -> None:
    assert balanced_speed(0.0, 2.0, -6.0) == pytest.approx(3.0)
    assert balanced_speed(1.0, 0.0, -9.0) == pytest.approx(3.0)
    assert balanced_speed(1.0, -1.0, -6.0) == pytest.approx(3.0)
    assert balanced_speed(1.0, 1.0, 5.0) == 0.0
    assert np.isfinite(balanced_speed(0.0, 0.0, -1.0))


def test_wind_from_ahead_is_inflow_and_wind_from_behind_is_not() -> None:
    bench, behind = turned(0.6, 0.0), turned(0.6, -12.0)
    attitude = from_euler(0.2, 0.3, 0.4)
    along = np.array([np.cos(0.4) * np.cos(0.3), np.sin(0.4) * np.cos(0.3), -np.sin(0.3)])
    bench.set("velocity_frd_mps", 0.0)
    bench.set("rate_frd_radps", 0.0)
    bench.set("attitude_wxyz", attitude)
    bench.set("wind_ned_mps", tuple(-10.0 * along))
    bench.run(1)
    expected = propulsion(PUBLISHED, 10.0, 0.6, DENSITY)
    assert bench.get("prop_speed_radps") == pytest.approx(expected[0], rel=1e-12)
    assert bench.get("force_frd_n")[0] == pytest.approx(expected[1], rel=1e-9)
    still = propulsion(PUBLISHED, 0.0, 0.6, DENSITY)
    assert behind.get("force_frd_n")[0] == pytest.approx(still[1], rel=1e-12)


def test_a_windmill_brakes_but_a_propeller_at_rest_does_nothing() -> None:
    assert turned(0.3, 25.0).get("force_frd_n")[0] < 0.0
    # With the windings shorted it hardly turns, and hardly brakes.
    coasting = turned(0.0, 25.0)
    assert 0.0 < coasting.get("prop_speed_radps")[0] < 30.0
    assert -0.5 < coasting.get("force_frd_n")[0] <= 0.0
    held = turned(0.0, 25.0, I_0=1e3)
    assert held.get("prop_speed_radps") == 0.0
    assert np.all(held.get("force_frd_n") == 0.0)
    assert np.all(held.get("torque_frd_nm") == 0.0)


def test_beyond_the_data_coefficients_stay() -> None:
    limit = windmill_limit(PUBLISHED_PROPELLER)
    t0, t1, t2 = PUBLISHED_PROPELLER.C_T
    half = 0.5 * limit
    assert t0 + t1 * half + t2 * half**2 == pytest.approx(0.0, abs=1e-15)
    bench = turned(0.1, 25.0)
    speed = bench.get("prop_speed_radps")[0]
    assert 2.0 * pi * 25.0 / (speed * 0.508) > limit
    last = t0 + t1 * limit + t2 * limit**2
    expected = DENSITY * (speed / (2.0 * pi)) ** 2 * 0.508**4 * last
    assert bench.get("force_frd_n")[0] == pytest.approx(expected, rel=1e-12)
    assert windmill_limit(Propeller(C_T=(0.1, 0.0, 0.0))) > 1e6


@pytest.mark.parametrize("command", [0.0, -1.0, np.nan])
def test_no_sensible_throttle_stops_it(command: float) -> None:
    bench = turned(command, 0.0)
    assert bench.get("prop_speed_radps") == 0.0
    assert bench.get("frozen") == 0.0


def test_the_speed_lags_by_its_time_constant() -> None:
    bench = turned(0.5, 0.0, ticks=1)
    top = bench.get("prop_speed_radps")[0]
    slow = bench_of(replace(BARE, propeller=replace(PUBLISHED_PROPELLER, time_constant_s=0.05)))
    slow.set("actuator_command", (0.0, 0.0, 0.0, 0.0, 0.5))
    slow.set("mass_kg", 1e9)  # held, so that no inflow changes the target
    slow.run(20)
    assert slow.get("prop_speed_radps")[0] == pytest.approx(top * (1.0 - exp(-1.0)), rel=1e-6)


@pytest.mark.parametrize(("throttle", "inflow"), [(0.3, 5.0), (0.7, 20.0), (1.0, 0.0)])
def test_what_the_bus_gives_turns_the_propeller_or_becomes_heat(
    throttle: float, inflow: float
) -> None:
    bench, m = turned(throttle, inflow), PUBLISHED_PROPELLER
    drawn, speed = bench.get("bus_current_a")[0], bench.get("prop_speed_radps")[0]
    torque = -bench.get("torque_frd_nm")[0]
    motor = drawn / throttle
    heat = m.R_motor * motor**2 + m.K_Q * m.I_0 * speed
    assert drawn * m.V_max == pytest.approx(heat + torque * speed, rel=1e-9)
    assert bench.get("prop_current_a")[0] == drawn
    assert bench.get("bus_conductance_s")[0] == pytest.approx(throttle**2 / m.R_motor)


def test_a_windmill_does_not_charge_the_battery() -> None:
    bench = turned(0.5, 60.0)
    assert PUBLISHED_PROPELLER.K_Q * bench.get("prop_speed_radps")[0] > 0.5 * 44.4
    assert bench.get("bus_current_a") == 0.0


def test_a_sagging_bus_slows_it() -> None:
    bench = turned(0.8, 10.0)
    bench.set("bus_voltage_v", 0.9 * 44.4)
    bench.set("velocity_frd_mps", (10.0, 0.0, 0.0))
    bench.run(1)
    expected = propulsion(PUBLISHED, 10.0, 0.72, DENSITY)[0]
    assert bench.get("prop_speed_radps") == pytest.approx(expected, rel=1e-12)


def test_faults_take_thrust_away() -> None:
    whole = turned(0.7, 0.0)
    bench = bench_of(BARE)
    bench.set("actuator_command", (0.0, 0.0, 0.0, 0.0, 0.7))
    bench.set("prop_effectiveness", 0.5)
    bench.run(1)
    # Half a propeller turns faster, so it keeps more than half of the thrust.
    share = bench.get("force_frd_n")[0] / whole.get("force_frd_n")[0]
    assert 0.5 < share < 1.0
    assert bench.get("prop_speed_radps") > whole.get("prop_speed_radps")
    bench.set("prop_effectiveness", 0.0)
    bench.run(1)
    assert bench.get("force_frd_n")[0] == 0.0
    dead = bench_of(BARE)
    dead.set("actuator_command", (0.0, 0.0, 0.0, 0.0, 0.7))
    dead.set("output_effectiveness", (1.0, 1.0, 1.0, 1.0, 0.0))
    dead.run(1)
    assert dead.get("prop_speed_radps") == 0.0
    assert dead.get("bus_current_a") == 0.0


@pytest.mark.parametrize("inflow", [-1e3, -1.0, 0.0, 1e3])
def test_no_inflow_gives_nonsense(inflow: float) -> None:
    bench = turned(0.5, inflow, ticks=5)
    assert np.all(np.isfinite(bench.get("force_frd_n")))
    assert bench.get("frozen") == 0.0


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"D_prop": 0.0}, "D_prop"),
        ({"R_motor": -1.0}, "R_motor"),
        ({"I_0": -1.0}, "I_0"),
        ({"time_constant_s": float("nan")}, "time_constant_s"),
        ({"C_Q": (0.0, 0.0, 0.0)}, "C_Q"),
    ],
)
def test_impossible_numbers_are_refused_by_name(change: dict[str, object], word: str) -> None:
    with pytest.raises(ValueError, match=rf"(fixed_wing|propeller): {word}"):
        check_propeller(Propeller(**change), "fixed_wing")  # type: ignore[arg-type]


def test_motors_of_other_voltages_cannot_share_a_bus() -> None:
    kit = VehicleKit(400)
    kit.fact("bus_voltage_v", 24.0)
    with pytest.raises(ValueError, match=r"V_max is 44.4, .* have 24.0"):
        equip_propeller(kit, Propeller(), "fixed_wing")
