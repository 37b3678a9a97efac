"""Who is in the world: all entities, as a tree by parents."""

from collections.abc import Callable
from dataclasses import dataclass

from simloop.systems.scene.poses import index_of
from simloop.systems.scene.questions import Arguments, Question
from simloop.world.entities import NOBODY
from simloop.world.plugin import App


@dataclass(frozen=True, slots=True)
class EntityRow:
    """One entity; what has no parent stands at the top."""

    index: int
    name: str
    kind: str
    parent: int | None
    model: str


@dataclass(frozen=True, slots=True)
class Entities:
    """Everyone, in the order of arrival."""

    rows: tuple[EntityRow, ...]


def _entities(app: App) -> Callable[[Arguments], Entities]:
    def answer(given: Arguments) -> Entities:
        entities = app.world.entities
        return Entities(
            tuple(
                EntityRow(
                    index_of(record),
                    record.name,
                    record.kind.value,
                    None
                    if record.parent == NOBODY or record.parent not in entities
                    else index_of(entities.get(record.parent)),
                    str(record.facts.get("model", "")),
                )
                for record in entities
            )
        )

    return answer


QUESTIONS = (Question("entities", "everything in the world", Entities, _entities),)
