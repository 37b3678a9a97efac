"""Motors, propellers and drag of a multirotor against ROSflight's formulas and figures."""

from dataclasses import replace
from functools import partial
from math import cos, exp, pi, radians, sin

import numpy as np
import pytest

from simloop.component import Kind
from simloop.systems import multirotor, physics
from simloop.systems.multirotor import performance, rotor_model
from simloop.testing.body_bench import BodyBench
from simloop.world.day import Day
from simloop.world.plugin import VehicleKit
from simloop.world.rotors import Rotors

MOVE = partial(physics.equip, config=physics.Config())

QUAD = multirotor.Config()
NO_DRAG = replace(QUAD, C_D=0.0, CD_induced=0.0, ground_effect=(0.0, 0.0, 0.0, 0.0, 0.0))


def bench_of(
    config: multirotor.Config, *, count: int = 1, lanes: int = 1, tick_rate_hz: int = 400
) -> BodyBench:
    equip = partial(multirotor.equip, config=config)
    bench = BodyBench(equip, MOVE, count=count, lanes=lanes, tick_rate_hz=tick_rate_hz)
    bench.set("position_ned_m", (0.0, 0.0, -100.0))
    return bench


def hold_rotors(bench: BodyBench, speeds: tuple[float, ...]) -> None:
    """Let the rotors keep these speeds whatever the command."""
    bench.set("rotor_lag_gain", 0.0)
    bench.set("rotor_speed_radps", speeds)


def ring(count: int) -> multirotor.Config:
    """A multirotor with `count` rotors in a ring."""
    return replace(
        NO_DRAG,
        rotor_dists=(0.4,) * count,
        rotor_radial_angles_deg=tuple(360.0 * (i + 0.5) / count for i in range(count)),
        rotor_rotation_directions=tuple((-1) ** i for i in range(count)),
    )


def test_reference_figures_of_the_quad() -> None:
    assert performance.hover_speed_radps(QUAD) == pytest.approx(387.8, abs=0.05)
    assert performance.hover_throttle(QUAD) == pytest.approx(0.480, abs=5e-4)
    assert performance.thrust_to_weight(QUAD) == pytest.approx(4.19, abs=5e-3)
    assert performance.max_speed_radps(QUAD) == pytest.approx(793.5, abs=0.05)
    assert performance.max_thrust_n(QUAD) / 4 == pytest.approx(35.9, abs=0.05)


@pytest.mark.parametrize("count", [3, 4, 6, 8])
def test_hover_throttle_hovers(count: int) -> None:
    config = ring(count)
    bench = bench_of(config)
    bench.set("motor_command", performance.hover_throttle(config, day=Day()))
    bench.run(200)
    speed = performance.hover_speed_radps(config, day=Day())
    assert bench.get("rotor_speed_radps") == pytest.approx([speed] * count, rel=1e-12)
    # Yaw torque of an odd number of rotors spins the vehicle, but nothing lifts or drops it.
    assert bench.get("position_ned_m") == pytest.approx([0.0, 0.0, -100.0], abs=1e-9)


def test_full_command_gives_full_thrust() -> None:
    bench = bench_of(NO_DRAG)
    bench.set("motor_command", 7.0)
    bench.run(1)
    assert bench.get("rotor_speed_radps") == pytest.approx(
        [performance.max_speed_radps(QUAD)] * 4, rel=1e-12
    )
    assert bench.get("force_frd_n")[2] == pytest.approx(-performance.max_thrust_n(QUAD), rel=1e-12)


@pytest.mark.parametrize("command", [0.0, -1.0, np.nan])
def test_no_sensible_command_stops_the_rotors(command: float) -> None:
    bench = bench_of(QUAD)
    bench.set("motor_command", command)
    bench.run(1)
    assert np.all(bench.get("rotor_speed_radps") == 0.0)
    assert bench.get("frozen") == 0.0


def sheet_wrench(
    config: multirotor.Config, speeds: tuple[float, ...], climb: float, density: float
) -> np.ndarray:
    """Lift, roll, pitch and yaw written as ROSflight's sheet has them, divisions included."""
    d = config.prop_diameter_m
    total = np.zeros(4)
    for i, speed in enumerate(speeds):
        advance = 2.0 * pi * max(0.0, climb) / (speed * d)
        c_t, c_q = (
            max(1e-4, c[0] + c[1] * advance + c[2] * advance**2) for c in (config.C_T, config.C_Q)
        )
        thrust = c_t * density * d**4 / (4.0 * pi**2) * speed**2
        torque = c_q * density * d**5 / (4.0 * pi**2) * speed**2
        arm, angle = config.rotor_dists[i], radians(config.rotor_radial_angles_deg[i])
        total += [
            thrust,
            -thrust * arm * sin(angle),
            thrust * arm * cos(angle),
            -config.rotor_rotation_directions[i] * torque,
        ]
    return total


