"""Wings of the library in the simulated world: they hold, turn, take off, wait and land."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import hypot, pi, sqrt

import pytest
from wing_bench import C172P_FACTS, WingBench

from simloop.firmware.codes import Axis, Level, Phase, Stage
from simloop.firmware.wing.tasks import WING_BRAKES, WING_TASKS

ROUGH = "{speed_mps: 8, direction_from_deg: 270, turbulence: moderate}"
LIGHT = "{speed_mps: 5, direction_from_deg: 270, turbulence: light}"
SPEEDS = {"aerosonde": 21.0, "anaconda": 16.0, "zagi": 16.5, "trainer": 15.0, "trainer_table": 15.7}


@dataclass
class Record:
    """What was seen on the way."""

    height_m: list[float] = field(default_factory=list)
    speed_mps: list[float] = field(default_factory=list)
    right_m: list[float] = field(default_factory=list)
    alpha_rad: list[float] = field(default_factory=list)


def rms(numbers: list[float]) -> float:
    """Root of the mean square."""
    return sqrt(sum(number * number for number in numbers) / len(numbers))


def watch(bench: WingBench, seconds: float, step_s: float = 0.1) -> Iterator[float]:
    """Fly, and look every now and then."""
    for number in range(round(seconds / step_s)):
        bench.run(step_s)
        yield (number + 1) * step_s


def in_the_air(vehicle: str, height_m: float = 100.0, wind: str | None = None) -> WingBench:
    """A wing at its cruise speed, northwards."""
    bench = WingBench(vehicle, height_m=height_m, airspeed_mps=SPEEDS[vehicle], wind=wind)
    bench.run(0.02)
    bench.line((0.0, 0.0, -height_m), (1e5, 0.0, -height_m))
    return bench


def cessna(wind: str | None = None) -> WingBench:
    """JSBSim's Cessna in trim at 300 m."""
    sets = ("vehicles[0].set={dynamics.jsbsim.airspeed_mps: 45, dynamics.jsbsim.trim: true}",)
    bench = WingBench("c172p", height_m=300.0, facts=C172P_FACTS, wind=wind, sets=sets)
    bench.run(0.02)
    bench.line((0.0, 0.0, -300.0), (1e5, 0.0, -300.0))
    return bench


def record(bench: WingBench, height_m: float, seconds: float) -> Record:
    """How well a line is held."""
    seen = Record()
    for _ in watch(bench, seconds):
        speed, alpha, _ = bench.air
        seen.height_m.append(bench.height_m - height_m)
        seen.speed_mps.append(speed - bench.get("fw_wing_speed_setpoint_mps"))
        seen.right_m.append(bench.get("fw_wing_cross_track_m"))
        seen.alpha_rad.append(alpha)
    return seen


@pytest.mark.parametrize("vehicle", list(SPEEDS))
def test_height_speed_and_line_hold_in_wind_and_turbulence(vehicle: str) -> None:
    bench = in_the_air(vehicle, wind=ROUGH)
    bench.run(20.0)
    seen = record(bench, 100.0, 60.0)
    assert rms(seen.height_m) < 2.5
    assert rms(seen.speed_mps) < 1.5
    assert rms(seen.right_m) < 2.0
    stall = bench.get("fw_wing_stall_speed_mps")
    assert min(seen.speed_mps) + bench.get("fw_wing_speed_setpoint_mps") > 1.1 * stall
    assert max(seen.alpha_rad) < 1.2 * bench.get("fw_wing_alpha_limit_rad")
    assert bench.get("crashed") == 0.0


@pytest.mark.parametrize("vehicle", ["aerosonde", "trainer", "anaconda", "zagi"])
def test_a_step_of_bank_is_quick_and_hardly_overshoots(vehicle: str) -> None:
    bench = in_the_air(vehicle)
    bench.run(5.0)
    bench.set(
        fw_control_level=Level.ANGLE,
        fw_command=[bench.get("fw_wing_throttle"), 0.0, 0.0, 0.5, 0.1, 0.0],
        fw_command_type=[Axis.THROTTLE, 0.0, 0.0, Axis.ANGLE, Axis.ANGLE, 0.0],
    )
    rolls = [bench.euler_rad[0] for _ in watch(bench, 4.0, 0.02)]
    # Never to the other side first.
    assert min(rolls) > -0.02
    rise_s = 0.02 * next(number for number, roll in enumerate(rolls) if roll > 0.45)
    assert rise_s < 1.0
    assert max(rolls) < 0.56
    assert rolls[-1] == pytest.approx(0.5, abs=0.03)


@pytest.mark.parametrize(
    ("vehicle", "side_m"), [("aerosonde", 400.0), ("trainer", 300.0), ("zagi", 400.0)]
)
def test_a_square_is_flown_round(vehicle: str, side_m: float) -> None:
    bench = in_the_air(vehicle, wind=LIGHT)
    corners = [(side_m, 0.0), (side_m, side_m), (0.0, side_m), (0.0, 0.0)]
    start: tuple[float, ...] = (0.0, 0.0, -100.0)
    for north, east in corners:
        goal = (north, east, -110.0)
        bench.line(start, goal)
        left = (t for t in watch(bench, 200.0) if bench.get("fw_goal_reached") > 0.0)
        assert next(left, None) is not None, f"never at {goal}"
        here = bench.read("position_ned_m")
        assert hypot(here[0] - north, here[1] - east) < 0.4 * side_m
        start = goal
    assert bench.height_m == pytest.approx(110.0, abs=4.0)


