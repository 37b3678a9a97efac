"""Topics under ROSflight's names: right numbers, right stamps, nothing without a subscriber."""

import math

import pytest

from simloop.messages.geometry_msgs import Vector3Stamped, WrenchStamped
from simloop.messages.rosflight_msgs import (
    GNSS,
    Airspeed,
    Barometer,
    BatteryStatus,
    PwmOutput,
    SimState,
)
from simloop.messages.rosgraph_msgs import Clock
from simloop.messages.sensor_msgs import Imu, MagneticField, Range, Temperature
from simloop.server.simulation import Simulation
from simloop.systems.topics import publishing

ALL = {
    "clock",
    "estimated_state",
    "status",
    "sim/truth_state",
    "sim/truth_wind",
    "sim/forces_and_moments",
    "sim/pwm_output",
    "sim/truth_imu_bias",
    "sim/sensors/imu/data",
    "sim/sensors/imu/temperature",
    "sim/sensors/mag",
    "sim/sensors/baro",
    "sim/sensors/gnss",
    "sim/sensors/diff_pressure",
    "sim/sensors/range",
    "sim/sensors/battery",
    "sim/RC",
    "serial_in",
    "serial_out",
}


def calm() -> Simulation:
    return Simulation.load("square_calm", compiled=False)


def test_every_promised_topic_and_service_is_there() -> None:
    graph = calm().bus.graph()
    assert {topic.name for topic in graph.topics} == ALL
    assert {"time_manager/toggle_pause", "dynamics/set_sim_state"} <= {
        service.name for service in graph.services
    }
    assert all(topic.doc for topic in graph.topics)


def test_names_carry_the_vehicle_when_there_are_several() -> None:
    graph = Simulation.load("square", count=2, compiled=False).bus.graph()
    names = {topic.name for topic in graph.topics}
    assert "quad_0/sim/truth_state" in names
    assert "quad_1/sim/sensors/imu/data" in names
    assert "sim/truth_state" not in names


def test_truth_equals_the_columns() -> None:
    sim = calm()
    heard: list[SimState] = []
    sim.bus.subscribe("sim/truth_state", SimState, heard.append)
    sim.advance(10)
    assert len(heard) == 10
    vehicle = sim.world.by_name("quad_0")
    last = heard[-1]
    place = sim.world.vector(vehicle, "position_ned_m")
    assert [last.pose.position.x, last.pose.position.y, last.pose.position.z] == place.tolist()
    w, x, y, z = sim.world.vector(vehicle, "attitude_wxyz")
    q = last.pose.orientation
    assert (q.w, q.x, q.y, q.z) == (w, x, y, z)
    assert last.header.stamp.nanoseconds == 25_000_000
    assert last.header.frame_id == "quad_0"


def test_sensors_publish_at_their_own_rate() -> None:
    sim = calm()
    counts = {"imu": 0, "mag": 0, "gnss": 0}
    for topic, kind, name in (
        ("sim/sensors/imu/data", Imu, "imu"),
        ("sim/sensors/mag", MagneticField, "mag"),
        ("sim/sensors/gnss", GNSS, "gnss"),
    ):

        def count(message: object, name: str = name) -> None:
            counts[name] += 1

        sim.bus.subscribe(topic, kind, count)
    sim.advance(400)
    assert counts == {"imu": 400, "mag": 50, "gnss": pytest.approx(9.5, abs=0.6)}


