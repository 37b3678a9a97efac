"""What counts as success, and what the flight monitor notices."""

from dataclasses import replace

import pytest

from simloop.server.files.scenario_file import Success
from simloop.server.flight_monitor import Flight
from simloop.server.simulation import Simulation
from simloop.server.verdict import judge
from simloop.sitl.flight_status import FlightStatus
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage

LANDED = Flight(
    "quad_0",
    (0.0, 0.0, 0.0),
    has_mission=True,
    lands=True,
    status=FlightStatus(7.0, 4),
    landed_tick=19300,
    landing_error_m=0.4,
)
ASKED = Success(landed_within_m=2.0, max_time_s=60.0)


def reasons(flight: Flight, *, time_s: float = 48.0, cut_short: bool = False) -> tuple[str, ...]:
    return judge([flight], ASKED, time_s=time_s, cut_short=cut_short).reasons


def test_a_good_flight_is_a_success() -> None:
    assert judge([LANDED], ASKED, time_s=48.0, cut_short=False).success


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"landing_error_m": 2.5}, "quad_0 landed 2.50 m from home, asked were 2 m"),
        ({"crashed": True}, "quad_0 crashed"),
        ({"touched": True}, "quad_0 touched the ground in flight"),
        ({"frozen": True}, "quad_0 froze"),
        (
            {"landed_tick": -1, "status": FlightStatus(3.0, 1)},
            "quad_0 did not land in time (last phase: waypoint 2)",
        ),
        (
            {"on_surface": True, "landing_error_m": 2.5},
            "quad_0 arrived 2.50 m from home, asked were 2 m",
        ),
        (
            {"on_surface": True, "landed_tick": -1, "status": FlightStatus(8.0, 1, True)},
            "quad_0 did not come home in time (last phase: stay)",
        ),
    ],
)
def test_every_fault_is_named(change: dict[str, object], words: str) -> None:
    (reason,) = reasons(replace(LANDED, **change))  # type: ignore[arg-type]
    assert reason.startswith(words)


def test_a_late_run_is_a_failure() -> None:
    assert reasons(LANDED, time_s=61.0) == ("the run took 61.0 s, asked were 60 s",)


def test_a_run_cut_short_need_not_have_landed() -> None:
    flying = replace(LANDED, landed_tick=-1, status=FlightStatus(3.0, 1))
    assert reasons(flying, time_s=10.0, cut_short=True) == ()
    assert reasons(replace(flying, crashed=True), cut_short=True) == ("quad_0 crashed",)


def test_who_has_nothing_to_do_cannot_fail() -> None:
    parked = replace(LANDED, has_mission=False, lands=False, landed_tick=-1)
    assert reasons(parked) == ()


def fly_to_a_waypoint(sim: Simulation) -> None:
    """Let the monitor believe that the vehicle is on its way; nobody flies it."""

    def pretend(info: TickInfo) -> None:
        sim.world.vector(sim.world.by_name("quad_0"), "fw_phase")[0] = 3.0

    sim.add_system(PythonSystem(name="pretend", stage=Stage.OBSERVE, run=pretend))


def test_a_touch_between_take_off_and_landing_is_noticed() -> None:
    sim = Simulation.load("square", compiled=False)
    vehicle = sim.world.by_name("quad_0")
    sim.advance(98)
    fly_to_a_waypoint(sim)
    sim.world.vector(vehicle, "last_touch_tick")[0] = -1.0
    sim.world.set(vehicle, "position_ned_m", (0.0, 0.0, -20.0))
    sim.advance(2)
    assert not sim.monitor.flights["quad_0"].touched
    sim.advance(50)
    sim.world.vector(vehicle, "last_touch_tick")[0] = 130.0
    sim.advance(50)
    assert sim.monitor.flights["quad_0"].touched
    touches = [e for e in sim.log.events if e.name == "touched the ground in flight"]
    assert [event.tick for event in touches] == [130]


def test_a_crash_is_an_event_with_its_own_tick() -> None:
    sim = Simulation.load("square", compiled=False)
    vehicle = sim.world.by_name("quad_0")
    sim.world.vector(vehicle, "velocity_frd_mps")[2] = 9.0
    sim.advance(100)
    (crash,) = [event for event in sim.log.events if event.name == "crashed"]
    assert crash.tick < 20
    assert crash.detail["impact_mps"] > 5.0
    assert sim.over
    assert sim.verdict().reasons == ("quad_0 crashed",)
