"""Programs on arrays: groups of arguments, views of rows, and results that are records."""

from typing import Annotated, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from kernel_duel import compiled
from simloop.compiler.refusal import Refused
from simloop.component import ColumnView, View
from simloop.math.vector import Matrix3, Vec3
from simloop.world.array_program import ArrayProgram

Table = Annotated[NDArray[np.float64], 2]


class Frame(View):
    """A place and a rotation."""

    place: Vec3
    turn: Matrix3
    weight: float

    def to_world(self, point: Vec3) -> Vec3:
        return self.place + self.turn @ point


class HeavyFrame(Frame):
    """One more number behind those of a frame."""

    pull: float


class Seat(ColumnView):
    """A vehicle's columns."""

    height_m: float
    speed_mps: Vec3


class Scales(NamedTuple):
    """Numbers under one name."""

    long: float
    times: int


class Things(NamedTuple):
    """Arrays under one name."""

    frames: Table
    codes: NDArray[np.int64]

    def frame(self, k: int) -> HeavyFrame:
        return HeavyFrame(self.frames[k])


class Found(NamedTuple):
    """A record with a record in it."""

    number: int
    place: Vec3


class Block(NamedTuple):
    """A table's rows, where its columns begin, and how many vehicles stand side by side."""

    floats: Table
    first: NDArray[np.int64]
    lanes: int


def move(things: Things, scales: Scales, point: Vec3) -> float:
    total = 0.0
    for k in range(len(things.codes)):
        frame = things.frame(things.codes[k])
        for _ in range(scales.times):
            frame.place += scales.long * frame.to_world(point)
        frame.turn = frame.turn.transposed()
        frame.weight *= 0.5
        frame.pull = float(k)
        total += frame.place.norm() + frame.weight
    return total


def rise(blocks: tuple[Block, ...], by_mps: float) -> float:
    total = 0.0
    for block in blocks:
        for lane in range(block.lanes):
            seat = Seat(block.floats[1], block.first, block.lanes, lane)
            seat.speed_mps = Vec3(seat.speed_mps.x, seat.speed_mps.y, seat.speed_mps.z - by_mps)
            seat.height_m -= seat.speed_mps.z
            total += seat.height_m
    return total


def first_above(things: Things, limit: float) -> tuple[int, float]:
    found = nearest(things, limit)
    return found.number, found.place.x


def nearest(things: Things, limit: float) -> Found:
    for k in range(len(things.codes)):
        place = things.frame(k).place
        if place.z > limit:
            return Found(k, place)
    return Found(-1, Vec3(0.0, 0.0, 0.0))


def things() -> Things:
    random = np.random.default_rng(3)
    return Things(random.normal(size=(4, HeavyFrame.width)), np.array([2, 0, 3, 1]))


def test_fields_of_views_are_read_and_written_in_place() -> None:
    one, other = things(), things()
    given = Scales(0.25, 3), Vec3(0.1, -0.2, 0.3)
    assert ArrayProgram(move)(one, *given) == move(other, *given)
    assert np.array_equal(one.frames, other.frames)
    assert not np.array_equal(one.frames, things().frames)


def test_columns_of_each_lane() -> None:
    def blocks() -> tuple[Block, ...]:
        numbers = np.arange(48.0).reshape(2, 24)
        return tuple(Block(numbers * k, np.array([5, 1]), 4) for k in (1.0, 2.0))

    one, other = blocks(), blocks()
    assert ArrayProgram(rise)(one, 1.5) == rise(other, 1.5)
    for a, b in zip(one, other, strict=True):
        assert np.array_equal(a.floats, b.floats)
    # Column 0 begins at field 5, element 2 of column 1 at field 3: 4 lanes each.
    assert other[0].floats[1, 12:16].tolist() == [34.5, 35.5, 36.5, 37.5]


@pytest.mark.parametrize("limit", [-9.0, 0.4, 9.0])
def test_a_record_of_records_leaves_a_loop(limit: float) -> None:
    assert ArrayProgram(first_above)(things(), limit) == first_above(things(), limit)


def test_groups_are_made_ahead_as_their_annotations_have_them() -> None:
    program = ArrayProgram(first_above)
    program.make()
    assert program(things(), 0.4) == first_above(things(), 0.4)


def test_views_know_their_width_and_refuse_other_names() -> None:
    assert (Frame.width, HeavyFrame.width, HeavyFrame.spans["pull"].first) == (13, 14, 13)
    with pytest.raises(AttributeError):
        Frame(np.zeros(13)).colour = 1.0  # type: ignore[attr-defined]


def misspelt(things: Things) -> float:
    return things.frame(0).hight  # type: ignore[attr-defined, no-any-return]


def too_short(things: Things) -> None:
    things.frame(0).place = 1.0  # type: ignore[assignment]


def of_a_table(things: Things) -> float:
    return Frame(things.frames).weight


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (misspelt, "hight is no field of HeavyFrame"),
        (too_short, "place takes 3 numbers, not 1"),
        (of_a_table, "Frame of what is no row of an array"),
    ],
)
def test_mistakes_are_refused(function, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(Refused, match=message):
        ArrayProgram(function)(things())


def in_a_kernel(row: NDArray[np.float64]) -> None:
    row[0] = Frame(row).weight


def test_kernels_of_one_vehicle_have_no_views() -> None:
    with pytest.raises(Refused, match="only programs on arrays have views"):
        compiled(in_a_kernel, {"row": np.zeros((13, 8))}, 4)
