"""Terrain: exact between its points, smooth, level beyond; shapes, files, and the same bits."""

import math
import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from simloop.math.address import address_key
from simloop.math.quaternion import from_euler
from simloop.systems import contacts, physics, terrain, wind
from simloop.systems import range as sonar
from simloop.systems.terrain.config import Config, Crater, Mound, Noise, Plane, Ridge, Steps, Wave
from simloop.systems.terrain.field import Terrain
from simloop.systems.terrain.near_file import NearFile, read_heights
from simloop.systems.terrain.surface import weight_slopes, weights
from simloop.testing.body_bench import BodyBench
from simloop.world.plugin import VehicleKit

ROUGH = Config(
    size_m=(80.0, 60.0), spacing_m=1.0, noise=(Noise(amplitude_m=3.0, wavelength_m=20.0, seed=4),)
)
PLACES = np.random.default_rng(1).uniform(-28.0, 28.0, (40, 2))


def field_of(function: Any, size: float = 60.0, spacing: float = 2.0) -> Terrain:
    """A field with the heights of a function of north and east."""
    axis = np.arange(-size / 2, size / 2 + spacing / 2, spacing)
    heights = function(axis[:, None], axis[None, :]) + np.zeros((axis.size, axis.size))
    return Terrain(heights, spacing, (-size / 2, -size / 2))


def test_a_plane_comes_out_exactly_up_to_the_edge() -> None:
    field = field_of(lambda n, e: 3.0 + 0.25 * n - 0.5 * e)
    for n, e in [*PLACES, (-30.0, 30.0), (30.0, -29.9), (0.0, 0.0)]:
        assert field.height(n, e) == pytest.approx(3.0 + 0.25 * n - 0.5 * e, abs=1e-13)
        assert field.slope(n, e) == pytest.approx((-0.25, 0.5), abs=1e-14)
        assert field.down(n, e) == -field.height(n, e)


def test_a_paraboloid_comes_out_exactly_inside() -> None:
    field = field_of(lambda n, e: 0.02 * n * n - 0.01 * n * e + 0.03 * e * e)
    for n, e in PLACES[np.abs(PLACES).max(axis=1) < 27.0]:
        exact = 0.02 * n * n - 0.01 * n * e + 0.03 * e * e
        assert field.height(n, e) == pytest.approx(exact, abs=1e-12)
        slope = (-(0.04 * n - 0.01 * e), -(0.06 * e - 0.01 * n))
        assert field.slope(n, e) == pytest.approx(slope, abs=1e-12)


def test_the_slope_is_the_derivative_of_the_height_and_has_no_steps() -> None:
    field = terrain.make(ROUGH)
    h = 1e-6
    for n, e in PLACES:
        numeric = (
            (field.down(n + h, e) - field.down(n - h, e)) / (2 * h),
            (field.down(n, e + h) - field.down(n, e - h)) / (2 * h),
        )
        assert field.slope(n, e) == pytest.approx(numeric, abs=1e-7)
    for border in (-3.0, 0.0, 7.0):
        before, after = field.slope(border - 1e-9, 4.5), field.slope(border + 1e-9, 4.5)
        assert before == pytest.approx(after, abs=1e-7)


def test_it_goes_through_its_points() -> None:
    field = terrain.make(ROUGH)
    south, west = field.south_west_ne_m
    for i, k in [(0, 0), (5, 17), (80, 60), (33, 0)]:
        assert field.height(south + i, west + k) == pytest.approx(field.heights_m[i, k], abs=1e-12)


def test_beyond_the_edge_the_ground_is_what_it_is_there() -> None:
    field = terrain.make(ROUGH)
    assert field.height(1e9, 3.3) == field.height(40.0, 3.3)
    assert field.height(-1e9, math.inf) == field.height(-40.0, 30.0)
    assert field.slope(41.0, 3.3) == (0.0, field.slope(40.0, 3.3)[1])
    # What is no number must not index anything.
    assert math.isfinite(field.height(math.nan, 0.0))


