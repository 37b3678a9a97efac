"""Questions of plots and dials: what may be plotted, how it went; nothing changes by them."""

from typing import Any

import numpy as np
import pytest

from simloop.messages.geometry_msgs import Vector3Stamped
from simloop.server.simulation import Simulation
from simloop.studio import topic_ring
from simloop.studio.questions import QUESTIONS
from simloop.studio.questions.samples import SampleDesk
from simloop.studio.thinning import thinned
from simloop.studio.topic_ring import FORGET_NS
from simloop.systems.scene.messages import QuestionMessage
from simloop.systems.scene.questions import QuestionDesk, QuestionRefused
from simloop.timing.wall import WallClock

TICKS = 240
DOWN = "sim/truth_state.pose.position.z"


@pytest.fixture
def quad() -> Simulation:
    return Simulation.load("square", compiled=False)


def desk_of(simulation: Simulation) -> QuestionDesk:
    desk = QuestionDesk(simulation)
    desk.offer(QUESTIONS)
    return desk


def ask(desk: QuestionDesk, name: str, **arguments: object) -> Any:
    told = desk.answer(QuestionMessage("1", name, arguments))
    assert told.refused == ""
    return told.data


def test_fields_are_named_with_unit_and_vehicle(quad: Simulation) -> None:
    desk = desk_of(quad)
    rows = {row.name: row for row in ask(desk, "fields").rows}
    down = rows[DOWN]
    assert (down.topic, down.path) == ("sim/truth_state", "pose.position.z")
    assert (down.unit, down.vehicle) == ("m", "quad_0")
    assert rows["clock.clock.sec"].vehicle == ""
    found = ask(desk, "fields", search="imu ACCELERATION", most=2).rows
    assert [row.name for row in found] == [
        "sim/sensors/imu/data.linear_acceleration.x",
        "sim/sensors/imu/data.linear_acceleration.y",
    ]


def test_a_topic_that_comes_later_is_found(quad: Simulation) -> None:
    desk = desk_of(quad)
    assert ask(desk, "fields", search="later").rows == ()
    publisher = quad.bus.advertise("mine/later", Vector3Stamped, by="me")
    rows = ask(desk, "fields", search="later.VECTOR.z").rows
    assert [row.name for row in rows] == ["mine/later.vector.z"]
    publisher.close()
    assert ask(desk, "fields", search="later").rows == ()


def test_samples_follow_the_world_and_change_nothing(quad: Simulation) -> None:
    desk = desk_of(quad)
    assert ask(desk, "samples", fields=[DOWN]).series[0].times_s == ()
    quad.advance(TICKS)
    told = ask(desk, "samples", fields=[DOWN], after_s=0.1)
    (series,) = told.series
    every = round(quad.tick_rate_hz / 100)
    ticks = range(every, TICKS + 1, every)
    assert series.times_s == tuple(n / quad.tick_rate_hz for n in ticks if n / 400 > 0.1)
    model = quad.world.models()[0].entity
    assert series.values[-1] == quad.world.vector(model, "position_ned_m")[2]
    assert series.unit == "m"
    alone = Simulation.load("square", compiled=False)
    alone.advance(TICKS)
    assert quad.world.state_hash() == alone.world.state_hash()


def test_a_ring_ends_when_nobody_asks_and_forgets_what_is_undone(quad: Simulation) -> None:
    now = [0]
    desk = SampleDesk(quad, WallClock(monotonic_ns=lambda: now[0]))
    desk.answer({"fields": [DOWN], "rate_hz": 400})
    quad.advance(20)
    start = quad.snapshot()
    quad.advance(20)
    quad.restore(start)
    quad.advance(1)
    (series,) = desk.answer({"fields": [DOWN], "rate_hz": 400}).series
    assert series.times_s[-1] == pytest.approx(21 / 400)
    assert len(series.times_s) == 21
    now[0] = FORGET_NS + 1
    quad.advance(4)
    assert desk.topics == ()
    (info,) = [info for info in quad.bus.graph().topics if info.name == "sim/truth_state"]
    assert info.subscribers == ()


def test_a_run_flat_out_is_listened_to_less_often(
    quad: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(topic_ring, "_MOST_PER_S", 100)
    now = [0]
    desk = SampleDesk(quad, WallClock(monotonic_ns=lambda: now[0]))
    given = {"fields": [DOWN], "rate_hz": 400}
    counts = []
    # Forty ticks in 0.25 s are too many, so every second is taken, and so on; slowness ends it.
    for passed_ns in (250_000_000, 250_000_000, 4_000_000_000, 250_000_000):
        before = len(desk.answer(given).series[0].times_s)
        quad.advance(40)
        now[0] += passed_ns
        counts.append(len(desk.answer(given).series[0].times_s) - before)
    assert counts == [40, 20, 20, 40]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "argument 'fields' is missing"),
        ({"fields": ["sim/truth_state.nothing"]}, "has no number 'nothing'"),
        ({"fields": ["sim/nowhere.x"]}, "no topic sim/nowhere"),
        ({"fields": [DOWN] * 33}, "at most 32"),
    ],
)
def test_mistakes_are_told(quad: Simulation, given: dict[str, object], words: str) -> None:
    with pytest.raises(QuestionRefused, match=words):
        SampleDesk(quad, WallClock()).answer(given)


def test_a_vehicle_that_is_not_there_has_no_dials(quad: Simulation) -> None:
    told = desk_of(quad).answer(QuestionMessage("1", "instruments", {"vehicle": "quad_9"}))
    assert told.refused == "there is no 'quad_9': did you mean 'quad_0'?"


def test_dials_tell_air_and_power(quad: Simulation) -> None:
    quad.advance(TICKS)
    dials = ask(desk_of(quad), "instruments", vehicle="quad_0")
    model = quad.world.models()[0].entity
    wind = quad.world.vector(model, "wind_ned_mps")
    # It stands, so the air goes past it as fast as the wind blows.
    assert dials.airspeed_mps == pytest.approx(float(np.linalg.norm(wind)), abs=0.05)
    assert dials.wind_ned_mps == tuple(wind)
    assert dials.battery_v > 10.0


def test_a_vehicle_without_a_battery_tells_none() -> None:
    boat = Simulation.load("usv_mission", compiled=False)
    boat.advance(TICKS)
    # Its autopilot would listen to one.
    assert "battery_voltage_v" in boat.world.tables[0].layout.places
    dials = ask(desk_of(boat), "instruments", vehicle=boat.world.models()[0].name)
    assert (dials.battery_v, dials.battery_a) == (None, None)


def test_thinning_keeps_every_peak() -> None:
    times, values = np.arange(100_000.0), np.zeros(100_000)
    values[[17, 50_001, 99_999]] = 1.0, -2.0, 3.0
    kept_times, kept = thinned(times, values, 1000)
    assert len(kept) <= 1002
    assert {17.0, 50_001.0, 99_999.0} <= set(kept_times)
    assert sorted(set(kept)) == [-2.0, 0.0, 1.0, 3.0]
    assert np.all(np.diff(kept_times) > 0)
