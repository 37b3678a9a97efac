"""Failsafes of wings, rovers and boats: the same thresholds, and each comes home in its own way."""

from dataclasses import dataclass

import pytest

from simloop.firmware.codes import Mode
from simloop.server.simulation import Simulation


@dataclass(frozen=True)
class Kind:
    """A mission of the library, when its radio falls silent, and where its fence is."""

    scenario: str
    vehicle: str
    silent_s: float
    fence_m: float
    home_within_m: float


SKID = Kind("rover_mission", "rover_skid_0", 20.0, 15.0, 1.0)
USV = Kind("usv_mission", "usv_0", 40.0, 40.0, 8.0)
WING = Kind("aerosonde_mission", "aerosonde_0", 40.0, 500.0, 60.0)
# The missions of the first two are compiled for other tests anyway.
KINDS = [SKID, USV, pytest.param(WING, marks=pytest.mark.soak)]


def fly(simulation: Simulation) -> Simulation:
    last = round(simulation.scenario.duration_s * simulation.tick_rate_hz)
    while not simulation.over and simulation.world.tick < last:
        simulation.advance(min(400, last - simulation.world.tick))
    return simulation


def alarms(simulation: Simulation) -> list[tuple[int, str]]:
    notices = (event for event in simulation.log.events if event.name == "notice")
    return [
        (event.tick, event.detail["text"])
        for event in notices
        if event.detail["text"].startswith("Failsafe:")
    ]


def radio(at_s: float, vehicle: str, signal: str) -> str:
    return f"{{at_s: {at_s}, command: radio, arguments: {{name: {vehicle}, signal: '{signal}'}}}}"


def without_radio(kind: Kind, *more: str) -> Simulation:
    orders = f"{radio(0.5, kind.vehicle, 'on')}, {radio(kind.silent_s, kind.vehicle, 'silent')}"
    return Simulation.load(kind.scenario, sets=[f"timeline=[{orders}]", *more])


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.scenario)
def test_without_radio_it_comes_home(kind: Kind) -> None:
    simulation = fly(without_radio(kind))
    tick = round((kind.silent_s + 1.0) * simulation.tick_rate_hz)
    assert alarms(simulation) == [(tick, "Failsafe: radio signal lost, returns")]
    assert simulation.verdict().reasons == ()
    state = simulation.monitor.flights[kind.vehicle]
    assert state.landed_tick > tick
    assert state.landing_error_m < kind.home_within_m


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.scenario)
def test_outside_its_fence_it_comes_home(kind: Kind) -> None:
    simulation = Simulation.load(kind.scenario)
    simulation.command(
        "set",
        name=kind.vehicle,
        values={"fw_fence_enabled": 1.0, "fw_fence_limit_m": [kind.fence_m, 0.0, 0.0, 2.0]},
    )
    fly(simulation)
    entity = simulation.world.by_name(kind.vehicle)
    first, *others = (words for _, words in alarms(simulation))
    assert first == "Failsafe: fence left, returns"
    # A wing that comes down in circles may leave a narrow fence once more.
    assert set(others) <= {"Failsafe: fence left, goes on"}
    assert simulation.world.vector(entity, "fw_mode")[0] == Mode.RTL
    assert simulation.monitor.flights[kind.vehicle].landing_error_m < kind.home_within_m


@pytest.mark.parametrize("kind", [SKID], ids=lambda kind: kind.scenario)
def test_told_to_land_a_rover_stops_where_it_is(kind: Kind) -> None:
    simulation = without_radio(kind, "duration_s=30")
    entity = simulation.world.by_name(kind.vehicle)
    simulation.world.vector(entity, "fw_failsafe_action")[0] = 4.0
    fly(simulation)
    ((_, words),) = alarms(simulation)
    assert words == "Failsafe: radio signal lost, holds"
    assert simulation.world.vector(entity, "fw_mode")[0] == Mode.HOLD
    assert abs(simulation.world.vector(entity, "velocity_frd_mps")[0]) < 0.1
