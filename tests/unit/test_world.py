"""Entities, queries, change marks, commands, snapshots and the state hash."""

import pytest

from simloop.component.column import Change
from simloop.testing.tiny_world import first_point, tiny_runner, tiny_spec, tiny_world
from simloop.world.commands import AddFact, Answer, Redo, Remove, Rename, SetColumns, Spawn, Undo
from simloop.world.entities import EntityKind
from simloop.world.world import World


def test_a_model_has_links_and_sensors_below_it() -> None:
    world = tiny_world(2)
    model = world.by_name("point_1")
    below = [world.entities.get(e) for e in world.entities.descendants(model)]
    assert [record.name for record in below] == ["point_1::base_link", "point_1::eye"]
    assert [record.kind for record in below] == [EntityKind.LINK, EntityKind.SENSOR]
    assert world.vector(below[1].entity, "place_m") is not None


def test_an_old_id_never_points_at_a_new_entity() -> None:
    world = tiny_world(1)
    old = first_point(world)
    world.remove(old)
    world.spawn("other", tiny_spec(), {})
    assert old not in world.entities
    with pytest.raises(KeyError, match="does not exist"):
        world.vector(old, "place_m")


def test_each_finds_models_by_component() -> None:
    world = tiny_world(3)
    assert [record.name for record, _ in world.each("point", "look")] == [
        "point_0",
        "point_1",
        "point_2",
    ]
    assert list(world.each("no_such_component")) == []


def test_new_and_removed_since_a_tick() -> None:
    world = tiny_world(1)
    world.tick = 5
    world.spawn("late", tiny_spec(), {})
    assert {record.name for record in world.entities.new_since(4)} == {
        "late",
        "late::base_link",
        "late::eye",
    }
    world.tick = 6
    world.remove(world.by_name("late"))
    assert [r.name for r in world.entities.removed_since(5)] == [
        "late::eye",
        "late::base_link",
        "late",
    ]


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(KeyError, match="did you mean 'point_0'"):
        tiny_world(1).by_name("piont_0")


def test_one_time_changes_are_kept_until_seen() -> None:
    runner = tiny_runner(2)
    world = runner.world
    runner.advance(3)
    world.set(first_point(world), "wish_mps2", 2.0)
    runner.advance(4)
    assert world.changed_since(2, Change.ONE_TIME) == [(first_point(world), "wish")]
    assert world.changed_since(3, Change.ONE_TIME) == []
    periodic = {name for _, name in world.changed_since(2, Change.PERIODIC)}
    assert periodic == {"push", "point", "look"}


def undo(world: World) -> Answer:
    answer = world.commands.submit(Undo())
    world.commands.commit()
    return answer


def test_commands_run_at_the_commit_and_are_undone() -> None:
    runner = tiny_runner(1)
    world = runner.world
    answer = world.commands.submit(Spawn("extra", tiny_spec(), {"wish_mps2": 3.0}))
    assert answer.state == "queued"
    runner.advance(1)
    assert (answer.state, answer.tick) == ("executed", 1)
    undo(world)
    assert world.entities.by_name("extra") is None
    world.commands.submit(Redo())
    world.commands.commit()
    assert world.vector(world.by_name("extra"), "wish_mps2")[0] == 3.0


def test_undoing_a_removal_brings_every_number_back() -> None:
    runner = tiny_runner(3)
    runner.advance(50)
    before = runner.world.model_hash(runner.world.by_name("point_1"))
    runner.world.commands.submit(Remove("point_1"))
    runner.world.commands.commit()
    undo(runner.world)
    assert runner.world.model_hash(runner.world.by_name("point_1")) == before


def test_set_columns_and_rename_are_undone() -> None:
    world = tiny_world(1)
    world.commands.submit(SetColumns("point_0", {"place_m": 7.0}))
    world.commands.submit(Rename("point_0", "renamed"))
    world.commands.commit()
    assert world.vector(world.by_name("renamed"), "place_m")[0] == 7.0
    undo(world)
    undo(world)
    assert world.vector(first_point(world), "place_m")[0] == 0.0
    answer = undo(world)
    assert (answer.state, answer.reason) == ("refused", "there is nothing to undo")


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (Remove("nobody"), "no entity named 'nobody'"),
        (Remove("point_0::eye"), "cannot be removed alone"),
        (SetColumns("point_0", {"plase_m": 1.0}), "no column 'plase_m'"),
        (SetColumns("point_0", {"place_m": (1.0, 2.0)}), "takes 1 numbers"),
        (Rename("point_0", "point_1"), "exists already"),
        (Spawn("point_0", tiny_spec()), "exists already"),
    ],
)
def test_a_refused_command_says_why(command: object, reason: str) -> None:
    world = tiny_world(2)
    before = world.state_hash()
    answer = world.commands.submit(command)  # type: ignore[arg-type]
    world.commands.commit()
    assert answer.state == "refused"
    assert reason in answer.reason
    assert world.state_hash() == before


def test_lights_and_actors_come_and_go() -> None:
    world = tiny_world(1)
    world.commands.submit(AddFact(EntityKind.LIGHT, "sun", {"colour": "white"}))
    world.commands.commit()
    assert world.entities.get(world.by_name("sun")).facts == {"colour": "white"}
    world.commands.submit(Remove("sun"))
    world.commands.commit()
    undo(world)
    assert world.entities.get(world.by_name("sun")).kind is EntityKind.LIGHT


def test_restore_and_run_equals_run() -> None:
    straight = tiny_runner(7)
    straight.advance(200)
    broken = tiny_runner(7)
    broken.advance(80)
    saved = broken.snapshot()
    broken.advance(300)
    broken.restore(saved)
    broken.advance(120)
    assert broken.world.state_hash() == straight.world.state_hash()


def test_reset_equals_a_fresh_start() -> None:
    runner = tiny_runner(3)
    fresh = runner.world.state_hash()
    runner.advance(123)
    runner.world.commands.submit(Remove("point_0"))
    runner.advance(10)
    runner.reset()
    assert runner.world.state_hash() == fresh
    assert runner.world.tick == 0


def test_a_fork_goes_its_own_way() -> None:
    runner = tiny_runner(2)
    runner.advance(10)
    twin = runner.world.fork()
    assert twin.state_hash() == runner.world.state_hash()
    twin.set(first_point(twin), "place_m", 99.0)
    assert runner.world.vector(first_point(runner.world), "place_m")[0] != 99.0


def test_the_hash_sees_every_bit_and_no_order() -> None:
    one, two = tiny_world(2), tiny_world(2)
    assert one.state_hash() == two.state_hash()
    two.vector(first_point(two), "place_m")[0] = 5e-324
    assert one.state_hash() != two.state_hash()
    ordered, swapped = tiny_world(0), tiny_world(0)
    spec = tiny_spec()
    for name in ("a", "b"):
        ordered.spawn(name, spec, {})
    for name in ("b", "a"):
        swapped.spawn(name, spec, {})
    assert ordered.state_hash() == swapped.state_hash()


@pytest.mark.parametrize("count", [1, 7, 64])
def test_a_vehicle_is_the_same_in_any_batch(count: int) -> None:
    alone = tiny_runner(1)
    alone.advance(100)
    crowd = tiny_runner(count)
    crowd.advance(100)
    assert crowd.world.model_hash(first_point(crowd.world)) == alone.world.model_hash(
        first_point(alone.world)
    )
