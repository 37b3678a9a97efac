"""Distances, normals and contact points of every pair of shapes, against independent computations.

1. Round shapes and boxes against alternating projection, which finds the distance of convex sets.
2. Shapes with corners: analytic poses, and the sign of the distance for random ones.
3. Planes, height fields, hulls, and the search for what is near.
"""

from collections.abc import Callable
from itertools import combinations_with_replacement, permutations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import nnls

from simloop.kernels.collision.arrays import Contacts, Pairs
from simloop.kernels.collision.broad_phase import is_near_box, sort_pairs
from simloop.kernels.collision.fields import point_to_field
from simloop.kernels.collision.layout import (
    Contact,
    ContactCode,
    FieldCode,
    Grid,
    Kind,
    ShapeCode,
    StillBox,
)
from simloop.kernels.collision.narrow_phase import find_contacts
from simloop.kernels.collision.points import point_to_box, point_to_capsule, point_to_cylinder
from simloop.kernels.collision.polytopes import point_to_polytope, segments_nearest
from simloop.math.vector import Vec3
from simloop.systems.collisions import Grove, Obstacle
from simloop.systems.collisions.hull import box, hull, prism
from simloop.systems.collisions.shape_list import ShapeList, turn_of
from simloop.systems.collisions.still_grid import still_grid
from simloop.systems.collisions.yard import trunks
from simloop.world.shapes import Solid, Surface

Vector = NDArray[np.float64]
GAP = Contact.spans["gap"].first
NORMAL = slice(0, 3)
POINT = slice(3, 6)
Project = Callable[[Vector], Vector]

TETRAHEDRON = ((0.3, 0.0, -0.2), (-0.2, 0.3, -0.2), (-0.2, -0.3, -0.2), (0.0, 0.0, 0.4))
SOLIDS = {
    "sphere": Solid(shape="sphere", radius_m=0.3),
    "capsule": Solid(shape="capsule", radius_m=0.15, length_m=0.8),
    "box": Solid(shape="box", size_m=(0.4, 0.6, 0.8)),
    "cylinder": Solid(shape="cylinder", radius_m=0.3, length_m=0.7),
    "convex": Solid(shape="convex", points_m=TETRAHEDRON),
}
ROUND = ("sphere", "capsule")
CORNERED = ("box", "cylinder", "convex")


def obstacle(solid: Solid, place: Vector, angles: Vector, name: str) -> Obstacle:
    return Obstacle(
        name=name,
        shape=solid.shape,
        size_m=solid.size_m,
        radius_m=solid.radius_m,
        length_m=solid.length_m,
        points_m=solid.points_m,
        position_ned_m=tuple(place),
        attitude_deg=tuple(angles),
    )


def contacts_of(*pair: Obstacle, margin: float = 10.0) -> tuple[NDArray[np.int64], Vector]:
    """Contacts of two things, as the kernel finds them."""
    shapes = ShapeList()
    for each in pair:
        shapes.add_obstacle(each)
    codes = np.zeros((64, ContactCode.width), dtype=np.int64)
    contacts = np.zeros((64, Contact.width))
    pairs = Pairs(np.array([[0, 1]]), np.array([margin]))
    found = Contacts(codes, contacts, np.zeros(1, dtype=np.int64))
    count = find_contacts(shapes.arrays(), pairs, 1, np.zeros((512, 6)), found)
    return codes[:count], contacts[:count]


def projection(solid: Solid, place: Vector, angles: Vector) -> Project:
    """The nearest point of a solid, by formulas of this test alone."""
    turn = np.array(turn_of(tuple(angles))).reshape(3, 3)
    radius, half = solid.radius_m or 0.0, 0.5 * (solid.length_m or 0.0)

    def inside(p: Vector) -> Vector:
        if solid.shape == "sphere":
            return p * min(1.0, radius / max(np.linalg.norm(p), 1e-300))
        if solid.shape == "box":
            return np.clip(p, -0.5 * np.array(solid.size_m), 0.5 * np.array(solid.size_m))
        if solid.shape == "cylinder":
            across = p[:2] * min(1.0, radius / max(np.hypot(*p[:2]), 1e-300))
            return np.array([*across, np.clip(p[2], -half, half)])
        if solid.shape == "capsule":
            core = np.array([0.0, 0.0, np.clip(p[2], -half, half)])
            way = p - core
            return core + way * min(1.0, radius / max(np.linalg.norm(way), 1e-300))
        # Corners with weights that are positive and sum to one.
        corners = np.array(solid.points_m).T
        weights, _ = nnls(np.vstack([corners, 1e5 * np.ones(corners.shape[1])]), [*p, 1e5])
        return corners @ (weights / weights.sum())

    return lambda p: place + turn @ inside(turn.T @ (p - place))


