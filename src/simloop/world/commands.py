"""What users ask of the world: deferred, answered with the tick, and undone one by one."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from simloop.world.entities import EntityKind
from simloop.world.plugin import Value

if TYPE_CHECKING:
    from simloop.world.arena import Arena
    from simloop.world.world import ModelSpec, World

_UNDO_KEPT = 256
# What has facts and no numbers, and stands for itself.
THINGS = (EntityKind.LIGHT, EntityKind.ACTOR, EntityKind.OBSTACLE)


class CommandRefused(ValueError):
    """A command that cannot be carried out, and why."""


class Command(Protocol):
    """Something to do to the world between two ticks."""

    def apply(self, world: "World") -> "Command":
        """Do it, and give back the command that undoes it; itself if nothing is to be undone."""


MakeCommand = Callable[[Mapping[str, Any]], Command]
TakeInput = Callable[[Mapping[str, Any]], None]


@runtime_checkable
class VerbDesk(Protocol):
    """Takes verbs of plugins: `app.provided["user_commands"]`, where users hand commands in."""

    def offer(self, verb: str, make: MakeCommand) -> None:
        """Add a verb; `make` turns its arguments, plain values, into a command."""

    def offer_input(self, verb: str, take: TakeInput) -> None:
        """Add a verb that is taken when its tick opens and cannot be undone."""


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
        try:
            world.spawn(self.name, self.spec, self.own)
        except ValueError as wrong:
            raise CommandRefused(str(wrong)) from None
        return Remove(self.name)


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a model, light, actor or obstacle and what hangs on it."""

    name: str

    def apply(self, world: "World") -> Command:
        """Remove it; undone by bringing the same thing back."""
        record = world.entities.get(find(world, self.name))
        if record.kind is EntityKind.MODEL:
            table = world.tables[record.table]
            saved = {
                column: table.numbers(record.row, column).copy() for column in table.layout.places
            }
            world.remove(record.entity)
            return _BringBack(record.name, dict(record.facts), saved)
        if record.kind not in THINGS:
            raise CommandRefused(f"{record.kind.value} {self.name!r} cannot be removed alone")
        world.remove(record.entity)
        return AddFact(record.kind, record.name, dict(record.facts))


@dataclass(frozen=True, slots=True)
class AddFact:
    """Create a light, an actor or an obstacle."""

    kind: EntityKind
    name: str
    facts: Mapping[str, Any]

    def apply(self, world: "World") -> Command:
        """Create it; undone by removing it."""
        try:
            world.add_thing(self.kind, self.name, self.facts)
        except ValueError as taken:
            raise CommandRefused(str(taken)) from None
        return Remove(self.name)


@dataclass(frozen=True, slots=True)
class SetFacts:
    """Change facts of a light, an actor or an obstacle: where it is, its colour."""

    name: str
    facts: Mapping[str, Any]

    def apply(self, world: "World") -> Command:
        """Change them; undone by all that it had before."""
        record = world.entities.get(find(world, self.name))
        if record.kind not in THINGS:
            kind = record.kind.value
            raise CommandRefused(f"{kind} {self.name!r} is no light, actor or obstacle")
        return _ReplaceFacts(self.name, {**record.facts, **self.facts}).apply(world)


@dataclass(frozen=True, slots=True)
class _ReplaceFacts:
    """All facts of a thing at once, so that an undoing leaves nothing behind."""

    name: str
    facts: Mapping[str, Any]

    def apply(self, world: "World") -> Command:
        entity = find(world, self.name)
        old = world.entities.get(entity).facts
        world.set_facts(entity, self.facts)
        return _ReplaceFacts(self.name, old)


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
                old[column] = world.numbers(entity, column).copy()
            except KeyError as missing:
                raise CommandRefused(str(missing.args[0])) from None
        try:
            for column, value in self.values.items():
                world.set(entity, column, value)
        except (OverflowError, TypeError, ValueError) as wrong:
            # What is refused leaves nothing behind.
            for column, value in old.items():
                world.set(entity, column, value)
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
        kind = world.entities.get(entity).kind
        if kind not in (EntityKind.MODEL, *THINGS):
            raise CommandRefused(f"{kind.value} {self.name!r} cannot be renamed")
        try:
            world.rename(entity, self.new_name)
        except ValueError as taken:
            raise CommandRefused(str(taken)) from None
        return Rename(self.new_name, self.name)


