"""Opens a recording for viewers: one pass over the file, then everything is at hand."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from simloop.messages.cdr import from_cdr
from simloop.messages.simloop_msgs import InboxEntry, RunEvent, RunThings, StateLayout, VehicleState
from simloop.server.events import Event
from simloop.server.files.lock import load_lock
from simloop.server.files.mistake import FileMistake
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.player.chunks import Bytes, ChunkReader, TopicPart, messages_of
from simloop.server.player.recorded_things import RecordedThings
from simloop.server.player.recorded_vehicle import RecordedVehicle, VehicleHistory, plain_item
from simloop.server.player.shadow import Shadow
from simloop.server.player.topic_rows import TopicRows
from simloop.server.player.track import Track, track_of_topic
from simloop.server.plugins import PluginError
from simloop.server.recording.foreign_file import making_sense, plain_event
from simloop.server.recording.names import EVENTS, INBOX, LAYOUTS, OWN, STATES, THINGS
from simloop.server.recording.reader import RunFile, set_back_to
from simloop.server.recording.state_journal import ColumnInfo
from simloop.sitl.simulator_adapter import SimulatorError
from simloop.systems.user_commands.verbs import RESETS
from simloop.world.schedule import ScheduleError

TRUTH = "sim/truth_state"
_PLAN_COLUMNS = frozenset({"fw_item", "fw_item_count"})
Progress = Callable[[float], None]


@dataclass(slots=True)
class Opened:
    """What one pass has found."""

    run: RunFile
    reader: ChunkReader
    shadow: Shadow | None
    scenario: ResolvedScenario | None
    notes: list[str]
    things: RecordedThings
    truth: dict[str, TopicRows] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    histories: dict[str, VehicleHistory] = field(default_factory=dict)
    end_tick: int | None = None
    resets: int = 0
    set_back_at: int | None = None
    """Where a program set the run back by a snapshot: no replay goes further."""
    _layouts: dict[int, tuple[ColumnInfo, ...]] = field(default_factory=dict)
    _models: dict[str, str] = field(default_factory=dict)
    _former_names: dict[str, str] = field(default_factory=dict)

    def take(self, data: Bytes, parts: dict[str, TopicPart]) -> None:
        """Take what a chunk holds; inputs first, since they tell who comes."""
        for topic, part in parts.items():
            if topic not in OWN:
                self._topic(topic).add(data, part)
        self._take_log(data, parts)
        for topic, take in (
            (LAYOUTS, self._take_layout),
            (STATES, self._take_state),
            (THINGS, self._take_things),
        ):
            for _, message in messages_of(data, parts[topic]) if topic in parts else ():
                take(message)

    def _take_log(self, data: Bytes, parts: dict[str, TopicPart]) -> None:
        """Inputs and events in the order of the file: an input may void what happened before."""
        takers = {INBOX: self._take_input, EVENTS: self._take_event}
        logged = [
            (start, take, message)
            for topic, take in takers.items()
            if topic in parts
            for start, (_, message) in zip(
                parts[topic].starts.tolist(), messages_of(data, parts[topic]), strict=True
            )
        ]
        for _, take, message in sorted(logged, key=lambda line: line[0]):
            take(message)

    def _topic(self, topic: str) -> TopicRows:
        if topic not in self.truth:
            self.truth[topic] = TopicRows(self.reader.types[topic])
        return self.truth[topic]

    def _take_input(self, message: bytes) -> None:
        entry = from_cdr(message, InboxEntry)
        if (back := set_back_to(entry)) is not None:
            self.events = [event for event in self.events if event.tick <= back]
        if entry.kind == "end":
            self.end_tick = entry.tick
        elif entry.kind == "restored":
            self.set_back_at = self.set_back_at or entry.tick
        elif entry.kind == "command":
            self._note_command(entry.name, json.loads(entry.data))

    def _note_command(self, verb: str, given: dict[str, object]) -> None:
        name = str(given.get("name", ""))
        self.resets += verb in RESETS
        if verb == "spawn":
            self._models[name] = str(given.get("model", ""))
        elif verb == "rename":
            self._former_names[str(given.get("new_name", ""))] = name

    def _take_event(self, message: bytes) -> None:
        told = plain_event(from_cdr(message, RunEvent))
        rate = self.run.about.tick_rate_hz
        detail = json.loads(told.detail)
        self.events.append(Event(told.tick, told.tick / rate, told.vehicle, told.name, detail))

    def _take_things(self, message: bytes) -> None:
        self.things.add(from_cdr(message, RunThings))

    def _take_layout(self, message: bytes) -> None:
        layout = from_cdr(message, StateLayout)
        self._layouts[layout.layout] = tuple(ColumnInfo(*r) for r in json.loads(layout.columns))

    def _take_state(self, message: bytes) -> None:
        state = from_cdr(message, VehicleState)
        history = self._history(state.vehicle)
        changed = history.states.add(self._layouts[state.layout], state)
        shadow = self.shadow
        if shadow is None or state.vehicle not in shadow:
            return
        shadow.write(state.vehicle, changed)
        history.status.add(state.tick, shadow.status(state.vehicle))
        history.drive.add(state.tick, round(shadow.drive(state.vehicle), 2))
        history.crashed.add(state.tick, shadow.status(state.vehicle).health == "lost")
        if not _PLAN_COLUMNS.isdisjoint(changed):
            history.plan.add(state.tick, shadow.plan(state.vehicle))

    def _history(self, name: str) -> VehicleHistory:
        if name not in self.histories:
            former = self._former_names.get(name, "")
            if former in self.histories:
                self.histories[name] = self.histories.pop(former)
                if self.shadow is not None:
                    self.shadow.rename(former, name)
            else:
                self.histories[name] = VehicleHistory()
                self._bring(name)
        return self.histories[name]

    def _bring(self, name: str) -> None:
        """Let whoever was not there at the start join the shadow."""
        shadow = self.shadow
        if shadow is None or name in shadow:
            return
        if name not in self._models or not shadow.bring(name, self._models[name]):
            self.notes.append(f"{name} is drawn as a box: its model is not known")

    def note_scenario(self) -> None:
        """Learn from the scenario's timeline who comes later."""
        for event in () if self.scenario is None else self.scenario.timeline:
            if event.command == "spawn":
                self._note_command(event.command, dict(event.arguments))