def distance(first: Project, second: Project, start: Vector) -> float:
    """Alternating projection: converges to the nearest points of two convex sets."""
    p = start
    for _ in range(3000):
        q = second(p)
        new = first(q)
        if np.linalg.norm(new - p) < 1e-13:
            break
        p = new
    return float(np.linalg.norm(p - q))


def nearest_way(first: Project, second: Project, start: Vector) -> tuple[float, Vector]:
    """The distance of two convex sets, and the direction from the second to the first."""
    p = start
    for _ in range(3000):
        q = second(p)
        p = first(q)
    return float(np.linalg.norm(p - q)), (p - q) / np.linalg.norm(p - q)


def random_pairs(a: str, b: str, count: int, low: float, high: float) -> list[tuple]:  # type: ignore[type-arg]
    random = np.random.default_rng(len(a) * 31 + len(b))
    found = []
    while len(found) < count:
        place = random.normal(size=3)
        place *= random.uniform(low, high) / np.linalg.norm(place)
        found.append((place, random.uniform(-180.0, 180.0, 3), random.uniform(-180.0, 180.0, 3)))
    return found


@pytest.mark.parametrize(
    ("a", "b"), [(a, b) for a in ROUND for b in SOLIDS if a == "sphere" or b != "sphere"]
)
def test_round_shapes_are_as_far_as_projection_says(a: str, b: str) -> None:
    """Capsules meet a cylinder as a prism of 24 sides, which differs by up to half a per cent."""
    tolerance = 0.004 if (a, b) == ("capsule", "cylinder") else 2e-6
    zero = np.zeros(3)
    tried = 0
    for place, first, second in random_pairs(a, b, 30, 0.9, 1.6):
        pair = obstacle(SOLIDS[a], place, first, "a"), obstacle(SOLIDS[b], zero, second, "b")
        true = distance(
            projection(SOLIDS[a], place, first), projection(SOLIDS[b], zero, second), place
        )
        if true < 1e-3:
            continue
        tried += 1
        _, found = contacts_of(*pair)
        nearest = found[found[:, GAP].argmin()]
        assert nearest[GAP] == pytest.approx(true, abs=tolerance)
        # Half the gap along the normal leads from the middle to A, the other half to B.
        n, middle = nearest[NORMAL], nearest[POINT]
        assert np.linalg.norm(n) == pytest.approx(1.0, abs=1e-12)
        on_a = projection(SOLIDS[a], place, first)(middle)
        assert np.linalg.norm(on_a - (middle + 0.5 * true * n)) < 3.0 * tolerance
    assert tried > 15


@pytest.mark.parametrize(("a", "b"), list(combinations_with_replacement(CORNERED, 2)))
def test_corners_find_small_gaps_and_small_depths(a: str, b: str) -> None:
    """Brought together along the way between their nearest points, to a known gap or depth."""
    zero = np.zeros(3)
    tried = exact = 0
    # A cylinder is a prism here, up to half a per cent narrower or wider.
    slack = 0.004 if "cylinder" in (a, b) else 1e-5
    for place, first, second in random_pairs(a, b, 30, 1.2, 1.5):
        hers = projection(SOLIDS[b], zero, second)
        true, way = nearest_way(projection(SOLIDS[a], place, first), hers, place)
        tried += 1
        for gap in (0.005, -0.005):
            moved = place - (true - gap) * way
            one = obstacle(SOLIDS[a], moved, first, "a")
            _, found = contacts_of(one, obstacle(SOLIDS[b], zero, second, "b"), margin=0.05)
            if gap < 0.0:
                # The way out is never longer than the way in; faces are preferred to edges by up
                # to a thousandth of the reach, here 1 mm.
                assert -0.006 - slack <= found[:, GAP].min() <= 1e-3 + slack
            else:
                nearest = found[:, GAP].min()
                # The best axis says less where corners or edges meet corners.
                assert -slack < nearest < 0.005 + 1e-3 + slack
                exact += abs(nearest - gap) < 1e-5 + slack
    # Faces and edges are met exactly; between corners the best axis says a little less.
    assert exact > tried // 5


