"""Landing, standing, sliding, bouncing and crashing; and the same bits compiled."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from packed_lanes import instructions_of
from simloop.math.quaternion import from_euler, rotate_to_world
from simloop.systems import contacts, multirotor, physics, terrain
from simloop.systems.terrain.config import Config as Land
from simloop.systems.terrain.config import Plane
from simloop.testing.body_bench import BodyBench
from simloop.world.plugin import VehicleKit

MOVE = partial(physics.equip, config=physics.Config())

FEET = ((0.18, 0.18, 0.12), (-0.18, 0.18, 0.12), (-0.18, -0.18, 0.12), (0.18, -0.18, 0.12))
SOFT = contacts.Config(points_frd_m=FEET, crash_speed_mps=100.0)


def body(
    config: contacts.Config = SOFT, *, mass: float = 3.5, size: float = 1.0, rate: int = 400
) -> BodyBench:
    """A body of the given mass on four feet; inertia and feet grow with its size."""
    inertia = (0.023 * mass * size * size,) * 2 + (0.035 * mass * size * size, 0.0, 0.0, 0.0)
    points = tuple((x * size, y * size, z * size) for x, y, z in config.points_frd_m)
    bench = BodyBench(
        partial(physics.equip, config=physics.Config(mass_kg=mass, inertia_kgm2=inertia)),
        partial(contacts.equip, config=replace(config, points_frd_m=points)),
        tick_rate_hz=rate,
    )
    bench.set("position_ned_m", (0.0, 0.0, -0.12 * size))
    return bench


def speed(bench: BodyBench) -> float:
    return float(np.linalg.norm(bench.get("velocity_frd_mps")))


@pytest.mark.parametrize("mass", [0.25, 3.5, 15.0])
@pytest.mark.parametrize("size", [0.4, 1.0, 3.0])
def test_a_landed_body_comes_to_rest(mass: float, size: float) -> None:
    bench = body(mass=mass, size=size)
    bench.set("position_ned_m", (0.0, 0.0, -0.12 * size - 0.05))
    bench.set("attitude_wxyz", from_euler(0.1, -0.05, 0.3))
    bench.run(1200)
    assert speed(bench) < 1e-4
    assert np.linalg.norm(bench.get("rate_frd_radps")) < 1e-3
    assert bench.get("on_ground") == 1.0
    assert bench.get("crashed") == 0.0
    assert -bench.get("contact_force_frd_n")[2] == pytest.approx(mass * 9.80665, rel=1e-3)


def test_a_standing_body_does_not_creep_under_a_side_force() -> None:
    bench = body()
    bench.set("external_force_ned_n", (1.0, 0.0, 0.0))
    bench.run(1200)
    before = bench.get("position_ned_m")
    bench.run(1200)
    # A millimetre in a minute would be 50 micrometres in these three seconds.
    assert np.abs(bench.get("position_ned_m") - before).max() < 1e-6
    reaction = rotate_to_world(*bench.get("attitude_wxyz"), *bench.get("contact_force_frd_n"))
    assert reaction[0] == pytest.approx(-1.0, rel=1e-6)


def test_friction_holds_up_to_its_limit_and_not_beyond() -> None:
    weight = 3.5 * 9.80665
    for force, moves in ((0.55 * weight, False), (0.65 * weight, True)):
        bench = body(replace(SOFT, friction=0.6))
        bench.run(400)
        start = bench.get("position_ned_m")[1]
        bench.set("external_force_ned_n", (0.0, force, 0.0))
        bench.run(400)
        assert (bench.get("position_ned_m")[1] - start > 0.1) == moves


def test_a_sliding_body_stops_after_the_textbook_distance() -> None:
    # Low feet, so that braking hardly tilts the body.
    flat = replace(SOFT, friction=0.4, points_frd_m=tuple((x, y, 0.01) for x, y, _ in FEET))
    bench = body(flat)
    bench.set("position_ned_m", (0.0, 0.0, -0.01 + 0.0027))
    bench.run(400)
    start = bench.get("position_ned_m")
    bench.set("velocity_frd_mps", (2.0, 1.0, 0.0))
    bench.run(800)
    slid = np.linalg.norm((bench.get("position_ned_m") - start)[:2])
    assert slid == pytest.approx(5.0 / (2.0 * 0.4 * 9.80665), rel=0.02)
    assert speed(bench) < 1e-6


def test_without_friction_a_body_slides_on() -> None:
    bench = body(replace(SOFT, friction=0.0))
    bench.set("velocity_frd_mps", (2.0, 0.0, 0.0))
    bench.run(800)
    assert bench.get("velocity_frd_mps")[0] == pytest.approx(2.0, rel=1e-9)


@pytest.mark.parametrize("damping_ratio", [0.1, 0.7])
def test_bouncing_never_gains_energy(damping_ratio: float) -> None:
    bench = body(replace(SOFT, damping_ratio=damping_ratio))
    bench.set("position_ned_m", (0.0, 0.0, -0.6))
    bench.set("attitude_wxyz", from_euler(0.3, 0.2, 0.0))
    energy, airborne = [], 0
    inertia = np.array([0.023, 0.023, 0.035]) * 3.5
    for _ in range(1200):
        bench.run(1)
        if bench.get("on_ground") == 0.0:
            airborne += 1
            v, w = bench.get("velocity_frd_mps"), bench.get("rate_frd_radps")
            height = -bench.get("position_ned_m")[2]
            energy.append(0.5 * 3.5 * v @ v + 0.5 * w @ (inertia * w) + 3.5 * 9.80665 * height)
    assert airborne > 100
    assert np.diff(energy).max() < 1e-9 * energy[0]
    assert energy[-1] <= energy[0] * (1.0 + 1e-12)


def test_the_ground_never_pulls() -> None:
    bench = body()
    bench.run(400)
    bench.set("velocity_frd_mps", (0.0, 0.0, -3.0))
    for _ in range(40):
        bench.run(1)
        reaction = rotate_to_world(*bench.get("attitude_wxyz"), *bench.get("contact_force_frd_n"))
        assert reaction[2] <= 0.0


def test_in_the_air_everything_is_exactly_zero() -> None:
    bench = body()
    bench.run(100)
    bench.set("position_ned_m", (0.0, 0.0, -0.2))  # near enough to be looked at, not touching
    bench.set("velocity_frd_mps", (1.0, 0.0, -3.0))
    bench.run(1)
    zero = np.zeros(4).tobytes()
    for column in (
        "contact_force_frd_n",
        "contact_torque_frd_nm",
        "on_ground",
        "contact_anchor_n_m",
        "contact_anchor_e_m",
    ):
        numbers = bench.get(column)
        assert numbers.tobytes() == zero[: numbers.nbytes], column


def test_a_near_neighbour_changes_no_bit() -> None:
    def run(neighbour_down: float) -> bytes:
        bench = BodyBench(
            partial(physics.equip, config=physics.Config()),
            partial(contacts.equip, config=SOFT),
            count=2,
            lanes=16,
        )
        bench.set("position_ned_m", (0.0, 0.0, -30.0))
        bench.set("position_ned_m", (0.0, 0.0, neighbour_down), 1)
        bench.set("velocity_frd_mps", (1.0, -2.0, -3.0))
        bench.run(3)
        return bench.table.row_bytes(0)

    assert run(-30.0) == run(-0.1)


@pytest.mark.parametrize(("drop_m", "crashes"), [(0.5, False), (1.2, True)])
def test_a_hard_impact_is_a_crash(drop_m: float, crashes: bool) -> None:
    bench = body(replace(SOFT, crash_speed_mps=4.0))
    bench.set("position_ned_m", (0.0, 0.0, -0.12 - drop_m))
    bench.run(400)
    impact = np.sqrt(2.0 * 9.80665 * drop_m)
    assert bench.get("impact_speed_mps") == pytest.approx(impact, abs=0.05)
    assert bench.get("crashed") == float(crashes)
    fall_ticks = 400.0 * impact / 9.80665
    when = bench.get("crash_tick")[0]
    assert (abs(when - fall_ticks) < 2.0) if crashes else when == -1.0


def test_touching_down_on_its_back_is_a_crash_and_rests_on_the_hubs() -> None:
    bench = body(contacts.Config())
    bench.set("position_ned_m", (0.0, 0.0, -0.2))
    bench.set("attitude_wxyz", from_euler(3.0, 0.0, 0.0))
    bench.run(1200)
    assert bench.get("crashed") == 1.0
    assert bench.get("impact_speed_mps") < 4.0
    assert bench.get("position_ned_m")[2] == pytest.approx(-0.05, abs=0.01)


def test_ground_may_lie_anywhere() -> None:
    bench = body(replace(SOFT, ground_down_m=-25.0))
    bench.set("position_ned_m", (0.0, 0.0, -25.2))
    bench.run(800)
    assert bench.get("position_ned_m")[2] == pytest.approx(-25.12, abs=0.01)


SLOPE = np.radians(20.0)


def slope_body(config: contacts.Config, *, compiled: bool = True) -> BodyBench:
    """A low body on ground that falls 20 degrees to the north, standing square on it."""
    low = replace(config, points_frd_m=tuple((x, y, 0.01) for x, y, _ in FEET))
    land = Land(size_m=(600.0, 8.0), spacing_m=4.0, plane=Plane(slope_deg=20.0, uphill_deg=180.0))
    inertia = (0.08, 0.08, 0.12, 0.0, 0.0, 0.0)
    bench = BodyBench(
        partial(physics.equip, config=physics.Config(mass_kg=3.5, inertia_kgm2=inertia)),
        partial(contacts.equip, config=low),
        partial(terrain.equip, config=land),
        compiled=compiled,
    )
    bench.set("attitude_wxyz", from_euler(0.0, -SLOPE, 0.0))
    bench.set("position_ned_m", (0.0, 0.0, -0.01 / np.cos(SLOPE)))
    return bench


def test_a_block_rests_on_a_slope_and_does_not_creep() -> None:
    bench = slope_body(replace(SOFT, friction=0.6))
    bench.run(800)
    before = bench.get("position_ned_m")
    bench.run(4000)
    assert np.linalg.norm(bench.get("position_ned_m") - before) < 1e-6
    assert np.linalg.norm(before) < 0.03
    reaction = rotate_to_world(*bench.get("attitude_wxyz"), *bench.get("contact_force_frd_n"))
    assert reaction == pytest.approx((0.0, 0.0, -3.5 * 9.80665), abs=1e-4)
    assert bench.get("crashed") == 0.0


@pytest.mark.parametrize("friction", [0.0, 0.2])
def test_a_block_slides_down_a_slope_as_in_the_textbook(friction: float) -> None:
    bench = slope_body(replace(SOFT, friction=friction))
    bench.run(400)
    before, place = bench.get("velocity_frd_mps"), bench.get("position_ned_m")
    bench.run(800)
    gained = (bench.get("velocity_frd_mps") - before)[0] / 2.0
    assert gained == pytest.approx(9.80665 * (np.sin(SLOPE) - friction * np.cos(SLOPE)), rel=2e-3)
    # It stays on the plane: as far down as it has gone along.
    north, _, down = bench.get("position_ned_m") - place
    assert down / north == pytest.approx(np.tan(SLOPE), rel=1e-3)


def test_friction_holds_across_and_along_a_slope_alike() -> None:
    weight = 3.5 * 9.80665
    # Gravity along the slope and a push across it add as vectors.
    limit = np.sqrt((0.6 * np.cos(SLOPE)) ** 2 - np.sin(SLOPE) ** 2) * weight
    for share, moves in ((0.9, False), (1.1, True)):
        bench = slope_body(replace(SOFT, friction=0.6))
        bench.run(400)
        bench.set("external_force_ned_n", (0.0, share * limit, 0.0))
        bench.run(400)
        assert (np.linalg.norm(bench.get("position_ned_m")[:2]) > 0.1) == moves


def test_a_level_body_lands_on_a_slope_and_comes_to_rest_square_on_it() -> None:
    bench = slope_body(replace(SOFT, friction=0.6, crash_speed_mps=4.0))
    bench.set("attitude_wxyz", (1.0, 0.0, 0.0, 0.0))
    bench.set("position_ned_m", (0.0, 0.0, -0.4))
    bench.run(2400)
    assert speed(bench) < 1e-4
    assert bench.get("crashed") == 0.0
    w, x, y, z = bench.get("attitude_wxyz")
    normal = rotate_to_world(w, x, y, z, 0.0, 0.0, 1.0)
    assert normal == pytest.approx((-np.sin(SLOPE), 0.0, np.cos(SLOPE)), abs=0.01)


def test_only_the_speed_normal_to_the_slope_counts_as_impact() -> None:
    bench = slope_body(replace(SOFT, friction=0.0))
    start = -0.5 - 0.01 / np.cos(SLOPE)
    bench.set("position_ned_m", (0.0, 0.0, start))
    bench.run(400)
    fallen = np.sqrt(2.0 * 9.80665 * 0.5)
    assert bench.get("impact_speed_mps") == pytest.approx(fallen * np.cos(SLOPE), abs=0.05)


@pytest.mark.parametrize(("pitch_deg", "crashes"), [(50.0, True), (-50.0, False), (-85.0, True)])
def test_tilt_counts_from_the_ground_s_normal(pitch_deg: float, crashes: bool) -> None:
    bench = slope_body(replace(SOFT, crash_tilt_deg=60.0), compiled=False)
    bench.set("attitude_wxyz", from_euler(0.0, np.radians(pitch_deg), 0.0))
    bench.set("position_ned_m", (0.0, 0.0, 0.0))
    bench.run(1)
    assert bench.get("on_ground") == 1.0
    assert bench.get("crashed") == float(crashes)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"points_frd_m": ()}, "points_frd_m"),
        ({"friction": -0.1}, "friction"),
        ({"damping_ratio": 0.0}, "damping_ratio"),
        ({"crash_speed_mps": float("nan")}, "crash_speed_mps"),
    ],
)
def test_impossible_numbers_are_refused_by_name(change: dict[str, object], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        contacts.equip(VehicleKit(400), replace(SOFT, **change))  # type: ignore[arg-type]


def fleet(*, lanes: int, compiled: bool) -> BodyBench:
    """Twenty lagging quads in wind: some fly, some stand, some fall on their backs, one breaks."""
    quad = multirotor.Config(
        rotor_time_constant_up_s=0.03, rotor_time_constant_down_s=0.05, rotor_inertia_kgm2=1e-4
    )
    bench = BodyBench(
        partial(multirotor.equip, config=quad),
        MOVE,
        partial(contacts.equip, config=contacts.Config()),
        count=20,
        lanes=lanes,
        compiled=compiled,
    )
    random = np.random.default_rng(3)
    for row in bench.rows:
        bench.set("position_ned_m", (0.0, 0.0, -(0.1, 0.3, 40.0)[row % 3]), row)
        bench.set("attitude_wxyz", from_euler(*random.uniform(-3.0, 3.0, 3)), row)
        bench.set("velocity_frd_mps", random.normal(0.0, 6.0, 3), row)
        bench.set("rate_frd_radps", random.normal(0.0, 2.0, 3), row)
        bench.set("wind_ned_mps", random.normal(0.0, 3.0, 3), row)
        bench.set("motor_command", random.uniform(-0.1, 1.1, 4), row)
    bench.set("external_force_ned_n", (0.0, np.nan, 0.0), 7)
    return bench


def test_compiled_lanes_give_the_bits_of_plain_python() -> None:
    plain = fleet(lanes=1, compiled=False)
    plain.run(60)
    for lanes in (1, 16):
        compiled = fleet(lanes=lanes, compiled=True)
        compiled.run(60)
        for row in plain.rows:
            assert compiled.table.row_bytes(row) == plain.table.row_bytes(row), (lanes, row)
    assert [plain.get("frozen", row)[0] for row in plain.rows].count(1.0) == 1
    assert any(plain.get("crashed", row)[0] for row in plain.rows)
    assert any(plain.get("on_ground", row)[0] for row in plain.rows)


@pytest.mark.parametrize("name", ["rotors", "rigid_body", "contact"])
def test_sixteen_lanes_become_packed_instructions(name: str) -> None:
    table = fleet(lanes=16, compiled=True).table
    packed, scalar, assembly = instructions_of(table, name)
    assert packed > 50
    # What is the same for all lanes is worked out once.
    assert scalar < packed
    assert "gather" not in assembly