@pytest.mark.parametrize("t", [0.0, 0.3, 0.5, 0.9, 1.0])
def test_weights_are_catmull_and_roms(t: float) -> None:
    matrix = 0.5 * np.array([[0, 2, 0, 0], [-1, 0, 1, 0], [2, -5, 4, -1], [-1, 3, -3, 1]])
    assert weights(t) == pytest.approx(np.array([1, t, t * t, t**3]) @ matrix)
    assert weight_slopes(t) == pytest.approx(np.array([0, 1, 2 * t, 3 * t * t]) @ matrix)


def height(config: Config, north: float, east: float) -> float:
    return terrain.make(replace(config, zero_at_origin=False)).height(north, east)


def test_shapes_have_their_formulas() -> None:
    fine = Config(size_m=(100.0, 100.0), spacing_m=0.5)
    slope = replace(fine, plane=Plane(slope_deg=20.0, uphill_deg=90.0))
    assert height(slope, 7.0, 10.3) == pytest.approx(10.3 * math.tan(math.radians(20)), abs=1e-5)
    wave = replace(fine, waves=(Wave(amplitude_m=2.0, wavelength_m=40.0, direction_deg=90.0),))
    assert height(wave, 5.0, 6.2) == pytest.approx(2 * math.cos(2 * math.pi * 6.2 / 40), abs=1e-4)
    mound = replace(fine, mounds=(Mound(position_ne_m=(3.0, 4.0), height_m=6.0, radius_m=9.0),))
    assert height(mound, 0.0, 0.0) == pytest.approx(6.0 * math.exp(-25 / 81), abs=1e-4)
    ridge = replace(
        fine, ridges=(Ridge(position_ne_m=(0.0, 5.0), along_deg=0.0, height_m=8.0, width_m=10.0),)
    )
    for north in (-40.0, 0.0, 33.0):
        assert height(ridge, north, 11.0) == pytest.approx(8.0 * math.exp(-0.36), abs=1e-4)
    crater = replace(
        fine, craters=(Crater(position_ne_m=(0.0, 0.0), radius_m=20.0, depth_m=5.0, rim_m=1.0),)
    )
    assert height(crater, 0.0, 0.0) == pytest.approx(-5.0, abs=1e-3)
    assert height(crater, 0.0, 20.0) == pytest.approx(1.0 - 5.0 / math.e, abs=1e-3)
    stairs = replace(fine, steps=(Steps(position_ne_m=(0.0, 0.0), rise_m=0.3, run_m=4.0, count=3),))
    for north, level in ((-5.0, 0.0), (2.0, 0.3), (6.0, 0.6), (10.0, 0.9), (30.0, 0.9)):
        assert height(stairs, north, 7.0) == pytest.approx(level, abs=1e-5)


def test_shapes_add_up_and_the_origin_may_stay_at_zero() -> None:
    mound = Mound(position_ne_m=(0.0, 0.0), height_m=6.0, radius_m=9.0)
    config = Config(plane=Plane(slope_deg=10.0), mounds=(mound, mound), size_m=(80.0, 80.0))
    assert height(config, 0.0, 0.0) == pytest.approx(12.0, abs=1e-5)
    field = terrain.make(config)
    assert field.height(0.0, 0.0) == pytest.approx(0.0, abs=1e-12)
    assert field.height(4.0, 2.0) == pytest.approx(height(config, 4.0, 2.0) - 12.0, abs=1e-5)


def test_noise_is_bounded_smooth_and_a_function_of_place_and_seed() -> None:
    noise = Noise(amplitude_m=3.0, wavelength_m=20.0, octaves=3, seed=4)
    config = Config(size_m=(200.0, 200.0), spacing_m=1.0, noise=(noise,), zero_at_origin=False)
    heights = terrain.make(config).heights_m
    assert 1.0 < heights.std() < 3.0
    assert abs(heights.mean()) < 0.5
    # Octaves of 3, 1.5 and 0.75 m; cubics may overshoot a little.
    assert np.abs(heights).max() < 1.3 * 5.25
    # A smaller window shows the same landscape.
    window = terrain.make(replace(config, size_m=(40.0, 40.0))).heights_m
    np.testing.assert_allclose(window, heights[80:121, 80:121], atol=1e-6)
    other = terrain.make(replace(config, noise=(replace(noise, seed=5),))).heights_m
    assert abs(np.corrcoef(other.ravel(), heights.ravel())[0, 1]) < 0.3


