"""Wind: exact means and gusts, turbulence with the right spectra at any rate, the same bits."""

import importlib
import inspect
import math
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.signal import welch  # type: ignore[import-untyped]

from simloop.kernels import wind
from simloop.math.address import address_key
from simloop.systems.wind import ALOFT_MPS, W20_MPS, Config, Gust, equip
from simloop.systems.wind.components import DRYDEN, TURBULENCE, WIND
from simloop.world.body import BODY_COMPONENTS
from simloop.world.kernel_copy import KernelCopies, cache_root, import_copy
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.system import BlockSystem, Stage

Floats = NDArray[np.float64]
TICK_RATE_HZ = 400
LANES = 16
FOOT_M = 0.3048
KEYS = np.array([address_key(1, f"lane_{j}") for j in range(LANES)])


def kit_of(config: Config) -> VehicleKit:
    kit = VehicleKit(TICK_RATE_HZ)
    for component in BODY_COMPONENTS:
        kit.component(component)
    equip(kit, config)
    return kit


def system_of(kit: VehicleKit) -> BlockSystem:
    (system,) = kit.systems
    return system


def rows_of(kit: VehicleKit, lanes: int, **values: Sequence[float]) -> dict[str, Floats]:
    """One row per float column, filled from defaults, the kit's values and `values`."""
    rows = {}
    vehicle = VehicleClass.from_kit(kit)
    for column in (c for component in kit.components for c in component.columns):
        size = vehicle.column_size(column.size)
        given = values.get(column.name, kit.values.get(column.name, column.default))
        rows[column.name] = np.repeat(np.broadcast_to(np.array(given, float), size), lanes)
    return rows


def call_plain(kit: VehicleKit, rows: dict[str, Floats], tick: int, key: np.uint64) -> Floats:
    """One interpreted call of a vehicle's block with one lane; the wind that results."""
    block = system_of(kit).block
    scalars = {"tick": tick, "dt_s": 1 / TICK_RATE_HZ, "period_s": 0.01}
    keys = {"noise_key": np.array([key])}
    names = inspect.signature(block).parameters
    with np.errstate(over="ignore"):
        block(*[{**rows, **keys, **scalars}[name] for name in names])
    return rows["wind_ned_mps"]


@pytest.fixture(scope="module")
def compiled() -> ModuleType:
    copies = KernelCopies(cache_root(), {"W": LANES, "GUSTS": 1}, compiled=True)
    return import_copy(cache_root(), copies.module_of(wind.wind, None).split(".")[-1])


@pytest.fixture(scope="module")
def history(compiled: ModuleType) -> Any:
    """Runs the turbulent block in 16 lanes and keeps the wind after every call."""
    block = compiled.turbulent_wind

    def loop(every: int, period_s: float, out: Floats, wind_row: Floats, rows: Any) -> None:
        for i in range(out.shape[0]):
            block(i * every, 0.0025, period_s, *rows)
            out[i] = wind_row

    jitted = importlib.import_module("numba").njit(loop)

    def run(config: Config, calls: int, rate_hz: float = 100.0, **values: Sequence[float]) -> Any:
        kit = kit_of(config)
        rows = {**rows_of(kit, LANES, **values), "noise_key": KEYS}
        names = list(inspect.signature(wind.turbulent_wind).parameters)[3:]
        out = np.empty((calls, 3 * LANES))
        every = round(TICK_RATE_HZ / rate_hz)
        jitted(every, 1 / rate_hz, out, rows["wind_ned_mps"], tuple(rows[n] for n in names))
        return out.reshape(calls, 3, LANES)

    return run


def test_mean_wind_blows_from_its_direction() -> None:
    kit = kit_of(Config(speed_mps=8.0, direction_from_deg=270.0, vertical_mps=1.5))
    result = call_plain(kit, rows_of(kit, 1, position_ned_m=(0, 0, -50)), 100, KEYS[0])
    assert result == pytest.approx([0.0, 8.0, -1.5], abs=1e-14)
    assert tuple(result) == tuple(np.array(kit.values["wind_mean_ned_mps"]))


