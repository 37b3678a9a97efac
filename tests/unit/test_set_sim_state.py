"""Setting the state: exact, in parts, undone, with what remembers the old place forgotten."""

from math import inf, nan
from typing import Any

import numpy as np
import pytest

from simloop.component.column import Column, ColumnGroup, Kind
from simloop.math.quaternion import from_euler, rotate_to_world
from simloop.messages.geometry_msgs import Accel, Point, Pose, Quaternion, Twist, Vector3
from simloop.messages.rosflight_msgs import SetSimStateRequest, SimState
from simloop.messages.std_srvs import TriggerRequest
from simloop.server.simulation import Simulation
from simloop.world.body import BODY_COMPONENTS
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.set_state import SetState
from simloop.world.world import ModelSpec, World

STATE = (
    "position_ned_m",
    "attitude_wxyz",
    "velocity_frd_mps",
    "rate_frd_radps",
    "acceleration_frd_mps2",
    "angular_acceleration_frd_radps2",
)
KEEP_POINT = Point(nan, nan, nan)
KEEP = Vector3(nan, nan, nan)
KEEP_ATTITUDE = Quaternion(nan, nan, nan, nan)
KEEP_POSE = Pose(KEEP_POINT, KEEP_ATTITUDE)
KEEP_TWIST = Twist(KEEP, KEEP)
KEEP_ACCEL = Accel(KEEP, KEEP)
# Of unit length, with no number that a sum would round.
TURNED = Quaternion(0.1, -0.5, 0.5, 0.7)


@pytest.fixture
def sim() -> Simulation:
    return Simulation.load("square", compiled=False)


def numbers(sim: Simulation, column: str, name: str = "quad_0") -> list[float]:
    found: list[float] = sim.world.vector(sim.world.by_name(name), column).tolist()
    return found


def truth(sim: Simulation) -> dict[str, list[float]]:
    return {column: numbers(sim, column) for column in STATE}


def call(sim: Simulation, **parts: Any) -> Any:
    return sim.bus.call("dynamics/set_sim_state", SetSimStateRequest(SimState(**parts)))


def do(sim: Simulation, verb: str, **arguments: Any) -> Any:
    sim.command(verb, **arguments)
    sim.advance(1)
    return sim.provided["user_commands"].history[-1]


def test_all_nineteen_numbers_are_exact(sim: Simulation) -> None:
    sim.advance(7)
    response = call(
        sim,
        pose=Pose(Point(0.1, -2e5, -3.3), TURNED),
        twist=Twist(Vector3(4.1, 5.2, 6.3), Vector3(0.1, 0.2, 0.3)),
        acceleration=Accel(Vector3(1.1, 1.2, 1.3), Vector3(7.7, 8.8, 9.9)),
    )
    assert response.success, response.message
    assert truth(sim) == {
        "position_ned_m": [0.1, -2e5, -3.3],
        "attitude_wxyz": [0.7, 0.1, -0.5, 0.5],
        "velocity_frd_mps": [4.1, 5.2, 6.3],
        "rate_frd_radps": [0.1, 0.2, 0.3],
        "acceleration_frd_mps2": [1.1, 1.2, 1.3],
        "angular_acceleration_frd_radps2": [7.7, 8.8, 9.9],
    }


PARTS = {
    "position_ned_m": {"pose": Pose(Point(1.0, 2.0, -3.0), KEEP_ATTITUDE)},
    "attitude_wxyz": {"pose": Pose(KEEP_POINT, TURNED)},
    "velocity_frd_mps": {"twist": Twist(Vector3(1.0, 2.0, 3.0), KEEP)},
    "rate_frd_radps": {"twist": Twist(KEEP, Vector3(1.0, 2.0, 3.0))},
    "acceleration_frd_mps2": {"acceleration": Accel(Vector3(1.0, 2.0, 3.0), KEEP)},
    "angular_acceleration_frd_radps2": {"acceleration": Accel(KEEP, Vector3(1.0, 2.0, 3.0))},
}