def test_a_box_on_a_box_touches_at_four_corners() -> None:
    crate = Solid(shape="box", size_m=(1.0, 1.0, 1.0))
    lower = obstacle(crate, np.zeros(3), np.zeros(3), "a")
    upper = obstacle(crate, np.array([0.2, 0.1, -1.01]), np.zeros(3), "b")
    _, found = contacts_of(upper, lower)
    assert found[:, GAP] == pytest.approx([0.01] * 4, abs=1e-12)
    assert np.abs(found[:, :3] - [0.0, 0.0, -1.0]).max() < 1e-12
    places = found[:, POINT].round(9)
    corners = {(n, e, -0.505) for n in (-0.3, 0.5) for e in (-0.4, 0.5)}
    assert {tuple(p) for p in places.tolist()} == corners


def test_crossed_edges_touch_at_one_point() -> None:
    """A box on its edge above another on its edge, turned by a right angle."""
    crate = Solid(shape="box", size_m=(1.0, 1.0, 1.0))
    height = 2.0 * np.sqrt(0.5) + 0.02
    lower = obstacle(crate, np.zeros(3), np.array([45.0, 0.0, 0.0]), "a")
    upper = obstacle(crate, np.array([0.1, 0.2, -height]), np.array([45.0, 0.0, 90.0]), "b")
    _, found = contacts_of(upper, lower, margin=0.05)
    assert len(found) == 1
    assert found[0, GAP] == pytest.approx(0.02, abs=1e-9)
    assert found[0, :3] == pytest.approx([0.0, 0.0, -1.0], abs=1e-9)
    middle = -0.5 * height
    assert found[0, POINT] == pytest.approx([0.1, 0.0, middle], abs=1e-9)


def test_a_box_that_sinks_in_is_pushed_the_short_way() -> None:
    lower = obstacle(Solid(shape="box", size_m=(2.0, 2.0, 2.0)), np.zeros(3), np.zeros(3), "a")
    small = Solid(shape="box", size_m=(0.2, 0.2, 0.2))
    _, found = contacts_of(obstacle(small, np.array([1.05, 0.3, 0.2]), np.zeros(3), "b"), lower)
    assert found[:, :3] == pytest.approx(np.tile([1.0, 0.0, 0.0], (len(found), 1)), abs=1e-12)
    assert found[:, GAP].min() == pytest.approx(-0.05, abs=1e-12)


@pytest.mark.parametrize("name", SOLIDS)
def test_every_shape_on_a_slope(name: str) -> None:
    """The lowest point against a plane is the support point of the shape."""
    random = np.random.default_rng(5)
    for _ in range(20):
        angles, slope = random.uniform(-180, 180, 3), random.uniform(-40, 40, 3)
        place = np.array([0.3, -0.2, -1.0])
        plane = Obstacle(name="plane", shape="plane", attitude_deg=tuple(slope))
        up = -np.array(turn_of(tuple(slope))).reshape(3, 3)[:, 2]
        _, found = contacts_of(obstacle(SOLIDS[name], place, angles, "a"), plane)
        far = projection(SOLIDS[name], place, angles)(place - 1e6 * up)
        assert found[:, GAP].min() == pytest.approx(far @ up, abs=1e-5)
        assert np.abs(found[:, :3] - up).max() < 1e-12


def test_who_asks_does_not_matter() -> None:
    """A pair and its mirror image have opposite normals and the same gaps."""
    place, zero = np.array([0.5, 0.1, 0.2]), np.zeros(3)
    for a, b in permutations(SOLIDS.values(), 2):
        one = obstacle(a, place, np.array([10.0, 20.0, 30.0]), "a")
        two = obstacle(b, zero, np.array([40.0, -20.0, 5.0]), "b")
        _, there = contacts_of(one, two)
        _, back = contacts_of(two, one)
        assert len(there) == len(back)
        if len(there):
            i, j = there[:, GAP].argmin(), back[:, GAP].argmin()
            assert there[i, GAP] == pytest.approx(back[j, GAP], abs=1e-12)
            assert there[i, :3] == pytest.approx(-back[j, :3], abs=1e-9)