ASC = """ncols 3
nrows 2
xllcorner 500000.0
yllcorner 4400000.0
cellsize 30
NODATA_value -9999
10 20 30
-9999 50 60.5
"""


def test_a_file_is_read_as_on_a_map(tmp_path: Path) -> None:
    (tmp_path / "land.asc").write_text(ASC)
    config = Config(file=NearFile(str(tmp_path / "land.asc")), zero_at_origin=False)
    field = terrain.make(config)
    assert field.spacing_m == 30.0
    # The first row is the northern edge; the hole takes the lowest height.
    assert field.heights_m.tolist() == [[10.0, 50.0, 60.5], [10.0, 20.0, 30.0]]
    assert field.south_west_ne_m == (-15.0, -30.0)
    assert field.height(15.0, 30.0) == pytest.approx(30.0)


def test_a_field_survives_the_way_through_a_file(tmp_path: Path) -> None:
    field = terrain.make(ROUGH)
    np.save(tmp_path / "rough.npy", field.heights_m[::-1])
    head = f"ncols 61\nnrows 81\nxllcenter 0\nyllcenter 0\ncellsize {field.spacing_m}\n"
    rows = "\n".join(" ".join(repr(float(h)) for h in row) for row in field.heights_m[::-1])
    (tmp_path / "rough.asc").write_text(head + rows)
    for name in ("rough.npy", "rough.asc"):
        again = terrain.make(Config(file=NearFile(str(tmp_path / name)), spacing_m=1.0))
        np.testing.assert_allclose(again.padded_m, field.padded_m, atol=1e-12)
        assert again.frame.tolist() == field.frame.tolist()


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "land.npy"
    config = Config(file=NearFile(str(path)), zero_at_origin=False)
    np.save(path, np.zeros((4, 4)))
    assert terrain.make(config) is terrain.make(config)
    assert terrain.make(config).height(0.0, 0.0) == 0.0
    np.save(path, np.full((4, 4), 7.0))
    os.utime(path, ns=(1, 1))
    assert terrain.make(config).height(0.0, 0.0) == pytest.approx(7.0)


def test_a_file_is_named_from_the_file_that_names_it(tmp_path: Path) -> None:
    np.save(tmp_path / "land.npy", np.zeros((2, 2)))
    node = SimpleNamespace(value="land.npy", mark=SimpleNamespace(path=str(tmp_path / "w.yaml")))
    assert NearFile.from_node(node, "file").path == str(tmp_path / "land.npy")
    node.value = "elsewhere.npy"
    assert NearFile.from_node(node, "file").path == "elsewhere.npy"


@pytest.mark.parametrize(
    ("name", "content", "word"),
    [
        ("gone.asc", None, "No such file"),
        ("land.tif", "x", "write .asc"),
        ("land.asc", "1 2 3", "no ncols at its head"),
        ("land.asc", ASC.replace("60.5", ""), "5 heights, but 2 rows of 3"),
        ("land.asc", ASC.replace("60.5", "high"), "could not convert"),
        ("land.asc", ASC.replace("60.5", "inf"), "not finite"),
        ("land.asc", ASC.replace("cellsize 30", "cellsize wide"), "'wide' is no number"),
    ],
)
def test_a_bad_file_is_told(tmp_path: Path, name: str, content: str | None, word: str) -> None:
    if content is not None:
        (tmp_path / name).write_text(content)
    with pytest.raises(ValueError, match=word):
        read_heights(tmp_path / name)