@pytest.mark.parametrize("column", PARTS)
def test_a_group_with_nan_stays_as_it_is(sim: Simulation, column: str) -> None:
    sim.advance(5)
    before = truth(sim)
    nothing = {"pose": KEEP_POSE, "twist": KEEP_TWIST, "acceleration": KEEP_ACCEL}
    assert call(sim, **{**nothing, **PARTS[column]}).success
    after = truth(sim)
    assert {name for name in STATE if before[name] != after[name]} == {column}


def test_one_nan_keeps_the_whole_group(sim: Simulation) -> None:
    before = truth(sim)
    pose = Pose(Point(1.0, nan, -3.0), Quaternion(0.0, 0.0, nan, 1.0))
    assert call(sim, pose=pose, twist=KEEP_TWIST, acceleration=KEEP_ACCEL).success
    assert truth(sim) == before


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"pose": Pose(Point(0.0, -inf, 0.0), TURNED)}, "position_ned_m has a number"),
        ({"pose": Pose(Point(), Quaternion(0.0, 0.0, 0.0, 0.9))}, "length^2 0.81, not 1"),
        ({"twist": Twist(Vector3(inf, 0.0, 0.0), KEEP)}, "velocity_frd_mps has a number"),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(
    sim: Simulation, parts: dict[str, Any], reason: str
) -> None:
    sim.advance(3)
    before = sim.world.state_hash()
    response = call(sim, **parts)
    assert not response.success
    assert reason in response.message
    assert sim.world.state_hash() == before


def test_a_service_call_can_be_undone(sim: Simulation) -> None:
    sim.advance(3)
    before = truth(sim)
    call(sim, pose=Pose(Point(9.0, 9.0, -9.0), TURNED))
    sim.pause(True)
    sim.command("undo")
    sim.idle()
    assert truth(sim) == before


def test_the_command_takes_any_subset(sim: Simulation) -> None:
    sim.advance(3)
    receipt = do(sim, "set_state", name="quad_0", attitude_deg=[10.0, 20.0, 90.0])
    assert receipt.state != "refused", receipt.reason
    expected = from_euler(*np.radians([10.0, 20.0, 90.0]))
    assert numbers(sim, "attitude_wxyz") == list(expected)
    do(sim, "set_state", name="quad_0", rate_frd_radps=[0.3, 0.0, 0.0], position_ned_m=[0, 0, -50])
    assert numbers(sim, "rate_frd_radps") == [0.3, 0.0, 0.0]
    assert numbers(sim, "position_ned_m") == [0.0, 0.0, -50.0]


def test_a_velocity_in_ned_is_turned_by_the_new_attitude(sim: Simulation) -> None:
    do(
        sim,
        "set_state",
        name="quad_0",
        attitude_deg=[0.0, 0.0, 90.0],
        velocity_ned_mps=[0.0, 3.0, 1.0],
    )
    assert numbers(sim, "velocity_frd_mps") == pytest.approx([3.0, 0.0, 1.0], abs=1e-15)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"positon_ned_m": [0, 0, 0]}, "did you mean 'position_ned_m'"),
        ({"attitude_deg": [0, 0, 0], "attitude_wxyz": [1, 0, 0, 0]}, "give either"),
        ({"velocity_frd_mps": [0, 0, 0], "velocity_ned_mps": [0, 0, 0]}, "give either"),
        ({"attitude_wxyz": [1, 1, 0, 0]}, "length^2 2"),
        ({"velocity_ned_mps": [0, nan, 0]}, "has a number that is not finite"),
        ({"rate_frd_radps": [0, 0]}, "takes 3 numbers"),
        ({"align_estimator": "yes"}, "true or false"),
        ({"name": "nobody"}, "no entity named 'nobody'"),
    ],
)
def test_a_wrong_command_says_what_is_wrong(
    sim: Simulation, arguments: dict[str, Any], reason: str
) -> None:
    sim.command("set_state", **{"name": "quad_0", **arguments})
    sim.advance(3)
    receipt = sim.provided["user_commands"].history[-1]
    assert receipt.state == "refused"
    assert reason in receipt.reason


