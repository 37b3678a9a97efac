"""Trim: against closed formulas, an independent solver and the simulation itself."""

from dataclasses import replace
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any

import numpy as np
import pytest
from scipy.optimize import fsolve

from simloop.math.quaternion import from_euler, rotate_to_world
from simloop.server.analysis import Bench, TrimNotFound, TrimPoint, trim
from simloop.server.analysis import start as trim_start
from simloop.server.analysis.least_squares import Problem
from simloop.server.files import FileMistake, build_config, load_vehicle
from simloop.server.files.settings import Settings
from simloop.server.files.vehicle_file import VehicleFile
from simloop.server.simulation import Simulation
from simloop.systems.fixed_wing import performance as wing
from simloop.systems.multirotor import Config
from simloop.systems.multirotor.performance import hover_throttle
from simloop.world.day import Day

GRAVITY = 9.80665
MASS = 3.5


@pytest.fixture(scope="module")
def quad() -> Bench:
    """The library's quad on a supply that does not sag."""
    return Bench(replace(load_vehicle("quad"), sensors={}))


def density_at(point: TrimPoint) -> float:
    """The barometric formula of the standard atmosphere."""
    temperature = 288.15 - 0.0065 * point.altitude_m
    return float(1.225 * (temperature / 288.15) ** (9.80665 / (0.0065 * 287.05287) - 1.0))


def force_ned(point: TrimPoint) -> np.ndarray:
    attitude = from_euler(*(float(angle) for angle in point.state.euler_rad))
    return np.array(rotate_to_world(*attitude, *point.force_frd_n))


@pytest.mark.parametrize("altitude_m", [0.0, 1500.0, 4000.0])
def test_hover_has_the_throttle_of_the_formula(quad: Bench, altitude_m: float) -> None:
    point = trim(quad, speed_mps=0.0, altitude_m=altitude_m)
    config = build_config(Config, quad.vehicle.dynamics["multirotor"])
    density = density_at(point)
    expected = hover_throttle(config, day=Day(density, GRAVITY))
    assert point.controls["throttle"] == pytest.approx(expected, rel=2e-4)
    assert [point.roll_deg, point.pitch_deg] == pytest.approx([0.0, 0.0], abs=1e-9)
    assert point.force_frd_n[2] == pytest.approx(-MASS * GRAVITY, rel=1e-9)
    assert point.residual < 1e-8


def forward_flight(speed_mps: float, density: float) -> tuple[float, float]:
    """Pitch and thrust that balance weight, body drag and rotor drag: an independent solution."""
    drag_area, rotor_drag = 0.5 * 2.05 * 0.04, 0.05

    def balance(unknowns: np.ndarray) -> list[float]:
        pitch, thrust = unknowns
        u, w = speed_mps * cos(pitch), speed_mps * sin(pitch)
        body = density * drag_area * speed_mps
        fx = -(body + rotor_drag * thrust) * u
        fz = -thrust - body * w
        return [
            fx * cos(pitch) + fz * sin(pitch),
            fz * cos(pitch) - fx * sin(pitch) + MASS * GRAVITY,
        ]

    pitch, thrust = fsolve(balance, [-0.3, MASS * GRAVITY], xtol=1e-12)
    return float(pitch), float(thrust)


@pytest.mark.parametrize("speed_mps", [3.0, 10.0, 18.0])
def test_forward_flight_agrees_with_an_independent_balance(quad: Bench, speed_mps: float) -> None:
    point = trim(quad, speed_mps=speed_mps)
    pitch, _ = forward_flight(speed_mps, density_at(point))
    assert point.pitch_deg == pytest.approx(degrees(pitch), abs=2e-4)
    assert point.sideslip_deg == pytest.approx(0.0, abs=1e-9)
    assert force_ned(point) == pytest.approx([0.0, 0.0, -MASS * GRAVITY], abs=1e-6)


@pytest.mark.parametrize("radius_m", [30.0, -50.0])
def test_a_turn_has_the_centripetal_force(quad: Bench, radius_m: float) -> None:
    point = trim(quad, speed_mps=9.0, turn_radius_m=radius_m)
    _, east, down = force_ned(point)
    assert east == pytest.approx(MASS * 81.0 / radius_m, rel=1e-4)
    assert down == pytest.approx(-MASS * GRAVITY, rel=1e-5)
    assert np.sign(point.roll_deg) == np.sign(radius_m)
    assert np.linalg.norm(point.state.rate_frd_radps) == pytest.approx(9.0 / abs(radius_m))


def test_a_climb_goes_up_at_its_angle(quad: Bench) -> None:
    point = trim(quad, speed_mps=6.0, flight_path_deg=30.0)
    level = trim(quad, speed_mps=6.0)
    attitude = from_euler(*(float(angle) for angle in point.state.euler_rad))
    velocity = rotate_to_world(*attitude, *point.state.velocity_frd_mps)
    assert velocity == pytest.approx((6.0 * cos(radians(30)), 0.0, -3.0), abs=1e-9)
    assert point.controls["throttle"] > level.controls["throttle"]


