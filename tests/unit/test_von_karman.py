"""Von Karman turbulence: filters that are the textbook's, its spectra, and one variance."""

import math
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.signal import welch  # type: ignore[import-untyped]

from simloop.math.address import address_key
from simloop.math.vector import Vec2, Vec3
from simloop.systems import wind
from simloop.systems.wind import ALOFT_MPS, W20_MPS
from simloop.systems.wind import von_karman as kernel
from simloop.systems.wind.eddies import turbulence_scales
from simloop.testing.body_bench import BodyBench

Floats = NDArray[np.float64]
ALONG_POLES, ALONG_SHARES = np.array(kernel.ALONG_POLES), np.array(kernel.ALONG_SHARES)
ACROSS_POLES, ACROSS_SHARES = np.array(kernel.ACROSS_POLES), np.array(kernel.ACROSS_SHARES)
# Numerator and denominator of MIL-F-8785C's filters, highest power first.
ALONG = ([0.25, 1.0], [0.1987, 1.357, 1.0])
ACROSS = ([0.3398, 2.7478, 1.0], [0.1539, 1.9754, 2.9958, 1.0])
SPEED_MPS, HEIGHT_M = 20.0, 60.0
SCALES = turbulence_scales(HEIGHT_M, W20_MPS["moderate"], ALOFT_MPS["moderate"], 2500.0)


def covariance(poles: Floats) -> Floats:
    return np.asarray(1.0 / (poles[:, None] + poles[None, :]))


@pytest.mark.parametrize(
    ("poles", "shares", "filter_"),
    [(ALONG_POLES, ALONG_SHARES, ALONG), (ACROSS_POLES, ACROSS_SHARES, ACROSS)],
)
def test_lags_are_the_filter_in_unit_variance(
    poles: Floats, shares: Floats, filter_: tuple[list[float], list[float]]
) -> None:
    assert shares @ covariance(poles) @ shares == pytest.approx(1.0, abs=1e-14)
    s = 1j * np.geomspace(0.01, 100.0, 30)
    lags = (shares[:, None] / (s + poles[:, None])).sum(axis=0)
    ratio = lags / (np.polyval(filter_[0], s) / np.polyval(filter_[1], s))
    np.testing.assert_allclose(ratio, ratio[0], rtol=1e-12)


def across_step(unit: Floats, step: float, running: float) -> tuple[float, ...]:
    return kernel.across_step(Vec3(*unit[:3]), step, running, Vec3(*unit[3:]))


def along_step(unit: Floats, step: float, running: float) -> tuple[float, ...]:
    return kernel.along_step(Vec2(*unit[:2]), step, running, Vec2(*unit[2:]))


def step_matrices(step: float, running: float, *, across: bool) -> tuple[Floats, Floats]:
    """What a step does to the lags, and the covariance of the noise it adds."""
    size, function = (3, across_step) if across else (2, along_step)
    rows = [function(unit, step, running) for unit in np.eye(2 * size)]
    both = np.array(rows).T
    return both[:, :size], both[:, size:] @ both[:, size:].T


@pytest.mark.parametrize("across", [False, True])
@pytest.mark.parametrize("step", [1e-5, 1e-3, 0.1, 3.0, 500.0])
def test_a_step_is_exact_and_keeps_the_variance(step: float, across: bool) -> None:
    poles = ACROSS_POLES if across else ALONG_POLES
    move, noise = step_matrices(step, 1.0, across=across)
    np.testing.assert_allclose(move, np.diag(np.exp(-poles * step)), rtol=1e-14, atol=1e-300)
    kept = move @ covariance(poles) @ move.T + noise
    np.testing.assert_allclose(kept, covariance(poles), atol=1e-15)
    half, half_noise = step_matrices(step / 2, 1.0, across=across)
    np.testing.assert_allclose(half @ half_noise @ half.T + half_noise, noise, atol=1e-15)


@pytest.mark.parametrize("across", [False, True])
def test_the_first_step_draws_from_the_stationary_distribution(across: bool) -> None:
    move, noise = step_matrices(0.01, 0.0, across=across)
    assert not move.any()
    poles = ACROSS_POLES if across else ALONG_POLES
    np.testing.assert_allclose(noise, covariance(poles), rtol=1e-14)


