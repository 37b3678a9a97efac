"""Vehicles on tyres against the bicycle model, Coulomb's friction and the motors' balance."""

from dataclasses import replace
from functools import partial
from math import cos, hypot, log2, radians, sin, sqrt, tan

import numpy as np
import pytest

from simloop.math.quaternion import from_euler, to_euler
from simloop.server.files import build_config, load_vehicle
from simloop.systems import rover
from simloop.systems.rover import performance
from simloop.systems.rover.geometry import fastest_mode_ps, substeps_of, wheels_of
from simloop.testing.body_bench import BodyBench

G = 9.80665
CAR = rover.Config()
# Nothing but tyres and motors: no drag, no rolling resistance, no lag of the servo.
BARE = replace(CAR, rolling_resistance=0.0, drag_area_m2=0.0, steering_time_constant_s=0.0)


def config_of(name: str) -> rover.Config:
    return build_config(rover.Config, load_vehicle(name).dynamics["rover"], "rover")


SKID, DIFF = config_of("rover_skid"), config_of("rover_diff")
KINDS = {"ackermann": CAR, "skid": SKID, "differential": DIFF}


def bench_of(config: rover.Config, *, compiled: bool = True, **options: int) -> BodyBench:
    return BodyBench(partial(rover.equip, config=config), compiled=compiled, **options)


def roll(bench: BodyBench, config: rover.Config, speed: float) -> None:
    """Let the vehicle roll straight ahead."""
    bench.set("velocity_frd_mps", (speed, 0.0, 0.0))
    bench.set("wheel_speed_radps", [speed / config.wheel_radius_m] * len(wheels_of(config)))


def twist(bench: BodyBench, speed: float, turn: float) -> None:
    bench.set("drive_speed_mps", speed)
    bench.set("drive_yaw_rate_radps", turn)
    bench.set("drive_commanded_tick", bench.get("drive_commanded_tick")[0] + 1.0)


def test_the_library_has_the_default_car() -> None:
    assert config_of("rover_ackermann") == CAR


@pytest.mark.parametrize("stiffness", [(8.0, 8.0), (5.0, 9.0), (9.0, 8.0)])
def test_steady_circle_of_the_bicycle_model(stiffness: tuple[float, float]) -> None:
    config = replace(BARE, cornering_stiffness=stiffness, cg_height_m=0.0)
    bench = bench_of(config)
    roll(bench, config, 4.0)
    angle = radians(1.0)
    bench.set("actuator_command", (angle / radians(30.0), 0.5))
    bench.run(4000)
    speed, rate = bench.get("velocity_frd_mps")[0], bench.get("rate_frd_radps")[2]
    gradient = (1.0 / stiffness[0] - 1.0 / stiffness[1]) / G
    assert performance.understeer_gradient(config) == pytest.approx(gradient)
    assert rate == pytest.approx(speed * angle / (0.55 + gradient * speed**2), rel=0.01)
    # The slip angle at the centre of mass, from the same model.
    rear = 0.275
    drift = angle * (rear - speed**2 / (G * stiffness[1])) / (0.55 + gradient * speed**2)
    assert bench.get("velocity_frd_mps")[1] / speed == pytest.approx(drift, abs=2e-4)
    assert bench.get("acceleration_frd_mps2")[1] == pytest.approx(speed * rate, rel=1e-6)


def test_slow_circle_has_ackermanns_radius() -> None:
    bench = bench_of(BARE)
    bench.set("actuator_command", (-1.0, 0.08))
    bench.run(4000)
    # Of the middle of the rear axle: forward speed over yaw rate.
    radius = bench.get("velocity_frd_mps")[0] / -bench.get("rate_frd_radps")[2]
    assert radius == pytest.approx(performance.turning_radius_m(CAR), rel=0.02)