def test_what_is_out_of_reach_is_told_with_what_it_needs(quad: Bench) -> None:
    with pytest.raises(TrimNotFound, match=r"cannot hold 24 m/s: it needs throttle 1\.0\d") as told:
        trim(quad, speed_mps=24.0)
    assert "\n" not in str(told.value)
    # The same speed is held where the motors may turn faster.
    stronger = with_settings(quad.vehicle, V_max=30.0)
    assert trim(Bench(stronger), speed_mps=24.0).controls["throttle"] < 1.0


def with_settings(vehicle: VehicleFile, **changes: Any) -> VehicleFile:
    values = {**vehicle.dynamics["multirotor"].values, **changes}
    return replace(vehicle, dynamics={"multirotor": Settings.of(values, "multirotor")})


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"speed_mps": -1.0}, "give 0 or more"),
        ({"speed_mps": 5.0, "flight_path_deg": 95.0}, "within 90"),
        ({"speed_mps": 5.0, "turn_radius_m": 0.0}, "leave it out to go straight"),
    ],
)
def test_what_is_no_motion_is_refused(quad: Bench, arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(TrimNotFound, match=words):
        trim(quad, **arguments)


def test_a_body_without_actuators_has_no_trim(quad: Bench) -> None:
    stone = replace(quad.vehicle, name="stone", kind="body", dynamics={})
    with pytest.raises(TrimNotFound, match="'stone' has no actuators"):
        trim(Bench(stone), speed_mps=1.0)


def test_the_same_question_has_the_same_answer_to_the_bit(quad: Bench) -> None:
    first = trim(quad, speed_mps=7.0, turn_radius_m=40.0)
    trim(quad, speed_mps=15.0)
    again = trim(quad, speed_mps=7.0, turn_radius_m=40.0)
    assert first.state.vector().tobytes() == again.state.vector().tobytes()
    assert first.commands == again.commands
    fresh = trim(Bench(quad.vehicle), speed_mps=7.0, turn_radius_m=40.0)
    assert fresh.state.vector().tobytes() == first.state.vector().tobytes()


def test_rotors_with_a_slow_spin_up_are_settled(quad: Bench) -> None:
    slow = with_settings(quad.vehicle, rotor_time_constant_up_s=5.0, rotor_inertia_kgm2=1e-3)
    point = trim(Bench(slow), speed_mps=0.0)
    quick = trim(quad, speed_mps=0.0)
    assert point.columns["rotor_speed_radps"] == pytest.approx(quick.columns["rotor_speed_radps"])


def test_a_problem_is_solved_within_its_bounds() -> None:
    def residual(x: np.ndarray) -> np.ndarray:
        return np.array([x[0] ** 2 + x[1] ** 2 - 4.0, x[0] - x[1]])

    problem = Problem(residual, np.array([0.0, 0.0]), np.array([3.0, 3.0]), np.ones(2))
    found = problem.solve(np.array([2.9, 0.1]))
    assert found.converged
    assert found.x == pytest.approx([2.0**0.5, 2.0**0.5], abs=1e-9)
    narrow = replace(problem, upper=np.array([1.0, 3.0]))
    stuck = narrow.solve(np.array([0.5, 0.5]))
    assert not stuck.converged
    assert stuck.x[0] <= 1.0


TRIMMED = (
    "vehicles[0].set={autopilot.kind: none, sensors: {}}",
    "vehicles[0].mission=null",
    "vehicles[0].position_ned_m=[0, 0, -100]",
    "vehicles[0].heading_deg=70",
)


def load(trimmed: str, *more: str, scenario: str = "square_calm", **options: Any) -> Simulation:
    sets = [*TRIMMED, f"vehicles[0].trim={trimmed}", *more]
    return Simulation.load(scenario, sets=sets, compiled=False, **options)


def column(sim: Simulation, name: str, vehicle: str = "quad_0") -> np.ndarray:
    return np.array(sim.world.vector(sim.world.by_name(vehicle), name))


def test_a_scenario_starts_in_the_steady_state_and_stays_in_it() -> None:
    sim = load("{speed_mps: 9, turn_radius_m: 60}")
    assert column(sim, "position_ned_m").tolist() == [0.0, 0.0, -100.0]
    start = {name: column(sim, name) for name in ("velocity_frd_mps", "rotor_speed_radps")}
    assert hypot(*start["velocity_frd_mps"]) == pytest.approx(9.0)
    sim.advance(400)
    for name, numbers in start.items():
        assert column(sim, name) == pytest.approx(numbers, rel=1e-6, abs=1e-6)
    # One second of the circle: 9 m along it, level, the track turned by 9/60.
    north, east, down = column(sim, "position_ned_m")
    assert down == pytest.approx(-100.0, abs=1e-5)
    assert hypot(north, east) == pytest.approx(2.0 * 60.0 * sin(0.5 * 9.0 / 60.0), rel=1e-6)
    w, x, y, z = column(sim, "attitude_wxyz")
    heading = atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    assert degrees(heading) == pytest.approx(70.0 + degrees(9.0 / 60.0), abs=1e-3)


def test_the_wind_carries_what_starts_in_it() -> None:
    breeze = "world.systems.wind={speed_mps: 6, direction_from_deg: 270, turbulence: none}"
    sim = load("{speed_mps: 9}", breeze)
    attitude = column(sim, "attitude_wxyz")
    over_ground = np.array(rotate_to_world(*attitude, *column(sim, "velocity_frd_mps")))
    along = np.array((cos(radians(70)), sin(radians(70)), 0.0))
    assert over_ground - 9.0 * along == pytest.approx([0.0, 6.0, 0.0], abs=1e-6)
    before = column(sim, "velocity_frd_mps")
    sim.advance(200)
    assert column(sim, "velocity_frd_mps") == pytest.approx(before, abs=1e-6)


def test_a_fleet_looks_for_each_state_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def counted(*arguments: Any, **keywords: Any) -> TrimPoint:
        calls.append(keywords)
        return trim(*arguments, **keywords)

    monkeypatch.setattr(trim_start, "trim", counted)
    sim = load("{speed_mps: 4}", count=8)
    assert len(calls) == 1
    for number in range(8):
        name = f"quad_{number}"
        speeds = column(sim, "rotor_speed_radps", name)
        assert speeds.tobytes() == column(sim, "rotor_speed_radps").tobytes()
    assert column(sim, "position_ned_m", "quad_3").tolist() != [0.0, 0.0, -100.0]


@pytest.mark.parametrize(
    ("trimmed", "change", "words"),
    [
        ("{speed_mps: 99}", "seed=1", "trim: 'quad' cannot hold 99 m/s"),
        ("{speed_mps: 5}", "vehicles[0].position_ned_m=[0, 0, 0]", "in flight on the ground"),
    ],
)
def test_a_start_that_cannot_be_is_one_line(trimmed: str, change: str, words: str) -> None:
    with pytest.raises(FileMistake, match=words):
        load(trimmed, change)


MOTIONS = {
    "aerosonde": ("{speed_mps: 25, turn_radius_m: 300}", 25.0, -100.0),
    "workboat": ("{speed_mps: 3}", 3.0, 0.0),
    "usv": ("{speed_mps: 1.2, turn_radius_m: 15}", 1.2, 0.0),
    "pico_rover": ("{speed_mps: 0.4, turn_radius_m: 2}", 0.4, 0.0),
}


@pytest.mark.parametrize("model", MOTIONS)
def test_every_class_starts_steadily(model: str) -> None:
    trimmed, speed_mps, down_m = MOTIONS[model]
    sets = [
        "vehicles[0].mission=null",
        "vehicles[0].set={autopilot.kind: none}",
        f"vehicles[0].position_ned_m=[0, 0, {down_m}]",
        f"vehicles[0].trim={trimmed}",
    ]
    sim = Simulation.load("square_calm", vehicle=model, sets=sets, compiled=False)
    name = f"{model}_0"
    start = {c: column(sim, c, name) for c in ("velocity_frd_mps", "rate_frd_radps")}
    height = column(sim, "position_ned_m", name)[2]
    assert hypot(*start["velocity_frd_mps"]) == pytest.approx(speed_mps, rel=1e-6)
    sim.advance(200)
    for c, numbers in start.items():
        assert column(sim, c, name) == pytest.approx(numbers, abs=2e-4 * max(1.0, speed_mps))
    assert column(sim, "position_ned_m", name)[2] == pytest.approx(height, abs=2e-3)


def test_wheels_start_rolling() -> None:
    sets = [
        "vehicles[0].mission=null",
        "vehicles[0].trim={speed_mps: 2}",
        "vehicles[0].set={autopilot.kind: none}",
    ]
    sim = Simulation.load("square_calm", vehicle="rover_ackermann", sets=sets)
    name = "rover_ackermann_0"
    rolling = column(sim, "wheel_speed_radps", name) * column(sim, "wheel_radius_m", name)
    assert rolling == pytest.approx([2.0] * 4, rel=0.02)
    sim.advance(400)
    assert column(sim, "velocity_frd_mps", name) == pytest.approx([2.0, 0.0, 0.0], abs=1e-4)


def test_a_wing_agrees_with_the_formulas_of_its_plugin() -> None:
    vehicle = replace(load_vehicle("aerosonde"), sensors={})
    bench = Bench(vehicle)
    config = bench.facts["fixed_wing"]
    for speed_mps in (16.0, 22.0, 30.0):
        point = trim(bench, speed_mps=speed_mps)
        expected = wing.trim(config, speed_mps)
        assert radians(point.angle_of_attack_deg) == pytest.approx(expected.alpha_rad, abs=2e-4)
        assert point.controls["throttle"] == pytest.approx(expected.throttle, rel=1e-3)


def test_a_vehicle_that_a_program_moves_cannot_be_trimmed() -> None:
    bench = Bench(replace(load_vehicle("quad"), sensors={}))
    bench.__class__ = type("Moved", (Bench,), {"moved_by": "a program"})
    with pytest.raises(TrimNotFound, match="is moved by a program"):
        trim(bench, speed_mps=1.0)
