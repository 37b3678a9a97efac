"""User commands: each verb, its refusals, and undo, through the inbox of a simulation."""

import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from simloop.messages.geometry_msgs import Point, Pose, Quaternion, Twist, Vector3
from simloop.messages.rosflight_msgs import SetSimStateRequest, SimState
from simloop.messages.std_msgs import Header
from simloop.messages.std_srvs import TriggerRequest
from simloop.server.files import FileMistake
from simloop.server.simulation import Simulation
from simloop.systems.user_commands.desk import UserCommand


@pytest.fixture
def sim() -> Simulation:
    return Simulation.load("square", compiled=False)


def do(sim: Simulation, verb: str, **arguments: Any) -> Any:
    """Hand a command in and let two ticks pass; gives the receipt."""
    sim.command(verb, **arguments)
    sim.advance(2)
    return sim.provided["user_commands"].history[-1]


def position(sim: Simulation, name: str = "quad_0") -> list[float]:
    numbers: list[float] = sim.world.vector(sim.world.by_name(name), "position_ned_m").tolist()
    return numbers


def test_spawn_and_remove(sim: Simulation) -> None:
    receipt = do(sim, "spawn", model="quad", name="extra", position_ned_m=[5.0, 6.0, -2.0])
    assert (receipt.state, receipt.tick) == ("executed", 1)
    assert position(sim, "extra")[:2] == [5.0, 6.0]
    receipt = do(sim, "remove", name="extra")
    assert receipt.state == "executed"
    assert sim.world.entities.by_name("extra") is None


def test_move_is_exact_and_undone(sim: Simulation) -> None:
    before = position(sim)
    sim.command("move", name="quad_0", position_ned_m=[1.0, 2.0, -30.0], heading_deg=90.0)
    sim.advance(1)
    assert position(sim) == [1.0, 2.0, -30.0]
    sim.command("undo")
    sim.advance(1)
    assert position(sim)[0] == pytest.approx(before[0], abs=1e-6)


def test_redo_repeats_what_was_undone(sim: Simulation) -> None:
    do(sim, "rename", name="quad_0", new_name="eagle")
    do(sim, "undo")
    assert sim.world.entities.by_name("quad_0") is not None
    do(sim, "redo")
    assert sim.world.entities.by_name("eagle") is not None


def test_a_renamed_vehicle_is_still_the_same(sim: Simulation) -> None:
    do(sim, "rename", name="quad_0", new_name="eagle")
    assert sim.world.entities.by_name("eagle::imu") is not None
    do(sim, "insert", kind="light", name="lamp", position_ned_m=[0.0, 0.0, -3.0])
    sim.advance(200)
    assert [flight.name for flight in sim.monitor.flights.values()] == ["eagle"]
    assert not sim.over
    assert do(sim, "order", name="eagle", order="hold").state == "executed"
    # The old name and those of its parts are free.
    assert do(sim, "spawn", model="quad", name="quad_0").state == "executed"
    assert "exists already" in do(sim, "rename", name="eagle", new_name="quad_0").reason
    do(sim, "reset")
    sim.advance(200)
    assert [flight.name for flight in sim.monitor.flights.values()] == ["quad_0"]


def test_a_name_is_taken_with_those_of_its_parts(sim: Simulation) -> None:
    do(sim, "insert", kind="light", name="late::imu", position_ned_m=[0.0, 0.0, -3.0])
    receipt = do(sim, "spawn", model="quad", name="late")
    assert (receipt.state, receipt.reason[:32]) == ("refused", "an entity named 'late::imu' exis")
    assert sim.world.entities.by_name("late") is None


@pytest.mark.parametrize("name", ["my drone", "2nd", "a/b", "a__b", "ümlaut", "x" * 65, "a\nb"])
def test_vehicles_have_names_that_topics_can_have(sim: Simulation, name: str) -> None:
    for receipt in (
        do(sim, "spawn", model="quad", name=name),
        do(sim, "rename", name="quad_0", new_name=name),
    ):
        assert receipt.state == "refused"