@pytest.mark.parametrize("kind", list(KINDS))
def test_forces_stay_in_the_circle_of_friction(kind: str) -> None:
    config = KINDS[kind]
    bench = bench_of(config)
    count = len(wheels_of(config))
    chance = np.random.default_rng(3)
    most = 0.0
    for _ in range(120):
        bench.set("actuator_command", chance.uniform(-1.0, 1.0, 2))
        bench.set("brake_command", chance.choice([0.0, 0.0, 1.0]))
        for _ in range(5):
            bench.run(1)
            forces = bench.get("wheel_force_n").reshape(2, count)
            used = np.hypot(*forces) / (config.friction * bench.get("wheel_load_n") + 1e-12)
            most = max(most, float(used.max()))
    assert 0.5 < most <= 1.0 + 1e-12
    assert bench.get("frozen")[0] == 0.0


def test_locked_wheels_stop_in_v2_over_2_mu_g() -> None:
    config = replace(BARE, brake_torque_nm=12.0)
    bench = bench_of(config)
    roll(bench, config, 6.0)
    bench.set("brake_command", 1.0)
    bench.run(800)
    assert bench.get("velocity_frd_mps")[0] == pytest.approx(0.0, abs=1e-6)
    expected = 36.0 / (2.0 * 0.9 * G)
    assert bench.get("position_ned_m")[0] == pytest.approx(expected, rel=0.01)
    assert performance.stopping_distance_m(config, 6.0) == pytest.approx(expected)


def test_weak_brakes_stop_by_their_torque() -> None:
    config = replace(BARE, brake_torque_nm=1.0, at_zero="coast")
    bench = bench_of(config)
    roll(bench, config, 4.0)
    bench.set("brake_command", 1.0)
    bench.run(200)
    # The wheels' inertia brakes with the mass.
    heavy = 15.0 + 4 * 0.01 / 0.1**2
    assert bench.get("velocity_frd_mps")[0] == pytest.approx(4.0 - 0.5 * 40.0 / heavy, rel=5e-3)
    assert performance.stopping_distance_m(config, 4.0) == pytest.approx(16.0 * 15.0 / 80.0)


@pytest.mark.parametrize(("share", "holds"), [(0.9, True), (1.1, False)])
def test_a_curve_is_held_up_to_the_root_of_mu_g_r(share: float, holds: bool) -> None:
    config = replace(BARE, command_timeout_s=0.0, cg_height_m=0.0)
    bench, radius = bench_of(config), 2.5
    limit = sqrt(config.friction * G * radius)
    speed = share * limit
    roll(bench, config, speed)
    twist(bench, speed, speed / radius)
    bench.run(2400)
    driven, rate = bench.get("velocity_frd_mps")[0], bench.get("rate_frd_radps")[2]
    assert driven * rate <= config.friction * G * 1.01
    assert (rate == pytest.approx(speed / radius, rel=0.02)) == holds


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("heading", [0.0, 45.0, 90.0])
def test_it_stands_on_a_slope_without_creeping(kind: str, heading: float) -> None:
    config = KINDS[kind]
    bench = bench_of(config)
    bench.set("ground_slope_ne", (tan(radians(20.0)), 0.0))
    bench.set("attitude_wxyz", from_euler(0.0, 0.0, radians(heading)))
    bench.run(800)
    settled = bench.get("position_ned_m")
    turned = bench.get("attitude_wxyz")
    assert hypot(settled[0], settled[1]) < 0.03
    bench.run(60 * 400)
    assert bench.get("position_ned_m")[:2] == pytest.approx(settled[:2], abs=1e-6)
    assert bench.get("attitude_wxyz") == pytest.approx(turned, abs=1e-6)
    # What the tyres hold is the weight's part along the slope, less what a caster cannot.
    pull = config.mass_kg * G * sin(radians(20.0))
    assert hypot(*bench.get("force_frd_n")[:2]) == pytest.approx(pull, rel=1e-3)
    assert bench.get("velocity_frd_mps") == pytest.approx([0.0] * 3, abs=1e-6)


def test_it_slides_where_the_slope_is_steeper_than_friction() -> None:
    bench, slope = bench_of(CAR), radians(45.0)
    bench.set("ground_slope_ne", (1.0, 0.0))
    bench.run(80)
    early = bench.get("velocity_frd_mps")[0]
    bench.run(160)
    gained = bench.get("velocity_frd_mps")[0] - early
    assert gained == pytest.approx(0.4 * G * (sin(slope) - 0.9 * cos(slope)), rel=0.02)


