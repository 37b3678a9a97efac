"""Every control level flown by the quad, and the changes between them."""

from collections.abc import Callable
from math import atan2, degrees, hypot, pi, sin

import pytest
from multirotor_bench import HEIGHT_M, TruthBench, hover_share, in_the_air, roll_of, throttle

from simloop.firmware.codes import Axis, GoalKind, Level

PASS = Axis.PASS_THROUGH


def heading_of(bench: TruthBench) -> float:
    """Heading in rad."""
    w, x, y, z = bench.read("attitude_wxyz")
    return atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))


def pitch_of(bench: TruthBench) -> float:
    """Pitch in rad, near level."""
    w, x, y, z = bench.read("attitude_wxyz")
    return float(2.0 * (w * y - z * x))


def trace(bench: TruthBench, seconds: float, look: Callable[[], float]) -> list[float]:
    """A number every 20 ms."""
    seen = []
    for _ in range(round(seconds * 50.0)):
        bench.run(0.02)
        seen.append(look())
    return seen


def test_pass_through_gives_torque_in_proportion() -> None:
    """Nothing holds the vehicle: a share of the torque turns it faster and faster."""
    bench = in_the_air("quad")
    bench.set(
        fw_control_level=Level.PASS_THROUGH,
        fw_command=[0.0, 0.0, hover_share(bench), 0.1, -0.05, 0.5],
        fw_command_type=[PASS] * 6,
    )
    bench.run(0.5)
    full = bench.read("fw_mc_torque_full_nm")
    asked = [0.1 * full[0], -0.05 * full[1], 0.5 * full[2]]
    given = bench.read("fw_torque_frd_nm")
    assert given[:2] == pytest.approx(asked[:2])
    # Rotors that speed up turn the vehicle, too: the propellers are asked for the rest.
    assert 0.5 * asked[2] < given[2] < asked[2]
    p, q, r = bench.read("rate_frd_radps")
    assert p > 0.5 and q < -0.2 and r > 0.2


def test_pass_through_turns_as_fast_as_torque_and_inertia_say() -> None:
    bench = in_the_air("quad")
    throttle(bench, Level.PASS_THROUGH, PASS, 0.1)
    bench.run(0.2)
    before = bench.get("rate_frd_radps")
    bench.run(0.2)
    gained = 0.2 * 0.1 * bench.get("fw_mc_torque_full_nm") / 0.08
    # The rotors damp a roll at 0.7 1/s: what is gained is less by a tenth.
    assert 0.85 * gained < bench.get("rate_frd_radps") - before < gained


def test_rates_are_held_about_each_axis_and_throttle_is_thrust() -> None:
    bench = in_the_air("quad")
    share = hover_share(bench)
    bench.set(
        fw_control_level=Level.RATE,
        fw_command=[0.0, 0.0, 1.2 * share, 0.0, 0.0, 0.6],
        fw_command_type=[0.0, 0.0, Axis.THROTTLE, *[Axis.RATE] * 3],
    )
    bench.run(1.5)
    assert bench.read("rate_frd_radps") == pytest.approx([0.0, 0.0, 0.6], abs=0.025)
    # The step in thrust fades in; then it is 1.2 times the weight.
    assert bench.get("fw_thrust_setpoint_n") == pytest.approx(1.2 * 3.5 * 9.80665, rel=0.03)
    assert bench.read("fw_velocity_ned_mps")[2] < -0.8


def test_a_flip_by_rates() -> None:
    """All the way round: nothing breaks upside down, and it can be caught by the angle level."""
    bench = in_the_air("racer")
    throttle(bench, Level.RATE, Axis.RATE, 10.0)
    bench.run(2.0 * pi / 10.0)
    assert bench.get("rate_frd_radps") > 8.0
    throttle(bench, Level.ANGLE, Axis.ANGLE, 0.0)
    bench.run(2.0)
    assert abs(roll_of(bench)) < 0.03
    bench.set(fw_control_level=Level.GOAL)
    bench.run(6.0)
    assert hypot(*bench.read("position_ned_m")[:2]) < 0.3


