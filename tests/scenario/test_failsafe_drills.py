"""Failsafes in the whole loop: each at its threshold in simulated time, doing what it says."""

from dataclasses import replace

import numpy as np
import pytest
from failsafe_drills import (
    BATTERY_CRITICAL,
    BATTERY_LOW,
    CAUSE_TICK,
    CEILING_LEFT,
    CIRCLE_LEFT,
    CONTRADICTED,
    POLYGON_LEFT,
    POSITION_LOST,
    RADIO_LOST,
    RADIO_SILENT,
    STATION_LOST,
    VOLTAGE_LOW,
    Drill,
    DrillFlight,
)

from simloop.firmware.codes import Action, Mode
from simloop.server.files import load_scenario
from simloop.server.session import Result, Session
from simloop.server.simulation import Simulation
from simloop.timing.mode import TimeMode

ACTIONS = (Action.NONE, Action.HOLD, Action.RTL, Action.SMART_RTL, Action.LAND, Action.TERMINATE)
WORDS = {
    Action.NONE: "flies on",
    Action.HOLD: "holds",
    Action.RTL: "returns",
    Action.SMART_RTL: "retraces its way",
    Action.LAND: "lands",
    Action.TERMINATE: "stops the motors",
}
MODES = {
    Action.NONE: Mode.AUTO,
    Action.HOLD: Mode.HOLD,
    Action.RTL: Mode.RTL,
    Action.SMART_RTL: Mode.SMART_RTL,
    Action.LAND: Mode.LAND,
    Action.TERMINATE: Mode.AUTO,
}
WITH_EVERY_ACTION = (
    RADIO_LOST,
    STATION_LOST,
    BATTERY_LOW,
    BATTERY_CRITICAL,
    POSITION_LOST,
    CONTRADICTED,
    CIRCLE_LEFT,
)
DRILLS = [(drill, action) for drill in WITH_EVERY_ACTION for action in ACTIONS] + [
    (RADIO_SILENT, Action.RTL),
    (VOLTAGE_LOW, Action.RTL),
    (CEILING_LEFT, Action.RTL),
    (POLYGON_LEFT, Action.RTL),
]
IDS = [f"{drill.words}, {WORDS[action]} {number}" for number, (drill, action) in enumerate(DRILLS)]
# How far from where it was it ends, where that is not a matter of a few metres: carried by the
# wind without GNSS, led astray by a receiver that is 50 m off, not yet stopped at 5 m/s.
ASTRAY_M = {"position lost": 15.0, "estimate not healthy": 70.0, "fence left": 8.0}
EVERY = pytest.mark.parametrize("number", range(len(DRILLS)), ids=IDS)
SCENARIOS = (
    "rc_loss",
    "gcs_loss",
    "gnss_loss",
    "battery_failsafe",
    "estimator_failsafe",
    "fence_breach",
)


@pytest.fixture(scope="module")
def flight() -> DrillFlight:
    """All drills at once: one class, one flight."""
    flight = DrillFlight(DRILLS)
    flight.fly()
    return flight


def action_of(drill: Drill, action: float) -> float:
    """What is left of an action for one who does not know where it is."""
    blind = drill is POSITION_LOST and action in (Action.HOLD, Action.RTL, Action.SMART_RTL)
    return Action.LAND if blind else action


def first_alarm(flight: DrillFlight, number: int) -> tuple[int, str]:
    alarms = [notice for notice in flight.notices(number) if notice[1].startswith("Failsafe:")]
    return alarms[0]


@EVERY
def test_it_fires_at_its_threshold_to_the_pass(flight: DrillFlight, number: int) -> None:
    drill, action = DRILLS[number]
    tick, words = first_alarm(flight, number)
    assert words == f"Failsafe: {drill.words}, {WORDS[action_of(drill, action)]}"
    assert tick == drill.due_tick(flight.trace(number))