@pytest.mark.parametrize("climb", [0.0, 3.0, 9.0, 12.0, 25.0])
def test_thrust_and_torque_follow_the_sheet(climb: float) -> None:
    # At 9 and 12 m/s some rotors are on the floor of a coefficient and others are not.
    speeds = (250.0, 400.0, 330.0, 500.0)
    bench = bench_of(NO_DRAG)
    hold_rotors(bench, speeds)
    bench.set("air_density_kgpm3", 1.1)
    bench.set("velocity_frd_mps", (0.0, 0.0, -climb))
    bench.run(1)
    expected = sheet_wrench(NO_DRAG, speeds, climb, 1.1)
    found = [-bench.get("force_frd_n")[2], *bench.get("torque_frd_nm")]
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_motor_speed_solves_the_sheets_quadratic_in_a_climb() -> None:
    density, climb, command = 1.0, 6.0, 0.7
    bench = bench_of(NO_DRAG)
    bench.set("air_density_kgpm3", density)
    bench.set("velocity_frd_mps", (0.0, 0.0, -4.0))
    bench.set("wind_ned_mps", (0.0, 0.0, 2.0))
    bench.set("motor_command", command)
    bench.run(1)
    speed = bench.get("rotor_speed_radps")[0]
    d, k, r = QUAD.prop_diameter_m, QUAD.K_Q, QUAD.R_motor
    a = QUAD.C_Q[0] * density * d**5 / (2.0 * pi) ** 2
    b = QUAD.C_Q[1] * density * d**4 / (2.0 * pi) * climb + k * k / r
    c = QUAD.C_Q[2] * density * d**3 * climb**2 - k / r * QUAD.V_max * command + k * QUAD.I_0
    assert a * speed**2 + b * speed + c == pytest.approx(0.0, abs=1e-12)
    assert speed > 0.0


def test_a_floored_neighbour_changes_no_bit() -> None:
    def run(neighbour_climb: float) -> np.ndarray:
        bench = bench_of(NO_DRAG, count=2, lanes=16)
        hold_rotors(bench, (400.0, 410.0, 405.0, 395.0))
        bench.set("rotor_lag_gain", 0.0, 1)
        bench.set("velocity_frd_mps", (0.0, 0.0, -neighbour_climb), 1)
        bench.run(3)
        return np.concatenate([bench.get("position_ned_m"), bench.get("rotor_thrust")])

    assert run(0.0).tobytes() == run(40.0).tobytes()


def test_rotors_lag_by_their_time_constants() -> None:
    config = replace(NO_DRAG, rotor_time_constant_up_s=0.02, rotor_time_constant_down_s=0.05)
    bench = bench_of(config)
    bench.set("motor_command", 0.5)
    bench.set("velocity_frd_mps", (0.0, 0.0, 50.0))  # falling: no inflow, so the target stays
    bench.run(8)
    target = 0.5 * 24.0  # volts
    final = bench_of(NO_DRAG)
    final.set("motor_command", target / 24.0)
    final.run(1)
    top = final.get("rotor_speed_radps")[0]
    assert bench.get("rotor_speed_radps")[0] == pytest.approx(top * (1.0 - exp(-1.0)), rel=1e-9)
    reached = bench.get("rotor_speed_radps")[0]
    bench.set("motor_command", 0.0)
    bench.run(20)
    assert bench.get("rotor_speed_radps")[0] == pytest.approx(reached * exp(-1.0), rel=1e-9)


def test_spinning_up_turns_the_body_the_other_way() -> None:
    config = replace(NO_DRAG, rotor_inertia_kgm2=2e-4)
    bench = bench_of(config)
    bench.set("motor_command", (0.0, 0.5, 0.0, 0.5))  # the two clockwise rotors
    bench.run(1)
    gained = 2e-4 * bench.get("rotor_speed_radps").sum()
    assert bench.get("rotor_momentum_nms") == pytest.approx(gained)
    assert bench.get("rotor_reaction_nm") == pytest.approx(-gained * 400.0)
    assert bench.get("rate_frd_radps")[2] < 0.0