def test_angles_are_held_with_the_heading() -> None:
    bench = in_the_air("quad")
    bench.set(
        fw_control_level=Level.ANGLE,
        fw_command=[0.0, 0.0, hover_share(bench), 0.2, -0.1, 0.4],
        fw_command_type=[0.0, 0.0, Axis.THROTTLE, Axis.ANGLE, Axis.ANGLE, Axis.RATE],
    )
    bench.run(2.0)
    assert roll_of(bench) == pytest.approx(0.2, abs=0.02)
    assert pitch_of(bench) == pytest.approx(-0.1, abs=0.02)
    assert heading_of(bench) == pytest.approx(0.8, abs=0.1)
    command = bench.read("fw_command")
    bench.set(fw_command=[*command[:5], 0.0])
    bench.run(1.0)
    held = heading_of(bench)
    bench.run(3.0)
    assert heading_of(bench) == pytest.approx(held, abs=0.01)


def test_tilt_has_a_limit_that_a_user_sets() -> None:
    bench = in_the_air("quad", fw_mc_stick_tilt_limit_rad=0.3)
    throttle(bench, Level.ANGLE, Axis.ANGLE, 1.2)
    bench.run(1.5)
    assert roll_of(bench) == pytest.approx(0.3, abs=0.02)


def test_tilt_boost_keeps_the_height() -> None:
    sunk = []
    for boost in (0.0, 1.0):
        bench = in_the_air("quad", fw_mc_tilt_boost=boost)
        throttle(bench, Level.ANGLE, Axis.ANGLE, 0.6)
        bench.run(1.5)
        sunk.append(bench.read("position_ned_m")[2] + HEIGHT_M)
    assert sunk[0] > 0.6
    assert abs(sunk[1]) < 0.6 * sunk[0]


def test_climb_holds_height_under_level_sticks() -> None:
    bench = in_the_air("quad", wind_mps=3.0, turbulence="light")
    bench.set(
        fw_control_level=Level.CLIMB,
        fw_command=[0.0, 0.0, 0.0, 0.3, 0.0, 0.0],
        fw_command_type=[0.0, 0.0, 0.0, Axis.ANGLE, Axis.ANGLE, Axis.RATE],
        fw_goal_velocity_ned_mps=[0.0, 0.0, 0.0],
    )
    heights = trace(bench, 4.0, lambda: bench.read("position_ned_m")[2])
    assert max(abs(down + HEIGHT_M) for down in heights) < 0.4
    assert roll_of(bench) == pytest.approx(0.3, abs=0.03)
    bench.set(fw_goal_velocity_ned_mps=[0.0, 0.0, -1.5], fw_command=[0.0] * 6)
    bench.run(3.0)
    assert bench.read("fw_velocity_ned_mps")[2] == pytest.approx(-1.5, abs=0.15)


def test_velocity_in_wind_with_a_turn() -> None:
    bench = in_the_air("quad", wind_mps=6.0)
    bench.set(
        fw_control_level=Level.VELOCITY,
        fw_goal_velocity_ned_mps=[2.0, -3.0, -0.5],
        fw_goal_yaw_rate_radps=0.5,
    )
    bench.run(4.0)
    assert bench.read("fw_velocity_ned_mps") == pytest.approx([2.0, -3.0, -0.5], abs=0.1)
    assert bench.read("rate_frd_radps")[2] == pytest.approx(0.5, abs=0.05)
    bench.set(fw_goal_velocity_ned_mps=[0.0, 0.0, 0.0], fw_goal_yaw_rate_radps=0.0)
    bench.run(4.0)
    place = bench.read("position_ned_m")
    bench.run(5.0)
    assert bench.read("position_ned_m") == pytest.approx(place, abs=0.1)