def test_undo_brings_state_and_estimate_back(sim: Simulation) -> None:
    sim.advance(20)
    sim.pause(True)
    before = sim.world.state_hash()
    arguments = {"position_ned_m": [30.0, 40.0, -20.0], "align_estimator": True}
    sim.command("set_state", name="quad_0", **arguments)
    sim.idle()
    assert numbers(sim, "position_ned_m") == [30.0, 40.0, -20.0]
    sim.command("undo")
    sim.idle()
    assert sim.world.state_hash() == before
    sim.command("redo")
    sim.idle()
    assert numbers(sim, "position_ned_m") == [30.0, 40.0, -20.0]


@pytest.mark.parametrize("verb", ["move", "set_state"])
def test_feet_forget_the_ground_they_stood_on(sim: Simulation, verb: str) -> None:
    sim.advance(200)
    assert numbers(sim, "contact_force_frd_n")[2] == pytest.approx(-3.5 * 9.80665, rel=0.05)
    anchors = sim.world.vector(sim.world.by_name("quad_0"), "contact_anchor_n_m")
    anchors[:] = 0.01
    sim.pause(True)
    sim.command(verb, name="quad_0", position_ned_m=[0.0, 0.0, -50.0])
    sim.idle()
    assert numbers(sim, "contact_force_frd_n") == [0.0, 0.0, 0.0]
    assert not any(numbers(sim, "contact_anchor_n_m"))
    sim.pause(False)
    # The motors stand: but for some wind the first tick is free fall, without the old ground.
    sim.advance(1)
    assert numbers(sim, "acceleration_frd_mps2")[2] == pytest.approx(9.80665, abs=0.05)


def test_a_plugin_may_name_more_that_must_be_forgotten() -> None:
    memory = ColumnGroup(
        "memory",
        Kind.TRUTH,
        "What a wheel remembers.",
        (Column("wheel_twist_m", 2, "m", "FRD", "stretch", 0.5),),
    )
    kit = VehicleKit(400)
    for component in (*BODY_COMPONENTS, memory):
        kit.component(component)
    facts = {"motion_memory": ("wheel_twist_m", "not_there")}
    world = World(seed=1, tick_rate_hz=400)
    cart = world.spawn("cart", ModelSpec(VehicleClass.from_kit(kit), {}, facts=facts), {})
    world.set(cart, "wheel_twist_m", 3.0)
    SetState("cart", {"velocity_frd_mps": (1.0, 0.0, 0.0)}).apply(world)
    assert world.vector(cart, "wheel_twist_m").tolist() == [3.0, 3.0]
    undo = SetState("cart", {"position_ned_m": (1.0, 0.0, 0.0)}).apply(world)
    assert world.vector(cart, "wheel_twist_m").tolist() == [0.5, 0.5]
    undo.apply(world)
    assert world.vector(cart, "wheel_twist_m").tolist() == [3.0, 3.0]


def test_a_frozen_body_moves_again(sim: Simulation) -> None:
    sim.world.vector(sim.world.by_name("quad_0"), "frozen")[0] = 1.0
    assert call(sim, pose=Pose(Point(0.0, 0.0, -30.0), TURNED)).success
    assert numbers(sim, "frozen") == [0.0]
    sim.advance(1)
    assert numbers(sim, "velocity_frd_mps") != [0.0, 0.0, 0.0]


def test_who_has_no_estimator_cannot_be_aligned() -> None:
    sim = Simulation.load(
        "square",
        compiled=False,
        sets=["vehicles[0].set={autopilot.kind: none}", "vehicles[0].mission=null"],
    )
    before = truth(sim)
    sim.command("set_state", name="quad_0", rate_frd_radps=[1, 0, 0], align_estimator=True)
    sim.advance(3)
    receipt = sim.provided["user_commands"].history[-1]
    assert "no autopilot" in receipt.reason
    assert truth(sim)["rate_frd_radps"] != [1.0, 0.0, 0.0]
    # It stands on its feet, whose friction holds it to the last bit but few.
    now = truth(sim)["position_ned_m"][:2]
    assert now == pytest.approx(before["position_ned_m"][:2], abs=1e-12)
    response = sim.bus.call("dynamics/align_estimator", TriggerRequest())
    assert not response.success
    assert "no vehicle" in response.message


JUMP_AT_S = 25.0
NOISE_FREE_GAP_M = 0.5