def open_recording(run: RunFile, progress: Progress) -> Opened:
    """Read a recording once.

    Raises:
        FileMistake: there is nothing in it to be shown.
    """
    scenario, shadow, notes = _rebuilt(run)
    things = RecordedThings((), lambda name: None)
    if shadow is not None:
        things = RecordedThings(shadow.still_items(), shadow.still_index)
    found = Opened(run, ChunkReader(run.path), shadow, scenario, notes, things)
    found.note_scenario()
    if shadow is not None:
        for name in shadow.vehicles:
            history = found.histories.setdefault(name, VehicleHistory())
            history.status.add(run.about.first_tick, shadow.status(name))
            history.plan.add(run.about.first_tick, shadow.plan(name))
            if run.about.first_tick == 0:
                history.states.start = shadow.columns(name)
    with making_sense(run.path):
        for data, parts in found.reader.read(lambda t: t in OWN or t.endswith(TRUTH), progress):
            found.take(data, parts)
    for event in found.events:
        if event.name == "crashed" and event.vehicle in found.histories:
            found.histories[event.vehicle].crashed.mark(event.tick, True)
    return found


def vehicles_of(found: Opened) -> list[RecordedVehicle]:
    """Everyone whose way is known: by truth topics, or else by checkpoints.

    Raises:
        FileMistake: there is nobody.
    """
    rate = found.run.about.tick_rate_hz
    tracks = {rows.first_text(): track_of_topic(rows, rate) for rows in found.truth.values()}
    coarse = [name for name in found.histories if name not in tracks]
    for name in coarse:
        track = _track_of_states(found.histories[name])
        if track is not None:
            tracks[name] = track
    if not tracks:
        fix = f"record {TRUTH}, which --record does unless other topics are named"
        raise FileMistake(None, f"{found.run.path}: nobody's way is recorded", fix)
    shown = [name for name in coarse if name in tracks]
    if shown:
        found.notes.append(
            f"no truth of {_few(shown)} is recorded, so they move from checkpoint to checkpoint: "
            f"record {TRUTH} too"
        )
    return [_vehicle(found, name, track) for name, track in tracks.items()]


def _vehicle(found: Opened, name: str, track: Track) -> RecordedVehicle:
    shadow = found.shadow
    history = found.histories.setdefault(name, VehicleHistory())
    if shadow is not None and name in shadow:
        return RecordedVehicle(shadow.item(name), track, history)
    # Above all that a shadow numbers, so that nobody is mistaken for another.
    index = 1_000_000 + list(found.histories).index(name)
    return RecordedVehicle(plain_item(index, name), track, history)


def _track_of_states(history: VehicleHistory) -> Track | None:
    parts = [
        history.states.series(column)
        for column in ("position_ned_m", "attitude_wxyz", "velocity_frd_mps")
    ]
    if any(part is None for part in parts):
        return None
    (ticks, position), (_, attitude), (_, velocity) = (part for part in parts if part is not None)
    return Track(ticks.astype(float), position, attitude, velocity)


def _rebuilt(run: RunFile) -> tuple[ResolvedScenario | None, Shadow | None, list[str]]:
    """The run's world, or why it is not there."""
    scenario = None
    try:
        scenario = load_lock(run.lock)
        return scenario, Shadow(scenario), []
    except (FileMistake, PluginError, ScheduleError, SimulatorError, ValueError, OSError) as error:
        reason = "config.lock is not beside it" if isinstance(error, OSError) else str(error)
        return scenario, None, [f"plain shapes, since its world cannot be built again: {reason}"]


def _few(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
