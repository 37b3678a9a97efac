"""A recording that is open for viewers: who was where, and how, at any tick of it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simloop.server.events import Event
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.player.opening import Progress, open_recording, vehicles_of
from simloop.server.player.recorded_things import Things
from simloop.server.player.recorded_vehicle import RecordedVehicle
from simloop.server.player.topic_shelf import TopicShelf
from simloop.server.recording.reader import About, RunFile
from simloop.server.recording.repeatable import OWN_PILOTS, strangers_in
from simloop.studio.questions.entities import EntityRow
from simloop.studio.questions.mesh import MeshAnswer
from simloop.systems.scene.messages import DataMessage, Ground, Item, QuestionMessage, Water
from simloop.systems.scene.poses import POSE, index_of
from simloop.systems.scene.questions import Arguments
from simloop.world.commands import THINGS
from simloop.world.entities import NOBODY, EntityKind

_MOST_CMPS = 32767


class RecordedRun:
    """Everything that can be shown of one recording."""

    def __init__(self, run: str | Path, progress: Progress = lambda share: None) -> None:
        """Open a run directory or an .mcap file.

        Raises:
            FileMistake: there is no recording of ours, or nothing in it to be shown.
        """
        self.file = RunFile(run)
        self.file.refuse_empty()
        found = open_recording(self.file, progress)
        self._found = found
        self._shadow = found.shadow
        self.vehicles = vehicles_of(found)
        self.first_tick = self.about.first_tick
        self.last_tick = self._last_tick()
        for vehicle in self.vehicles:
            vehicle.track.reach(self.first_tick, self.last_tick)
        self.shelf = TopicShelf(found.reader, found.truth)
        if found.reader.is_broken or not self.file.complete:
            self.notes.append(f"cut off at {self.last_tick / self.tick_rate_hz:.2f} s")

    def close(self) -> None:
        """Let file and world go."""
        self._found.reader.close()
        if self._shadow is not None:
            self._shadow.close()

    @property
    def about(self) -> About:
        """What the file says of itself."""
        return self.file.about

    @property
    def tick_rate_hz(self) -> int:
        """Ticks per second."""
        return self.about.tick_rate_hz

    @property
    def scenario(self) -> ResolvedScenario | None:
        """What was flown, if its lock can be read."""
        return self._found.scenario

    @property
    def notes(self) -> list[str]:
        """What viewers should know of this recording."""
        return self._found.notes

    @property
    def events(self) -> list[Event]:
        """What happened, in order."""
        return self._found.events

    @property
    def ground(self) -> Ground | None:
        """The terrain."""
        return None if self._shadow is None else self._shadow.ground

    @property
    def water(self) -> Water | None:
        """The sea."""
        return None if self._shadow is None else self._shadow.water

    @property
    def questions(self) -> tuple[str, ...]:
        """What its world can be asked beside what the player itself knows."""
        return () if self._shadow is None else self._shadow.questions

    def mesh(self, given: Arguments) -> MeshAnswer | None:
        """The file of a mesh that one of its vehicles has."""
        return None if self._shadow is None else self._shadow.mesh(given)

    def present(self, tick: float) -> list[RecordedVehicle]:
        """Who was there."""
        return [vehicle for vehicle in self.vehicles if vehicle.track.there(tick)]

    def things(self, tick: float) -> Things:
        """Lights, actors and obstacles of a moment; the same object while nothing changes."""
        return self._found.things.at(tick)

    def items(self, tick: float) -> list[Item]:
        """Vehicles of a moment."""
        return [vehicle.item_at(tick) for vehicle in self.present(tick)]

    def poses(self, tick: float) -> NDArray[np.void]:
        """Where everybody was, as a pose frame holds it."""
        present = self.present(tick)
        rows = np.zeros(len(present), POSE)
        for row, vehicle in zip(rows, present, strict=True):
            pose, history = vehicle.track.at(tick), vehicle.history
            row["index"] = vehicle.item.index
            row["position_ned_m"] = pose.position_ned_m
            row["attitude_wxyz"] = pose.attitude_wxyz
            velocity = np.nan_to_num(100.0 * pose.velocity_ned_mps)
            row["velocity_ned_cmps"] = np.clip(velocity, -_MOST_CMPS, _MOST_CMPS)
            row["drive"] = min(255, max(0, int(255.0 * (history.drive.at(tick) or 0.0))))
            row["crashed"] = bool(history.crashed.at(tick))
        return rows

    def entities(self, tick: float) -> list[EntityRow]:
        """Everybody of a moment, with parents."""
        gone = {v.name for v in self.vehicles} - {v.name for v in self.present(tick)}
        things = [EntityRow(t.index, t.name, t.kind, None, t.model) for t in self.things(tick)]
        if self._shadow is None:
            present = self.present(tick)
            return [*(EntityRow(v.item.index, v.name, "model", None, "") for v in present), *things]
        rows, dropped = [], set()
        for record in self._shadow.entities():
            if record.kind in THINGS:
                continue
            if record.parent in dropped or (
                record.kind is EntityKind.MODEL and record.name in gone
            ):
                dropped.add(record.entity)
                continue
            parent = None if record.parent == NOBODY else int(record.parent) & 0xFFFFFFFF
            model = str(record.facts.get("model", ""))
            rows.append(EntityRow(index_of(record), record.name, record.kind.value, parent, model))
        world = next((row.index for row in rows if row.kind == EntityKind.WORLD.value), None)
        return [*rows, *(replace(row, parent=world) for row in things)]

    def ask(self, asked: QuestionMessage, tick: int, whom: list[str] | None) -> DataMessage:
        """Answer by the columns of the last checkpoint and the pose of the tick itself.

        Columns that are asked for by tick are all of the checkpoint, and say which one it is.
        """
        assert self._shadow is not None
        only_checkpoint = asked.name == "columns" and "tick" in asked.arguments
        moment = tick
        for vehicle in self.present(tick):
            if vehicle.name not in self._shadow or not (whom is None or vehicle.name in whom):
                continue
            columns = vehicle.history.states.at(tick)
            if only_checkpoint and columns:
                moment = vehicle.history.states.tick_at(tick) or self.first_tick
            else:
                pose = vehicle.track.at(tick)
                columns["position_ned_m"] = pose.position_ned_m
                columns["attitude_wxyz"] = pose.attitude_wxyz
            self._shadow.write(vehicle.name, columns)
        return self._shadow.answer(asked, moment)

    @property
    def resets(self) -> int:
        """How often it was set back to its start; what is shown came after the last time."""
        return self._found.resets

    def why_not_again(self, tick: int) -> str:
        """Why the run cannot be simulated again up to a tick; empty if it can."""
        scenario = self.scenario
        if self.first_tick:
            return "the recording does not begin at the start of its run"
        if scenario is None or self._shadow is None:
            return f"its scenario cannot be loaded any more ({self.file.lock})"
        back = self._found.set_back_at
        if back is not None and back <= tick:
            return f"a program set this run back by a snapshot at tick {back}"
        return strangers_in(scenario, OWN_PILOTS)

    def _last_tick(self) -> int:
        if self._found.end_tick is not None:
            return self._found.end_tick
        last = max(vehicle.track.ticks[-1] for vehicle in self.vehicles)
        return max(int(last), self.first_tick)
