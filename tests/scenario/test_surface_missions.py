"""Rovers and boats of the library on whole missions, with the firmware on its estimates."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import pytest
from surface_trip import Trip, go, trips_of

from simloop.cli.words import event_words
from simloop.server.simulation import Simulation

SOAK = pytest.mark.soak


@dataclass(frozen=True)
class Case:
    """A scenario, perhaps with another vehicle, and what it must achieve."""

    scenario: str
    waypoint_m: float
    home_m: float
    speed_mps: float
    position_m: float
    heading_deg: float
    vehicle: str | None = None

    @property
    def words(self) -> str:
        return self.vehicle or self.scenario


# Missions pass a waypoint at its radius; the rest is what GNSS is off by, whose error grows to
# 0.6 m on each axis within 100 s (pico_rover's has no such error).
CASES = (
    Case("pico_mission", 0.6, 0.6, 0.05, 0.6, 2.0),
    Case("rover_mission", 1.5, 0.8, 0.1, 0.8, 1.5),
    Case("usv_mission", 6.0, 4.0, 0.6, 2.0, 2.5),
    Case("rover_mission", 1.3, 1.2, 0.1, 1.2, 1.5, vehicle="rover_diff"),
    Case("car_mission", 1.6, 0.8, 0.2, 0.8, 1.5),
    Case("workboat_mission", 28.0, 15.0, 1.5, 2.0, 4.0),
)
NORMAL = ("pico_mission", "rover_mission", "usv_mission")


def cases() -> list[Any]:
    """All of them, of which a normal run has three."""
    return [
        pytest.param(each, id=each.words, marks=() if each.words in NORMAL else SOAK)
        for each in CASES
    ]


def said(simulation: Simulation) -> list[str]:
    return [words for event in simulation.log.events if (words := event_words(event))]


@pytest.mark.parametrize("case", cases())
def test_a_mission_by_estimates(case: Case) -> None:
    simulation = Simulation.load(case.scenario, vehicle=case.vehicle)
    (trip,) = trips = trips_of(simulation)
    go(simulation, trips)
    assert simulation.verdict().reasons == ()
    assert max(trip.nearest_m) < case.waypoint_m
    assert simulation.monitor.flights[trip.name].landing_error_m < case.home_m
    assert trip.speed < case.speed_mps
    assert trip.position_error_m < case.position_m
    assert trip.heading_error_deg < case.heading_deg
    words = said(simulation)
    assert words[0] == "is under way to the waypoints"
    assert words[-1].startswith("arrived, ")
    assert not [each for each in words if "land" in each or "take" in each or "fl" in each]


LOSSES = (
    # The scenario, when fixes are lost for 30 s, and how far off that may lead.
    pytest.param("rover_mission", 30.0, 3.0, id="rover_mission"),
    pytest.param("pico_mission", 10.0, 1.0, id="pico_mission"),
    pytest.param("usv_mission", 60.0, 10.0, id="usv_mission", marks=SOAK),
    pytest.param("workboat_mission", 90.0, 10.0, id="workboat_mission", marks=SOAK),
)


@pytest.mark.parametrize(("scenario", "from_s", "most_m"), LOSSES)
def test_thirty_seconds_without_fixes(scenario: str, from_s: float, most_m: float) -> None:
    simulation = Simulation.load(scenario)
    (trip,) = trips = trips_of(simulation)
    go(simulation, trips, from_s)
    usual = trip.read("gnss_status")
    simulation.world.set(trip.entity, "gnss_status", [0.0, 0.0])
    go(simulation, trips, from_s + 30.0)
    assert trip.read("fw_dead_reckoning")[0] == 1.0
    lost_m = trip.off(*trip.estimated_place)
    simulation.world.set(trip.entity, "gnss_status", usual)
    go(simulation, trips)
    assert lost_m < most_m
    assert trip.off(*trip.estimated_place) < 2.0
    assert simulation.verdict().reasons == ()


def stay(simulation: Simulation, settle_s: float, watch_s: float) -> tuple[Trip, float, float]:
    """Farthest from the first waypoint while it settles there, and afterwards."""
    (trip,) = trips = trips_of(simulation)
    while trip.read("fw_flying")[0] == 0.0:
        go(simulation, trips, simulation.seconds + 1.0)
    # By its own estimate it begins at its place, so that truth is measured from here.
    north, east = trip.place
    worst = []
    for seconds in (settle_s, watch_s):
        end_s, most_m = simulation.seconds + seconds, 0.0
        while simulation.seconds < end_s:
            go(simulation, trips, simulation.seconds + 1.0)
            most_m = max(most_m, trip.off(north, east))
        worst.append(most_m)
    return trip, worst[0], worst[1]


def station(scenario: str, *more: str) -> Simulation:
    """The scenario's boat, told to stay where it is."""
    here = "vehicles[0].mission={waypoints_ned_m: [[0, 0, 0]], hold_s: 1000.0, land: false}"
    return Simulation.load(scenario, sets=(here, "duration_s=900", *more))