def test_it_coasts_down_a_slope_that_brakes_would_hold() -> None:
    config = replace(BARE, at_zero="coast")
    bench, slope = bench_of(config), radians(10.0)
    bench.set("ground_slope_ne", (tan(slope), 0.0))
    bench.run(400)
    heavy = 15.0 + 4 * 0.01 / 0.1**2
    expected = 15.0 * G * sin(slope) / heavy
    assert bench.get("velocity_frd_mps")[0] == pytest.approx(expected, rel=0.01)
    # A free accelerometer in a body that rolls feels only what the wheels hold back.
    assert bench.get("acceleration_frd_mps2")[0] == pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize("kind", list(KINDS))
def test_top_speed_is_where_torque_and_resistance_balance(kind: str) -> None:
    config = KINDS[kind]
    bench = bench_of(config)
    bench.set("actuator_command", (0.0, 1.0) if kind == "ackermann" else (1.0, 1.0))
    bench.run(8000)
    reached = bench.get("velocity_frd_mps")[0]
    assert reached == pytest.approx(performance.max_speed_mps(config), rel=5e-3)
    no_load = config.no_load_speed_radps * config.wheel_radius_m
    assert 0.9 * no_load < reached < no_load


def test_voltage_sets_the_speed_and_current_follows_the_torque() -> None:
    bench = bench_of(CAR)
    bench.set("bus_voltage_v", 7.4)
    bench.set("actuator_command", (0.0, 1.0))
    bench.run(1)
    stall_a = 4 * 3.0 * 80.0 / 14.8
    assert bench.get("drive_current_a")[0] == pytest.approx(0.5 * stall_a)
    bench.run(8000)
    assert 3.5 < bench.get("velocity_frd_mps")[0] < 4.0


@pytest.mark.parametrize("slope_deg", [18.0, 24.0])
def test_it_climbs_what_it_should(slope_deg: float) -> None:
    config = replace(CAR, stall_torque_nm=1.4, at_zero="brake")
    steepest = performance.steepest_climb_deg(config)
    assert steepest == pytest.approx(21.5, abs=0.2)
    bench = bench_of(config)
    bench.set("ground_slope_ne", (-tan(radians(slope_deg)), 0.0))
    bench.set("actuator_command", (0.0, 1.0))
    bench.run(400)
    assert (bench.get("velocity_frd_mps")[0] > 0.0) == (slope_deg < steepest)


def test_a_skid_steered_vehicle_turns_with_slip() -> None:
    bench = bench_of(SKID)
    bench.set("actuator_command", (0.6, -0.6))
    bench.run(1200)
    rate = bench.get("rate_frd_radps")[2]
    left, right = bench.get("encoder_speed_mps")
    kinematic = (left - right) / SKID.track_m
    assert 0.3 * kinematic < rate < 0.8 * kinematic
    assert bench.get("odometry_twist")[1] == pytest.approx(kinematic, rel=1e-9)
    assert bench.get("velocity_frd_mps")[:2] == pytest.approx([0.0, 0.0], abs=1e-6)


def test_loads_shift_with_acceleration_and_add_up() -> None:
    bench = bench_of(BARE)
    roll(bench, CAR, 5.0)
    bench.set("actuator_command", (0.15, 0.625))
    bench.run(800)
    left_front, right_front, left_rear, right_rear = bench.get("wheel_load_n")
    ax, ay, _ = bench.get("acceleration_frd_mps2")
    assert left_front + right_front + left_rear + right_rear == pytest.approx(15.0 * G)
    moved = left_front + left_rear - right_front - right_rear
    assert moved == pytest.approx(2.0 * 15.0 * ay * 0.12 / 0.45, rel=1e-2)
    back = left_rear + right_rear - left_front - right_front
    assert back == pytest.approx(2.0 * 15.0 * ax * 0.12 / 0.55, abs=0.05)


