"""Parameters that are equal for all vehicles of a class: stored once, until one differs."""

from collections.abc import Mapping
from math import nan

import numpy as np
import pytest

from simloop.compiler.refusal import Refused
from simloop.component import Component
from simloop.testing.tiny_components import Wish
from simloop.world.body import NoiseKey
from simloop.world.plugin import Value, VehicleClass, VehicleKit
from simloop.world.steps import TableSteps
from simloop.world.system import BlockSystem, Stage
from simloop.world.table import Table, saved_fields
from simloop.world.unit_table import UnitTable
from simloop.world.world import ModelSpec, World
from spring_components import Bob, Spring, Tuned
from spring_kernel import swing, tune


def kind(*more: type[Component]) -> VehicleClass:
    kit = VehicleKit(400)
    for component in (NoiseKey, Spring, Bob, Tuned, *more):
        kit.component(component)
    kit.system(BlockSystem(name="swing", stage=Stage.MOTION, block=swing))
    return VehicleClass.from_kit(kit)


def fleet(count: int, *, lanes: int = 16, values: Mapping[str, Value] | None = None) -> Table:
    table = Table(kind(), lanes)
    template = table.template(values or {})
    for _ in range(count):
        table.add_row(template)
    return table


def rows_of(table: Table) -> list[bytes]:
    return [table.row_bytes(row) for row in table.rows]


def run(table: Table, ticks: int, *, compiled: bool = True) -> None:
    steps = TableSteps(table, compiled=compiled)
    steps.prepare()
    steps.run(0, len(steps.systems), tick=1, ticks=ticks, pool=None)


def test_what_is_equal_for_all_is_stored_once() -> None:
    table = fleet(40, values={"stiffness_npm": 7.0})
    assert table.params.own == ()
    assert table.arenas["params"].nbytes == 0
    assert table.read("stiffness_npm").tolist() == [[7.0]] * table.capacity
    assert table.numbers(39, "knots_m").tolist() == [1.0, 2.0, 3.0]


def test_a_few_vehicles_have_their_own() -> None:
    table = fleet(3, lanes=1)
    assert not table.params.shares
    table.vector(1, "stiffness_npm")[0] = 9.0
    assert table.read("stiffness_npm")[:3, 0].tolist() == [4.0, 9.0, 4.0]


@pytest.mark.parametrize("value", [8.0, -0.0, nan])
def test_another_value_of_one_vehicle_is_its_own(value: float) -> None:
    table = fleet(20, values={"stiffness_npm": 0.0})
    table.set_value(17, "stiffness_npm", value)
    assert table.params.own == ("stiffness_npm",)
    expected = np.zeros(20)
    expected[17] = value
    assert table.read("stiffness_npm")[:20, 0].tobytes() == expected.tobytes()


def test_the_same_value_leaves_it_shared() -> None:
    table = fleet(20)
    table.set_value(3, "stiffness_npm", 4.0)
    table.set_value(3, "knots_m", (1.0, 2.0, 3.0))
    assert table.params.own == ()


def test_a_newcomer_with_another_value_keeps_it_alone() -> None:
    table = fleet(20)
    row = table.add_row(table.template({"knots_m": (1.0, 2.0, 30.0)}))
    assert table.params.own == ("knots_m",)
    assert table.numbers(row, "knots_m").tolist() == [1.0, 2.0, 30.0]
    assert table.numbers(0, "knots_m").tolist() == [1.0, 2.0, 3.0]
    assert table.add_row() == row + 1
    assert table.numbers(row + 1, "knots_m").tolist() == [1.0, 2.0, 3.0]


def test_the_first_vehicle_of_an_empty_table_says_what_is_shared() -> None:
    table = fleet(1, values={"stiffness_npm": 7.0})
    table.remove_row(0)
    row = table.add_row(table.template({"stiffness_npm": 8.0}))
    assert table.params.own == ()
    assert table.numbers(row, "stiffness_npm")[0] == 8.0


def test_a_shared_number_cannot_be_written_by_a_look() -> None:
    table = fleet(20)
    with pytest.raises(ValueError, match="read-only"):
        table.numbers(2, "stiffness_npm")[0] = 1.0


def test_a_view_stays_good_whatever_becomes_other() -> None:
    table = fleet(20)
    view = table.vector(2, "stiffness_npm")
    table.set_value(3, "knots_m", 0.0)
    table.set_value(4, "gain", 0.0)
    view[0] = 6.0
    assert table.read("stiffness_npm")[:20, 0].tolist() == [4.0] * 2 + [6.0] + [4.0] * 17
    assert not table.params.shares


def test_what_programs_over_tables_read_is_never_shared() -> None:
    table = fleet(20)
    assert not table.layout.place("wear").is_param
    assert table.layout.place("wear").arena == "f8"


