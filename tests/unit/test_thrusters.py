"""Thrusters, rudder and windage of a vessel against formulas written by hand."""

from dataclasses import replace
from functools import partial
from math import atan, cos, exp, pi, radians, sin, sqrt

import numpy as np
import pytest
from scipy.optimize import fsolve

from simloop.math.quaternion import from_euler, rotate_to_body
from simloop.math.vector import Quaternion, Vec3
from simloop.systems import physics, vessel
from simloop.systems.vessel import AddedMass, Cell, Damping, Rudder, Thruster, Windage
from simloop.systems.vessel.components import SteeringGear, Thrusters, Vessel
from simloop.systems.vessel.forces import RudderFlow
from simloop.systems.vessel.thrust import drive_vessel, speed_through_water
from simloop.testing.body_bench import BodyBench
from simloop.world.actuators.components import Outputs
from simloop.world.body import Body, Water
from simloop.world.mixer import Mixer

BARE = vessel.Config(mass_kg=50.0, added_mass=AddedMass(X_udot=-6.0, Y_vdot=-45.0, N_rdot=-9.0))
TWIN = replace(
    BARE,
    damping=Damping(X_u=-10.0, Y_v=-40.0, N_r=-25.0),
    mixer=Mixer(kind="twin_thruster"),
    thrusters=(
        Thruster(output=0, position_frd_m=(-0.6, -0.3, 0.1), max_thrust_n=60.0),
        Thruster(output=1, position_frd_m=(-0.6, 0.3, 0.1), max_thrust_n=60.0, max_reverse_n=30.0),
    ),
)
BLADE = Rudder(output=0, position_frd_m=(-0.8, 0.0, 0.0), area_m2=0.03)
HELM = replace(
    BARE,
    mixer=Mixer(kind="thruster_rudder"),
    thrusters=(Thruster(output=1, max_thrust_n=100.0, zero_thrust_speed_mps=6.0),),
    rudder=BLADE,
)


def bench_of(config: vessel.Config, *, rate: int = 100) -> BodyBench:
    still = partial(physics.equip, config=physics.Config())
    return BodyBench(partial(vessel.equip, config=config), still, tick_rate_hz=rate)


def turning(bench: BodyBench) -> float:
    return float(bench.get("rate_frd_radps")[2])


def test_equal_thrusters_go_straight_and_unequal_ones_turn() -> None:
    for commands, side in (((0.5, 0.5), 0), ((0.6, 0.2), 1), ((0.2, 0.6), -1)):
        bench = bench_of(TWIN)
        bench.set("actuator_command", commands)
        bench.run(200)
        assert np.sign(round(turning(bench), 12)) == side
        assert bench.get("velocity_frd_mps")[0] > 0.1


def test_thrust_is_quadratic_weaker_astern_and_falls_with_speed() -> None:
    bench = bench_of(TWIN)
    bench.set("actuator_command", (0.5, -0.5))
    bench.run(1)
    assert bench.get("force_frd_n")[0] == pytest.approx(60.0 * 0.25 - 30.0 * 0.25)
    assert bench.get("torque_frd_nm")[2] == pytest.approx(0.3 * (15.0 + 7.5))
    fast = bench_of(replace(HELM, rudder=replace(BLADE, area_m2=1e-12)))
    fast.set("velocity_frd_mps", (1.5, 0.0, 0.0))
    fast.set("actuator_command", (0.0, 0.8))
    fast.run(1)
    assert fast.get("force_frd_n")[0] == pytest.approx(100.0 * 0.8 * (0.8 - 1.5 / 6.0))