def test_two_thrusters_keep_their_station_in_wind_and_stream() -> None:
    trip, early, late = stay(station("usv_mission", "systems.wind.speed_mps=8"), 60.0, 120.0)
    radius = trip.read("fw_loiter_radius_m")[0]
    assert early < radius
    assert late < 0.8 * radius


@SOAK
@pytest.mark.parametrize("heading_deg", [0.0, 90.0, 135.0, 225.0, 315.0])
def test_a_rudder_keeps_its_station_in_a_sea(heading_deg: float) -> None:
    turned = f"vehicles[0].heading_deg={heading_deg}"
    trip, early, late = stay(station("workboat_mission", turned), 180.0, 300.0)
    radius = trip.read("fw_loiter_radius_m")[0]
    # It cannot turn on the spot, and drifts while it brings its bow into the weather.
    assert early < 1.25 * radius
    assert late < 0.7 * radius


@SOAK
@pytest.mark.parametrize("scenario", ["pico_mission", "rover_mission", "usv_mission"])
def test_sixteen_seeds_come_home(scenario: str) -> None:
    """Each vehicle of a fleet draws its own noise, and its mission is counted from its start."""
    simulation = Simulation.load(scenario, count=16, sets=("vehicles[0].spacing_m=100",))
    go(simulation, [])
    assert simulation.verdict().reasons == ()
    assert len(simulation.monitor.flights) == 16


@pytest.mark.parametrize("scenario", ["pico_mission", pytest.param("workboat_mission", marks=SOAK)])
def test_alone_and_among_seven_a_vehicle_drives_the_same_bits(scenario: str) -> None:
    alone, among = Simulation.load(scenario), Simulation.load(scenario, count=7)
    name = alone.scenario.vehicles[0].name
    for simulation in (alone, among):
        simulation.advance(20 * simulation.tick_rate_hz)
    one, other = (each.world.by_name(name) for each in (alone, among))
    assert alone.world.vector(one, "fw_flying")[0] == 1.0
    assert alone.world.model_hash(one) == among.world.model_hash(other)


def test_an_idle_firmware_leaves_the_wheels_to_twists() -> None:
    """The truth of a twisted rover is the same, to the bit, with and without a firmware."""
    places = []
    for pilot in ("firmware", "none"):
        twist = "{drive_speed_mps: 0.5, drive_yaw_rate_radps: 0.25, drive_commanded_tick: 0.0}"
        simulation = Simulation.load(
            "stand",
            vehicle="rover_diff",
            sets=(f"vehicles[0].set={{autopilot.kind: {pilot}}}", f"vehicles[0].initial={twist}"),
            compiled=False,
        )
        simulation.advance(400)
        entity = simulation.world.by_name(simulation.scenario.vehicles[0].name)
        places.append(simulation.world.vector(entity, "position_ned_m").tolist())
    assert places[0] == places[1]
    assert places[0][0] > 0.05
