"""Motors that get less than asked, propellers that lost a part, and what becomes of the flight."""

from dataclasses import replace
from functools import partial
from math import cos, pi, radians, sin, sqrt
from typing import Any

import numpy as np
import pytest

from simloop.server.simulation import Simulation
from simloop.systems import multirotor, physics
from simloop.testing.body_bench import BodyBench
from simloop.world.plugin import VehicleKit

MOVE = partial(physics.equip, config=physics.Config())
SOUND = replace(
    multirotor.Config(), C_D=0.0, CD_induced=0.0, ground_effect=(0.0, 0.0, 0.0, 0.0, 0.0)
)
WORN = replace(SOUND, propeller_effectiveness=(1.0, 1.0, 1.0, 1.0))
ROTOR_TURNS = radians(45.0), radians(135.0), radians(225.0), radians(315.0)


def bench_of(config: multirotor.Config, *, count: int = 1, lanes: int = 1) -> BodyBench:
    bench = BodyBench(partial(multirotor.equip, config=config), MOVE, count=count, lanes=lanes)
    bench.set("position_ned_m", (0.0, 0.0, -100.0))
    return bench


def hold_rotors(bench: BodyBench, speeds: tuple[float, ...]) -> None:
    bench.set("rotor_lag_gain", 0.0)
    bench.set("rotor_speed_radps", speeds)


def speeds_at(command: tuple[float, ...], **faults: tuple[float, ...]) -> np.ndarray:
    bench = bench_of(replace(SOUND, **faults))  # type: ignore[arg-type]
    bench.set("motor_command", command)
    bench.run(1)
    return bench.get("rotor_speed_radps")


def wrench_of(bench: BodyBench) -> list[float]:
    return [-bench.get("force_frd_n")[2], *bench.get("torque_frd_nm")]


def sheet_wrench(
    speeds: tuple[float, ...], shares: tuple[float, ...], climb: float, density: float = 1.225
) -> list[float]:
    """Lift, roll, pitch and yaw with each propeller's coefficients times its share."""
    d, total = SOUND.prop_diameter_m, np.zeros(4)
    for i, (speed, share) in enumerate(zip(speeds, shares, strict=True)):
        if speed == 0.0:
            continue
        advance = 2.0 * pi * climb / (speed * d)
        c_t, c_q = (
            share * max(1e-4, c[0] + c[1] * advance + c[2] * advance**2)
            for c in (SOUND.C_T, SOUND.C_Q)
        )
        thrust = c_t * density * d**4 / (4.0 * pi**2) * speed**2
        torque = c_q * density * d**5 / (4.0 * pi**2) * speed**2
        sign = (-1, 1, -1, 1)[i]
        arm = 0.25 * thrust
        total += [thrust, -arm * sin(ROTOR_TURNS[i]), arm * cos(ROTOR_TURNS[i]), -sign * torque]
    return list(total)


@pytest.mark.parametrize("share", [0.0, 0.25, 0.7, 1.0])
def test_a_weak_motor_turns_as_if_asked_for_less(share: float) -> None:
    faulty = speeds_at((0.6, 0.5, 0.4, 0.3), motor_effectiveness=(share, 1.0, 1.0, 1.0))
    sound = speeds_at((0.6 * share, 0.5, 0.4, 0.3))
    assert faulty.tolist() == sound.tolist()
    assert (faulty[0] == 0.0) == (share == 0.0)


@pytest.mark.parametrize("share", [float("nan"), -2.0])
def test_a_share_without_sense_stops_the_motor(share: float) -> None:
    bench = bench_of(SOUND)
    bench.set("motor_command", 0.5)
    bench.set("motor_effectiveness", (1.0, share, 1.0, 1.0))
    bench.run(1)
    assert bench.get("rotor_speed_radps")[1] == 0.0
    assert bench.get("frozen")[0] == 0.0