@pytest.mark.parametrize("wash", [0.0, 0.5])
def test_the_rudder_pushes_as_its_angle_of_attack_says(wash: float) -> None:
    config = replace(HELM, rudder=replace(BLADE, wash=wash))
    bench = bench_of(config)
    nu = (2.0, -0.3, 0.2)
    bench.set("velocity_frd_mps", (nu[0], nu[1], 0.0))
    bench.set("rate_frd_radps", (0.0, 0.0, nu[2]))
    bench.set("actuator_command", (0.6, 0.7))
    bench.run(1)
    thrust = 100.0 * 0.7 * (0.7 - 2.0 / 6.0)
    # By angles: direction of the flow, angle of attack, dynamic pressure, Fujii's lift slope.
    angle, x = 0.6 * radians(35.0), -0.8
    along = sqrt(nu[0] ** 2 + wash * 2.0 * thrust / (1025.0 * pi * 0.3**2 / 4.0))
    across = nu[1] + x * nu[2]
    attack = angle + atan(across / along)
    slope = 6.13 * 1.5 / (1.5 + 2.25)
    normal = 0.5 * 1025.0 * 0.03 * slope * (along**2 + across**2) * sin(attack)
    push = (-normal * sin(angle), -normal * cos(angle), -x * normal * cos(angle))
    found = (*bench.get("force_frd_n")[:2], bench.get("torque_frd_nm")[2])
    assert found == pytest.approx((thrust + push[0], push[1], push[2]), rel=1e-9)
    assert found[2] > 0.0


def test_outputs_lag_and_fail() -> None:
    slow = replace(TWIN.thrusters[0], time_constant_s=0.2)
    bench = bench_of(replace(TWIN, thrusters=(slow, TWIN.thrusters[1])))
    bench.set("actuator_command", (1.0, 1.0))
    bench.set("output_effectiveness", (1.0, 0.0))
    bench.run(20)
    reached = 1.0 - exp(-1.0)
    assert bench.get("thruster_command") == pytest.approx([reached, 0.0], rel=1e-9)
    assert bench.get("thruster_wrench")[0] == pytest.approx(60.0 * reached**2, rel=1e-9)


def test_wind_drifts_a_vessel_until_water_holds_it() -> None:
    air = Windage(frontal_area_m2=0.4, lateral_area_m2=1.0, lateral_drag=0.9)
    config = replace(BARE, windage=air, damping=Damping(X_u=-10.0, Y_vv=-60.0, N_r=-5.0))
    bench = bench_of(config, rate=20)
    bench.set("wind_ned_mps", (0.0, 6.0, 0.0))
    bench.run(4000)
    # Half rho A C (W - v)^2 = 60 v^2.
    ratio = sqrt(0.5 * 1.225 * 0.9 / 60.0)
    assert bench.get("velocity_frd_mps")[1] == pytest.approx(6.0 * ratio / (1.0 + ratio), rel=1e-9)


def test_a_blade_never_pushes_with_the_flow() -> None:
    rng = np.random.default_rng(3)
    for angle, u, v in rng.uniform(-1.0, 1.0, (200, 3)) * (0.6, 3.0, 3.0):
        fx, fy = RudderFlow(sin(angle), cos(angle), 0.0).force(2.0, u, v)
        assert fx * u + fy * v <= 1e-12
    assert RudderFlow(0.0, 1.0, 0.0).force(2.0, 3.0, 0.0) == (0.0, 0.0)


def test_going_astern_the_rudder_turns_the_other_way() -> None:
    flow = RudderFlow(sin(0.3), cos(0.3), 0.0)
    ahead, astern = flow.force(2.0, 1.5, 0.0), flow.force(2.0, -1.5, 0.0)
    assert astern == pytest.approx((-ahead[0], -ahead[1]))


def test_each_device_follows_its_share_of_the_outputs() -> None:
    sizes = {"THRUSTERS": 2, "OUTPUTS": 3}
    outputs = Outputs(
        sizes=sizes, position=(0.5, -0.8, 0.4), effectiveness=(1.0, 0.5, 1.0), bias=(0.0, 0.0, 0.9)
    )
    thrusters = Thrusters(
        sizes=sizes,
        output=(1.0, 0.0, 0.0, 0.0, 1.0, 0.0),
        most_n=(40.0, 20.0, 40.0, 20.0),
        right_m=(-0.3, 0.3),
        down_m=(0.1, 0.1),
        loss_spm=(0.1, 0.2),
    )
    gear = SteeringGear(sizes=sizes, output=(0.0, 0.0, 0.6), wash_gain=2.0)
    body, water, boat = Body(), Water(density_kgpm3=1000.0), Vessel()
    drive_vessel(outputs, thrusters, gear, body, water, boat)
    assert thrusters.command == pytest.approx([0.5, -0.4])
    ahead, astern = 40.0 * 0.25, -20.0 * 0.16
    losses = 40.0 * 0.5 * 0.1, 20.0 * 0.4 * 0.2
    assert boat.thrust.surge == pytest.approx(ahead + astern)
    assert boat.thrust.yaw == pytest.approx(0.3 * ahead - 0.3 * astern)
    assert boat.thrust.pitch == pytest.approx(0.1 * (ahead + astern))
    assert boat.thrust.surge_at(2.0, 0.0, 0.0) == pytest.approx(
        ahead + astern - 2.0 * (losses[0] + losses[1])
    )
    # Output and bias are more than there is: the rudder stops at its largest angle.
    wash = 2.0 * (ahead + astern) / 1000.0
    assert boat.rudder_flow == pytest.approx((sin(0.6), cos(0.6), wash))