@pytest.mark.parametrize(
    ("kind", "speed", "turn"),
    [
        ("ackermann", 3.0, 0.8),
        ("ackermann", -1.5, 0.4),
        ("skid", 0.6, -0.3),
        ("skid", 0.0, 0.5),
        ("differential", 0.6, 0.7),
        ("differential", -0.3, 0.0),
    ],
)
def test_a_twist_is_reached_within_2_percent_and_times_out(
    kind: str, speed: float, turn: float
) -> None:
    bench = bench_of(KINDS[kind])
    for _ in range(20):
        twist(bench, speed, turn)
        bench.run(160)
    assert bench.get("velocity_frd_mps")[0] == pytest.approx(speed, rel=0.02, abs=0.01)
    assert bench.get("rate_frd_radps")[2] == pytest.approx(turn, rel=0.02, abs=0.005)
    bench.run(200 + 2400)
    assert bench.get("velocity_frd_mps") == pytest.approx([0.0] * 3, abs=1e-3)
    assert bench.get("rate_frd_radps")[2] == pytest.approx(0.0, abs=1e-3)
    assert np.all(bench.get("actuator_command") == 0.0)


def test_a_parked_vehicle_holds_a_slope_after_its_twist() -> None:
    bench = bench_of(SKID)
    bench.set("ground_slope_ne", (-tan(radians(15.0)), 0.0))
    for _ in range(10):
        twist(bench, 0.5, 0.0)
        bench.run(160)
    # The wheels turn as asked; how far the vehicle gets, their slip decides: tan(15 deg) / 12.
    assert bench.get("encoder_speed_mps") == pytest.approx([0.5, 0.5], rel=0.01)
    assert bench.get("velocity_frd_mps")[0] == pytest.approx(0.5 * (1.0 - 0.0223), rel=0.01)
    bench.run(2000)
    place = bench.get("position_ned_m")
    bench.run(4000)
    assert bench.get("position_ned_m") == pytest.approx(place, abs=1e-6)


def test_pushes_act_in_the_plane() -> None:
    config = replace(BARE, at_zero="coast")
    bench = bench_of(config)
    bench.set("external_force_ned_n", (19.0, 0.0, 30.0))
    bench.run(200)
    heavy = 15.0 + 4 * 0.01 / 0.1**2
    assert bench.get("velocity_frd_mps")[0] == pytest.approx(0.5 * 19.0 / heavy, rel=0.01)
    assert bench.get("wheel_load_n").sum() == pytest.approx(15.0 * G + 30.0)
    held = bench_of(config)
    held.set("contact_force_frd_n", (-19.0, 0.0, 0.0))
    held.run(200)
    assert held.get("velocity_frd_mps")[0] == pytest.approx(-0.5 * 19.0 / heavy, rel=0.01)
    turned = bench_of(config)
    turned.set("external_torque_frd_nm", (0.0, 0.0, 60.0))
    turned.run(40)
    assert turned.get("rate_frd_radps")[2] > 0.1


def test_head_wind_drags() -> None:
    bench = bench_of(replace(BARE, at_zero="coast", drag_area_m2=0.5))
    bench.set("wind_ned_mps", (-10.0, 0.0, 0.0))
    bench.run(40)
    heavy = 15.0 + 4 * 0.01 / 0.1**2
    expected = -0.5 * 1.225 * 0.5 * 100.0 / heavy
    assert bench.get("acceleration_frd_mps2")[0] == pytest.approx(expected, rel=0.1)


