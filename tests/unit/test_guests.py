"""Vehicles that come while a run goes on are told of, and change no verdict."""

from simloop.server.simulation import Simulation


def spawned(*, height_m: float) -> Simulation:
    """A flight, and beside it a quad that a user lets fall."""
    simulation = Simulation.load("hover", compiled=False)
    place = [20.0, 0.0, -height_m]
    simulation.command("spawn", model="quad", name="guest", position_ned_m=place)
    return simulation


def told_of(simulation: Simulation, name: str) -> list[str]:
    return [event.name for event in simulation.log.events if event.vehicle == name]


def test_a_guest_that_crashes_is_told_once_and_no_flight_of_the_run() -> None:
    simulation = spawned(height_m=5.0)
    before = set(simulation.monitor.flights)
    simulation.advance(2 * simulation.tick_rate_hz)
    assert told_of(simulation, "guest").count("crashed") == 1
    assert set(simulation.monitor.flights) == before
    simulation.advance(simulation.tick_rate_hz)
    assert told_of(simulation, "guest").count("crashed") == 1


def test_what_is_known_of_a_guest_goes_back_with_the_run() -> None:
    simulation = spawned(height_m=5.0)
    simulation.advance(4)
    in_the_air = simulation.snapshot()
    for _ in range(2):
        simulation.advance(2 * simulation.tick_rate_hz)
        assert told_of(simulation, "guest").count("crashed") == 1
        simulation.restore(in_the_air)
        assert "crashed" not in told_of(simulation, "guest")


def test_a_guest_keeps_its_story_under_another_name_and_leaves_with_it() -> None:
    simulation = spawned(height_m=5.0)
    simulation.advance(4)
    simulation.command("rename", name="guest", new_name="visitor")
    simulation.advance(2 * simulation.tick_rate_hz)
    assert told_of(simulation, "guest").count("crashed") == 0
    assert told_of(simulation, "visitor").count("crashed") == 1
    simulation.command("remove", name="visitor")
    simulation.advance(simulation.tick_rate_hz)
    assert not simulation.monitor.guests