def test_forward_speed_through_moving_water() -> None:
    attitude = from_euler(0.2, -0.3, 2.0)
    stream = (0.4, -0.7, 0.1)
    expected = 1.5 - rotate_to_body(*attitude, *stream)[0]
    body = Body(attitude_wxyz=Quaternion(*attitude), velocity_frd_mps=Vec3(1.5, 0.2, -0.1))
    found = speed_through_water(body, Water(velocity_ned_mps=Vec3(*stream)))
    assert found == pytest.approx(expected, rel=1e-12)


USV = vessel.Config(
    motion="3dof",
    mass_kg=180.0,
    inertia_kgm2=(120.0, 393.0, 446.0, 0.0, 0.0, 0.0),
    damping=Damping(X_u=-51.3, Y_v=-120.0, N_r=-400.0, N_rr=-200.0),
    mixer=Mixer(kind="twin_thruster"),
    thrusters=tuple(
        Thruster(
            output=n,
            position_frd_m=(-2.4, side, 0.4),
            max_thrust_n=250.0,
            zero_thrust_speed_mps=8.0,
        )
        for n, side in enumerate((-1.0, 1.0))
    ),
)


def test_a_boat_turns_as_fast_as_its_thrusters_inflow_lets_it() -> None:
    bench = bench_of(USV, rate=25)
    bench.set("actuator_command", (0.9, 0.3))
    bench.run(1000)

    def rest(state: np.ndarray) -> list[float]:
        u, v, r = state
        left = 250.0 * 0.9 * (0.9 - (u + r) / 8.0)
        right = 250.0 * 0.3 * (0.3 - (u - r) / 8.0)
        return [
            left + right - 51.3 * u + 180.0 * v * r,
            -120.0 * v - 180.0 * u * r,
            left - right - (400.0 + 200.0 * abs(r)) * r,
        ]

    speed, drift, turn = fsolve(rest, [1.0, -0.3, 0.3])
    assert bench.get("velocity_frd_mps")[:2] == pytest.approx([speed, drift], rel=1e-4)
    assert turning(bench) == pytest.approx(turn, rel=1e-4)


HULL = Cell(length_m=4.0, width_m=2.0, bottom_m=0.3, height_m=0.6)


def test_a_hulls_thrusters_meet_the_speed_at_their_own_place() -> None:
    def wrench(commands: tuple[float, float]) -> np.ndarray:
        bench = bench_of(replace(USV, motion="6dof", hull=(HULL,)))
        bench.set("position_ned_m", (0.0, 0.0, 5.0))
        bench.set("velocity_frd_mps", (1.2, 0.0, 0.0))
        bench.set("rate_frd_radps", (0.0, 0.2, 0.5))
        bench.set("actuator_command", commands)
        bench.run(1)
        return np.array([bench.get("force_frd_n")[0], *bench.get("torque_frd_nm")[1:]])

    found = wrench((0.9, 0.3)) - wrench((0.0, 0.0))
    speed = 1.2 + 0.2 * 0.4
    left = 250.0 * 0.9 * (0.9 - (speed + 0.5) / 8.0)
    right = 250.0 * 0.3 * (0.3 - (speed - 0.5) / 8.0)
    assert found == pytest.approx([left + right, 0.4 * (left + right), left - right], rel=1e-6)