def test_vehicles_are_spawned_by_name_and_not_by_path(sim: Simulation, tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("password: hunter2")
    receipt = do(sim, "spawn", model=str(secret), name="spy")
    assert receipt.state == "refused"
    assert receipt.reason.startswith("unknown vehicle")


def test_a_refused_change_leaves_nothing_behind(sim: Simulation) -> None:
    values = {"external_force_ned_n": 5.0, "mass_kg": [1.0, 2.0]}
    assert do(sim, "set", name="quad_0", values=values).state == "refused"
    force = sim.world.vector(sim.world.by_name("quad_0"), "external_force_ned_n")
    assert force.tolist() == [0.0, 0.0, 0.0]


def test_push_and_set(sim: Simulation) -> None:
    do(sim, "push", name="quad_0", force_ned_n=[1.0, 2.0, 3.0], torque_frd_nm=[0.0, 0.0, 0.1])
    force = sim.world.vector(sim.world.by_name("quad_0"), "external_force_ned_n")
    assert force.tolist() == [1.0, 2.0, 3.0]
    do(sim, "set", name="quad_0", values={"mass_kg": 4.0})
    assert sim.world.vector(sim.world.by_name("quad_0"), "mass_kg")[0] == 4.0


def test_actuators_by_axis_go_through_the_mixer() -> None:
    plane = Simulation.load("v_tail", compiled=False, sets=["timeline=[]"])
    receipt = do(plane, "actuators", name="anaconda_0", commands={"Fx": 0.5, "Qy": 0.2, "Qz": 0.1})
    assert receipt.state == "executed"
    entity = plane.world.by_name("anaconda_0")
    outputs = plane.world.vector(entity, "actuator_command").tolist()
    assert outputs == pytest.approx([0.0, -0.05, 0.15, 0.0, 0.5])
    do(plane, "actuators", name="anaconda_0", commands=[0.1, 0.0, 0.0, 0.0, 0.4])
    assert plane.world.vector(entity, "actuator_command").tolist() == [0.1, 0.0, 0.0, 0.0, 0.4]
    refusals = {
        "no axis Fz": {"Fz": 1.0},
        "maps axes to numbers": "full throttle",
        "takes 5 numbers, not 2": [0.0, 0.0],
    }
    for reason, commands in refusals.items():
        receipt = do(plane, "actuators", name="anaconda_0", commands=commands)
        assert receipt.state == "refused"
        assert reason in receipt.reason


def test_actuators_of_a_multirotor_are_its_motors(sim: Simulation) -> None:
    sim.command("actuators", name="quad_0", commands=[0.1, 0.2, 0.3, 0.4])
    sim.advance(1)
    entity = sim.world.by_name("quad_0")
    assert sim.world.vector(entity, "motor_command").tolist() == [0.1, 0.2, 0.3, 0.4]
    receipt = do(sim, "actuators", name="quad_0", commands={"Fx": 0.1})
    assert "has no mixer" in receipt.reason


def test_wind_reaches_every_vehicle() -> None:
    sim = Simulation.load("square", count=3, compiled=False)
    do(sim, "wind", mean_ned_mps=[1.0, -2.0, 0.0])
    for record in sim.world.models():
        mean = sim.world.vector(record.entity, "wind_mean_ned_mps")
        assert mean.tolist() == [1.0, -2.0, 0.0]
    do(sim, "undo")
    assert sim.world.vector(sim.world.by_name("quad_1"), "wind_mean_ned_mps")[0] != 1.0


def together(sim: Simulation, *commands: tuple[str, dict[str, Any]]) -> list[str]:
    """Hand commands in for one tick; why each was refused, or nothing."""
    for verb, arguments in commands:
        sim.command(verb, **arguments)
    sim.advance(2)
    return [receipt.reason for receipt in sim.provided["user_commands"].history]


LAMP = {"name": "lamp", "position_ned_m": [1.0, 2.0, -3.0]}
GUEST = {"model": "quad", "name": "guest"}


def test_what_a_command_means_is_found_after_those_before_it_in_its_tick(sim: Simulation) -> None:
    insert, move = ("insert", {**LAMP, "kind": "light"}), ("move", LAMP)
    assert together(sim, insert, move) == ["", ""]
    _, reason = together(
        sim, ("spawn", GUEST), ("rename", {"name": "guest", "new_name": "my drone"})
    )[2:]
    assert reason.startswith("argument 'new_name' names topics too")


def test_wind_in_the_tick_of_a_removal_reaches_who_is_left() -> None:
    sim = Simulation.load("square", count=2, compiled=False)
    wind = ("wind", {"mean_ned_mps": [1.0, 0.0, 0.0]})
    assert together(sim, ("remove", {"name": "quad_1"}), ("spawn", GUEST), wind) == ["", "", ""]
    for name in ("quad_0", "guest"):
        assert sim.world.vector(sim.world.by_name(name), "wind_mean_ned_mps")[0] == 1.0


def test_what_a_sender_does_to_its_values_later_is_not_logged(sim: Simulation) -> None:
    force = [1.0, 0.0, 0.0]
    sim.command("push", name="quad_0", force_ned_n=force)
    force[0] = 2.0
    sim.advance(2)
    pushed = sim.world.vector(sim.world.by_name("quad_0"), "external_force_ned_n")
    assert pushed[0] == 1.0
    (line,) = sim.bus.inbox.log
    assert line.payload.arguments["force_ned_n"] == [1.0, 0.0, 0.0]


def test_a_stream_that_nobody_takes_is_told_of_once(sim: Simulation) -> None:
    def refusals() -> int:
        return sum(event.name == "refused" for event in sim.log.events)

    for _ in range(20):
        sim.command("rc", name="nobody", channels=[1500] * 8)
        sim.advance(13)
    assert refusals() == 1
    sim.command("rc", name="somebody", channels=[1500] * 8)
    sim.advance(sim.tick_rate_hz + 20)
    assert refusals() == 2
    sim.command("rc", name="nobody", channels=[1500] * 8)
    sim.advance(2)
    assert refusals() == 3


def test_a_frame_costs_little_in_the_log() -> None:
    tracemalloc.start()
    commands = [UserCommand("rc", {"name": "q", "channels": [1000 + n] * 8}) for n in range(1000)]
    size_bytes, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # An hour of a page's frames is some 20 MB.
    assert size_bytes / len(commands) < 200


@pytest.mark.parametrize(
    ("verb", "arguments", "reason"),
    [
        ("move", {"name": "quad_0", "heading": 9}, "no argument 'heading': did you mean 'heading_"),
        ("undo", {"count": 2}, "undo has no argument 'count': it takes none"),
        ("order", {"name": "quad_0", "order": "go_to", "north": 1.0}, "did you mean 'north_m'?"),
        ("call", {"service": "toggle_arms"}, "did you mean toggle_arm?"),
        ("mvoe", {}, "did you mean 'move'?"),
        ("move", {"name": "nobody", "position_ned_m": [0, 0, 0]}, "no entity named 'nobody'"),
        ("move", {"name": "quad_0", "position_ned_m": [0, 0]}, "takes 3 numbers"),
        ("move", {"position_ned_m": [0, 0, 0]}, "argument 'name' is missing"),
        ("spawn", {"model": "quadd", "name": "x"}, "quadd"),
        ("spawn", {"model": "quad", "name": "quad_0"}, "exists already"),
        ("set", {"name": "quad_0", "values": {"mas_kg": 1}}, "no column 'mas_kg'"),
        ("set", {"name": "quad_0"}, "must map columns"),
        ("push", {"name": "quad_0", "force_ned_n": ["a", "b", "c"]}, "takes numbers"),
        ("undo", {}, "nothing to undo"),
    ],
)
def test_a_refusal_says_why(
    sim: Simulation, verb: str, arguments: dict[str, Any], reason: str
) -> None:
    sim.bus.inbox.push("client", UserCommand(verb, arguments))
    sim.advance(3)
    receipt = sim.provided["user_commands"].history[-1]
    assert receipt.state == "refused"
    assert reason in receipt.reason
    (event,) = [event for event in sim.log.events if event.name == "refused"]
    assert reason in event.detail["reason"]


def test_pause_holds_the_world_and_play_lets_it_go(sim: Simulation) -> None:
    sim.command("pause")
    assert sim.advance(100) == 1
    assert sim.time.paused
    sim.command("move", name="quad_0", position_ned_m=[9.0, 0.0, -5.0])
    sim.idle()
    assert sim.world.tick == 1
    assert position(sim) == [9.0, 0.0, -5.0]
    sim.command("play")
    sim.idle()
    assert not sim.time.paused
    assert sim.advance(3) == 3


def test_reset_goes_back_after_the_tick(sim: Simulation) -> None:
    fresh = sim.world.state_hash()
    sim.advance(5)
    sim.command("reset")
    sim.advance(10)
    assert sim.world.tick == 0
    assert sim.world.state_hash() == fresh
    sim.bus.call("toggle_arm", TriggerRequest())
    assert sim.bus.inbox.log[-1].tick == 1


def test_the_service_sets_the_whole_state(sim: Simulation) -> None:
    sim.advance(3)
    state = SimState(
        Header(),
        Pose(Point(1.0, 2.0, -3.0), Quaternion(0.0, 0.0, 1.0, 0.0)),
        Twist(Vector3(4.0, 5.0, 6.0), Vector3(0.1, 0.2, 0.3)),
    )
    response = sim.bus.call("dynamics/set_sim_state", SetSimStateRequest(state))
    assert response.success, response.message
    vehicle = sim.world.by_name("quad_0")
    assert position(sim) == [1.0, 2.0, -3.0]
    assert sim.world.vector(vehicle, "attitude_wxyz").tolist() == [0.0, 0.0, 0.0, 1.0]
    assert sim.world.vector(vehicle, "velocity_frd_mps").tolist() == [4.0, 5.0, 6.0]
    assert sim.world.vector(vehicle, "rate_frd_radps").tolist() == [0.1, 0.2, 0.3]


def test_the_service_refuses_nonsense(sim: Simulation) -> None:
    no_attitude = SimState(pose=Pose(Point(), Quaternion(0.0, 0.0, 0.0, 0.5)))
    response = sim.bus.call("dynamics/set_sim_state", SetSimStateRequest(no_attitude))
    assert not response.success
    assert "not 1" in response.message
    unknown = SimState(header=Header(frame_id="nobody"), pose=Pose(Point(), Quaternion(0, 0, 0, 1)))
    response = sim.bus.call("dynamics/set_sim_state", SetSimStateRequest(unknown))
    assert "nobody" in response.message


def test_toggle_pause_is_a_service(sim: Simulation) -> None:
    assert sim.bus.call("time_manager/toggle_pause", TriggerRequest()).success
    assert sim.time.paused
    sim.bus.call("time_manager/toggle_pause", TriggerRequest())
    assert not sim.time.paused


def test_a_timeline_acts_in_its_tick() -> None:
    sim = Simulation.load(
        "square",
        compiled=False,
        sets=[
            "timeline=[{at_s: 0.05, command: push, "
            "arguments: {name: quad_0, force_ned_n: [7, 0, 0]}}]"
        ],
    )
    force = sim.world.vector(sim.world.by_name("quad_0"), "external_force_ned_n")
    sim.advance(19)
    assert force[0] == 0.0
    sim.advance(1)
    assert force[0] == 7.0
    assert [event.name for event in sim.log.events if event.name == "timeline"] == ["timeline"]


def test_a_misspelt_command_in_a_timeline_is_told_at_load() -> None:
    with pytest.raises(FileMistake, match="timeline: unknown command 'psuh': did you mean 'push'"):
        Simulation.load("square", sets=["timeline=[{at_s: 1, command: psuh}]"])


def test_a_removed_vehicle_takes_its_topics_along() -> None:
    sim = Simulation.load("stand", compiled=False)
    sim.advance(4)
    before = {topic.name for topic in sim.bus.graph().topics}
    kept = set(sim.bus._topics)
    sim.command("spawn", name="guest", model="quad", position_ned_m=[10.0, 0.0, 0.0])
    sim.advance(8)
    assert "guest/sim/truth_state" in {topic.name for topic in sim.bus.graph().topics}
    sim.command("remove", name="guest")
    sim.advance(8)
    assert {topic.name for topic in sim.bus.graph().topics} == before
    assert set(sim.bus._topics) == kept
    sim.close()