def test_values_have_the_units_they_promise() -> None:
    sim = calm()
    got: dict[str, object] = {}
    kinds = {
        "sim/sensors/imu/data": Imu,
        "sim/sensors/imu/temperature": Temperature,
        "sim/sensors/mag": MagneticField,
        "sim/sensors/baro": Barometer,
        "sim/sensors/gnss": GNSS,
        "sim/sensors/diff_pressure": Airspeed,
        "sim/sensors/range": Range,
        "sim/sensors/battery": BatteryStatus,
        "sim/truth_wind": Vector3Stamped,
        "sim/forces_and_moments": WrenchStamped,
        "sim/pwm_output": PwmOutput,
        "clock": Clock,
    }
    for topic, kind in kinds.items():

        def keep(message: object, topic: str = topic) -> None:
            got[topic] = message

        sim.bus.subscribe(topic, kind, keep)
    sim.advance(200)
    assert set(got) == set(kinds)
    imu, baro, gnss = got["sim/sensors/imu/data"], got["sim/sensors/baro"], got["sim/sensors/gnss"]
    assert isinstance(imu, Imu)
    assert isinstance(baro, Barometer)
    assert isinstance(gnss, GNSS)
    assert imu.linear_acceleration.z == pytest.approx(-9.81, abs=1.0)
    origin = sim.scenario.world.origin
    assert gnss.lat == pytest.approx(origin.latitude_deg, abs=1e-4)
    assert gnss.lon == pytest.approx(origin.longitude_deg, abs=1e-4)
    assert gnss.alt == pytest.approx(origin.altitude_m, abs=20.0)
    assert baro.altitude == pytest.approx(origin.altitude_m, abs=40.0)
    mag = got["sim/sensors/mag"]
    assert isinstance(mag, MagneticField)
    field = mag.magnetic_field
    assert math.hypot(field.x, field.y, field.z) == pytest.approx(5.0e-5, rel=0.3)
    pwm = got["sim/pwm_output"]
    assert isinstance(pwm, PwmOutput)
    assert all(1000 <= value <= 2000 for value in pwm.values)
    clock = got["clock"]
    assert isinstance(clock, Clock)
    assert clock.clock.nanoseconds == 500_000_000


def test_nothing_is_built_without_a_subscriber(monkeypatch: pytest.MonkeyPatch) -> None:
    sim = calm()
    built: list[str] = []
    monkeypatch.setattr(publishing, "header_at", lambda *a: built.append("header"))
    sim.advance(50)
    assert built == []


def test_a_closed_subscription_lets_the_world_run_fused_again() -> None:
    sim = calm()
    heard: list[SimState] = []
    subscription = sim.bus.subscribe("sim/truth_state", SimState, heard.append)
    sim.advance(5)
    subscription.close()
    sim.advance(5)
    assert len(heard) == 5


def test_a_vehicle_that_comes_later_gets_topics_and_loses_them() -> None:
    sim = calm()
    sim.command("spawn", model="quad", name="late", position_ned_m=[5.0, 5.0, -0.2])
    sim.advance(2)
    names = {topic.name for topic in sim.bus.graph().topics}
    assert "late/sim/truth_state" in names
    sim.command("remove", name="late")
    sim.advance(2)
    sim.advance(1)
    assert "late/sim/truth_state" not in {topic.name for topic in sim.bus.graph().topics}


def test_who_needs_one_message_in_a_while_lets_the_world_run_fused_between() -> None:
    sim = calm()
    stamps: list[int] = []
    sim.bus.subscribe(
        "sim/truth_state", SimState, lambda m: stamps.append(m.header.stamp.nanosec), every=40
    )
    fixes = sim.bus.subscribe("sim/sensors/gnss", GNSS, depth=100, every=8)
    sim.advance(400)
    assert stamps == [100_000_000 * n for n in range(1, 10)] + [0]
    assert len(fixes.take()) == 9


def test_a_slow_listener_does_not_slow_a_fast_one_nor_lose_its_share() -> None:
    sim = calm()
    fast = sim.bus.subscribe("sim/sensors/imu/data", Imu, depth=1000)
    slow = sim.bus.subscribe("sim/sensors/imu/data", Imu, depth=1000, every=10)
    sim.advance(100)
    assert len(fast.take()) == 100
    assert [item.tick for item in slow.take()] == [*range(10, 101, 10)]


def test_a_passive_listener_gets_only_what_others_ask_for() -> None:
    sim = calm()
    idle = sim.bus.subscribe("sim/truth_state", SimState, depth=1000, passive=True)
    sim.advance(10)
    assert idle.take() == ()
    asked = sim.bus.subscribe("sim/truth_state", SimState, depth=1000)
    sim.advance(10)
    assert [item.tick for item in idle.take()] == [item.tick for item in asked.take()]


def test_the_estimate_is_in_the_frame_of_the_world() -> None:
    """Far from the world's origin, where a frame of the firmware's own would begin at zero."""
    sim = Simulation.load(
        "square_calm", sets=["vehicles[0].position_ned_m=[300.0, -200.0, 0.0]"], compiled=False
    )
    told = sim.bus.subscribe("estimated_state", SimState, depth=1, every=40)
    sim.advance(2000)
    place = told.take()[-1].message.pose.position
    assert math.dist((place.x, place.y), (300.0, -200.0)) < 5.0
