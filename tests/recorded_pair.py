"""Two short recorded flights with a visitor that comes and goes, for tests of the player."""

from dataclasses import dataclass, field
from pathlib import Path

from simloop.server.recording.recording import Recording
from simloop.server.simulation import Simulation
from simloop.studio.readouts import status_of
from simloop.systems.scene.messages import VehicleStatus

TICKS = 3200
VISIT = (800, 2000)


@dataclass
class Flight:
    """What really happened, for comparison with what a recording shows."""

    directory: Path
    hashes: dict[int, str] = field(default_factory=dict)
    status: dict[int, VehicleStatus] = field(default_factory=dict)


def record_flight(directory: Path, *, wind_mps: float = 0.0) -> Flight:
    """Eight seconds of the square: it takes off, somebody else stands there for three."""
    flight = Flight(directory)
    directory.mkdir(parents=True)
    sim = Simulation.load("square")
    sim.prepare()
    recording = Recording(sim, directory / "run.mcap")
    if wind_mps:
        sim.command("wind", mean_ned_mps=(wind_mps, 0.0, 0.0))
    quad = sim.world.entities.get(sim.world.by_name("quad_0"))
    while sim.world.tick < TICKS:
        if sim.world.tick == VISIT[0]:
            sim.command("spawn", name="guest", model="quad", position_ned_m=(3.0, 4.0, -0.12))
        if sim.world.tick == VISIT[1]:
            sim.command("remove", name="guest")
        sim.advance(200)
        flight.hashes[sim.world.tick] = sim.world.state_hash()
        flight.status[sim.world.tick] = status_of(quad, sim.world.tables[quad.table])
    recording.finish()
    sim.close()
    return flight
