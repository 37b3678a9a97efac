"""The fence: distances to circles, polygons, ceiling and floor, and what a breach does."""

from collections.abc import Sequence
from math import cos, hypot, pi, sin

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from safety_bench import SafetyBench

from simloop.firmware.codes import Airframe, Failsafe, Mode, RequestKind
from simloop.firmware.command.fence import FAR_M, inside_areas, inside_heights, inside_polygon
from simloop.firmware.fields.safety import (
    AREA_KEEP_IN,
    AREA_KEEP_OUT,
    FENCE_CIRCLES,
    FENCE_POLYGONS,
    FENCE_VERTICES,
    Fence,
)
from simloop.firmware.vector import Vec2

Points = Sequence[tuple[float, float]]
places = st.tuples(st.floats(-200.0, 200.0), st.floats(-200.0, 200.0))


def vertices_of(*polygons: Points) -> np.ndarray:
    """The column of vertices for polygons 0, 1 and so on."""
    column = np.zeros(3 * FENCE_VERTICES)
    rows = [(n, e, float(k)) for k, points in enumerate(polygons) for n, e in points]
    column[: 3 * len(rows)] = np.ravel(rows)
    return column


def inside(points: Points, north: float, east: float) -> float:
    fence = Fence(vertex=vertices_of(points), vertex_count=len(points))
    return inside_polygon(fence, 0.0, Vec2(north, east))


def areas(
    north: float,
    east: float,
    polygons: Sequence[tuple[Points, float]] = (),
    circles: Sequence[tuple[float, float, float, float]] = (),
) -> float:
    kinds = np.zeros(FENCE_POLYGONS)
    kinds[: len(polygons)] = [kind for _, kind in polygons]
    rings = np.zeros(4 * FENCE_CIRCLES)
    rings[: 4 * len(circles)] = np.ravel(circles)
    fence = Fence(
        vertex=vertices_of(*(points for points, _ in polygons)),
        vertex_count=sum(len(points) for points, _ in polygons),
        polygon=kinds,
        circle=rings,
    )
    return inside_areas(fence, Vec2(north, east))


def regular(corners: int, radius: float, start: float = 0.0) -> Points:
    angles = [start + 2.0 * pi * k / corners for k in range(corners)]
    return [(radius * cos(a), radius * sin(a)) for a in angles]


SQUARE: Points = [(-10.0, -10.0), (-10.0, 10.0), (10.0, 10.0), (10.0, -10.0)]
# The letter L: the square without its north-east quarter.
ELL: Points = [(-10, -10), (-10, 10), (0, 10), (0, 0), (10, 0), (10, -10)]


@given(places)
def test_a_square_is_the_textbook_formula(place: tuple[float, float]) -> None:
    north, east = place
    over_n, over_e = abs(north) - 10.0, abs(east) - 10.0
    if over_n <= 0.0 and over_e <= 0.0:
        expected = -max(over_n, over_e)
    else:
        expected = -hypot(max(over_n, 0.0), max(over_e, 0.0))
    assert inside(SQUARE, north, east) == pytest.approx(expected, abs=1e-9)


@given(places)
def test_an_area_with_a_corner_cut_out_is_not_its_hull(place: tuple[float, float]) -> None:
    north, east = place
    is_in = abs(north) < 10.0 and abs(east) < 10.0 and not (north > 0.0 and east > 0.0)
    distance = inside(ELL, north, east)
    assume(abs(distance) > 1e-6)
    assert (distance > 0.0) == is_in


@given(places, st.integers(3, 12), st.floats(0.0, 1.0), st.floats(20.0, 100.0))
def test_many_corners_lie_between_their_two_circles(
    place: tuple[float, float], corners: int, start: float, radius: float
) -> None:
    distance = inside(regular(corners, radius, start), *place)
    outer = radius - hypot(*place)
    inner = radius * cos(pi / corners) - hypot(*place)
    assert inner - 1e-6 <= distance <= outer + 1e-6


@given(places, places, st.floats(-pi, pi), st.integers(0, 3), st.booleans())
def test_distance_does_not_depend_on_where_and_how_it_is_drawn(
    place: tuple[float, float], shift: tuple[float, float], turn: float, first: int, back: bool
) -> None:
    def moved(n: float, e: float) -> tuple[float, float]:
        return (shift[0] + n * cos(turn) - e * sin(turn), shift[1] + n * sin(turn) + e * cos(turn))

    points = [*ELL[first:], *ELL[:first]]
    drawn = [moved(*p) for p in (reversed(points) if back else points)]
    expected = inside(ELL, *place)
    assume(abs(expected) > 1e-6)
    assert inside(drawn, *moved(*place)) == pytest.approx(expected, abs=1e-6)


@given(places, places)
def test_distance_is_never_more_than_the_way(
    a: tuple[float, float], b: tuple[float, float]
) -> None:
    polygons = [(ELL, AREA_KEEP_IN), (regular(5, 4.0), AREA_KEEP_OUT)]
    circles = [(30.0, 0.0, 25.0, AREA_KEEP_IN), (30.0, 5.0, 5.0, AREA_KEEP_OUT)]
    way = hypot(a[0] - b[0], a[1] - b[1])
    change = areas(*a, polygons, circles) - areas(*b, polygons, circles)
    assert abs(change) <= way + 1e-6


