"""What a vehicle on wheels is made of, what it can do, and what its drives and controller do."""

from dataclasses import replace
from math import atan, degrees, pi, radians, tan

import numpy as np
import pytest

from simloop.server.files import build_config, load_vehicle
from simloop.systems import rover
from simloop.systems.rover import performance
from simloop.systems.rover.geometry import wheels_of
from simloop.testing.body_bench import BodyBench
from simloop.world.drive.controller import follow
from simloop.world.mixer import Mixer
from simloop.world.plugin import VehicleKit

G = 9.80665
CAR = rover.Config()


def config_of(name: str) -> rover.Config:
    return build_config(rover.Config, load_vehicle(name).dynamics["rover"], "rover")


SKID, DIFF = config_of("rover_skid"), config_of("rover_diff")


def bench_of(config: rover.Config) -> BodyBench:
    return BodyBench(lambda kit: rover.equip(kit, config))


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"mass_kg": 0.0}, "mass_kg"),
        ({"friction": float("nan")}, "friction"),
        ({"cg_to_front_m": 0.6}, "cg_to_front_m"),
        ({"cornering_stiffness": (8.0, 0.0)}, "cornering_stiffness"),
        ({"rolling_resistance": -0.1}, "rolling_resistance"),
        ({"max_steering_deg": 75.0}, "max_steering_deg"),
        ({"substeps": 0}, "substeps"),
        ({"wheel_inertia_kgm2": 1e-7}, "wheel_inertia_kgm2"),
        ({"command_timeout_s": -1.0}, "command_timeout_s"),
    ],
)
def test_impossible_numbers_are_refused_by_name(change: dict[str, object], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        rover.equip(VehicleKit(400), replace(CAR, **change))  # type: ignore[arg-type]


def test_what_it_can_do() -> None:
    assert performance.turning_radius_m(CAR) == pytest.approx(0.55 / tan(pi / 6.0))
    assert performance.turning_radius_m(SKID) == 0.0
    assert performance.tipping_acceleration_mps2(CAR) == pytest.approx(0.5 * G * 0.45 / 0.12)
    # So much torque that grip decides.
    strong = replace(CAR, stall_torque_nm=50.0)
    assert performance.steepest_climb_deg(strong) == pytest.approx(degrees(atan(0.9 - 0.015)))
    assert performance.max_speed_mps(replace(CAR, rolling_resistance=2.0)) == 0.0


def test_shares_of_all_wheels_carry_the_vehicle() -> None:
    for config in (CAR, SKID):
        assert sum(w.load_share for w in wheels_of(config)) == pytest.approx(1.0)
        assert sum(w.pitch_gain_pm for w in wheels_of(config)) == pytest.approx(0.0)
        assert sum(w.roll_gain_pm for w in wheels_of(config)) == pytest.approx(0.0)
    # The differential vehicle's caster carries the rest: lever arms 0.05 m and 0.15 m.
    assert sum(w.load_share for w in wheels_of(DIFF)) == pytest.approx(0.75)


def test_steered_wheels_point_across_the_line_to_the_turns_centre() -> None:
    bench = bench_of(replace(CAR, steering_time_constant_s=0.0))
    bench.set("actuator_command", (0.8, 0.0))
    bench.run(1)
    mean = 0.8 * radians(30.0)
    assert bench.get("steering_rad")[0] == pytest.approx(mean)
    angles = np.arctan2(*bench.get("wheel_steer").reshape(2, 4))
    centre = 0.55 / tan(mean)
    assert angles[0] == pytest.approx(atan(0.55 / (centre + 0.225)))
    assert angles[1] == pytest.approx(atan(0.55 / (centre - 0.225)))
    assert angles[2:] == pytest.approx([0.0, 0.0])


@pytest.mark.parametrize(
    ("at_zero", "speed", "loss", "brake"),
    [
        ("hold", 0.1, 3.0 / 80.0, 6.0),
        ("hold", 1.0, 3.0 / 80.0, 0.0),
        ("brake", 0.1, 3.0 / 80.0, 0.0),
        ("coast", 0.1, 0.0, 0.0),
    ],
)
def test_without_command(at_zero: str, speed: float, loss: float, brake: float) -> None:
    bench = bench_of(replace(CAR, at_zero=at_zero))  # type: ignore[arg-type]
    bench.set("wheel_speed_radps", [speed] * 4)
    bench.run(1)
    assert bench.get("wheel_loss_nms") == pytest.approx([loss] * 4)
    assert bench.get("wheel_brake_nm") == pytest.approx([brake] * 4)
    assert np.all(bench.get("wheel_torque_nm") == 0.0)


def test_only_driven_wheels_drive() -> None:
    bench = bench_of(replace(CAR, driven="rear"))
    bench.set("actuator_command", (0.0, 0.5))
    bench.run(1)
    assert bench.get("wheel_torque_nm") == pytest.approx([0.0, 0.0, 1.5, 1.5])
    assert performance.steepest_climb_deg(replace(CAR, driven="rear", stall_torque_nm=50.0)) < 25.0


def test_sides_turn_by_their_difference() -> None:
    bench = bench_of(SKID)
    bench.set("actuator_command", (0.9, 0.1))
    bench.run(1)
    share = bench.get("wheel_torque_nm") / 40.0
    assert share == pytest.approx([0.9, 0.1, 0.9, 0.1])
    assert np.all(bench.get("wheel_steer") == [0.0] * 4 + [1.0] * 4)


def test_faults_of_an_output_reach_the_wheels() -> None:
    bench = bench_of(SKID)
    bench.set("output_effectiveness", (1.0, 0.5))
    bench.set("actuator_command", (0.8, 0.8))
    bench.run(1)
    assert bench.get("wheel_torque_nm") / 40.0 == pytest.approx([0.8, 0.4, 0.8, 0.4])


def test_a_mixer_of_ones_own_serves_twists_too() -> None:
    swapped = Mixer(outputs=("servo", "servo"), Fx=(1.0, 0.0), Qz=(0.0, -1.0))
    bench = bench_of(replace(CAR, mixer=swapped))
    bench.set("drive_speed_mps", 2.0)
    bench.set("drive_yaw_rate_radps", 0.5)
    bench.set("drive_commanded_tick", 0.0)
    bench.run(1)
    throttle, steering = bench.get("actuator_command")
    assert throttle > 0.0 > steering
    assert bench.get("standard_command")[0] == pytest.approx(throttle)


def test_braking_motors_feed_the_bus() -> None:
    bench = bench_of(replace(CAR, at_zero="brake"))
    bench.set("wheel_speed_radps", [60.0] * 4)
    bench.set("velocity_frd_mps", (6.0, 0.0, 0.0))
    bench.set("actuator_command", (0.0, 0.25))
    bench.run(1)
    # Duty 0.25 drives for 20 rad/s; at 60 the motor is a generator.
    torque = 3.0 * (0.25 - 60.0 / 80.0)
    assert bench.get("drive_current_a")[0] == pytest.approx(4 * 0.25 * torque * 80.0 / 14.8)
    assert bench.get("bus_current_a")[0] == bench.get("drive_current_a")[0]


def test_a_speed_controller_waits_at_its_limit() -> None:
    command, integral = follow(8.0, 0.0, 0.3, 8.0, 2.0, 0.01)
    assert (command, integral) == (1.0, 0.3)
    command, integral = follow(4.0, 4.0, 0.1, 8.0, 2.0, 0.01)
    assert (command, integral) == (0.6, 0.1)
    command, integral = follow(4.0, 3.2, 0.1, 8.0, 2.0, 0.01)
    assert integral == pytest.approx(0.1 + 0.01 * 0.1)
    assert command == pytest.approx(0.5 + 0.2 + integral)