@pytest.mark.parametrize(
    ("config", "word"),
    [
        (lambda: Config(spacing_m=0.0), "spacing_m"),
        (lambda: Config(size_m=(1.0, 400.0)), "size_m"),
        (lambda: Config(size_m=(1e5, 1e5)), "spacing_m makes 2500100001 points"),
        (lambda: Config(heights_m=((1.0, 2.0),)), "at least two rows"),
        (lambda: Config(heights_m=((1.0, 2.0), (1.0,))), "equally many"),
        (lambda: Config(heights_m=((1.0, 2.0), (1.0, 2.0)), file=NearFile("x.asc")), "keep one"),
        (lambda: Config(plane=Plane(slope_deg=90.0)), "slope_deg"),
        (lambda: Config(waves=(Wave(amplitude_m=1.0, wavelength_m=0.0),)), r"wavelength_m"),
        (lambda: Config(file=NearFile("nowhere.asc")), "nowhere.asc"),
    ],
)
def test_bad_config_is_named(config: Callable[[], Config], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        terrain.equip(VehicleKit(400), config())


def test_a_vehicle_learns_the_ground_below_it_after_it_has_moved() -> None:
    field = terrain.make(ROUGH)
    bench = BodyBench(
        partial(physics.equip, config=physics.Config()), partial(terrain.equip, config=ROUGH)
    )
    bench.set("position_ned_m", (3.0, -4.0, -20.0))
    bench.set("velocity_frd_mps", (15.0, 5.0, 0.0))
    bench.run(40)
    north, east, _ = bench.get("position_ned_m")
    assert north > 4.0
    assert bench.get("ground_down_m")[0] == field.down(north, east)
    assert tuple(bench.get("ground_slope_ne")) == field.slope(north, east)


def test_a_body_rests_with_its_lowest_point_on_the_ground() -> None:
    field = field_of(lambda n, e: 0.5 * n + 0.0 * e)
    down = field.resting_down(2.0, 0.0, [(1.0, 0.0, 0.2), (-1.0, 0.0, 0.2)])
    # The point up the slope touches: the ground is 1.5 m high there.
    assert down == pytest.approx(-1.5 - 0.2)


def test_viewers_get_fewer_points() -> None:
    field = terrain.make(ROUGH)
    heights, spacing = field.coarse(21)
    assert spacing == 4.0
    assert heights.shape == (21, 16)
    assert heights[1, 2] == field.heights_m[4, 8]
    assert field.coarse(1000)[1] == field.spacing_m


def test_the_field_is_provided_to_programs() -> None:
    given: dict[str, object] = {}
    app: Any = SimpleNamespace(provide=given.__setitem__)
    terrain.build(app, ROUGH)
    assert given["terrain"] is terrain.make(ROUGH)


def land(*, lanes: int, compiled: bool) -> BodyBench:
    """Twenty bodies that fly over rough ground, fall on it and measure it, in rough air."""
    rough_air = wind.Config(
        speed_mps=5.0, slope_lift_height_m=30.0, turbulence="moderate", model="von_karman"
    )
    bench = BodyBench(
        partial(physics.equip, config=physics.Config()),
        partial(contacts.equip, config=contacts.Config()),
        partial(sonar.equip, config=sonar.Config(rate_hz=100.0)),
        partial(wind.equip, config=rough_air),
        partial(terrain.equip, config=ROUGH),
        count=20,
        lanes=lanes,
        compiled=compiled,
    )
    random = np.random.default_rng(3)
    field = terrain.make(ROUGH)
    for row in bench.rows:
        north, east = random.uniform(-45.0, 45.0, 2)
        height = (0.1, 0.3, 40.0)[row % 3]
        bench.table.vector(row, "noise_key")[:] = address_key(1, f"lane_{row}")
        bench.set("position_ned_m", (north, east, field.down(north, east) - height), row)
        bench.set("attitude_wxyz", from_euler(*random.uniform(-3.0, 3.0, 3)), row)
        bench.set("velocity_frd_mps", random.normal(0.0, 6.0, 3), row)
    bench.set("position_ned_m", (np.nan, 0.0, 0.0), 7)
    return bench


def test_compiled_lanes_give_the_bits_of_plain_python() -> None:
    plain = land(lanes=1, compiled=False)
    plain.run(60)
    for lanes in (1, 16):
        compiled = land(lanes=lanes, compiled=True)
        compiled.run(60)
        for row in plain.rows:
            assert compiled.table.row_bytes(row) == plain.table.row_bytes(row), (lanes, row)
    touched = [plain.get("last_touch_tick", row)[0] for row in plain.rows]
    assert sum(tick > 0 for tick in touched) > 5
    assert np.abs(plain.table.read("ground_slope_ne")).max() > 0.1