def test_points_inside_know_the_way_out() -> None:
    cases = [
        (point_to_box(Vec3(0.4, 0.0, 0.0), Vec3(0.5, 1.0, 1.0)), -0.1, (1.0, 0.0, 0.0)),
        (point_to_cylinder(Vec3(0.0, 0.0, 0.9), 2.0, 1.0), -0.1, (0.0, 0.0, 1.0)),
        (point_to_cylinder(Vec3(0.0, 1.9, 0.1), 2.0, 1.0), -0.1, (0.0, 1.0, 0.0)),
        (point_to_capsule(Vec3(0.0, 0.1, 5.0), 0.5, 5.0), -0.4, (0.0, 1.0, 0.0)),
    ]
    for found, out, normal in cases:
        assert found.out == pytest.approx(out)
        assert found.normal == pytest.approx(normal)


def test_a_polytope_box_is_the_box() -> None:
    shapes = ShapeList()
    shapes.add_obstacle(obstacle(SOLIDS["box"], np.zeros(3), np.zeros(3), "a"))
    arrays = shapes.arrays()
    random = np.random.default_rng(3)
    for p in random.uniform(-1.0, 1.0, (200, 3)):
        found = point_to_polytope(arrays, ShapeCode(arrays.codes[0]), Vec3(*p))
        true = point_to_box(Vec3(*p), Vec3(0.2, 0.3, 0.4))
        assert found.out == pytest.approx(true.out, abs=1e-12)
        assert found.normal == pytest.approx(true.normal, abs=1e-12)


def test_segments_against_a_fine_search() -> None:
    random = np.random.default_rng(9)
    t = np.linspace(0.0, 1.0, 201)
    for _ in range(20):
        a, u, b, v = random.normal(size=(4, 3))
        s_, t_, _ = segments_nearest(Vec3(*a), Vec3(*u), Vec3(*b), Vec3(*v))
        found = np.linalg.norm(a + s_ * u - b - t_ * v)
        grid = (a + t[:, None] * u)[:, None, :] - (b + t[:, None] * v)[None, :, :]
        best = np.linalg.norm(grid, axis=2).min()
        assert found <= best + 1e-12
        assert found >= best - 0.02


def test_a_height_field_is_its_function() -> None:
    """A plane as a field: distance and normal are those of the plane."""
    slope_n, slope_e, spacing = 0.3, -0.2, 0.5
    line = (np.arange(21) - 10) * spacing
    heights = (slope_n * line[:, None] + slope_e * line[None, :]).reshape(-1)
    code = FieldCode(np.array([Kind.FIELD, -1, 0, 21, 21]))
    up = np.array([-slope_n, -slope_e, -1.0]) / np.sqrt(1 + slope_n**2 + slope_e**2)
    random = np.random.default_rng(2)
    for n, e, above in random.uniform((-4, -4, -0.3), (4, 4, 0.3), (50, 3)):
        p = np.array([n, e, -(slope_n * n + slope_e * e) - above])
        out, normal = point_to_field(code, spacing, heights, Vec3(*p), 1.0)
        assert out == pytest.approx((p - [0.0, 0.0, 0.0]) @ up, abs=1e-12)
        assert normal == pytest.approx(up, abs=1e-12)
    # Beside the field there is nothing.
    assert point_to_field(code, spacing, heights, Vec3(9.0, 0.0, 0.0), 0.1).out > 1e6


def test_a_ball_on_a_ridge_touches_the_ridge() -> None:
    ridge = Obstacle(
        name="ridge",
        shape="height_field",
        heights_m=tuple((h,) * 3 for h in (0.0, 0.0, 1.0, 0.0, 0.0)),
        spacing_m=1.0,
    )
    ball = obstacle(SOLIDS["sphere"], np.array([0.0, 0.3, -1.35]), np.zeros(3), "a")
    _, found = contacts_of(ball, ridge, margin=0.1)
    assert found[:, GAP].min() == pytest.approx(0.05, abs=1e-12)
    assert found[0, :3] == pytest.approx([0.0, 0.0, -1.0], abs=1e-12)