def test_runge_kutta_converges_with_the_fourth_order() -> None:
    soft = replace(
        BARE, relaxation_length_m=0.3, wheel_inertia_kgm2=0.05, brake_torque_nm=0.0, substeps=1
    )

    def end(rate: int) -> np.ndarray:
        bench = bench_of(soft, compiled=False, tick_rate_hz=rate)
        roll(bench, soft, 3.0)
        bench.set("actuator_command", (0.25, 0.8))
        bench.run(rate // 2)
        return np.concatenate(
            [
                bench.get(name)
                for name in ("position_ned_m", "velocity_frd_mps", "wheel_speed_radps")
            ]
        )

    exact = end(1600)
    coarse, fine = (float(np.abs(end(rate) - exact).max()) for rate in (100, 200))
    assert log2(coarse / fine) == pytest.approx(4.0, abs=0.4)
    assert fine < 1e-6


def test_steps_are_fine_enough_at_every_rate() -> None:
    for config in KINDS.values():
        for rate in (50, 400, 1200):
            steps = substeps_of(config, rate)
            assert fastest_mode_ps(config) / (steps * rate) < 1.5
        # Even at 50 Hz a full stop on a slope neither blows up nor chatters.
        bench = bench_of(config, compiled=False, tick_rate_hz=50)
        bench.set("ground_slope_ne", (0.2, 0.1))
        roll(bench, config, 0.8)
        bench.set("brake_command", 1.0)
        bench.run(100)
        assert bench.get("velocity_frd_mps") == pytest.approx([0.0] * 3, abs=1e-4)


@pytest.mark.parametrize("column", ["actuator_command", "brake_command", "drive_speed_mps"])
def test_not_a_number_is_harmless(column: str) -> None:
    bench = bench_of(CAR, compiled=False)
    bench.set("drive_commanded_tick", 0.0)
    bench.set(column, float("nan"))
    bench.run(10)
    assert bench.get("frozen")[0] == 0.0
    assert bench.get("position_ned_m") == pytest.approx([0.0, 0.0, -0.12])


def test_a_state_that_is_not_finite_freezes_and_can_be_freed() -> None:
    bench = bench_of(CAR, compiled=False)
    bench.set("actuator_command", (0.0, 1.0))
    bench.run(20)
    place = bench.get("position_ned_m")
    bench.set("external_force_ned_n", (float("inf"), 0.0, 0.0))
    bench.run(2)
    assert (bench.get("frozen")[0], bench.get("frozen_tick")[0]) == (1.0, 21.0)
    assert bench.get("position_ned_m").tolist() == place.tolist()
    assert np.all(bench.get("velocity_frd_mps") == 0.0)
    bench.set("external_force_ned_n", (0.0, 0.0, 0.0))
    bench.set("frozen", 0.0)
    bench.run(20)
    assert bench.get("frozen")[0] == 0.0
    assert bench.get("velocity_frd_mps")[0] > 0.0


@pytest.mark.parametrize("lanes", [1, 16])
def test_one_that_freezes_leaves_its_neighbours_alone(lanes: int) -> None:
    found = []
    for compiled in (True, False):
        bench = bench_of(CAR, compiled=compiled, count=3, lanes=lanes)
        for row in range(3):
            bench.set("actuator_command", (0.9, 0.3), row)
        bench.run(5)
        bench.set("external_force_ned_n", (float("inf"), 0.0, 0.0), 1)
        bench.run(5)
        assert [bench.get("frozen", row)[0] for row in range(3)] == [0.0, 1.0, 0.0]
        assert not bench.get("wheel_speed_radps", 1).any()
        assert not bench.get("wheel_force_n", 1).any()
        assert bench.get("wheel_speed_radps", 2).tolist() == bench.get("wheel_speed_radps").tolist()
        found.append(bench.table.arenas["f8"].copy())
    np.testing.assert_array_equal(*found)


@pytest.mark.parametrize("lanes", [1, 16])
@pytest.mark.parametrize("kind", list(KINDS))
def test_compiled_equals_interpreted(kind: str, lanes: int) -> None:
    found = []
    for compiled in (True, False):
        bench = bench_of(KINDS[kind], compiled=compiled, count=3, lanes=lanes)
        for row in range(3):
            bench.set("ground_slope_ne", (0.2 * row, -0.1), row)
            bench.set("actuator_command", (0.9, 0.3 * row), row)
            bench.set("brake_command", 0.5 * (row == 2), row)
        bench.set("drive_speed_mps", 0.4, 1)
        bench.set("drive_commanded_tick", 0.0, 1)
        bench.run(25)
        found.append(bench.table.arenas["f8"].tobytes())
    assert found[0] == found[1]


def test_attitude_follows_the_slope() -> None:
    bench = bench_of(CAR, compiled=False)
    bench.set("ground_slope_ne", (0.0, tan(0.2)))
    bench.run(2)
    roll_angle, pitch, yaw = to_euler(*bench.get("attitude_wxyz"))
    assert (roll_angle, pitch, yaw) == pytest.approx((0.2, 0.0, 0.0), abs=1e-3)