def history(rate: int, seconds: float) -> Floats:
    """The turbulence that 64 bodies meet: call, axis, body."""
    config = wind.Config(turbulence="moderate", model="von_karman", rate_hz=float(rate))
    bench = BodyBench(
        partial(wind.equip, config=config), count=64, lanes=16, compiled=True, tick_rate_hz=rate
    )
    for row in bench.rows:
        bench.table.vector(row, "noise_key")[:] = address_key(2, f"lane_{row}")
        bench.set("position_ned_m", (0.0, 0.0, -HEIGHT_M), row)
        bench.set("velocity_frd_mps", (SPEED_MPS, 0.0, 0.0), row)
    out = np.empty((int(seconds * rate), 64, 3))
    for call in out:
        bench.run(1)
        call[:] = bench.table.read("wind_ned_mps")
    return out.transpose(0, 2, 1)


@pytest.mark.parametrize("rate", [20, 100, 400])
def test_variance_does_not_depend_on_the_rate(rate: int) -> None:
    variance = (history(rate, 250.0) ** 2).mean(axis=(0, 2))
    sigma_h, sigma_v = SCALES[:2]
    assert variance == pytest.approx([sigma_h**2, sigma_h**2, sigma_v**2], rel=0.1)


def along(x: Floats) -> Floats:
    """Von Karman's along-wind spectrum for a variance of 1, over L omega / V."""
    return np.asarray(2 / math.pi / (1 + (1.339 * x) ** 2) ** (5 / 6))


def across(x: Floats) -> Floats:
    """The cross-wind spectrum."""
    square = (1.339 * x) ** 2
    return np.asarray(1 / math.pi * (1 + 8 / 3 * square) / (1 + square) ** (11 / 6))


def test_spectra_are_von_karmans() -> None:
    frequency, density = welch(history(100, 500.0), fs=100.0, nperseg=25000, axis=0)
    density = density.mean(axis=2)
    sigma_h, sigma_v, length_h, length_v = SCALES
    axes = [(along, sigma_h, length_h), (across, sigma_h, length_h), (across, sigma_v, length_v)]
    for axis, (spectrum, sigma, length) in enumerate(axes):
        # One-sided over frequency in Hz, from one over L omega / V.
        reduced = 2 * math.pi * frequency * length / SPEED_MPS
        per_hz = sigma**2 * 2 * math.pi * length / SPEED_MPS
        for low, high in [(1.0, 3.0), (3.0, 6.0), (6.0, 10.0), (10.0, 20.0)]:
            inside = (reduced >= low) & (reduced < high)
            expected = per_hz * spectrum(reduced[inside]).mean()
            measured = density[inside, axis].mean()
            assert measured == pytest.approx(expected, rel=0.12), (axis, low, high)
        # A controller works at 1 to 10 Hz.
        for low, high in [(1.0, 3.0), (3.0, 10.0)]:
            inside = (frequency >= low) & (frequency < high)
            expected = per_hz * spectrum(reduced[inside]).mean()
            measured = density[inside, axis].mean()
            assert measured == pytest.approx(expected, rel=0.1), (axis, low, high)


@pytest.mark.parametrize("axis", ["along", "across"])
def test_the_sum_of_lags_is_von_karmans_over_all_frequencies(axis: str) -> None:
    x = np.geomspace(0.01, 5000.0, 400)
    poles, shares = (
        (ALONG_POLES, ALONG_SHARES) if axis == "along" else (ACROSS_POLES, ACROSS_SHARES)
    )
    name = axis.upper()
    slow = getattr(kernel, f"{name}_SLOW") ** 2
    fast = [share**2 for share in getattr(kernel, f"{name}_FAST")]
    found = slow / math.pi * np.abs((shares[:, None] / (1j * x + poles[:, None])).sum(axis=0)) ** 2
    for share, pole in zip(fast, kernel.FAST_POLES, strict=True):
        found = found + share * 2 / math.pi * pole / (pole**2 + x**2)
    true = along(x) if axis == "along" else across(x)
    np.testing.assert_allclose(found / true, 1.0, atol=0.055)
    assert slow + math.fsum(fast) == pytest.approx(1.0, abs=1e-12)


def test_high_frequencies_hold_more_than_drydens() -> None:
    # Von Karman's spectrum falls with the power 5/3, Dryden's with 2.
    s = np.array([5.0, 15.0]) * 1j
    lags = np.abs((ALONG_SHARES[:, None] / (s + ALONG_POLES[:, None])).sum(axis=0)) ** 2
    fall = math.log(lags[0] / lags[1]) / math.log(3.0)
    assert fall == pytest.approx(5 / 3, abs=0.12)
