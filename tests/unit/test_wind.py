"""Wind: exact means, shear and gusts, Dryden spectra at any rate, the same bits compiled."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.signal import welch  # type: ignore[import-untyped]

from simloop.math.address import address_key
from simloop.systems import terrain, water, wind
from simloop.systems.wind import ALOFT_MPS, W20_MPS, Config, Gust, Microburst, Thermal
from simloop.systems.wind.components import (
    Dryden,
    Gusts,
    MeanWind,
    Turbulence,
    VonKarman,
    WindFloor,
)
from simloop.systems.wind.dryden import second_order_output, second_order_step
from simloop.systems.wind.eddies import turbulence_scales
from simloop.testing.body_bench import BodyBench
from simloop.world.plugin import VehicleKit
from simloop.world.system import Stage

Floats = NDArray[np.float64]
FOOT_M = 0.3048


def air(config: Config, *, count: int = 1, rate: int = 100, **options: Any) -> BodyBench:
    """Bodies that stand still in the wind, each with its own chance."""
    bench = BodyBench(partial(wind.equip, config=config), count=count, tick_rate_hz=rate, **options)
    for row in bench.rows:
        bench.table.vector(row, "noise_key")[:] = address_key(1, f"lane_{row}")
    return bench


def wind_at(config: Config, height_m: float, **values: Any) -> Floats:
    """The wind one update after the start, at a height above NED zero."""
    bench = air(config)
    bench.set("position_ned_m", (0.0, 0.0, -height_m))
    for column, value in values.items():
        bench.set(column, value)
    bench.run(1)
    return bench.get("wind_ned_mps")


def history(config: Config, seconds: float, rate: int = 100) -> Floats:
    """The wind of 64 bodies at 60 m and 20 m/s: call, axis, body."""
    bench = air(config, count=64, lanes=16, compiled=True, rate=rate)
    for row in bench.rows:
        bench.set("position_ned_m", (0.0, 0.0, -60.0), row)
        bench.set("velocity_frd_mps", (20.0, 0.0, 0.0), row)
    out = np.empty((int(seconds * rate), 64, 3))
    for call in out:
        bench.run(1)
        call[:] = bench.table.read("wind_ned_mps")
    return out.transpose(0, 2, 1)


def test_mean_wind_blows_from_its_direction() -> None:
    result = wind_at(Config(speed_mps=8.0, direction_from_deg=270.0, vertical_mps=1.5), 50.0)
    assert result == pytest.approx([0.0, 8.0, -1.5], abs=1e-14)


def test_shear_follows_the_power_law() -> None:
    config = Config(speed_mps=8.0, shear_exponent=0.14, reference_height_m=20.0)
    for height, held in ((0.0, 1.0), (5.0, 5.0), (20.0, 20.0), (100.0, 100.0), (900.0, 300.0)):
        expected = -8.0 * (held / 20.0) ** 0.14
        assert wind_at(config, height)[0] == pytest.approx(expected, rel=1e-14)


def test_shear_follows_the_log_law() -> None:
    config = Config(speed_mps=8.0, shear="log", roughness_m=0.1)
    for height, held in ((0.5, 0.5), (10.0, 10.0), (80.0, 80.0), (5000.0, 300.0)):
        expected = -8.0 * math.log(held / 0.1) / math.log(10.0 / 0.1)
        assert wind_at(config, height)[0] == pytest.approx(expected, rel=1e-14)
    assert wind_at(config, 0.02)[0] == pytest.approx(0.0, abs=1e-15)


def test_linear_shear_needs_no_wind_at_the_ground_and_goes_on_to_any_height() -> None:
    config = Config(
        shear="linear", gradient_per_s=0.003, reference_height_m=0.0, direction_from_deg=270.0
    )
    for height in (0.0, 100.0, 9144.0):
        assert wind_at(config, height)[1] == pytest.approx(0.003 * height, rel=1e-13)
    held = Config(shear="linear", gradient_per_s=0.01, speed_mps=2.0, shear_heights_m=(5.0, 50.0))
    assert wind_at(held, 0.0)[0] == pytest.approx(-(2.0 - 0.01 * 5.0))
    assert wind_at(held, 400.0)[0] == pytest.approx(-(2.0 + 0.01 * 40.0))


def test_without_shear_the_wind_is_the_same_at_every_height() -> None:
    assert wind_at(Config(speed_mps=8.0, shear="none"), 0.0)[0] == -8.0
    assert wind_at(Config(speed_mps=8.0, shear="none"), 4000.0)[0] == -8.0


def test_the_wind_veers_clockwise_with_height() -> None:
    config = Config(speed_mps=6.0, direction_from_deg=180.0, veer_deg_per_m=0.3)
    # From the south at 10 m; 90 degrees further, from the west, at 310 m; held there at 300 m.
    angle = math.radians(0.3 * 290.0)
    for height in (300.0, 2000.0):
        assert wind_at(config, height)[:2] == pytest.approx(
            [6.0 * math.cos(angle), 6.0 * math.sin(angle)]
        )


def test_heights_count_from_the_ground() -> None:
    config = Config(speed_mps=8.0, shear_exponent=0.2)
    raised = wind_at(config, 130.0, ground_down_m=-100.0)
    assert raised.tobytes() == wind_at(config, 30.0).tobytes()


def test_air_follows_the_slope_and_forgets_it_with_height() -> None:
    config = Config(speed_mps=10.0, direction_from_deg=180.0, slope_lift_height_m=50.0)
    # Wind to the north over ground that rises one in five to the north.
    for height in (0.0, 25.0, 100.0):
        upward = -wind_at(config, height, ground_slope_ne=(-0.2, 0.4))[2]
        assert upward == pytest.approx(10.0 * 0.2 * math.exp(-height / 50.0))


def gust_history(bench: BodyBench, seconds: float) -> list[Floats]:
    """The wind after each update."""
    results = []
    for _ in range(round(seconds * 100)):
        bench.run(1)
        results.append(bench.get("wind_ned_mps"))
    return results


def test_gust_shape() -> None:
    gust = Gust(start_s=1.0, duration_s=2.0, amplitude_mps=6.0, direction_from_deg=90.0)
    bench = air(Config(speed_mps=3.0, gusts=(gust,)))
    for number, result in enumerate(gust_history(bench, 4.0)):
        time = (number + 1) / 100
        inside = 1.0 <= time <= 3.0
        size = 3.0 * (1 - math.cos(math.pi * (time - 1.0))) if inside else 0.0
        assert result == pytest.approx([-3.0, -size, 0.0], abs=1e-13)


def test_gusts_add_up_and_a_slot_stays_free() -> None:
    gusts = (
        Gust(start_s=0.0, duration_s=2.0, amplitude_mps=6.0),
        Gust(
            start_s=0.0,
            duration_s=2.0,
            amplitude_mps=1.0,
            direction_from_deg=270.0,
            vertical_mps=0.5,
        ),
    )
    bench = air(Config(gusts=gusts))
    assert bench.table.vehicle_class.constants["GUSTS"] == 3
    bench.run(100)
    assert bench.get("wind_ned_mps") == pytest.approx([-6.0, 1.0, -0.5], abs=1e-14)


def test_a_gust_can_be_thrown_in() -> None:
    bench = air(Config())
    bench.run(50)
    bench.set("gust_start_s", 0.6)
    bench.set("gust_duration_s", 0.8)
    bench.set("gust_ned_mps", (0.0, -7.0, 0.0))
    peak = min(result[1] for result in gust_history(bench, 2.0))
    assert peak == pytest.approx(-7.0)
    assert bench.get("wind_ned_mps")[1] == pytest.approx(0.0, abs=1e-12)


def test_low_altitude_scales() -> None:
    height_ft, w20 = 200.0, 10.0
    sigma_u, sigma_w, length_u, length_w = turbulence_scales(height_ft * FOOT_M, w20, 99.0, 1750.0)
    factor = 0.177 + 0.000823 * height_ft
    assert sigma_w == pytest.approx(1.0)
    assert sigma_u == pytest.approx(1.0 / factor**0.4)
    assert length_w == pytest.approx(200.0 * FOOT_M)
    assert length_u == pytest.approx(200.0 / factor**1.2 * FOOT_M)


@pytest.mark.parametrize("aloft_ft", [1750.0, 2500.0])
def test_scales_join_at_1000_ft_and_are_isotropic_from_2000_ft(aloft_ft: float) -> None:
    def scales(height_ft: float) -> tuple[float, ...]:
        return turbulence_scales(height_ft * FOOT_M, 10.0, 3.0, aloft_ft)

    assert scales(999.999) == pytest.approx(scales(1000.001), rel=1e-5)
    middle = (1000.0 + aloft_ft) / 2 * FOOT_M
    assert scales(1500.0) == pytest.approx((2.0, 2.0, middle, middle))
    for height_ft in (2000.0, 9000.0):
        expected = (3.0, 3.0, aloft_ft * FOOT_M, aloft_ft * FOOT_M)
        assert scales(height_ft) == pytest.approx(expected)


def step_matrices(step: float) -> tuple[Floats, Floats]:
    """What a step does to the two states, and the covariance of the noise it adds."""
    decay = math.exp(-step)
    ones = np.eye(4)
    columns = [second_order_step(a, b, step, decay, c, d) for a, b, c, d in ones]
    both = np.array(columns).T
    return both[:, :2], both[:, 2:] @ both[:, 2:].T


@pytest.mark.parametrize("step", [1e-4, 0.01, 0.3, 5.0])
def test_two_half_steps_are_one_step(step: float) -> None:
    half, half_noise = step_matrices(step / 2)
    whole, whole_noise = step_matrices(step)
    np.testing.assert_allclose(half @ half, whole, rtol=1e-12)
    np.testing.assert_allclose(half @ half_noise @ half.T + half_noise, whole_noise, atol=1e-15)


@pytest.mark.parametrize("step", [1e-4, 0.01, 0.3, 5.0, 800.0])
def test_unit_variance_is_kept(step: float) -> None:
    move, noise = step_matrices(step)
    stationary = np.array([[1.0, 0.5], [0.5, 0.5]])
    np.testing.assert_allclose(move @ stationary @ move.T + noise, stationary, atol=1e-14)
    output = np.array([second_order_output(1.0, 0.0), second_order_output(0.0, 1.0)])
    assert output @ stationary @ output == pytest.approx(1.0, abs=1e-15)


SCALES = turbulence_scales(60.0, W20_MPS["moderate"], ALOFT_MPS["moderate"], 1750.0)
# Independent stretches in a run are few: 64 bodies over 250 s make about 4000 of them.
TOLERANCE = 0.1


@pytest.mark.parametrize("rate", [20, 100, 400])
def test_variance_does_not_depend_on_the_rate(rate: int) -> None:
    out = history(Config(turbulence="moderate", rate_hz=float(rate)), 250.0, rate)
    sigma_h, sigma_v = SCALES[:2]
    variance = (out**2).mean(axis=(0, 2))
    assert variance == pytest.approx([sigma_h**2, sigma_h**2, sigma_v**2], rel=TOLERANCE)
    assert np.abs(out.mean(axis=(0, 2))) == pytest.approx([0.0, 0.0, 0.0], abs=0.1 * sigma_h)
    # It is there from the first call on.
    assert (np.abs(out[0]).max(axis=1) > 0.5 * sigma_v).all()


def test_dryden_spectra() -> None:
    out = history(Config(turbulence="moderate"), 500.0)
    sigma_h, sigma_v, length_h, length_v = SCALES
    frequency, density = welch(out, fs=100.0, nperseg=4096, axis=0)
    density = density.mean(axis=2)
    speed = 20.0
    bands = [(0.05, 0.2), (0.2, 0.5), (0.5, 1.0), (1.0, 2.0), (2.0, 5.0)]
    for low, high in bands:
        inside = (frequency >= low) & (frequency < high)
        omega = 2 * math.pi * frequency[inside]
        x_h, x_v = (length_h * omega / speed) ** 2, (length_v * omega / speed) ** 2
        # One-sided spectra over frequency in Hz: 2 pi times those over rad/s.
        along = sigma_h**2 * 4 * length_h / speed / (1 + x_h)
        across = sigma_h**2 * 2 * length_h / speed * (1 + 3 * x_h) / (1 + x_h) ** 2
        upward = sigma_v**2 * 2 * length_v / speed * (1 + 3 * x_v) / (1 + x_v) ** 2
        expected = [along.mean(), across.mean(), upward.mean()]
        assert density[inside].mean(axis=0) == pytest.approx(expected, rel=TOLERANCE)


def test_along_axis_follows_the_wind() -> None:
    def run(from_deg: float, velocity: tuple[float, float, float]) -> Floats:
        bench = air(Config(speed_mps=5.0, direction_from_deg=from_deg, turbulence="light"))
        bench.set("position_ned_m", (0.0, 0.0, -60.0))
        bench.set("velocity_frd_mps", velocity)
        return np.array(gust_history(bench, 1.0))

    # Flying north into a north wind is like flying east into an east wind.
    north, east = run(0.0, (20.0, 0.0, 0.0)), run(90.0, (0.0, 20.0, 0.0))
    np.testing.assert_allclose(east[:, 1], north[:, 0], atol=1e-12)
    np.testing.assert_allclose(east[:, 0], -north[:, 1], atol=1e-12)
    np.testing.assert_allclose(east[:, 2], north[:, 2], atol=1e-12)


def test_hover_meets_turbulence_that_changes() -> None:
    bench = air(Config(turbulence="light"), compiled=True)
    bench.set("position_ned_m", (0.0, 0.0, -10.0))
    speeds = np.array(gust_history(bench, 20.0))
    assert np.abs(speeds[-1] - speeds[0]).mean() > 0.3
    assert speeds.std(axis=0).min() > 0.3


def test_turbulence_waits_until_it_is_switched_on() -> None:
    bench = air(Config(speed_mps=4.0, switchable=True))
    bench.run(20)
    assert bench.get("wind_ned_mps") == pytest.approx([-4.0, 0.0, 0.0], abs=1e-15)
    bench.set("turbulence_w20_mps", W20_MPS["severe"])
    bench.set("turbulence_aloft_mps", ALOFT_MPS["severe"])
    bench.run(1)
    assert np.abs(bench.get("wind_ned_mps") - (-4.0, 0.0, 0.0)).max() > 0.5


FULL = Config(
    speed_mps=6.0,
    direction_from_deg=200.0,
    shear="log",
    veer_deg_per_m=0.1,
    slope_lift_height_m=80.0,
    turbulence="severe",
    gusts=(Gust(start_s=0.1, duration_s=0.3, amplitude_mps=4.0, direction_from_deg=30.0),),
    thermals=(Thermal(position_ne_m=(5.0, 5.0), drifts=True), Thermal(position_ne_m=(-99.0, 0.0))),
    microbursts=(Microburst(position_ne_m=(-20.0, 9.0), start_s=-0.1, duration_s=2.0),),
)


@pytest.mark.parametrize("change", ["dryden", "von_karman", "power", "linear"])
def test_compiled_lanes_give_the_bits_of_plain_python(change: str) -> None:
    changes: dict[str, dict[str, Any]] = {
        "dryden": {},
        "von_karman": {"model": "von_karman"},
        "power": {"shear": "power", "shear_exponent": 0.13, "turbulence": "none"},
        "linear": {"shear": "linear", "gradient_per_s": 0.02, "turbulence": "none"},
    }
    config = replace(FULL, **changes[change])

    def run(*, lanes: int, compiled: bool) -> BodyBench:
        bench = air(config, count=20, lanes=lanes, compiled=compiled)
        random = np.random.default_rng(5)
        for row in bench.rows:
            bench.set("position_ned_m", random.normal((0.0, 0.0, -60.0), 40.0), row)
            bench.set("velocity_frd_mps", random.normal(0.0, 9.0, 3), row)
            bench.set("attitude_wxyz", (0.9, 0.1, -0.3, 0.3), row)
            bench.set("ground_slope_ne", random.normal(0.0, 0.3, 2), row)
        bench.run(30)
        return bench

    plain = run(lanes=1, compiled=False)
    for lanes in (1, 16):
        compiled = run(lanes=lanes, compiled=True)
        for row in plain.rows:
            assert compiled.table.row_bytes(row) == plain.table.row_bytes(row), (lanes, row)
    assert np.isfinite(plain.table.read("wind_ned_mps")).all()


def test_a_vehicle_carries_what_its_world_has() -> None:
    def kit_of(config: Config, *places: Callable[[VehicleKit], None]) -> VehicleKit:
        kit = VehicleKit(400)
        for equip_place in places:
            equip_place(kit)
        wind.equip(kit, config)
        return kit

    calm, rough = kit_of(Config(rate_hz=50.0)), kit_of(Config(turbulence="light"))
    mean = [*MeanWind.groups(), *Gusts.groups()]
    assert calm.components == mean
    assert [system.name for system in calm.systems] == ["wind"]
    assert calm.systems[0].rate_hz == 50.0
    assert rough.components == [*mean, *Turbulence.groups(), *Dryden.groups()]
    assert rough.values["turbulence_w20_mps"] == pytest.approx(7.7167, abs=1e-4)
    full = kit_of(FULL)
    floor, *adding = wind.PARTS
    assert [system.name for system in full.systems] == adding
    assert all(system.stage is Stage.ENVIRONMENT for system in full.systems)
    assert all("wind_ned_mps" in system.writes for system in full.systems)
    # Only where water may cover the ground, heights are counted from it.
    land = partial(terrain.equip, config=terrain.Config())
    sea = partial(water.equip, config=water.Config())
    assert floor not in [system.name for system in kit_of(FULL, land).systems]
    afloat = kit_of(FULL, land, sea)
    assert [s.name for s in afloat.systems if s.name in wind.PARTS] == list(wind.PARTS)
    (floor_group,) = WindFloor.groups()
    assert floor_group in afloat.components
    assert floor_group not in full.components
    later = kit_of(Config(model="von_karman", switchable=True))
    assert later.components == [*mean, *Turbulence.groups(), *VonKarman.groups()]


def refused(word: str) -> Callable[..., Any]:
    return lambda **fields: pytest.param(lambda: Config(**fields), word, id=word)


@pytest.mark.parametrize(
    ("config", "word"),
    [
        refused("speed_mps")(speed_mps=-1.0),
        refused("none, light, moderate, severe")(turbulence="heavy"),
        refused("dryden, von_karman")(model="karman"),
        refused("reference_height_m")(reference_height_m=0.0),
        refused("roughness_m is 20")(shear="log", roughness_m=20.0),
        refused("shear_exponent belongs to shear: power")(shear="log", shear_exponent=0.1),
        refused("gradient_per_s belongs to shear: linear")(gradient_per_s=0.1),
        refused("shear_heights_m is 50 to 5")(shear_heights_m=(50.0, 5.0)),
        refused("slope_lift_height_m")(slope_lift_height_m=-1.0),
    ],
)
def test_bad_config_is_named(config: Callable[[], Config], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        wind.equip(VehicleKit(400), config())


def test_a_gust_a_thermal_and_a_microburst_have_a_size() -> None:
    with pytest.raises(ValueError, match="duration_s must be positive"):
        Gust(start_s=0.0, duration_s=0.0, amplitude_mps=1.0)
    with pytest.raises(ValueError, match="top_m must be positive"):
        Thermal(position_ne_m=(0, 0), top_m=0.0)
    with pytest.raises(ValueError, match="radius_m must be positive"):
        Microburst(position_ne_m=(0, 0), radius_m=-5.0)