def test_a_crate_on_a_height_field_touches_with_its_corners() -> None:
    field = Obstacle(name="f", shape="height_field", heights_m=((0.5,) * 4,) * 4, spacing_m=2.0)
    crate = obstacle(SOLIDS["box"], np.array([0.1, 0.1, -0.91]), np.zeros(3), "a")
    _, found = contacts_of(crate, field, margin=0.1)
    assert found[:, GAP] == pytest.approx([0.01] * 4, abs=1e-12)


def test_hulls() -> None:
    cube = hull(np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1, 0.5)], float))
    assert len(cube.faces) == 6
    assert len(cube.edges) == 12
    assert len(cube.directions) == 3
    assert all(len(loop) == 4 for loop in cube.loops)
    # Euler's formula holds for any hull.
    for shape in (cube, prism(0.3, 1.0), hull(np.random.default_rng(1).normal(size=(20, 3)))):
        used = {k for loop in shape.loops for k in loop}
        assert len(used) - len(shape.edges) + len(shape.faces) == 2
    # Loops run counter-clockwise from outside.
    for face, loop in zip(box((1.0, 2.0, 3.0)).faces, box((1.0, 2.0, 3.0)).loops, strict=True):
        a, b, c = box((1.0, 2.0, 3.0)).vertices[loop[:3]]
        assert np.cross(b - a, c - b) @ face[:3] > 0.0
    with pytest.raises(ValueError, match="needs a volume"):
        hull(np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)], float))


def test_the_grid_misses_nothing() -> None:
    """Every tree within reach of a place is in the cells around it; brute force says which are."""
    trees = trunks(Grove(count=200, width_m=60.0, clear_m=2.0))
    shapes = ShapeList()
    for tree in trees:
        shapes.add_obstacle(tree)
    still = still_grid(0, 0, np.zeros(0, dtype=np.int64), shapes.arrays())
    grid = Grid(still.grid)
    rows, columns = int(grid.rows), int(grid.columns)
    random = np.random.default_rng(4)
    for n, e in random.uniform(-32, 32, (200, 2)):
        place = Vec3(n, e, -3.0)
        near = {k for k in range(len(trees)) if is_near_box(StillBox(still.boxes[k]), place, 0.5)}
        true = {
            k
            for k, tree in enumerate(trees)
            if np.hypot(tree.position_ned_m[0] - n, tree.position_ned_m[1] - e)
            <= (tree.radius_m or 0.0) + 0.5
        }
        assert true <= near
        row = [int(np.clip((n + d - grid.north) * grid.scale, 0, rows - 1)) for d in (-0.5, 0.5)]
        col = [int(np.clip((e + d - grid.east) * grid.scale, 0, columns - 1)) for d in (-0.5, 0.5)]
        listed = {
            int(k)
            for r in range(row[0], row[1] + 1)
            for c in range(col[0], col[1] + 1)
            for k in still.cells[still.cells[r * columns + c] : still.cells[r * columns + c + 1]]
        }
        assert near <= listed


def test_pairs_are_sorted() -> None:
    random = np.random.default_rng(8)
    pairs, margins = random.integers(0, 20, (100, 2)), np.arange(100.0)
    expected = sorted((*pair, margin) for pair, margin in zip(pairs.tolist(), margins, strict=True))
    sort_pairs(Pairs(pairs, margins), 100)
    assert [tuple(p) for p in pairs.tolist()] == [(a, b) for a, b, _ in expected]
    assert sorted(margins) == list(range(100))


def test_groves_are_the_same_everywhere_and_keep_their_distance() -> None:
    trees = trunks(Grove(count=100, width_m=80.0, clear_m=6.0, apart_m=2.0))
    again = trunks(Grove(count=100, width_m=80.0, clear_m=6.0, apart_m=2.0))
    assert trees == again
    places = np.array([tree.position_ned_m[:2] for tree in trees])
    assert np.hypot(*places.T).min() >= 6.0
    gaps = np.linalg.norm(places[:, None] - places[None], axis=2) + 1e9 * np.eye(100)
    assert gaps.min() >= 2.0
    with pytest.raises(ValueError, match="no room for trunk"):
        trunks(Grove(count=100, width_m=5.0, clear_m=0.0))


def test_bodies_reach_as_far_as_their_shapes() -> None:
    shapes = ShapeList()
    solid = Solid(shape="sphere", radius_m=0.5, offset_frd_m=(3.0, 4.0, 0.0))
    assert shapes.add_to_body(0, solid, Surface()) == pytest.approx(5.5)
