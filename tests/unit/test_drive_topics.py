"""`cmd_vel` in and `odom` out, through the bus of a running simulation."""

from math import atan2, cos, sin

import numpy as np
import pytest

from simloop.messages.geometry_msgs import Twist, Vector3
from simloop.messages.nav_msgs import Odometry
from simloop.server.simulation import Simulation
from simloop.transport.inbox import Inbox, TopicInput

LEFT = Twist(linear=Vector3(0.5, 0.0, 0.0), angular=Vector3(0.0, 0.0, 0.4))
NOTHING = ["timeline=[]"]


def pico() -> Simulation:
    return Simulation.load("pico_square", compiled=False, sets=NOTHING)


def column(sim: Simulation, name: str, vehicle: str = "pico") -> np.ndarray:
    return sim.world.vector(sim.world.by_name(vehicle), name)


def yaw_of(message: Odometry) -> float:
    q = message.pose.pose.orientation
    return 2.0 * atan2(q.z, q.w)


def test_a_twist_from_outside_is_stamped_and_followed() -> None:
    sim = pico()
    outside = sim.bus.advertise("cmd_vel", Twist, by="teleop", external=True)
    sim.advance(10)
    outside.publish(LEFT)
    sim.advance(1)
    assert column(sim, "drive_commanded_tick")[0] == 11.0
    assert column(sim, "drive_speed_mps")[0] == 0.5
    # Left is positive in ROS; right is positive inside.
    assert column(sim, "drive_yaw_rate_radps")[0] == -0.4
    assert column(sim, "velocity_frd_mps")[0] == pytest.approx(0.5)
    assert column(sim, "rate_frd_radps")[2] == pytest.approx(-0.4)
    inputs = [entry for entry in sim.bus.inbox.log if isinstance(entry.payload, TopicInput)]
    assert [(entry.tick, entry.payload.topic) for entry in inputs] == [(11, "cmd_vel")]
    assert isinstance(sim.bus.inbox, Inbox)


def test_silence_stops_the_vehicle_and_repeating_keeps_it_going() -> None:
    sim = pico()
    outside = sim.bus.advertise("cmd_vel", Twist, by="teleop", external=True)
    for _ in range(4):
        outside.publish(LEFT)
        sim.advance(160)
    assert column(sim, "velocity_frd_mps")[0] == pytest.approx(0.5)
    sim.advance(40)
    assert column(sim, "velocity_frd_mps")[0] == pytest.approx(0.5)
    sim.advance(1)
    assert np.all(column(sim, "velocity_frd_mps") == 0.0)


def test_the_last_of_a_tick_counts_and_nonsense_does_not() -> None:
    sim = pico()
    outside = sim.bus.advertise("cmd_vel", Twist, by="teleop", external=True)
    outside.publish(Twist(linear=Vector3(0.1, 0.0, 0.0)))
    outside.publish(LEFT)
    outside.publish(Twist(linear=Vector3(float("nan"), 0.0, 0.0)))
    sim.advance(1)
    assert column(sim, "drive_speed_mps")[0] == 0.5
    assert column(sim, "frozen")[0] == 0.0


def test_odometry_of_the_kinematic_rover_is_the_truth() -> None:
    sim = pico()
    heard: list[Odometry] = []
    sim.bus.subscribe("odom", Odometry, heard.append)
    outside = sim.bus.advertise("cmd_vel", Twist, by="teleop", external=True)
    for _ in range(5):
        outside.publish(LEFT)
        sim.advance(160)
    # 50 messages in each second
    assert len(heard) == 100
    last = heard[-1]
    north, east, _ = column(sim, "position_ned_m")
    place = last.pose.pose.position
    # The start pointed north: x is north, y (left) is west.
    assert (place.x, place.y, place.z) == pytest.approx((north, -east, 0.0), abs=1e-12)
    assert yaw_of(last) == pytest.approx(0.4 * 2.0, abs=1e-12)
    assert last.twist.twist.linear.x == pytest.approx(0.5)
    assert last.twist.twist.angular.z == pytest.approx(0.4)
    assert last.header.frame_id == "odom"
    assert last.child_frame_id == "base_link"
    assert last.header.stamp.nanoseconds == 2_000_000_000
    assert last.pose.covariance[14] == 1e6
    # A left turn seen in ROS's frame, in closed form.
    assert (place.x, place.y) == pytest.approx((1.25 * sin(0.8), 1.25 * (1.0 - cos(0.8))))


def test_several_vehicles_have_topics_of_their_own() -> None:
    sim = Simulation.load("pico_square", count=2, compiled=False, sets=NOTHING)
    topics = {topic.name for topic in sim.bus.graph().topics}
    assert {"pico/cmd_vel", "pico/odom", "pico_1/cmd_vel", "pico_1/odom"} <= topics
    assert "cmd_vel" not in topics
    sim.bus.advertise("pico_1/cmd_vel", Twist, by="teleop", external=True).publish(LEFT)
    heard: list[Odometry] = []
    sim.bus.subscribe("pico_1/odom", Odometry, heard.append)
    sim.advance(8)
    assert column(sim, "velocity_frd_mps", "pico_1")[0] == pytest.approx(0.5)
    assert np.all(column(sim, "velocity_frd_mps") == 0.0)
    assert heard[0].header.frame_id == "pico_1/odom"
    assert heard[0].child_frame_id == "pico_1/base_link"


def test_the_prefix_can_be_asked_for() -> None:
    sets = [*NOTHING, "systems.drive_topics.prefix=always"]
    sim = Simulation.load("pico_square", compiled=False, sets=sets)
    assert "pico/cmd_vel" in {topic.name for topic in sim.bus.graph().topics}


def test_vehicles_that_do_not_drive_have_no_such_topics() -> None:
    sets = ["systems.drive_topics={}"]
    sim = Simulation.load("square_calm", compiled=False, sets=sets)
    topics = {topic.name for topic in sim.bus.graph().topics}
    assert not topics & {"cmd_vel", "odom"}


def test_the_topics_leave_with_the_vehicle() -> None:
    sim = Simulation.load("pico_square", count=2, compiled=False, sets=NOTHING)
    sim.world.remove(sim.world.by_name("pico_1"))
    sim.advance(1)
    topics = {topic.name for topic in sim.bus.graph().topics}
    assert "pico_1/cmd_vel" not in topics
    assert "pico/cmd_vel" in topics


def test_a_twist_from_inside_takes_effect_in_the_next_tick() -> None:
    """What is published in the world is delivered when its tick closes."""
    sim = pico()
    inside = sim.bus.advertise("cmd_vel", Twist, by="program")
    inside.publish(LEFT)
    sim.advance(1)
    assert column(sim, "drive_commanded_tick")[0] == -1.0
    sim.advance(1)
    assert column(sim, "drive_commanded_tick")[0] == 2.0


def test_three_kinds_of_rovers_drive_their_circles() -> None:
    sim = Simulation.load("rover_circles", compiled=True)
    sim.advance(400 * 10)
    for name, speed, turn in (("diff", 0.5, 0.25), ("skid", 0.5, 0.25), ("car", 2.0, -0.5)):
        assert column(sim, "velocity_frd_mps", name)[0] == pytest.approx(speed, rel=0.02)
        assert column(sim, "rate_frd_radps", name)[2] == pytest.approx(turn, rel=0.02)
    # Wheels that skid tell of more turning than there was.
    assert column(sim, "odometry_twist", "skid")[1] > 0.3
