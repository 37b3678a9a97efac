"""The kinematic differential drive against closed forms, and the numbers of ADR-00156."""

from dataclasses import replace
from functools import partial
from math import atan, cos, exp, pi, sin, sqrt, tan

import numpy as np
import pytest

from simloop.kernels.ground_plane import chord_share, plane_of
from simloop.math.quaternion import from_euler, rotate_to_world, to_euler
from simloop.math.vector import Vec2
from simloop.server.files import load_vehicle
from simloop.server.simulation import Simulation
from simloop.systems import differential_drive
from simloop.testing.body_bench import BodyBench
from simloop.world.plugin import VehicleKit

ADR = differential_drive.Config()


def bench_of(config: differential_drive.Config = ADR, **options: object) -> BodyBench:
    equip = partial(differential_drive.equip, config=config)
    return BodyBench(equip, **options)  # type: ignore[arg-type]


def heading_of(bench: BodyBench) -> float:
    return to_euler(*bench.get("attitude_wxyz"))[2]


def test_the_vehicle_file_has_the_numbers_of_the_adr() -> None:
    kit = load_vehicle("pico_rover")
    given = kit.dynamics["differential_drive"].node.value
    assert isinstance(given, dict)
    assert given["wheel_base_m"].value == ADR.wheel_base_m == 0.15
    assert given["max_speed_mps"].value == ADR.max_speed_mps == 1.0
    assert given["max_turn_rate_radps"].value == ADR.max_turn_rate_radps == 2.0
    assert ADR.max_acceleration_mps2 == ADR.time_constant_s == 0.0


def test_sensors_of_the_vehicle_file_have_the_adrs_noise() -> None:
    sim = Simulation.load("pico_square", compiled=False)
    vehicle = sim.world.by_name("pico")

    def column(name: str) -> np.ndarray:
        return sim.world.vector(vehicle, name)

    assert column("gnss_position_sigma_ned_m") == pytest.approx([0.5] * 3, rel=1e-6)
    assert column("imu_accel_sigma_mps2") == pytest.approx([0.1])
    assert column("imu_gyro_sigma_radps") == pytest.approx([0.01])
    north, east, _ = column("mag_world_field_ned_t")
    assert column("mag_sigma_t")[0] / sqrt(north**2 + east**2) == pytest.approx(0.05, rel=0.05)


def test_straight() -> None:
    bench = bench_of()
    bench.set("attitude_wxyz", from_euler(0.0, 0.0, 0.6))
    bench.set("actuator_command", (0.5, 0.5))
    bench.run(400)
    expected = [0.5 * cos(0.6), 0.5 * sin(0.6), -0.05]
    assert bench.get("position_ned_m") == pytest.approx(expected, abs=1e-12)
    assert heading_of(bench) == pytest.approx(0.6, abs=1e-12)
    assert bench.get("velocity_frd_mps") == pytest.approx([0.5, 0.0, 0.0], abs=1e-12)


def test_spin_to_the_right() -> None:
    bench = bench_of()
    # w = (vl - vr) / base = 0.06 / 0.15, to the right as the left wheel is faster
    bench.set("actuator_command", (0.03, -0.03))
    bench.run(400)
    assert bench.get("position_ned_m") == pytest.approx([0.0, 0.0, -0.05], abs=1e-12)
    assert heading_of(bench) == pytest.approx(0.4, abs=1e-12)
    assert bench.get("rate_frd_radps") == pytest.approx([0.0, 0.0, 0.4], abs=1e-12)


@pytest.mark.parametrize("rate", [50, 400])
def test_arc_is_exact_at_any_rate(rate: int) -> None:
    left, right = 0.6, 0.5
    v, w = (left + right) / 2, (left - right) / 0.15
    bench = bench_of(tick_rate_hz=rate)
    bench.set("actuator_command", (left, right))
    bench.run(3 * rate)
    radius, angle = v / w, 3.0 * w
    expected = [radius * sin(angle), radius * (1.0 - cos(angle)), -0.05]
    assert bench.get("position_ned_m") == pytest.approx(expected, abs=1e-12)
    assert heading_of(bench) == pytest.approx(angle, abs=1e-12)
    assert bench.get("acceleration_frd_mps2") == pytest.approx([0.0, v * w, 0.0], abs=1e-9)