def in_flight(**options: Any) -> Simulation:
    """A quad on its square in calm air, 10 m high."""
    sim = Simulation.load("square_calm", **options)
    sim.advance(round(JUMP_AT_S * sim.tick_rate_hz))
    assert numbers(sim, "position_ned_m")[2] < -8.0
    return sim


def jump(sim: Simulation, *, align: bool) -> None:
    """50 m to the west, the heading turned by a quarter, speed kept over ground."""
    north, east, down = numbers(sim, "position_ned_m")
    attitude = numbers(sim, "attitude_wxyz")
    velocity = rotate_to_world(*attitude, *numbers(sim, "velocity_frd_mps"))
    do(
        sim,
        "set_state",
        name="quad_0",
        position_ned_m=[north, east - 50.0, down],
        attitude_deg=[0.0, 0.0, 90.0],
        velocity_ned_mps=list(velocity),
        align_estimator=align,
    )


def gap_m(sim: Simulation) -> float:
    """Between estimate and truth; home is at the origin, up to the receiver's error."""
    estimate, place = numbers(sim, "fw_position_ned_m"), numbers(sim, "position_ned_m")
    home = numbers(sim, "fw_origin_llh")
    assert home[0] != 0.0
    return float(np.linalg.norm(np.array(estimate[:2]) - np.array(place[:2])))


def test_with_alignment_the_flight_goes_on_and_ends_at_home() -> None:
    sim = in_flight()
    bias = numbers(sim, "fw_ekf_gyro_bias_frd_radps")
    jump(sim, align=True)
    assert numbers(sim, "fw_attitude_wxyz") == numbers(sim, "attitude_wxyz")
    velocity = rotate_to_world(*numbers(sim, "attitude_wxyz"), *numbers(sim, "velocity_frd_mps"))
    assert numbers(sim, "fw_velocity_ned_mps") == list(velocity)
    assert gap_m(sim) < NOISE_FREE_GAP_M
    assert not any(numbers(sim, "fw_ekf_sum"))
    # Kept, but for what the filter has learnt since.
    assert numbers(sim, "fw_ekf_gyro_bias_frd_radps") == pytest.approx(bias, abs=1e-4)
    widest = steepest = 0.0
    for _ in range(50):
        sim.advance(40)
        widest = max(widest, gap_m(sim))
        _, x, y, _ = numbers(sim, "attitude_wxyz")
        steepest = max(steepest, 2.0 * (x * x + y * y))
    assert widest < 1.5
    assert steepest < 1.0 - np.cos(np.radians(35.0))
    sim.advance(round(120.0 * sim.tick_rate_hz))
    assert sim.over
    assert sim.verdict().success, sim.verdict()
    assert np.linalg.norm(numbers(sim, "position_ned_m")[:2]) < 2.0


def test_without_alignment_the_estimator_feels_a_disturbance() -> None:
    sim = in_flight()
    jump(sim, align=False)
    assert gap_m(sim) == pytest.approx(50.0, abs=1.0)
    assert numbers(sim, "fw_attitude_wxyz") != numbers(sim, "attitude_wxyz")
    sim.advance(400)
    # A second later it still believes to be near the old place.
    assert gap_m(sim) > 25.0


def test_the_service_aligns_after_set_sim_state() -> None:
    sim = in_flight()
    call(sim, pose=Pose(Point(80.0, 0.0, -20.0), KEEP_ATTITUDE), twist=KEEP_TWIST)
    assert gap_m(sim) > 50.0
    response = sim.bus.call("dynamics/align_estimator", TriggerRequest())
    assert response.success, response.message
    assert gap_m(sim) < NOISE_FREE_GAP_M
    assert numbers(sim, "fw_position_ned_m")[2] == pytest.approx(-20.0, abs=NOISE_FREE_GAP_M)


def test_an_alignment_on_the_ground_learns_home_anew() -> None:
    sim = Simulation.load("square_calm", compiled=False)
    sim.advance(400)
    assert numbers(sim, "fw_origin_fixes")[0] > 3.0
    place = numbers(sim, "position_ned_m")
    do(sim, "set_state", name="quad_0", position_ned_m=[500.0, *place[1:]], align_estimator=True)
    assert numbers(sim, "fw_origin_fixes")[0] == 0.0
    assert numbers(sim, "fw_baro_references")[0] == 0.0