def test_shear_follows_the_power_law() -> None:
    kit = kit_of(Config(speed_mps=8.0, shear_exponent=0.14, reference_height_m=20.0))
    for height, held in ((0.0, 1.0), (5.0, 5.0), (20.0, 20.0), (100.0, 100.0), (900.0, 300.0)):
        rows = rows_of(kit, 1, position_ned_m=(0, 0, -height))
        expected = -8.0 * (held / 20.0) ** 0.14
        assert call_plain(kit, rows, 4, KEYS[0])[0] == pytest.approx(expected, rel=1e-14)


def test_gust_shape() -> None:
    gust = Gust(start_s=1.0, duration_s=2.0, amplitude_mps=6.0, direction_from_deg=90.0)
    kit = kit_of(Config(speed_mps=3.0, gusts=(gust,)))
    for tick in range(0, 1600, 40):
        time = tick / TICK_RATE_HZ
        inside = 1.0 <= time <= 3.0
        size = 3.0 * (1 - math.cos(math.pi * (time - 1.0))) if inside else 0.0
        result = call_plain(kit, rows_of(kit, 1), tick, KEYS[0])
        assert result == pytest.approx([-3.0, -size, 0.0], abs=1e-14)


def test_gusts_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    gusts = (Gust(0.0, 2.0, 6.0), Gust(0.0, 2.0, 1.0, 270.0, vertical_mps=0.5))
    kit = kit_of(Config(gusts=gusts))
    assert kit.constants["GUSTS"] == 2
    monkeypatch.setattr(wind, "GUSTS", 2)
    result = call_plain(kit, rows_of(kit, 1), TICK_RATE_HZ, KEYS[0])
    assert result == pytest.approx([-6.0, 1.0, -0.5], abs=1e-14)


def test_low_altitude_scales() -> None:
    height_ft, w20 = 200.0, 10.0
    sigma_u, sigma_w, length_u, length_w = wind.dryden_scales(height_ft * FOOT_M, w20, 99.0)
    factor = 0.177 + 0.000823 * height_ft
    assert sigma_w == pytest.approx(1.0)
    assert sigma_u == pytest.approx(1.0 / factor**0.4)
    assert length_w == pytest.approx(200.0 * FOOT_M)
    assert length_u == pytest.approx(200.0 / factor**1.2 * FOOT_M)


def test_scales_join_at_1000_ft_and_are_isotropic_from_2000_ft() -> None:
    below = wind.dryden_scales(999.999 * FOOT_M, 10.0, 3.0)
    above = wind.dryden_scales(1000.001 * FOOT_M, 10.0, 3.0)
    assert below == pytest.approx(above, rel=1e-5)
    middle = wind.dryden_scales(1500.0 * FOOT_M, 10.0, 3.0)
    assert middle == pytest.approx((2.0, 2.0, 1375.0 * FOOT_M, 1375.0 * FOOT_M))
    for height in (2000.0, 9000.0):
        scales = wind.dryden_scales(height * FOOT_M, 10.0, 3.0)
        assert scales == pytest.approx((3.0, 3.0, 1750.0 * FOOT_M, 1750.0 * FOOT_M))


def step_matrices(step: float) -> tuple[Floats, Floats]:
    """What a step does to the two states, and the covariance of the noise it adds."""
    decay = math.exp(-step)
    ones = np.eye(4)
    columns = [wind.second_order_step(a, b, step, decay, c, d) for a, b, c, d in ones]
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
    output = np.array([wind.second_order_output(1.0, 0.0), wind.second_order_output(0.0, 1.0)])
    assert output @ stationary @ output == pytest.approx(1.0, abs=1e-15)


FLIGHT = {"position_ned_m": (0.0, 0.0, -60.0), "velocity_frd_mps": (20.0, 0.0, 0.0)}
SCALES = wind.dryden_scales(60.0, W20_MPS["moderate"], ALOFT_MPS["moderate"])
# Independent stretches in a run are few: 16 lanes over 1000 s make about 4000 of them.
TOLERANCE = 0.1


