"""Failures in flight: what vehicles survive, scenarios of the library, the same bits anywhere."""

from collections.abc import Callable
from math import hypot
from typing import Any

import pytest

from simloop.server.simulation import Simulation
from simloop.systems.failures import FailureDesk, FailureRequest


def fly(simulation: Simulation, watch: Callable[[Simulation], float] | None = None) -> float:
    """Fly to the end; returns the most that `watch` saw."""
    last = round(simulation.scenario.duration_s * simulation.tick_rate_hz)
    most = 0.0
    while not simulation.over and simulation.world.tick < last:
        simulation.advance(min(100, last - simulation.world.tick))
        most = max(most, watch(simulation)) if watch is not None else most
    return most


def column(simulation: Simulation, name: str, element: int = 0) -> float:
    entity = simulation.world.models()[0].entity
    return float(simulation.world.vector(entity, name)[element])


def inject(simulation: Simulation, component: str, kind: str, **rest: Any) -> None:
    desk: FailureDesk = simulation.provided["failures"]
    vehicle = simulation.world.models()[0].name
    request = FailureRequest(vehicle=vehicle, component=component, kind=kind, **rest)
    assert desk.inject(request).accepted


def from_home_m(simulation: Simulation) -> float:
    return hypot(column(simulation, "position_ned_m"), column(simulation, "position_ned_m", 1))


def test_a_false_signal_leads_the_quad_no_further_than_it_walks() -> None:
    simulation = Simulation.load("failure_gnss_spoof")
    furthest_m = fly(simulation, from_home_m)
    assert simulation.verdict().reasons == ()
    assert 9.0 < furthest_m < 20.0


def test_an_octorotor_comes_home_on_seven_motors() -> None:
    simulation = Simulation.load("failure_octo_motor")
    speed = fly(simulation, lambda sim: column(sim, "rotor_speed_radps", 1))
    assert simulation.verdict().reasons == ()
    assert speed > 100.0
    assert column(simulation, "rotor_drive", 0) == 0.0
    words = ("failure", "recovered")
    events = [(event.name, event.detail) for event in simulation.log.events if event.name in words]
    assert events == [
        ("failure", {"component": "motor", "kind": "off", "instance": 1}),
        ("failure", {"component": "motor", "kind": "intermittent", "instance": 4}),
        ("recovered", {"component": "motor", "kind": "intermittent", "instance": 4}),
    ]


def test_a_blocked_tube_leads_the_aerosonde_off_its_speed_but_not_down() -> None:
    simulation = Simulation.load("failure_airspeed_blocked")
    simulation.advance(60 * 400)
    slowest, fastest = 1e9, 0.0
    for _ in range(80):
        simulation.advance(100)
        speed = column(simulation, "velocity_frd_mps")
        slowest, fastest = min(slowest, speed), max(fastest, speed)
    assert fastest - slowest > 3.0
    fly(simulation)
    assert simulation.verdict().reasons == ()


SURVIVED = [
    ("square", 15.0, "motor", "partial", {"instance": 1, "strength": {"left": 0.8}}),
    ("square", 15.0, "gyro", "noise", {}),
    ("square", 15.0, "gyro", "nan", {"duration_s": 0.05}),
    ("square", 15.0, "gps", "nan", {"duration_s": 1.0}),
    ("square", 15.0, "baro", "stuck", {"duration_s": 5.0}),
    ("square", 15.0, "mag", "off", {}),
    ("square", 15.0, "battery", "cell", {}),
    ("square", 15.0, "structure", "mass_shift", {}),
    ("square", 15.0, "environment", "gust", {}),
    ("aerosonde_mission", 60.0, "airspeed", "stuck", {}),
    ("aerosonde_mission", 60.0, "servo", "stuck", {"instance": 3}),
    ("rover_mission", 15.0, "gyro", "noise", {}),
    ("rover_mission", 15.0, "motor", "partial", {"instance": 1, "duration_s": 10.0}),
]


@pytest.mark.parametrize(("scenario", "onset_s", "component", "kind", "rest"), SURVIVED)
def test_the_vehicle_goes_on(
    scenario: str, onset_s: float, component: str, kind: str, rest: dict[str, Any]
) -> None:
    simulation = Simulation.load(scenario)
    inject(simulation, component, kind, onset_s=onset_s, **rest)
    fly(simulation)
    assert simulation.verdict().reasons == ()
    assert any(event.name == "failure" for event in simulation.log.events)


MANY = (
    ("gyro", "noise", {"onset_s": 1.0, "strength": {"factor": 4.0}}),
    ("gps", "multipath", {"onset_s": 1.0}),
    ("baro", "intermittent", {"onset_s": 1.0}),
    ("mag", "delayed", {"onset_s": 2.0, "duration_s": 2.0}),
    ("motor", "intermittent", {"onset_s": 4.0, "instance": 2, "strength": {"lost": 0.1}}),
    ("environment", "gust", {"onset_s": 4.5}),
    ("structure", "mass_shift", {"onset_s": 4.0, "ramp_s": 0.5}),
    ("battery", "sag", {"onset_s": 4.0, "probability": 0.5}),
)


def hash_of_first(cells: tuple[Any, ...], **options: Any) -> str:
    simulation = Simulation.load("square", seed=3, **options)
    simulation.remove_system("flight monitor")
    for component, kind, rest in cells:
        inject(simulation, component, kind, **rest)
    simulation.advance(2400)
    first = simulation.world.model_hash(simulation.world.models()[0].entity)
    simulation.close()
    return first


def test_batch_threads_and_compiler_change_no_bit() -> None:
    alone = hash_of_first(MANY)
    assert alone != hash_of_first(())
    assert alone == hash_of_first(MANY, compiled=False)
    assert alone == hash_of_first(MANY, count=7, threads=2)


@pytest.mark.soak
def test_faulty_commands_give_the_same_bits_compiled() -> None:
    cells = (
        ("motor", "delayed", {"onset_s": 4.0, "instance": 1, "strength": {"delay_s": 0.02}}),
        ("motor", "slow", {"onset_s": 4.5, "instance": 3, "strength": {"time_s": 0.02}}),
    )
    assert hash_of_first(cells) == hash_of_first(cells, compiled=False)
