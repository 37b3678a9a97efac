"""Waves: linear theory in one function, and seas that have the spectrum they are asked for."""

from dataclasses import replace
from math import cosh, pi, sinh, tanh

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import quad  # type: ignore[import-untyped]

from simloop.math.waves import BOTTOMLESS_M, sea, wave_number
from simloop.systems.water.config import Waves
from simloop.systems.water.spectrum import density, wave_table

Floats = NDArray[np.float64]

G = 9.80665
SEA = Waves(spectrum="jonswap", significant_height_m=2.0, peak_period_s=7.0, components=64)


def surface(table: Floats, n: float, e: float, t: float, level: float = 0.0) -> float:
    return sea(table, level, BOTTOMLESS_M, n, e, 0.0, t)[0]


def elevations(table: Floats, n: float, e: float, times: Floats) -> Floats:
    """The sum of cosines, by NumPy."""
    a, kn, ke, omega, phase = table[:, :5].T
    angle = kn * n + ke * e + phase - np.outer(times, omega)
    return (a * np.cos(angle)).sum(axis=1)


def jonswap(omega: float, height: float, period: float, gamma: float) -> float:
    """The textbook's spectrum in m^2 s, scaled to its height over the band that we cut."""
    peak = 2.0 * pi / period

    def shape(w: float) -> float:
        sigma = 0.07 if w <= peak else 0.09
        rise = gamma ** np.exp(-((w - peak) ** 2) / (2.0 * sigma**2 * peak**2))
        return float(w**-5 * np.exp(-1.25 * (peak / w) ** 4) * rise)

    whole, _ = quad(shape, 0.5 * peak, 5.0 * peak, points=[peak], limit=200)
    return height**2 / 16.0 * shape(omega) / float(whole)


@pytest.mark.parametrize("depth", [0.5, 3.0, 20.0, 200.0, BOTTOMLESS_M])
@pytest.mark.parametrize("omega", [0.3, 1.0, 4.0])
def test_dispersion(depth: float, omega: float) -> None:
    k = wave_number(omega, depth, G)
    assert G * k * tanh(min(k * depth, 700.0)) == pytest.approx(omega**2, rel=1e-12)


def test_a_regular_wave_is_a_cosine_that_travels() -> None:
    waves = Waves(
        spectrum="regular", significant_height_m=1.0, peak_period_s=5.0, direction_from_deg=270.0
    )
    table = wave_table(waves, BOTTOMLESS_M)
    omega = 2.0 * pi / 5.0
    k = omega**2 / G
    for n, e, t in ((0.0, 0.0, 0.0), (3.0, 7.0, 1.3), (-20.0, 4.0, 11.0)):
        # From the west means to the east; crest at the origin at time zero.
        expected = -0.5 * np.cos(k * e - omega * t)
        assert surface(table, n, e, t) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("depth", [4.0, BOTTOMLESS_M])
def test_slope_and_velocity_are_derivatives_of_one_surface(depth: float) -> None:
    table = wave_table(SEA, depth)
    step = 1e-5
    for n, e, t in ((0.0, 0.0, 0.0), (12.0, -7.0, 3.3), (-140.0, 55.0, 100.0)):

        def at(n: float, e: float, t: float) -> float:
            return sea(table, 0.0, depth, n, e, 0.0, t)[0]

        _, slope_n, slope_e, _, _, vd = sea(table, 0.0, depth, n, e, 0.0, t)
        assert slope_n == pytest.approx((at(n + step, e, t) - at(n - step, e, t)) / 2e-5, abs=1e-8)
        assert slope_e == pytest.approx((at(n, e + step, t) - at(n, e - step, t)) / 2e-5, abs=1e-8)
        # At the level, water moves up and down with the surface.
        assert vd == pytest.approx((at(n, e, t + step) - at(n, e, t - step)) / 2e-5, abs=1e-8)


def test_water_keeps_its_volume_at_every_depth() -> None:
    depth, step = 6.0, 1e-4
    table = wave_table(SEA, depth)

    def velocity(n: float, e: float, d: float) -> Floats:
        return np.array(sea(table, 0.0, depth, n, e, d, 2.0)[3:])

    for n, e, d in ((3.0, 1.0, 0.5), (-8.0, 2.0, 2.0), (0.0, 40.0, 5.0)):
        divergence = (
            velocity(n + step, e, d)[0]
            - velocity(n - step, e, d)[0]
            + velocity(n, e + step, d)[1]
            - velocity(n, e - step, d)[1]
            + velocity(n, e, d + step)[2]
            - velocity(n, e, d - step)[2]
        ) / (2.0 * step)
        assert divergence == pytest.approx(0.0, abs=1e-6)
    assert velocity(3.0, 1.0, depth)[2] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("depth", [5.0, 60.0])
def test_orbits_shrink_with_depth_as_the_textbook_says(depth: float) -> None:
    waves = Waves(
        spectrum="regular", significant_height_m=1.0, peak_period_s=6.0, direction_from_deg=180.0
    )
    table = wave_table(waves, depth)
    omega = 2.0 * pi / 6.0
    k = wave_number(omega, depth, G)
    for d in (0.0, 1.0, 4.0):
        # Horizontal at the crest, vertical a quarter of a period later.
        crest = sea(table, 0.0, depth, 0.0, 0.0, d, 0.0)[3]
        falling = sea(table, 0.0, depth, 0.0, 0.0, d, 1.5)[5]
        bottom = sinh(k * depth)
        assert crest == pytest.approx(0.5 * omega * cosh(k * (depth - d)) / bottom, rel=1e-9)
        assert falling == pytest.approx(0.5 * omega * sinh(k * (depth - d)) / bottom, rel=1e-9)