def test_the_turn_rate_is_limited_and_odometry_agrees() -> None:
    bench = bench_of()
    bench.set("actuator_command", (1.0, -0.2))
    bench.run(200)
    assert bench.get("rate_frd_radps")[2] == pytest.approx(2.0)
    assert bench.get("velocity_frd_mps")[0] == pytest.approx(0.4)
    assert bench.get("odometry_place_m") == pytest.approx(bench.get("position_ned_m")[:2])


def test_acceleration_limit_gives_a_ramp() -> None:
    bench = bench_of(replace(ADR, max_acceleration_mps2=0.5))
    bench.set("actuator_command", (1.0, 1.0))
    bench.run(400)
    assert bench.get("velocity_frd_mps")[0] == pytest.approx(0.5, abs=1e-12)
    assert bench.get("acceleration_frd_mps2")[0] == pytest.approx(0.5, abs=1e-9)
    assert bench.get("position_ned_m")[0] == pytest.approx(0.25, abs=1e-12)


def test_lag_is_first_order() -> None:
    bench = bench_of(replace(ADR, time_constant_s=0.1))
    bench.set("actuator_command", (1.0, 1.0))
    bench.run(40)
    assert bench.get("velocity_frd_mps")[0] == pytest.approx(1.0 - exp(-1.0), rel=1e-12)


def test_axes_of_a_slope_are_orthonormal_and_make_the_attitude() -> None:
    plane = plane_of(Vec2(0.3, -0.5))
    axes = np.array([[plane.first_n, 0.0, plane.first_d], plane.second, plane.normal])
    assert axes @ axes.T == pytest.approx(np.eye(3), abs=1e-15)
    assert np.linalg.det(axes) == pytest.approx(1.0)
    assert plane.first_d / plane.first_n == pytest.approx(0.3)
    turned = plane.attitude(0.7).matrix().transposed()
    forward = cos(0.7) * axes[0] + sin(0.7) * axes[1]
    assert plane.forward(0.7) == pytest.approx(forward, abs=1e-15)
    assert plane.heading_of(plane.forward(0.7)) == pytest.approx(0.7, abs=1e-15)
    assert turned.x == pytest.approx(forward, abs=1e-15)
    assert turned.z == pytest.approx(axes[2], abs=1e-15)


@pytest.mark.parametrize("x", [0.0, 1e-7, 9.9e-5, 1.1e-4, 0.3, -1.0])
def test_chord_over_arc(x: float) -> None:
    assert chord_share(x) == pytest.approx(np.sinc(x / pi), abs=1e-15)


@pytest.mark.parametrize("heading", [0.0, 1.0, 2.5])
def test_a_slope_is_driven_along_itself(heading: float) -> None:
    bench = bench_of()
    slope = tan(0.25)
    bench.set("ground_slope_ne", (slope, 0.0))
    bench.set("attitude_wxyz", from_euler(0.0, 0.0, heading))
    bench.set("actuator_command", (0.8, 0.8))
    bench.run(1)
    forward = rotate_to_world(*bench.get("attitude_wxyz"), 1.0, 0.0, 0.0)
    down = rotate_to_world(*bench.get("attitude_wxyz"), 0.0, 0.0, 1.0)
    assert down == pytest.approx([-sin(0.25), 0.0, cos(0.25)], abs=1e-12)
    assert bench.get("position_ned_m")[:2] == pytest.approx([x * 0.002 for x in forward[:2]])
    assert forward[2] == pytest.approx(slope * forward[0], abs=1e-12)
    # Being put on the slope is no motion that a gyro would feel.
    assert bench.get("rate_frd_radps")[:2] == pytest.approx([0.0, 0.0])


