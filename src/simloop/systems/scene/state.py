"""Builds scene descriptions from the world, when asked: it costs nothing otherwise."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from simloop.component.column import Change
from simloop.systems.scene.looks import pose_of
from simloop.systems.scene.messages import Point, Turn
from simloop.world.entities import EntityKind, Record
from simloop.world.world import World


@dataclass(frozen=True, slots=True)
class SceneEntity:
    """One thing to show: who it is, where, and how it looks."""

    id: int
    name: str
    kind: str
    parent: int
    position_ned_m: Point | None
    attitude_wxyz: Turn | None
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SceneDelta:
    """What happened after a tick: arrivals, departures, marked changes, and where things are."""

    tick: int
    added: tuple[SceneEntity, ...]
    removed: tuple[int, ...]
    changed: tuple[tuple[int, str], ...]
    poses: tuple[tuple[int, Point | None, Turn | None], ...]


class Scene:
    """A reading view of the world for viewers."""

    def __init__(self, world: World) -> None:
        self._world = world

    def full(self) -> tuple[SceneEntity, ...]:
        """Every entity, parents before children."""
        return tuple(self._describe(record) for record in self._world.entities)

    def since(self, tick: int) -> SceneDelta:
        """What a viewer that knows `tick` has to learn."""
        world = self._world
        return SceneDelta(
            world.tick,
            tuple(self._describe(record) for record in world.entities.new_since(tick)),
            tuple(int(record.entity) for record in world.entities.removed_since(tick)),
            tuple((int(e), name) for e, name in world.changed_since(tick, Change.ONE_TIME)),
            self._poses() if world.tick > tick else (),
        )

    def _poses(self) -> tuple[tuple[int, Point | None, Turn | None], ...]:
        return tuple(
            (int(record.entity), *pose_of(self._world, record))
            for record, _ in self._world.each("body")
        )

    def _describe(self, record: Record) -> SceneEntity:
        is_vehicle = record.kind is EntityKind.MODEL
        place, turn = pose_of(self._world, record) if is_vehicle else (None, None)
        facts = {key: value for key, value in record.facts.items() if key != "spec"}
        return SceneEntity(
            int(record.entity),
            record.name,
            record.kind.value,
            int(record.parent),
            place,
            turn,
            facts,
        )