def test_above_the_level_counts_as_at_the_level() -> None:
    table = wave_table(SEA, BOTTOMLESS_M)
    high = sea(table, 1.0, BOTTOMLESS_M, 2.0, 3.0, -5.0, 4.0)
    level = sea(table, 1.0, BOTTOMLESS_M, 2.0, 3.0, 1.0, 4.0)
    assert high == level


@pytest.mark.parametrize("bins", ["equal_energy", "equal_frequency"])
@pytest.mark.parametrize("spectrum", ["jonswap", "pierson_moskowitz"])
def test_the_sea_has_the_height_it_is_asked_for(spectrum: str, bins: str) -> None:
    waves = replace(SEA, spectrum=spectrum, bins=bins)  # type: ignore[arg-type]
    table = wave_table(waves, BOTTOMLESS_M)
    assert (table[:, 0] ** 2).sum() / 2.0 == pytest.approx((2.0 / 4.0) ** 2, rel=1e-9)
    times = np.arange(0.0, 6000.0, 0.5)
    found = elevations(table, 10.0, -4.0, times)
    # The variance of 6000 s scatters by about 2 / sqrt(number of independent waves).
    assert found.var() == pytest.approx(0.25, rel=0.1)
    assert found.mean() == pytest.approx(0.0, abs=0.02)


def test_our_sum_is_that_of_numpy() -> None:
    table = wave_table(SEA, BOTTOMLESS_M)
    times = np.arange(0.0, 50.0, 7.3)
    found = [-surface(table, 31.0, -12.0, float(t)) for t in times]
    assert found == pytest.approx(elevations(table, 31.0, -12.0, times), abs=1e-12)


@pytest.mark.parametrize("bins", ["equal_energy", "equal_frequency"])
def test_each_band_has_the_energy_of_jonswap(bins: str) -> None:
    waves = replace(SEA, components=512, bins=bins)  # type: ignore[arg-type]
    table = wave_table(waves, BOTTOMLESS_M)
    peak = 2.0 * pi / 7.0
    for low, high in ((0.5, 0.9), (0.9, 1.1), (1.1, 1.5), (1.5, 2.5), (2.5, 5.0)):
        inside = (table[:, 3] >= low * peak) & (table[:, 3] < high * peak)
        energy = (table[inside, 0] ** 2).sum() / 2.0
        edges = {"points": [peak]} if low < 1.0 < high else {}
        expected, _ = quad(jonswap, low * peak, high * peak, args=(2.0, 7.0, 3.3), **edges)
        # A band's edge cuts through a wave or two.
        assert energy == pytest.approx(expected, abs=0.25 * 0.02)


def test_the_elevation_over_time_has_the_spectrum() -> None:
    table = wave_table(replace(SEA, components=256), BOTTOMLESS_M)
    step, count = 0.25, 2**15
    series = elevations(table, 0.0, 0.0, np.arange(count) * step)
    power = 2.0 * np.abs(np.fft.rfft(series)) ** 2 / count**2
    omega = 2.0 * pi * np.fft.rfftfreq(count, step)
    peak = 2.0 * pi / 7.0
    for low, high in ((0.8, 1.2), (1.2, 2.0), (2.0, 4.0)):
        inside = (omega >= low * peak) & (omega < high * peak)
        edges = {"points": [peak]} if low < 1.0 < high else {}
        expected, _ = quad(jonswap, low * peak, high * peak, args=(2.0, 7.0, 3.3), **edges)
        assert power[inside].sum() == pytest.approx(expected, rel=0.08)


def test_pierson_and_moskowitz_is_jonswap_without_a_peak() -> None:
    plain = replace(SEA, spectrum="pierson_moskowitz")
    flat = replace(SEA, peakedness=1.0)
    for omega in (0.5, 0.9, 1.4):
        assert density(omega, plain) == pytest.approx(density(omega, flat), rel=1e-14)


def test_directions_spread_as_asked() -> None:
    table = wave_table(replace(SEA, components=1000, spreading_s=8.0), BOTTOMLESS_M)
    toward = np.arctan2(table[:, 2], table[:, 1])
    # From the north is to the south.
    off = toward % (2.0 * pi) - pi
    # The mean cosine of cos^2s(a/2) spreading is s / (s + 1).
    assert np.cos(off).mean() == pytest.approx(8.0 / 9.0, abs=2e-3)
    assert np.sin(off).mean() == pytest.approx(0.0, abs=5e-3)
    narrow = wave_table(replace(SEA, spreading_s=None, direction_from_deg=90.0), BOTTOMLESS_M)
    assert narrow[:, 2] == pytest.approx(-narrow[:, 5])


def test_a_seed_names_a_sea() -> None:
    first, same = (wave_table(SEA, BOTTOMLESS_M).tobytes() for _ in range(2))
    other = wave_table(replace(SEA, seed=2), BOTTOMLESS_M).tobytes()
    assert first == same
    assert first != other


def test_calm_water_is_an_empty_table() -> None:
    for calm in (Waves(), replace(SEA, significant_height_m=0.0)):
        assert wave_table(calm, BOTTOMLESS_M).shape == (0, 10)