@EVERY
def test_the_flight_ends_as_the_action_says(flight: DrillFlight, number: int) -> None:
    drill, action = DRILLS[number]
    doing = action_of(drill, action)
    tick, _ = first_alarm(flight, number)
    way = flight.place_at(number, flight.simulation.world.tick) - flight.place_at(number, tick)
    moved_m = float(np.hypot(way[0], way[1]))
    state = flight.simulation.monitor.flights[flight.names[number]]
    assert flight.column(number, "fw_mode")[0] == MODES[doing]
    if doing == Action.TERMINATE:
        assert flight.column(number, "fw_armed")[0] == 0.0
        assert "Motors stopped by failsafe" in [words for _, words in flight.notices(number)]
        assert state.crashed
        return
    assert not state.crashed
    assert not state.touched
    assert (state.landed_tick > 0) == (doing not in (Action.NONE, Action.HOLD))
    if doing in (Action.RTL, Action.SMART_RTL):
        assert state.landing_error_m < (ASTRAY_M[drill.words] if drill is CONTRADICTED else 2.0)
    elif doing in (Action.HOLD, Action.LAND):
        assert moved_m < ASTRAY_M.get(drill.words, 5.0)


def test_links_are_lost_at_the_tick_that_their_timeout_says(flight: DrillFlight) -> None:
    """Frames and heartbeats stop after those of tick 6000, so these can be told ahead."""
    alarms = {drill.words: first_alarm(flight, n)[0] for n, (drill, _) in enumerate(DRILLS[:12])}
    silent = first_alarm(flight, DRILLS.index((RADIO_SILENT, Action.RTL)))[0]
    assert alarms["radio signal lost"] == CAUSE_TICK + 8
    assert silent == CAUSE_TICK + 400
    # The heartbeat of tick 6000 is read from the line in tick 6004, and seen by the next pass.
    assert alarms["ground station lost"] == CAUSE_TICK + 8 + 5 * 400


def test_alarms_before_and_after_are_none(flight: DrillFlight) -> None:
    """Nobody hears of a failsafe that is not its own."""
    for number, (drill, _) in enumerate(DRILLS):
        others = {
            words.split(", ")[0].removeprefix("Failsafe: ")
            for _, words in flight.notices(number)
            if words.startswith("Failsafe: ")
        } - {drill.words}
        assert not others, f"{IDS[number]}: {others}"


def run_at(name: str, factor: float, sets: list[str], stop_after_s: float | None) -> Result:
    scenario = replace(load_scenario(name, sets=sets), stop_after_s=stop_after_s)
    simulation = Simulation(scenario)
    simulation.time.mode = TimeMode.Scaled(factor=factor)
    return Session(simulation).run(lambda: None)


def assert_alike(paced: Result, flat_out: Result) -> None:
    assert paced.events == flat_out.events
    assert paced.state_hash == flat_out.state_hash
    assert any("Failsafe" in event.get("text", "") for event in paced.events)
    # It was paced indeed.
    assert paced.wall_time_s >= paced.sim_time_s - 0.1


def test_at_1x_it_fires_in_the_same_tick_as_flat_out() -> None:
    sets = ["timeline[1].at_s=5.5"]
    paced, flat_out = (run_at("rc_loss", factor, sets, 8.0) for factor in (1.0, float("inf")))
    assert_alike(paced, flat_out)
    (alarm,) = [event for event in paced.events if event["event"] == "notice"]
    assert (alarm["tick"], alarm["text"]) == (2600, "Failsafe: radio signal lost, returns")


@pytest.mark.soak
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_failsafe_scenario_is_the_same_at_1x_and_flat_out(name: str) -> None:
    assert_alike(run_at(name, 1.0, [], None), run_at(name, float("inf"), [], None))


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_scenario_succeeds_and_tells_why(name: str) -> None:
    result = run_at(name, float("inf"), [], None)
    assert result.reasons == ()
    words = [event["text"] for event in result.events if event["event"] == "notice"]
    assert any(text.startswith("Failsafe: ") for text in words)