def test_a_dead_motor_leaves_the_wrench_of_the_others() -> None:
    bench = bench_of(SOUND)
    bench.set("motor_command", 0.5)
    bench.set("motor_effectiveness", (1.0, 1.0, 0.0, 1.0))
    bench.run(1)
    speed = float(bench.get("rotor_speed_radps")[0])
    expected = sheet_wrench((speed, speed, 0.0, speed), (1.0,) * 4, 0.0)
    assert wrench_of(bench) == pytest.approx(expected, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("climb", [0.0, 3.0, 9.0, 12.0, 25.0])
def test_a_worn_propeller_has_its_share_of_thrust_and_torque(climb: float) -> None:
    # At 9 and 12 m/s some rotors are on the floor of a coefficient and others are not.
    speeds, shares = (250.0, 400.0, 330.0, 500.0), (0.5, 1.0, 0.0, 0.8)
    bench = bench_of(WORN)
    hold_rotors(bench, speeds)
    bench.set("propeller_effectiveness", shares)
    bench.set("velocity_frd_mps", (0.0, 0.0, -climb))
    bench.run(1)
    expected = sheet_wrench(speeds, shares, climb)
    assert wrench_of(bench) == pytest.approx(expected, rel=1e-11, abs=1e-12)


@pytest.mark.parametrize("climb", [0.0, 6.0])
def test_a_worn_propeller_lets_its_motor_run_faster(climb: float) -> None:
    share, command = 0.6, 0.7
    bench = bench_of(WORN)
    bench.set("velocity_frd_mps", (0.0, 0.0, -climb))
    bench.set("motor_command", command)
    bench.set("propeller_effectiveness", (1.0, share, 1.0, 1.0))
    bench.run(1)
    speed = bench.get("rotor_speed_radps")[1]
    d, k, r = SOUND.prop_diameter_m, SOUND.K_Q, SOUND.R_motor
    air = share * 1.225
    a = SOUND.C_Q[0] * air * d**5 / (2.0 * pi) ** 2
    b = SOUND.C_Q[1] * air * d**4 / (2.0 * pi) * climb + k * k / r
    c = SOUND.C_Q[2] * air * d**3 * climb**2 - k / r * SOUND.V_max * command + k * SOUND.I_0
    assert speed == pytest.approx((-b + sqrt(b * b - 4.0 * a * c)) / (2.0 * a), rel=1e-12)
    assert speed > bench.get("rotor_speed_radps")[0]


def test_a_lost_propeller_leaves_a_motor_without_load() -> None:
    speed = speeds_at((0.5,) * 4, propeller_effectiveness=(0.0, 1.0, 1.0, 1.0))[0]
    expected = (0.5 * SOUND.V_max - SOUND.R_motor * SOUND.I_0) / SOUND.K_Q
    assert speed == pytest.approx(expected, rel=1e-12)


def test_sound_propellers_that_may_wear_have_the_bits_of_others() -> None:
    found = []
    for config in (SOUND, WORN):
        bench = bench_of(config, count=2, lanes=16)
        for row in range(2):
            bench.set("motor_command", (0.5, 0.6, 0.55, 0.52), row)
            bench.set("velocity_frd_mps", (0.0, 0.0, -14.0 * row), row)
        bench.run(5)
        columns = ("position_ned_m", "rotor_thrust", "rotor_speed_radps", "bus_current_a")
        found.append(b"".join(bench.get(c, row).tobytes() for c in columns for row in range(2)))
    assert found[0] == found[1]


def test_a_worn_neighbour_changes_no_bit() -> None:
    def run(share: float) -> bytes:
        bench = bench_of(WORN, count=2, lanes=16)
        bench.set("motor_command", 0.5)
        bench.set("motor_command", 0.5, 1)
        bench.set("propeller_effectiveness", (share, 1.0, 1.0, 1.0), 1)
        bench.run(3)
        return bench.get("position_ned_m").tobytes() + bench.get("rotor_thrust").tobytes()

    assert run(1.0) == run(0.3)


def test_propellers_can_only_wear_where_the_file_says_so() -> None:
    for config, there in ((SOUND, False), (WORN, True)):
        kit = VehicleKit(400)
        multirotor.equip(kit, config)
        names = {column.name for part in kit.components for column in part.columns}
        assert ("propeller_effectiveness" in names) == there
        assert (multirotor.WORN_ROTORS_SYSTEM in kit.systems) == there


@pytest.mark.parametrize("field", ["motor_effectiveness", "propeller_effectiveness"])
@pytest.mark.parametrize(
    ("shares", "words"),
    [((1.0, 1.0), "has 2 entries, but rotor_dists has 4"), ((1.0, 1.0, 1.0, 1.5), "from 0 to 1")],
)
def test_shares_are_checked(field: str, shares: tuple[float, ...], words: str) -> None:
    change: dict[str, Any] = {field: shares}
    with pytest.raises(ValueError, match=f"multirotor: {field} .*{words}"):
        multirotor.equip(VehicleKit(400), replace(SOUND, **change))


def fly(simulation: Simulation) -> None:
    last = round(simulation.scenario.duration_s * simulation.tick_rate_hz)
    while not simulation.over and simulation.world.tick < last:
        simulation.advance(min(400, last - simulation.world.tick))


def test_a_quad_with_a_dead_motor_crashes_and_is_reported() -> None:
    event = {
        "at_s": 12.0,
        "command": "set",
        "arguments": {"name": "quad_0", "values": {"motor_effectiveness": [0.0, 1.0, 1.0, 1.0]}},
    }
    simulation = Simulation.load("hover", sets=[f"timeline={[event]}"])
    fly(simulation)
    assert "quad_0 crashed" in simulation.verdict().reasons
    (crash,) = (event for event in simulation.log.events if event.name == "crashed")
    assert 12.0 < crash.tick / 400.0 < 15.0


def test_an_octo_with_a_dead_motor_lands() -> None:
    simulation = Simulation.load("motor_failure")
    fly(simulation)
    octo = simulation.world.by_name("octo_0")
    assert simulation.verdict().reasons == ()
    assert simulation.world.vector(octo, "rotor_speed_radps")[0] < 1.0
    assert simulation.world.vector(octo, "motor_effectiveness")[0] == 0.0


def test_a_quad_on_a_low_battery_returns_when_a_fifth_is_left() -> None:
    simulation = Simulation.load("low_battery")
    fly(simulation)
    quad = simulation.world.by_name("quad_0")
    (alarm,) = (event for event in simulation.log.events if event.name == "notice")
    assert simulation.verdict().reasons == ()
    assert alarm.detail["text"] == "Failsafe: battery low, returns"
    # At 15 A, ten seconds of waiting and the landing cost a fifteenth of 2 Ah.
    assert 0.1 < simulation.world.vector(quad, "battery_state_of_charge")[0] < 0.2


def test_a_quad_that_runs_empty_falls_and_is_reported() -> None:
    sets = ["vehicles[0].set={sensors.battery.capacity_ah: 0.15}"]
    simulation = Simulation.load("low_battery", sets=sets)
    fly(simulation)
    quad = simulation.world.by_name("quad_0")
    assert "quad_0 crashed" in simulation.verdict().reasons
    assert simulation.world.vector(quad, "bus_voltage_v")[0] < 12.0
    assert simulation.world.vector(quad, "frozen")[0] == 0.0