def test_hills_are_followed_and_felt() -> None:
    """Down a valley d = 0.2 cos(k n): height, pitch, pitch rate and centripetal acceleration."""
    bench, k = bench_of(), 1.5
    bench.set("actuator_command", (1.0, 1.0))
    turned = 0.0
    for _ in range(600):
        north = bench.get("position_ned_m")[0]
        bench.set("ground_down_m", 0.2 * cos(k * north))
        bench.set("ground_slope_ne", (-0.2 * k * sin(k * north), 0.0))
        bench.run(1)
        turned += bench.get("rate_frd_radps")[1] / 400.0
    north, _, down = bench.get("position_ned_m")
    slope = -0.2 * k * sin(k * north)
    assert down == pytest.approx(0.2 * cos(k * north) - 0.05 * sqrt(1.0 + slope**2), abs=1e-4)
    pitch = to_euler(*bench.get("attitude_wxyz"))[1]
    assert pitch == pytest.approx(-atan(slope), abs=2e-3)
    assert turned == pytest.approx(pitch, abs=1e-3)
    q = bench.get("rate_frd_radps")[1]
    assert bench.get("acceleration_frd_mps2")[2] == pytest.approx(-1.0 * q)


def test_a_twist_is_followed_until_it_is_too_old() -> None:
    bench = bench_of()
    bench.set("drive_speed_mps", 0.4)
    bench.set("drive_yaw_rate_radps", -0.5)
    bench.set("drive_commanded_tick", 0.0)
    bench.run(200)
    assert bench.get("velocity_frd_mps")[0] == pytest.approx(0.4, abs=1e-12)
    assert bench.get("rate_frd_radps")[2] == pytest.approx(-0.5, abs=1e-12)
    bench.run(1)
    assert np.all(bench.get("velocity_frd_mps") == 0.0)
    bench.set("drive_commanded_tick", 1.0)
    bench.run(1)
    assert bench.get("velocity_frd_mps")[0] == pytest.approx(0.4, abs=1e-12)


def test_whoever_commands_last_wins() -> None:
    bench = bench_of(replace(ADR, command_timeout_s=0.0))
    bench.set("actuator_command", (0.1, 0.1))
    bench.run(1)
    bench.set("drive_speed_mps", 0.4)
    bench.set("drive_commanded_tick", 7.0)
    bench.run(500)
    assert bench.get("velocity_frd_mps")[0] == pytest.approx(0.4, abs=1e-12)
    bench.set("actuator_command", (0.2, 0.2))
    bench.run(500)
    assert bench.get("velocity_frd_mps")[0] == pytest.approx(0.2, abs=1e-12)
    bench.set("drive_commanded_tick", 8.0)
    bench.run(1)
    assert bench.get("velocity_frd_mps")[0] == pytest.approx(0.4, abs=1e-12)


def test_too_much_for_the_wheels_keeps_the_curve() -> None:
    bench = bench_of(replace(ADR, max_turn_rate_radps=10.0))
    bench.set("drive_speed_mps", 1.0)
    bench.set("drive_yaw_rate_radps", 4.0)
    bench.set("drive_commanded_tick", 0.0)
    bench.run(1)
    v, w = bench.get("velocity_frd_mps")[0], bench.get("rate_frd_radps")[2]
    assert v / w == pytest.approx(0.25)
    assert v + w * 0.075 == pytest.approx(1.0)


def test_bad_encoders_drift() -> None:
    errors = differential_drive.Odometry(left_scale=1.02, step_m=1e-3)
    bench = bench_of(replace(ADR, odometry=errors))
    bench.set("actuator_command", (0.5, 0.5))
    bench.run(400)
    turned = 0.5 * 0.02 / 0.15
    assert bench.get("odometry_heading_rad")[0] == pytest.approx(turned, abs=1e-3 / 0.15)
    assert bench.get("position_ned_m")[1] == 0.0
    assert bench.get("odometry_seen_m") == pytest.approx([0.51, 0.5], abs=1e-12)


def test_encoder_noise_grows_with_the_root_of_the_way() -> None:
    noisy = replace(ADR, odometry=differential_drive.Odometry(noise=0.02))
    bench = bench_of(noisy, count=16, lanes=16)
    for row in range(16):
        bench.set("noise_key", np.uint64(1000 + row), row)
        bench.set("actuator_command", (1.0, 1.0), row)
    bench.run(800)
    headings = [bench.get("odometry_heading_rad", row)[0] for row in range(16)]
    expected = 0.02 * sqrt(2.0) * sqrt(2.0) / 0.15
    assert np.std(headings) == pytest.approx(expected, rel=0.5)


