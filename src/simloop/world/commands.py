"""What users ask of the world: deferred, answered with the tick, and undone one by one."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from simloop.world.entities import EntityKind
from simloop.world.plugin import Value

if TYPE_CHECKING:
    from simloop.world.table import Arena
    from simloop.world.world import ModelSpec, World

_UNDO_KEPT = 256


class CommandRefused(ValueError):
    """A command that cannot be carried out, and why."""


class Command(Protocol):
    """Something to do to the world between two ticks."""

    def apply(self, world: "World") -> "Command":
        """Do it, and give back the command that undoes it."""


MakeCommand = Callable[[Mapping[str, Any]], Command]


@runtime_checkable
class VerbDesk(Protocol):
    """Takes verbs of plugins: `app.provided["user_commands"]`, where users hand commands in."""

    def offer(self, verb: str, make: MakeCommand) -> None:
        """Add a verb; `make` turns its arguments, plain values, into a command."""


@dataclass(slots=True)
class Answer:
    """What became of a command."""

    command: Command
    state: str = "queued"
    tick: int = -1
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Spawn:
    """Create a model."""

    name: str
    spec: "ModelSpec"
    own: Mapping[str, Value] = field(default_factory=dict)

    def apply(self, world: "World") -> Command:
        """Create it; undone by removing it."""
        if world.entities.by_name(self.name) is not None:
            raise CommandRefused(f"an entity named {self.name!r} exists already")
        world.spawn(self.name, self.spec, self.own)
        return Remove(self.name)


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a model, light or actor and what hangs on it."""

    name: str

    def apply(self, world: "World") -> Command:
        """Remove it; undone by bringing the same thing back."""
        record = world.entities.get(find(world, self.name))
        if record.kind is EntityKind.MODEL:
            table = world.tables[record.table]
            saved = {
                column: table.vector(record.row, column).copy() for column in table.layout.places
            }
            world.remove(record.entity)
            return _BringBack(record.name, record.facts["spec"], saved)
        if record.kind not in (EntityKind.LIGHT, EntityKind.ACTOR):
            raise CommandRefused(f"{record.kind.value} {self.name!r} cannot be removed alone")
        world.remove(record.entity)
        return AddFact(record.kind, record.name, dict(record.facts))


@dataclass(frozen=True, slots=True)
class AddFact:
    """Create a light or an actor."""

    kind: EntityKind
    name: str
    facts: Mapping[str, Any]

    def apply(self, world: "World") -> Command:
        """Create it; undone by removing it."""
        if world.entities.by_name(self.name) is not None:
            raise CommandRefused(f"an entity named {self.name!r} exists already")
        add = world.add_light if self.kind is EntityKind.LIGHT else world.add_actor
        add(self.name, self.facts)
        return Remove(self.name)


@dataclass(frozen=True, slots=True)
class SetColumns:
    """Set columns of a model: a new parameter, a push, a fault."""

    name: str
    values: Mapping[str, Value]

    def apply(self, world: "World") -> "SetColumns":
        """Set them; undone by the old values."""
        entity = find(world, self.name)
        old: dict[str, Value] = {}
        for column in self.values:
            try:
                old[column] = world.vector(entity, column).copy()
            except KeyError as missing:
                raise CommandRefused(str(missing.args[0])) from None
        for column, value in self.values.items():
            try:
                world.set(entity, column, value)
            except ValueError as wrong:
                raise CommandRefused(str(wrong)) from None
        return SetColumns(self.name, old)


@dataclass(frozen=True, slots=True)
class Rename:
    """Give an entity another name."""

    name: str
    new_name: str

    def apply(self, world: "World") -> Command:
        """Rename it; undone by the old name."""
        entity = find(world, self.name)
        try:
            world.entities.rename(entity, self.new_name)
        except ValueError as taken:
            raise CommandRefused(str(taken)) from None
        return Rename(self.new_name, self.name)


@dataclass(frozen=True, slots=True)
class _BringBack:
    """The undoing of a removal: the same model with the numbers it had."""

    name: str
    spec: "ModelSpec"
    saved: "Mapping[str, Arena]"

    def apply(self, world: "World") -> Command:
        entity = world.spawn(self.name, self.spec, {})
        for column, numbers in self.saved.items():
            world.vector(entity, column)[:] = numbers
        return Remove(self.name)


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last command back."""

    def apply(self, world: "World") -> Command:
        """Never called: the queue knows what was last."""
        raise CommandRefused("undo belongs to the queue")


@dataclass(frozen=True, slots=True)
class Redo:
    """Do again what was taken back."""

    def apply(self, world: "World") -> Command:
        """Never called: the queue knows what was taken back."""
        raise CommandRefused("redo belongs to the queue")


class CommandQueue:
    """Commands wait here until the tick's commit, where they run in order."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._waiting: deque[Answer] = deque()
        self._undo: deque[Command] = deque(maxlen=_UNDO_KEPT)
        self._redo: deque[Command] = deque(maxlen=_UNDO_KEPT)

    def __len__(self) -> int:
        return len(self._waiting)

    def submit(self, command: Command) -> Answer:
        """Queue a command; the answer is filled in at the next commit."""
        answer = Answer(command)
        self._waiting.append(answer)
        return answer

    def commit(self) -> list[Answer]:
        """Carry out what waits, in order."""
        done = []
        while self._waiting:
            answer = self._waiting.popleft()
            if isinstance(answer.command, Undo):
                self._reverse(answer, self._undo, self._redo)
            elif isinstance(answer.command, Redo):
                self._reverse(answer, self._redo, self._undo)
            else:
                self._carry_out(answer, answer.command, self._undo)
                if answer.state == "executed":
                    self._redo.clear()
            done.append(answer)
        return done

    def clear(self) -> None:
        """Forget everything, as a restore must."""
        self._waiting.clear()
        self._undo.clear()
        self._redo.clear()

    def _reverse(self, answer: Answer, source: deque[Command], target: deque[Command]) -> None:
        if source:
            self._carry_out(answer, source.pop(), target)
        else:
            verb = type(answer.command).__name__.lower()
            answer.tick = self._world.tick
            answer.state, answer.reason = "refused", f"there is nothing to {verb}"

    def _carry_out(self, answer: Answer, command: Command, inverses: deque[Command]) -> None:
        answer.tick = self._world.tick
        try:
            inverses.append(command.apply(self._world))
            answer.state = "executed"
        except CommandRefused as refusal:
            answer.state, answer.reason = "refused", str(refusal)


def find(world: "World", name: str) -> Any:
    """The entity of a name, or a refusal that suggests the nearest."""
    try:
        return world.by_name(name)
    except KeyError as missing:
        raise CommandRefused(str(missing.args[0])) from None