def test_one_of_the_areas_to_keep_in_is_enough_and_every_area_to_keep_out_counts() -> None:
    polygons = [(SQUARE, AREA_KEEP_IN)]
    circles = [(100.0, 0.0, 20.0, AREA_KEEP_IN), (100.0, 15.0, 10.0, AREA_KEEP_OUT)]
    assert areas(0.0, 0.0, polygons, circles) == pytest.approx(10.0)
    assert areas(100.0, -10.0, polygons, circles) == pytest.approx(10.0)
    assert areas(50.0, 0.0, polygons, circles) == pytest.approx(-30.0)
    assert areas(100.0, 10.0, polygons, circles) == pytest.approx(-5.0)


def test_a_line_is_no_area_and_without_areas_all_is_allowed() -> None:
    line: Points = [(0.0, 0.0), (10.0, 0.0)]
    assert areas(5.0, 5.0, [(line, AREA_KEEP_IN)]) == FAR_M
    assert areas(1e6, 0.0) == FAR_M


def test_polygons_share_the_room_of_vertices() -> None:
    polygons = [(regular(12, 50.0), AREA_KEEP_IN), (SQUARE, AREA_KEEP_OUT)]
    assert areas(0.0, 0.0, polygons) == pytest.approx(-10.0)
    assert areas(0.0, 20.0, polygons) == pytest.approx(10.0)


def test_ceiling_and_floor() -> None:
    assert inside_heights(30.0, 50.0, 10.0, True) == 20.0
    assert inside_heights(55.0, 50.0, 10.0, True) == -5.0
    assert inside_heights(4.0, 50.0, 10.0, True) == -6.0
    assert inside_heights(4.0, 50.0, 10.0, False) == 46.0
    assert inside_heights(500.0, 0.0, 0.0, True) == FAR_M


def fenced(**values: float | Sequence[float]) -> SafetyBench:
    limits = {"fw_fence_enabled": 1.0, "fw_fence_limit_m": [100.0, 50.0, 0.0, 2.0]}
    return SafetyBench(**{**limits, **values})


def test_the_circle_is_around_home() -> None:
    bench = fenced(fw_home_ned_m=[1000.0, 0.0, 0.0], fw_position_ned_m=[1030.0, 40.0, -10.0])
    bench.passes(1)
    assert bench.get("fw_fence_distance_m") == pytest.approx(40.0)
    bench.set(fw_position_ned_m=[0.0, 0.0, -10.0])
    bench.passes(1)
    assert bench.get("fw_fence_distance_m") == pytest.approx(-900.0)


def test_a_breach_returns_home_and_is_over_when_back_by_the_margin() -> None:
    bench = fenced()
    bench.fly()
    bench.set(fw_position_ned_m=[98.5, 0.0, -10.0])
    bench.passes(1)
    assert bench.news() == ["Fence is close"]
    assert bench.get("fw_fence_breach") == 0.0
    bench.set(fw_position_ned_m=[100.1, 0.0, -10.0])
    bench.passes(1)
    assert bench.element("fw_failsafe", Failsafe.FENCE) == 1.0
    assert bench.get("fw_failsafe_mode") == Mode.RTL
    assert bench.news() == ["Failsafe: fence left"]
    bench.set(fw_position_ned_m=[98.5, 0.0, -10.0], fw_mode=Mode.RTL)
    bench.passes(1)
    assert bench.element("fw_failsafe", Failsafe.FENCE) == 1.0
    bench.set(fw_position_ned_m=[97.9, 0.0, -10.0])
    bench.passes(1)
    assert bench.element("fw_failsafe", Failsafe.FENCE) == 0.0
    assert bench.get("fw_failsafe_mode") == -1.0
    assert bench.news() == ["Failsafe over: inside the fence again"]


def test_the_floor_holds_between_climb_and_return() -> None:
    bench = fenced(fw_fence_limit_m=[0.0, 0.0, 20.0, 2.0])
    bench.fly()
    assert bench.get("fw_fence_breach") == 0.0
    for height, mode, breach in (
        (15.0, Mode.HOLD, 0.0),
        (30.0, Mode.HOLD, 0.0),
        (15.0, Mode.HOLD, 1.0),
        (15.0, Mode.LAND, 0.0),
    ):
        bench.set(fw_position_ned_m=[0.0, 0.0, -height], fw_mode=mode)
        bench.passes(1)
        assert bench.get("fw_fence_breach") == breach, (height, mode)


def test_what_is_not_known_is_not_judged() -> None:
    bench = fenced(fw_position_ned_m=[500.0, 0.0, -10.0], fw_position_ok=0.0)
    bench.passes(1)
    assert bench.get("fw_fence_distance_m") == pytest.approx(40.0)
    bench.set(fw_height_ok=0.0)
    bench.passes(1)
    assert bench.get("fw_fence_breach") == 0.0


def test_a_rover_on_a_hill_is_not_too_high() -> None:
    bench = fenced(fw_airframe=Airframe.ROVER, fw_position_ned_m=[0.0, 0.0, -80.0])
    bench.passes(1)
    assert bench.get("fw_fence_breach") == 0.0


def test_the_fence_is_switched_by_request() -> None:
    bench = SafetyBench(fw_position_ned_m=[500.0, 0.0, 0.0])
    assert bench.request(RequestKind.FENCE, 1.0) == (
        2.0,
        "Fence refused: no limit and no area is stored",
    )
    assert bench.get("fw_fence_enabled") == 0.0
    bench.set(fw_fence_limit_m=[100.0, 0.0, 0.0, 2.0])
    assert bench.request(RequestKind.FENCE, 1.0) == (0.0, "")
    assert bench.get("fw_fence_breach") == 1.0
    assert bench.request(RequestKind.FENCE, 0.0) == (0.0, "")
    assert bench.get("fw_fence_breach") == 0.0
    assert "Fence is off" in bench.news()