@dataclass(frozen=True, slots=True)
class _BringBack:
    """The undoing of a removal: the same model with the facts and numbers it had."""

    name: str
    facts: Mapping[str, Any]
    saved: "Mapping[str, Arena]"

    def apply(self, world: "World") -> Command:
        try:
            entity = world.spawn(self.name, self.facts["spec"], {})
        except ValueError as taken:
            raise CommandRefused(str(taken)) from None
        world.entities.get(entity).facts = dict(self.facts)
        record = world.entities.get(entity)
        for column, numbers in self.saved.items():
            world.tables[record.table].set_value(record.row, column, numbers)
        return Remove(self.name)


@dataclass(frozen=True, slots=True)
class Meant:
    """A command that is made when its turn comes: what went before it in the tick counts."""

    make: Callable[[], Command]

    def apply(self, world: "World") -> Command:
        """Make it and do it."""
        command = self.make()
        inverse = command.apply(world)
        return self if inverse is command else inverse


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last command back."""

    def apply(self, world: "World") -> Command:
        """Do it; it is `Redo` that takes it back."""
        world.commands.undo()
        return self


@dataclass(frozen=True, slots=True)
class Redo:
    """Do again what was taken back."""

    def apply(self, world: "World") -> Command:
        """Do it; it is `Undo` that takes it back."""
        world.commands.redo()
        return self


class CommandQueue:
    """Commands wait here until the tick's commit, where they run in order."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self.waiting: deque[Answer] = deque()
        """What the next commit carries out; asked for in every tick."""
        self._undo: deque[Command] = deque(maxlen=_UNDO_KEPT)
        self._redo: deque[Command] = deque(maxlen=_UNDO_KEPT)

    def __len__(self) -> int:
        return len(self.waiting)

    def submit(self, command: Command) -> Answer:
        """Queue a command; the answer is filled in at the next commit."""
        answer = Answer(command)
        self.waiting.append(answer)
        return answer

    def commit(self) -> list[Answer]:
        """Carry out what waits, in order."""
        done = []
        while self.waiting:
            answer = self.waiting.popleft()
            self._carry_out(answer)
            done.append(answer)
        return done

    def undo(self) -> None:
        """Take the last command back; one that refuses is forgotten, or nobody got past it."""
        self._reverse("undo", self._undo, self._redo)

    def redo(self) -> None:
        """Do again what was taken back last."""
        self._reverse("redo", self._redo, self._undo)

    def save(self) -> tuple[tuple[Command, ...], tuple[Command, ...]]:
        """What may be undone and done again, between two ticks."""
        return tuple(self._undo), tuple(self._redo)

    def load(self, saved: tuple[tuple[Command, ...], tuple[Command, ...]]) -> None:
        """Back to what was saved."""
        self.clear()
        self._undo.extend(saved[0])
        self._redo.extend(saved[1])

    def clear(self) -> None:
        """Forget everything, as a restore must."""
        self.waiting.clear()
        self._undo.clear()
        self._redo.clear()

    def _reverse(self, verb: str, source: deque[Command], target: deque[Command]) -> None:
        if not source:
            raise CommandRefused(f"there is nothing to {verb}")
        target.append(source.pop().apply(self._world))

    def _carry_out(self, answer: Answer) -> None:
        answer.tick = self._world.tick
        try:
            inverse = answer.command.apply(self._world)
        except CommandRefused as refusal:
            answer.state, answer.reason = "refused", str(refusal)
            return
        answer.state = "executed"
        if inverse is not answer.command:
            self._undo.append(inverse)
            self._redo.clear()


def find(world: "World", name: str) -> Any:
    """The entity of a name, or a refusal that suggests the nearest."""
    try:
        return world.by_name(name)
    except KeyError as missing:
        raise CommandRefused(str(missing.args[0])) from None