def test_velocity_stays_within_what_a_user_allows() -> None:
    bench = in_the_air("quad", fw_mc_velocity_limit_mps=[3.0, 1.0, 1.0])
    bench.set(fw_control_level=Level.VELOCITY, fw_goal_velocity_ned_mps=[30.0, 0.0, -9.0])
    bench.run(5.0)
    assert bench.read("fw_velocity_ned_mps") == pytest.approx([3.0, 0.0, -1.0], abs=0.1)


@pytest.mark.parametrize("radius_m", [8.0, -8.0])
def test_an_orbit_at_radius_and_speed(radius_m: float) -> None:
    """Nose along the path; positive is clockwise from above."""
    bench = in_the_air("quad", wind_mps=4.0)
    centre = [0.0, 10.0, -HEIGHT_M]
    bench.set(
        fw_goal_ned_m=centre,
        fw_goal_kind=GoalKind.ORBIT,
        fw_goal_radius_m=radius_m,
        fw_goal_speed_mps=3.0,
    )
    bench.run(15.0)
    for _ in range(20):
        bench.run(0.5)
        north, east, _ = (a - b for a, b in zip(bench.read("position_ned_m"), centre, strict=True))
        vn, ve, _ = bench.read("fw_velocity_ned_mps")
        assert hypot(north, east) == pytest.approx(8.0, abs=0.35)
        assert hypot(vn, ve) == pytest.approx(3.0, abs=0.2)
        turning = (north * ve - east * vn) / (hypot(north, east) * hypot(vn, ve))
        assert turning == pytest.approx(1.0 if radius_m > 0.0 else -1.0, abs=0.02)
        assert abs(sin(0.5 * (heading_of(bench) - atan2(ve, vn)))) < 0.12
        assert bench.get("fw_goal_reached") == 1.0


def test_a_goal_to_pass_costs_no_speed_and_one_to_stop_at_does() -> None:
    slowest = {}
    for kind in (GoalKind.PASS, 0.0):
        bench = in_the_air("quad", fw_mc_goal_radius_m=2.0)
        bench.set(fw_goal_ned_m=[30.0, 0.0, -HEIGHT_M], fw_goal_kind=kind, fw_goal_speed_mps=5.0)
        speeds = []
        passed = False
        for _ in range(900):
            bench.run(0.02)
            if bench.get("fw_goal_reached") > 0.0 and not passed:
                passed = True
                bench.set(
                    fw_goal_ned_m=[60.0, 10.0, -HEIGHT_M],
                    fw_goal_start_ned_m=[30.0, 0.0, -HEIGHT_M],
                )
            if bench.get("position_ned_m") > 20.0:
                speeds.append(hypot(*bench.read("fw_velocity_ned_mps")[:2]))
            if bench.get("position_ned_m") > 40.0:
                break
        assert passed
        slowest[kind] = min(speeds)
    assert slowest[GoalKind.PASS] > 4.5
    assert slowest[0.0] < 3.0


def test_a_goal_to_pass_that_nobody_replaces_is_come_back_to() -> None:
    bench = in_the_air("quad")
    bench.set(fw_goal_ned_m=[15.0, 0.0, -HEIGHT_M], fw_goal_kind=GoalKind.PASS)
    bench.run(20.0)
    assert bench.read("position_ned_m") == pytest.approx([15.0, 0.0, -HEIGHT_M], abs=0.3)


def test_heading_is_kept_or_turned_to() -> None:
    bench = in_the_air("quad")
    bench.set(fw_goal_ned_m=[0.0, 8.0, -HEIGHT_M], fw_goal_yaw_rad=2.0)
    bench.run(4.0)
    assert heading_of(bench) == pytest.approx(0.0, abs=0.02)
    bench.set(fw_goal_yaw_used=1.0)
    bench.run(5.0)
    assert heading_of(bench) == pytest.approx(2.0, abs=0.02)


