"""JSBSim aircraft among others: their bits, commands, resets, and mistakes told with reasons."""

import subprocess
import sys

import numpy as np
import pytest
from jsbsim_files import write_aircraft
from jsbsim_world import CRUISE_MPS, aircraft, columns_of, cruising, model_of, world_of

from simloop.adapters.jsbsim import Config, build, equip
from simloop.messages.geometry_msgs import Point, Pose, Quaternion, Twist, Vector3
from simloop.messages.rosflight_msgs import SetSimStateRequest, SimState
from simloop.server.files import FileMistake
from simloop.server.simulation import Simulation
from simloop.world.commands import CommandRefused
from simloop.world.plugin import VehicleKit

# JSBSim hands matrices of an old kind.
pytestmark = pytest.mark.filterwarnings("ignore:the matrix subclass")

SPHERE = (2.0, 2.0, 2.0, 0.0, 0.0, 0.0)


def test_two_cessnas_do_not_disturb_each_other(tmp_path):
    alone = world_of(tmp_path, cruising("one"))
    both = world_of(tmp_path, cruising("one"), cruising("two", "[0.0, 30.0, -900.0]"))
    columns_of(both, "two")("actuator_command")[0] += 0.5
    for simulation in (alone, both):
        simulation.advance(400)
    hashes = [s.world.model_hash(s.world.by_name("one")) for s in (alone, both)]
    assert hashes[0] == hashes[1]
    assert abs(columns_of(both, "two")("rate_frd_radps")[0]) > 0.1


def test_the_same_run_has_the_same_bits_here_and_in_another_process():
    here = Simulation.load("c172p_cruise", compiled=False)
    again = Simulation.load("c172p_cruise", compiled=False)
    for simulation in (here, again):
        simulation.advance(400)
    assert here.world.state_hash() == again.world.state_hash()
    program = (
        "from simloop.server.simulation import Simulation\n"
        "s = Simulation.load('c172p_cruise', compiled=False)\n"
        "s.advance(400)\n"
        "print(s.world.state_hash())\n"
    )
    there = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert there.stdout.strip() == here.world.state_hash()


def test_a_reset_begins_again_with_the_same_bits(tmp_path):
    simulation = world_of(
        tmp_path, cruising(), systems="    wind: {speed_mps: 6.0, turbulence: light}"
    )
    simulation.advance(300)
    first = simulation.world.state_hash()
    simulation.reset_now()
    assert simulation.world.tick == 0
    simulation.advance(300)
    assert simulation.world.state_hash() == first


def test_a_snapshot_in_mid_flight_is_refused_with_the_reason(tmp_path):
    simulation = world_of(tmp_path, cruising())
    start = simulation.snapshot()
    simulation.advance(10)
    with pytest.raises(CommandRefused, match="JSBSim keeps state of its own"):
        simulation.snapshot()
    simulation.restore(start)
    assert simulation.world.tick == 0


def test_a_command_moves_an_aircraft(tmp_path):
    simulation = world_of(tmp_path, cruising())
    plane = columns_of(simulation, "plane")
    simulation.advance(40)
    rpm = plane("engine_rpm")[0]
    simulation.command("move", name="plane", position_ned_m=[300.0, -200.0, -500.0], heading_deg=90)
    simulation.advance(1)
    assert plane("position_ned_m") == pytest.approx((300.0, -200.0, -500.0))
    simulation.advance(40)
    # At rest in the air it falls, with its nose to the east and the engine pulling.
    assert plane("position_ned_m") == pytest.approx((300.0, -200.0, -500.0), abs=0.1)
    assert plane("velocity_frd_mps")[2] == pytest.approx(0.98, abs=0.1)
    assert plane("attitude_wxyz")[0] == pytest.approx(np.sqrt(0.5), abs=1e-3)
    assert plane("engine_rpm")[0] > 0.8 * rpm