def test_spinning_rotors_resist_being_tilted() -> None:
    bench = bench_of(replace(NO_DRAG, rotor_inertia_kgm2=2e-4))
    hold_rotors(bench, (0.0, 400.0, 0.0, 400.0))
    bench.set("rate_frd_radps", (1.5, 0.0, 0.0))
    bench.run(1)
    balanced = bench_of(replace(NO_DRAG, rotor_inertia_kgm2=0.0))
    hold_rotors(balanced, (0.0, 400.0, 0.0, 400.0))
    balanced.set("rate_frd_radps", (1.5, 0.0, 0.0))
    balanced.run(1)
    extra = bench.get("torque_frd_nm") - balanced.get("torque_frd_nm")
    momentum = np.array([0.0, 0.0, 2e-4 * 800.0])
    assert extra == pytest.approx(-np.cross([1.5, 0.0, 0.0], momentum), abs=1e-12)


def test_allocation_matrix_is_what_the_rotors_do() -> None:
    config = ring(6)
    matrix = np.array(rotor_model.allocation_matrix(config))
    thrusts = np.zeros(6)
    for i in range(6):
        bench = bench_of(config)
        speeds = [0.0] * 6
        speeds[i] = 400.0
        hold_rotors(bench, tuple(speeds))
        bench.run(1)
        thrusts[i] = -bench.get("force_frd_n")[2]
        wrench = np.array([thrusts[i], *bench.get("torque_frd_nm")])
        assert matrix[:, i] * thrusts[i] == pytest.approx(wrench, rel=1e-12, abs=1e-12)
    assert np.linalg.matrix_rank(matrix) == 4


def test_falling_ends_at_terminal_velocity() -> None:
    bench = bench_of(replace(QUAD, CD_induced=0.0), tick_rate_hz=50)
    bench.run(1500)
    expected = np.sqrt(2.0 * 3.5 * 9.80665 / (1.225 * QUAD.C_D * QUAD.A_c))
    assert bench.get("velocity_frd_mps") == pytest.approx([0.0, 0.0, expected], rel=1e-9)


def test_rotor_discs_drag_sideways_with_their_thrust() -> None:
    bench = bench_of(replace(NO_DRAG, CD_induced=0.05))
    hold_rotors(bench, (400.0,) * 4)
    bench.set("velocity_frd_mps", (3.0, -2.0, 1.0))
    bench.run(1)
    fx, fy, fz = bench.get("force_frd_n")
    assert (fx, fy) == pytest.approx((0.05 * fz * 3.0, -0.05 * fz * 2.0))


@pytest.mark.parametrize("height", [0.1, 0.35, 0.8, 1.25, 1.3, 20.0])
def test_ground_effect_of_a_hovering_quad(height: float) -> None:
    found = []
    for config in (QUAD, replace(QUAD, ground_effect=(0.0, 0.0, 0.0, 0.0, 0.0))):
        bench = bench_of(config)
        bench.set("position_ned_m", (0.0, 0.0, -height))
        hold_rotors(bench, (performance.hover_speed_radps(QUAD, day=Day()),) * 4)
        bench.run(1)
        found.append(-bench.get("force_frd_n")[2])
    newtons = max(0.0, float(np.polyval(QUAD.ground_effect, height)))
    assert found[0] - found[1] == pytest.approx(newtons, abs=1e-9)
    assert (newtons > 0.0) == (0.122 < height < 1.296)


def test_standing_rotors_feel_no_ground() -> None:
    bench = bench_of(QUAD)
    bench.set("position_ned_m", (0.0, 0.0, -0.35))
    bench.run(1)
    assert np.all(bench.get("force_frd_n") == 0.0)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"rotor_dists": ()}, "rotor_dists"),
        ({"rotor_radial_angles_deg": (1.0,)}, "rotor_radial_angles_deg"),
        ({"rotor_rotation_directions": (1, 1, 1, 2)}, "rotor_rotation_directions"),
        ({"mass_kg": 0.0}, "mass_kg"),
        ({"R_motor": 0.0}, "R_motor"),
        ({"A_c": -1.0}, "A_c"),
        ({"rotor_time_constant_up_s": float("nan")}, "rotor_time_constant_up_s"),
        ({"C_Q": (0.0, 0.0, 0.0)}, "C_Q"),
        ({"inertia_kgm2": (0.1, 0.1, 0.1, 0.2, 0.0, 0.0)}, "inertia_kgm2"),
    ],
)
def test_impossible_numbers_are_refused_by_name(change: dict[str, object], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        multirotor.equip(VehicleKit(400), replace(QUAD, **change))  # type: ignore[arg-type]


def test_rotors_write_what_they_do_and_what_they_draw() -> None:
    truth = {column.name for column in Rotors.group(Kind.TRUTH).columns}
    written = truth | {"bus_current_a", "bus_conductance_s"}
    assert set(multirotor.ROTORS_SYSTEM.writes) == written
    assert set(multirotor.WORN_ROTORS_SYSTEM.writes) == written
