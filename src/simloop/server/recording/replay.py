"""Simulates a recorded run again, and holds it against the checkpoints of its recording."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from simloop.server.recording.divergence import Difference, parted
from simloop.server.recording.reader import RunFile
from simloop.server.recording.replayer import Replayer
from simloop.server.recording.state_journal import RecordedState
from simloop.systems.recorder.state_copy import StateCopy, copy_state
from simloop.transport.errors import BusError
from simloop.world.world import World


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """How far a replay went, and where it left the recording, if it did."""

    last_tick: int
    checkpoints: int
    inputs: int
    state_hash: str
    to_the_end: bool
    """Did the recording tell how its run ended?"""
    last_equal_tick: int = 0
    difference: Difference | None = None
    trouble: str = ""

    @property
    def same(self) -> bool:
        """Was every checkpoint reproduced?"""
        return self.difference is None and not self.trouble


class CheckpointComparison:
    """Holds each state of the replay against the next one of the recording."""

    def __init__(self, recorded: Iterator[RecordedState]) -> None:
        self._recorded = recorded
        self.compared = 0
        self.last_equal_tick = 0
        self.found: Difference | None = None

    def look(self, world: World) -> None:
        """Compare; after the first difference nothing more is said."""
        then = next(self._recorded, None)
        if then is None or self.found is not None:
            return
        self.compared += 1
        if then.tick != world.tick:
            ticks = str(then.tick), str(world.tick)
            self.found = Difference(then.tick, "the world", "tick", -1, ticks)
        elif then.state_hash != (state_hash := world.state_hash()):
            hashes, now = (then.state_hash, state_hash), columns_of(copy_state(world))
            self.found = parted(then.tick, hashes, then.vehicles, now)
        else:
            self.last_equal_tick = then.tick


def columns_of(state: StateCopy) -> dict[str, dict[str, Any]]:
    """The columns of every vehicle that a state hash covers, by name."""
    return {
        vehicle.name: {
            name: vehicle.column(name)
            for name, place in vehicle.layout.places.items()
            if not place.column.scratch
        }
        for vehicle in state.vehicles
    }


def replay(run: RunFile, **options: Any) -> ReplayReport:
    """Simulate the run again up to where its recording ends; options are those of Replayer."""
    comparison = CheckpointComparison(run.checkpoints())

    def look(world: World) -> None:
        comparison.look(world)
        replayer.is_over = comparison.found is not None

    replayer = Replayer(run, look, every=run.about.checkpoint_ticks, **options)
    sim = replayer.simulation
    end, trouble = None, ""
    try:
        replayer.prepare()
        end = replayer.follow()
    except (BusError, ValueError) as error:
        trouble = str(error)
    finally:
        sim.close()
    state_hash, found = sim.world.state_hash(), comparison.found
    if end is not None and end.data.decode() != state_hash:
        hashes = end.data.decode(), state_hash
        found = Difference(end.tick, "the world", "state hash", -1, hashes)
    return ReplayReport(
        sim.world.tick,
        comparison.compared,
        replayer.inputs,
        state_hash,
        end is not None,
        comparison.last_equal_tick,
        found,
        trouble,
    )