def test_set_sim_state_is_met_exactly(tmp_path):
    simulation = world_of(tmp_path, cruising())
    simulation.advance(10)
    pose = Pose(Point(50.0, 20.0, -300.0), Quaternion(x=0.5, y=0.5, z=0.5, w=0.5))
    twist = Twist(Vector3(40.0, 3.0, -2.0), Vector3(0.2, -0.1, 0.0))
    request = SetSimStateRequest(SimState(pose=pose, twist=twist))
    assert simulation.provided["user_commands"].set_sim_state(request).success
    simulation.advance(1)
    plane = columns_of(simulation, "plane")
    # One step on: less than 0.2 m and 0.1 m/s from where it was put.
    assert plane("position_ned_m") == pytest.approx((50.0, 20.0, -300.0), abs=0.15)
    assert plane("velocity_frd_mps") == pytest.approx((40.0, 3.0, -2.0), abs=0.1)
    assert plane("attitude_wxyz") == pytest.approx((0.5, 0.5, 0.5, 0.5), abs=1e-3)
    assert plane("rate_frd_radps") == pytest.approx((0.2, -0.1, 0.0), abs=0.05)


def test_the_same_place_on_both_earths(tmp_path):
    ways = {}
    for earth in ("flat", "wgs84"):
        flown = f"aircraft: c172p, trim: true, airspeed_mps: {CRUISE_MPS}, earth: {earth}"
        simulation = world_of(tmp_path, aircraft("plane", flown, "[400.0, -300.0, -900.0]"))
        plane = columns_of(simulation, "plane")
        start = plane("position_ned_m").copy()
        assert start == pytest.approx((400.0, -300.0, -901.45), abs=0.01)
        simulation.advance(2000)
        ways[earth] = plane("position_ned_m") - start
    # The real Earth turns below, bends away and pulls with 9.815 m/s^2 instead of 9.807.
    assert ways["flat"] == pytest.approx(ways["wgs84"], abs=0.3)
    model = model_of(simulation, "plane")
    assert model["position/lat-geod-deg"] == pytest.approx(54.6, abs=0.01)
    assert model["position/long-gc-deg"] == pytest.approx(8.4, abs=0.01)


def test_numbers_that_are_none_freeze_it_and_a_move_brings_it_back(tmp_path):
    # JSBSim's ball divides by its speed around the Earth, which is zero on a flat one.
    simulation = world_of(tmp_path, aircraft("ball", "aircraft: ball"))
    ball = columns_of(simulation, "ball")
    simulation.advance(10)
    assert ball("frozen")[0] == 1.0
    assert np.isfinite(ball("position_ned_m")).all()
    simulation.command("set", name="ball", values={"velocity_frd_mps": [1, 0, 0], "frozen": 0.0})
    simulation.advance(41)
    assert ball("frozen")[0] == 0.0
    assert ball("velocity_frd_mps")[2] == pytest.approx(0.98, abs=0.03)


def test_a_quad_and_a_cessna_share_a_world_and_newcomers_join(tmp_path):
    quad = "\n  - {model: quad, name: quad, position_ned_m: [0.0, 50.0, -20.0]}\n"
    simulation = world_of(tmp_path, cruising(), quad)
    simulation.advance(20)
    assert columns_of(simulation, "quad")("velocity_frd_mps")[2] == pytest.approx(0.49, abs=0.02)
    key = simulation.world.models()[0].facts["model_key"]
    place = [0.0, 100.0, -500.0]
    simulation.command("spawn", name="late", model=key, position_ned_m=place, heading_deg=180.0)
    simulation.advance(81)
    late = columns_of(simulation, "late")
    assert late("position_ned_m") == pytest.approx((-0.2 * CRUISE_MPS, 100.0, -500.0), abs=0.2)
    assert late("actuator_command")[4] > 0.5
    simulation.command("remove", name="plane")
    simulation.advance(2)
    assert [record.name for record in simulation.world.models()] == ["quad", "late"]