@pytest.mark.parametrize(
    ("level", "sideways"),
    [(Level.GOAL, 0.35), (Level.VELOCITY, 0.35), (Level.CLIMB, 0.35), (Level.GOAL, -0.35)],
)
def test_taking_over_from_a_pilot_does_not_jerk(level: float, sideways: float) -> None:
    """Tilted by 20 degrees in wind, then another level: the set point moves, it does not jump."""
    bench = in_the_air("quad", wind_mps=5.0)
    throttle(bench, Level.ANGLE, Axis.ANGLE, sideways)
    bench.run(1.0)
    roll, thrust = roll_of(bench), bench.get("fw_thrust_setpoint_n")
    bench.set(
        fw_control_level=level,
        fw_command=[0.0, 0.0, 0.0, sideways, 0.0, 0.0],
        fw_goal_velocity_ned_mps=[0.0, 0.0, 0.0],
        fw_goal_ned_m=bench.read("position_ned_m"),
    )
    bench.run(0.03)
    w, x, y, z = bench.read("fw_attitude_setpoint_wxyz")
    asked = atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
    assert degrees(abs(asked - roll)) < 4.0
    assert bench.get("fw_thrust_setpoint_n") == pytest.approx(thrust, rel=0.08)
    rates = trace(bench, 1.0, lambda: bench.get("rate_frd_radps"))
    assert max(abs(rate) for rate in rates) < 3.2


def test_giving_back_to_a_pilot_does_not_jerk() -> None:
    bench = in_the_air("quad", wind_mps=8.0)
    bench.run(5.0)
    before, thrust = bench.read("fw_attitude_setpoint_wxyz"), bench.get("fw_thrust_setpoint_n")
    bench.set(
        fw_control_level=Level.ANGLE,
        fw_command=[0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        fw_command_type=[0.0, 0.0, Axis.THROTTLE, Axis.ANGLE, Axis.ANGLE, Axis.RATE],
    )
    bench.run(0.0225)
    assert bench.read("fw_attitude_setpoint_wxyz") == pytest.approx(before, abs=0.08)
    assert bench.get("fw_thrust_setpoint_n") == pytest.approx(thrust, rel=0.08)


def test_a_hold_after_fast_sticks_stops_without_swinging() -> None:
    bench = in_the_air("quad")
    throttle(bench, Level.ANGLE, Axis.ANGLE, 0.3)
    bench.run(2.0)
    speed = bench.read("fw_velocity_ned_mps")[1]
    east = bench.read("position_ned_m")[1]
    assert speed > 3.0
    stop = east + 0.5 * speed * speed / 2.0
    bench.set(fw_control_level=Level.GOAL, fw_goal_ned_m=[0.0, stop, -HEIGHT_M])
    places = trace(bench, 10.0, lambda: bench.read("position_ned_m")[1])
    assert places[-1] == pytest.approx(stop, abs=0.1)
    assert max(places) < stop + 1.5


def test_integrals_do_not_wind_up_at_the_limit() -> None:
    """A rate that cannot be reached at once: the integral does not grow meanwhile."""
    bench = in_the_air("quad")
    throttle(bench, Level.RATE, Axis.RATE, 20.0)
    held = 0
    for _ in range(40):
        given, before = bench.get("fw_mc_torque_given"), bench.get("fw_rate_integral")
        bench.run(0.0025)
        if given < 1.0:
            held += 1
            assert bench.get("fw_rate_integral") == before
    assert held > 5


def test_disarmed_and_idle() -> None:
    bench = in_the_air("quad", settle_s=0.1, fw_armed=0.0, fw_flying=0.0)
    assert bench.read("motor_command") == [0.0] * 4
    bench.set(fw_armed=1.0)
    bench.run(0.1)
    assert bench.read("motor_command") == pytest.approx([0.05] * 4)
    assert bench.read("fw_torque_frd_nm") == [0.0] * 3


def test_a_supply_that_sags_is_made_up_for() -> None:
    """The same thrust from a bus of 0.9 times the voltage."""
    bench = in_the_air("quad", fw_supply_scale=1.0)
    calm = bench.get("motor_command")
    bench.set(fw_supply_scale=1.1)
    bench.run(0.005)
    assert bench.get("motor_command") == pytest.approx(1.1 * calm, rel=0.02)