@pytest.mark.parametrize("column", ["actuator_command", "drive_speed_mps", "drive_yaw_rate_radps"])
def test_not_a_number_is_harmless(column: str) -> None:
    bench = bench_of()
    bench.set("drive_commanded_tick", 0.0)
    bench.set(column, float("nan"))
    bench.run(5)
    assert bench.get("frozen")[0] == 0.0
    assert np.all(bench.get("velocity_frd_mps") == 0.0)


def test_a_state_that_is_not_finite_freezes() -> None:
    bench = bench_of()
    bench.set("actuator_command", (1.0, 1.0))
    bench.run(10)
    place = bench.get("position_ned_m")
    bench.set("ground_slope_ne", (float("nan"), 0.0))
    bench.run(3)
    assert bench.get("frozen")[0] == 1.0
    assert bench.get("frozen_tick")[0] == 11.0
    assert bench.get("position_ned_m").tolist() == place.tolist()


@pytest.mark.parametrize("lanes", [1, 16])
def test_one_that_freezes_leaves_its_neighbours_alone(lanes: int) -> None:
    found = []
    for compiled in (True, False):
        bench = bench_of(count=3, lanes=lanes, compiled=compiled)
        for row in range(3):
            bench.set("actuator_command", (0.9, 0.3), row)
        bench.set("ground_slope_ne", (float("nan"), 0.0), 1)
        bench.run(5)
        assert [bench.get("frozen", row)[0] for row in range(3)] == [0.0, 1.0, 0.0]
        assert bench.get("velocity_frd_mps", 1).tolist() == [0.0, 0.0, 0.0]
        assert bench.get("position_ned_m", 2).tolist() == bench.get("position_ned_m").tolist()
        found.append(bench.table.arenas["f8"].copy())
    np.testing.assert_array_equal(*found)


@pytest.mark.parametrize("lanes", [1, 16])
def test_compiled_equals_interpreted(lanes: int) -> None:
    found = []
    for compiled in (True, False):
        noisy = replace(ADR, odometry=differential_drive.Odometry(noise=0.02, step_m=0.001))
        bench = bench_of(noisy, count=3, lanes=lanes, compiled=compiled)
        for row in range(3):
            bench.set("ground_slope_ne", (0.1 * row, -0.2), row)
            bench.set("actuator_command", (0.9, 0.3 * row), row)
            bench.set("noise_key", np.uint64(7 + row), row)
        bench.set("drive_speed_mps", 0.4, 1)
        bench.set("drive_commanded_tick", 0.0, 1)
        bench.run(60)
        found.append(bench.table.arenas["f8"].tobytes())
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"wheel_base_m": 0.0}, "wheel_base_m"),
        ({"max_speed_mps": -1.0}, "max_speed_mps"),
        ({"max_acceleration_mps2": -1.0}, "max_acceleration_mps2"),
        ({"command_timeout_s": -1.0}, "command_timeout_s"),
        ({"mixer": differential_drive.Mixer(kind="thruster")}, "must serve Fx and Qz"),
    ],
)
def test_impossible_numbers_are_refused_by_name(change: dict[str, object], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        differential_drive.equip(VehicleKit(400), replace(ADR, **change))  # type: ignore[arg-type]


@pytest.mark.parametrize("change", [{"track_m": 0.0}, {"left_scale": -1.0}, {"noise": -1.0}])
def test_impossible_encoders_are_refused_by_name(change: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=f"drive: {next(iter(change))} must"):
        differential_drive.Odometry(**change)


def test_what_it_can_do() -> None:
    assert differential_drive.turning_radius_m(ADR) == 0.5
    assert differential_drive.stopping_distance_m(ADR) == 0.0
    limited = replace(ADR, max_acceleration_mps2=2.0)
    assert differential_drive.stopping_distance_m(limited) == 0.25
    assert differential_drive.max_speed_mps(ADR) == 1.0