def test_growing_keeps_shared_and_own_numbers() -> None:
    table = fleet(16, values={"stiffness_npm": 7.0})
    table.set_value(5, "gain", 0.25)
    for _ in range(30):
        table.add_row(table.template({"stiffness_npm": 7.0}))
    assert table.params.own == ("gain",)
    assert table.read("gain")[:46, 0].tolist() == [0.5] * 5 + [0.25] + [0.5] * 40
    assert table.read("stiffness_npm")[:46, 0].tolist() == [7.0] * 46


def test_bits_do_not_depend_on_sharing() -> None:
    shared, apart = fleet(20), fleet(20, lanes=1)
    for table in (shared, apart):
        table.set_value(7, "stiffness_npm", 5.0)
    assert rows_of(shared) == rows_of(apart)


def test_another_width_shares_what_is_equal_and_moves_no_number() -> None:
    table = fleet(9, lanes=1, values={"stiffness_npm": 7.0})
    table.set_value(2, "knots_m", 0.0)
    before = rows_of(table)
    table.set_lanes(16)
    assert table.params.own == ("knots_m",)
    assert rows_of(table) == before
    table.set_lanes(1)
    assert rows_of(table) == before


def test_a_class_with_more_columns_keeps_the_values() -> None:
    table = fleet(20, values={"stiffness_npm": 7.0})
    table.set_value(2, "gain", 0.0)
    table.extend(kind(Wish))
    assert table.numbers(19, "stiffness_npm")[0] == 7.0
    assert table.read("gain")[:4, 0].tolist() == [0.5, 0.5, 0.0, 0.5]


@pytest.mark.parametrize("compiled", [True, False])
def test_kernels_read_shared_and_own_numbers(compiled: bool) -> None:
    shared, apart = fleet(40), fleet(40)
    apart.vector(0, "gain")
    for table in (shared, apart):
        run(table, 3, compiled=compiled)
        table.set_value(33, "stiffness_npm", 5.0)
        run(table, 3, compiled=compiled)
        table.set_value(2, "knots_m", (0.0, 0.5, 0.25))
        run(table, 3, compiled=compiled)
    assert shared.params.own == ("stiffness_npm", "knots_m")
    assert rows_of(shared) == rows_of(apart)


def test_steps_follow_a_parameter_that_one_vehicle_changes_in_flight() -> None:
    table = fleet(40)
    steps = TableSteps(table, compiled=True)
    steps.prepare()
    oracle = fleet(40, lanes=1)
    plain = TableSteps(oracle, compiled=False)
    for tick in range(1, 30):
        if tick == 10:
            for each in (table, oracle):
                each.set_value(21, "stiffness_npm", 11.0)
        for each in (steps, plain):
            each.run_whole(tick, 1, None)
    assert rows_of(table) == rows_of(oracle)


def test_a_parameter_takes_no_store() -> None:
    table = Table(kind(), 16)
    system = BlockSystem(name="tune", stage=Stage.CONTROL, block=tune)
    units = UnitTable(table, [system], 400)
    with pytest.raises(Refused, match="a store into gain, a parameter"):
        units.prepare()


def test_views_outlast_a_way_back() -> None:
    table = fleet(20)
    shared = table.save()
    spring, place = table.vector(2, "stiffness_npm"), table.vector(2, "place_m")
    table.load(shared)
    spring[0], place[0] = 6.0, 5.0
    assert table.numbers(2, "stiffness_npm")[0] == 6.0
    assert table.numbers(2, "place_m")[0] == 5.0


def test_a_saved_table_comes_back_whatever_is_shared_by_then() -> None:
    table = fleet(20, values={"stiffness_npm": 7.0})
    shared, before = table.save(), rows_of(table)
    table.set_value(3, "knots_m", 0.0)
    table.set_value(4, "stiffness_npm", 1.0)
    apart, after = table.save(), rows_of(table)
    table.load(shared)
    assert rows_of(table) == before
    table.load(apart)
    assert rows_of(table) == after
    fresh = Table(kind(), 1)
    fresh.load(apart)
    assert rows_of(fresh) == after
    layout = table.layout
    assert layout.place("stiffness_npm").of(saved_fields(apart, layout, 4)).tolist() == [1.0]
    assert layout.place("stiffness_npm").of(saved_fields(apart, layout, 5)).tolist() == [7.0]


def test_a_world_tells_when_columns_have_moved() -> None:
    world = World(seed=0, tick_rate_hz=400)
    spec = ModelSpec(kind(), {})
    entities = [world.spawn(f"bob_{number}", spec, {}) for number in range(8)]
    version = world.population_version
    world.set(entities[0], "stiffness_npm", 4.0)
    assert world.population_version == version
    world.set(entities[0], "stiffness_npm", 5.0)
    assert world.population_version > version
    assert world.numbers(entities[1], "stiffness_npm")[0] == 4.0
    twin = world.fork()
    assert twin.state_hash() == world.state_hash()
    twin.set(entities[2], "knots_m", 1.0)
    assert world.numbers(entities[2], "knots_m").tolist() == [1.0, 2.0, 3.0]