@pytest.mark.parametrize("rate_hz", [20.0, 100.0, 400.0])
def test_variance_does_not_depend_on_the_rate(rate_hz: float, history: Any) -> None:
    out = history(Config(turbulence="moderate"), int(1000 * rate_hz), rate_hz, **FLIGHT)
    sigma_h, sigma_v = SCALES[:2]
    variance = (out**2).mean(axis=(0, 2))
    assert variance == pytest.approx([sigma_h**2, sigma_h**2, sigma_v**2], rel=TOLERANCE)
    assert np.abs(out.mean(axis=(0, 2))) == pytest.approx([0.0, 0.0, 0.0], abs=0.1 * sigma_h)


def test_turbulence_is_there_from_the_first_call(history: Any) -> None:
    first = history(Config(turbulence="moderate"), 1, **FLIGHT)[0]
    assert (np.abs(first).max(axis=1) > 0.5 * SCALES[1]).all()


def test_spectra(history: Any) -> None:
    out = history(Config(turbulence="moderate"), 200_000, **FLIGHT)
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


def test_along_axis_follows_the_wind(history: Any) -> None:
    north = history(Config(speed_mps=5.0, turbulence="light"), 200, **FLIGHT)
    config = Config(speed_mps=5.0, direction_from_deg=90.0, turbulence="light")
    # Flying north into a north wind is like flying east into an east wind.
    east = history(config, 200, position_ned_m=(0, 0, -60), velocity_frd_mps=(0.0, 20.0, 0.0))
    np.testing.assert_allclose(east[:, 1], north[:, 0], atol=1e-12)
    np.testing.assert_allclose(east[:, 0], -north[:, 1], atol=1e-12)
    np.testing.assert_allclose(east[:, 2], north[:, 2], atol=1e-12)


def test_hover_meets_turbulence_that_changes(history: Any) -> None:
    out = history(Config(turbulence="light"), 2000, position_ned_m=(0, 0, -10))
    assert np.abs(out[-1] - out[0]).mean() > 0.3


def test_interpreted_gives_the_same_bits(history: Any) -> None:
    gust = Gust(start_s=0.1, duration_s=0.3, amplitude_mps=4.0, direction_from_deg=30.0)
    config = Config(
        speed_mps=6.0,
        direction_from_deg=200.0,
        shear_exponent=0.1,
        turbulence="severe",
        gusts=(gust,),
    )
    values = {**FLIGHT, "attitude_wxyz": (0.9, 0.1, -0.3, 0.3)}
    out = history(config, 60, **values)
    for lane in (0, 5, 15):
        kit = kit_of(config)
        rows = rows_of(kit, 1, **values)
        plain = [call_plain(kit, rows, 4 * i, KEYS[lane]).copy() for i in range(60)]
        assert np.array(plain).tobytes() == out[:, :, lane].tobytes()


def test_equipment_with_and_without_turbulence() -> None:
    calm, rough = VehicleKit(TICK_RATE_HZ), VehicleKit(TICK_RATE_HZ)
    equip(calm, Config(rate_hz=50.0))
    equip(rough, Config(turbulence="light"))
    assert calm.components == [WIND]
    assert rough.components == [WIND, TURBULENCE, DRYDEN]
    assert system_of(calm).rate_hz == 50.0
    assert system_of(rough).stage is Stage.ENVIRONMENT
    assert set(system_of(rough).writes) == {"wind_ned_mps", "dryden_state", "dryden_running"}
    assert rough.values["turbulence_w20_mps"] == pytest.approx(7.7167, abs=1e-4)


@pytest.mark.parametrize(
    ("config", "word"),
    [
        (Config(speed_mps=-1.0), "speed_mps"),
        (Config(turbulence="heavy"), "light, moderate or severe"),  # type: ignore[arg-type]
        (Config(reference_height_m=0.0), "reference_height_m"),
        (Config(gusts=(Gust(0.0, 0.0, 1.0),)), r"gusts\[0\].duration_s"),
    ],
)
def test_bad_config_is_named(config: Config, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        equip(VehicleKit(TICK_RATE_HZ), config)