@pytest.mark.parametrize("turn", [1.0, -1.0])
def test_a_circle_keeps_its_radius_in_wind(turn: float) -> None:
    bench = in_the_air("trainer", wind="{speed_mps: 4, direction_from_deg: 270}")
    bench.circle((200.0, 0.0, -100.0), turn * 90.0)
    bench.run(40.0)
    seen = record(bench, 100.0, 60.0)
    assert bench.get("fw_goal_reached") == 1.0
    assert rms(seen.right_m) < 4.0
    assert rms(seen.height_m) < 1.5
    # Clockwise from above: banked to the right.
    assert turn * bench.euler_rad[0] > 0.05


def test_where_others_stop_it_circles() -> None:
    bench = in_the_air("trainer")
    bench.hold((400.0, 100.0, -120.0))
    bench.run(60.0)
    radius = bench.get("fw_wing_loiter_radius_m")
    for _ in watch(bench, 30.0, 1.0):
        north, east, _ = bench.read("position_ned_m")
        assert hypot(north - 400.0, east - 100.0) == pytest.approx(radius, rel=0.1)
    assert bench.height_m == pytest.approx(120.0, abs=1.0)
    assert bench.get("fw_goal_reached") == 1.0


@pytest.mark.parametrize("vehicle", ["aerosonde", "anaconda", "trainer"])
def test_take_off_from_the_ground(vehicle: str) -> None:
    bench = WingBench(vehicle)
    bench.run(1.0)
    bench.fly(Phase.TAKEOFF, fw_goal_ned_m=[0.0, 0.0, -40.0])
    bench.run(0.1)
    assert bench.get("fw_wing_stage") == Stage.ROLL
    climbed = (t for t in watch(bench, 40.0) if bench.get("fw_goal_reached") > 0.0)
    assert next(climbed, None) is not None
    north, east, _ = bench.read("position_ned_m")
    assert abs(east) < 0.1 * north
    assert bench.get("crashed") == 0.0


def test_a_flying_wing_is_thrown() -> None:
    bench = WingBench("zagi", height_m=2.0, airspeed_mps=13.0)
    bench.run(0.02)
    bench.fly(Phase.TAKEOFF, fw_goal_ned_m=[0.0, 0.0, -40.0])
    climbed = (t for t in watch(bench, 60.0) if bench.get("fw_goal_reached") > 0.0)
    assert next(climbed, None) is not None
    assert bench.get("crashed") == 0.0


def land(bench: WingBench, goal: tuple[float, float]) -> tuple[float, float]:
    """Land at a place; where it touched, from there."""
    bench.fly(Phase.DESCEND, fw_goal_ned_m=[*goal, 0.0])
    down = (t for t in watch(bench, 300.0) if bench.get("fw_touched") > 0.0)
    assert next(down, None) is not None
    north, east, _ = bench.read("position_ned_m")
    bench.set(fw_phase=Phase.TOUCH_DOWN)
    still = (t for t in watch(bench, 60.0) if bench.get("fw_settled") > 0.0)
    assert next(still, None) is not None
    assert bench.get("crashed") == 0.0
    return north - goal[0], east - goal[1]


@pytest.mark.parametrize("vehicle", ["aerosonde", "anaconda", "trainer", "zagi"])
def test_landings_touch_near_their_goal(vehicle: str) -> None:
    bench = in_the_air(vehicle, 60.0)
    bench.run(8.0)
    north, east = land(bench, (300.0, 100.0))
    assert abs(north) < 40.0
    assert abs(east) < 8.0


def test_a_landing_in_wind_is_into_it() -> None:
    bench = in_the_air("trainer", 60.0, wind=LIGHT)
    bench.run(8.0)
    north, east = land(bench, (300.0, 100.0))
    assert bench.read("fw_wing_landing")[0] == pytest.approx(-pi / 2.0, abs=0.2)
    assert abs(north) < 10.0
    assert abs(east) < 40.0


def test_an_engine_that_fails_leads_to_a_glide_and_not_to_a_stall() -> None:
    bench = in_the_air("trainer", 300.0)
    bench.set(fw_wing_speed_limits_mps=[11.35, 15.17, 22.35], prop_effectiveness=0.0)
    seen = record(bench, 300.0, 60.0)
    stall = bench.get("fw_wing_stall_speed_mps")
    assert min(seen.speed_mps) + bench.get("fw_wing_speed_setpoint_mps") > 1.1 * stall
    assert max(seen.alpha_rad) < bench.get("fw_wing_alpha_limit_rad")
    # It sinks at a glide, not faster.
    assert -150.0 < seen.height_m[-1] < -20.0


def test_jsbsim_s_cessna_holds_in_wind_and_turbulence() -> None:
    bench = cessna(ROUGH)
    bench.run(20.0)
    seen = record(bench, 300.0, 60.0)
    assert rms(seen.height_m) < 6.0
    assert rms(seen.speed_mps) < 2.0
    assert rms(seen.right_m) < 4.0


def test_jsbsim_s_cessna_takes_off_lands_and_brakes() -> None:
    running = "{dynamics.jsbsim.engines_running: true, dynamics.jsbsim.trim: true}"
    bench = WingBench(
        "c172p",
        facts=C172P_FACTS,
        sets=(f"vehicles[0].set={running}",),
        tasks=(*WING_TASKS, WING_BRAKES),
    )
    bench.run(2.0)
    bench.fly(Phase.TAKEOFF, fw_goal_ned_m=[0.0, 0.0, -60.0])
    climbed = (t for t in watch(bench, 60.0) if bench.get("fw_goal_reached") > 0.0)
    assert next(climbed, None) is not None
    assert abs(bench.read("position_ned_m")[1]) < 20.0
    north, east = land(bench, (500.0, 300.0))
    # It is flown until the wheels meet the ground: 13 s from 12 m on, at 30 m/s.
    assert abs(north) < 120.0
    assert abs(east) < 10.0
    assert bench.get("brake_command") == 1.0