def test_jsbsims_ball_falls_like_ours(tmp_path):
    # The weight and the drag that JSBSim's file has: 20010 lb and none.
    ours = f"""
  - model:
      name: ours
      kind: body
      dynamics: {{bluff_body: {{mass_kg: {20010.0 * 0.45359237}, inertia_kgm2: {list(SPHERE)}}}}}
      autopilot: {{kind: none}}
    name: ours
    position_ned_m: [0.0, 10.0, -900.0]"""
    theirs = aircraft("theirs", "aircraft: ball, earth: wgs84")
    simulation = world_of(tmp_path, theirs, ours, head="  gravity_mps2: 9.8122")
    simulation.advance(10 * 400)
    a, b = columns_of(simulation, "theirs"), columns_of(simulation, "ours")
    assert a("mass_kg")[0] == pytest.approx(b("mass_kg")[0], rel=1e-5)
    assert b("position_ned_m")[2] + 900.0 == pytest.approx(490.61, abs=0.01)
    # Normal gravity at 54.6 degrees is 9.8147 m/s^2 less 3.086e-6 per metre; this fall, which
    # dwells on top, sees the value of 818 m. Four digits of it are good for 2.5 mm. A turning
    # Earth carries the ball w g t^3 cos(latitude) / 3 = 0.138 m to the east.
    north, east, down = a("position_ned_m") - b("position_ned_m") + (0.0, 10.0, 0.0)
    assert abs(down) < 0.005
    assert east == pytest.approx(0.138, abs=0.005)
    assert abs(north) < 0.01


def test_an_aircraft_of_the_users_own_leaves_nothing_behind(tmp_path, monkeypatch, capfd):
    report = '<output name="left_behind.csv" type="CSV" rate="10"><position>ON</position></output>'
    write_aircraft(tmp_path, "mine", mass_kg=7.0, inertia_kgm2=SPHERE, output=report)
    here = tmp_path / "work"
    here.mkdir()
    monkeypatch.chdir(here)
    simulation = world_of(tmp_path, aircraft("mine", f"aircraft: mine, root: {tmp_path}"))
    simulation.advance(40)
    mine = columns_of(simulation, "mine")
    assert mine("mass_kg")[0] == pytest.approx(7.0, rel=1e-7)
    assert mine("velocity_frd_mps")[2] == pytest.approx(0.980665, rel=1e-4)
    assert list(here.iterdir()) == []
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("aircraft: c172q", "did you mean c172"),
        ("aircraft: zeppelin_of_1910", "use one of"),
        ("aircraft: L17", "'L17' cannot be loaded"),
        ("aircraft: c172p, root: /nowhere", "root '/nowhere' has no aircraft"),
        ("aircraft: ../c172p", "write a name"),
        ("aircraft: c172p, airspeed_mps: -1.0", "airspeed_mps is -1.0"),
        ("aircraft: c172p, trim: true, airspeed_mps: 8.0", "no steady state at airspeed_mps 8"),
        ("aircraft: c172p, crash_speed_mps: 0.0", "crash_speed_mps is 0.0"),
    ],
)
def test_mistakes_are_told_in_one_line_with_the_place(tmp_path, settings, words):
    with pytest.raises(FileMistake, match=words) as told:
        world_of(tmp_path, aircraft("plane", settings))
    assert "scenario.yaml:" in str(told.value)
    assert "\n" not in str(told.value)


def test_a_missing_jsbsim_is_told_with_the_way_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "jsbsim", None)
    with pytest.raises(ValueError, match=r"run 'pip install simloop\[jsbsim\]'"):
        equip(VehicleKit(400), Config(aircraft="c172p"))


def test_asking_for_jsbsim_twice_is_no_mistake(tmp_path):
    simulation = world_of(tmp_path, cruising())
    build(simulation, Config(aircraft="c172p"))
    simulation.advance(10)
    names = [system.name for system in simulation.runner.systems]
    assert names.count("jsbsim") == 1
    assert columns_of(simulation, "plane")("position_ned_m")[0] == pytest.approx(1.29, abs=0.01)
