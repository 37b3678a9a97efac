"""The standard atmosphere against its table (ISO 2533), and the plugin that brings it."""

import math

import pytest

from simloop.math import atmosphere as a
from simloop.systems.atmosphere import Config, equip
from simloop.systems.atmosphere.kernel import atmosphere
from simloop.world.body import Air, Body, Origin, Weather
from simloop.world.plugin import VehicleKit

# geopotential height m: temperature K, pressure Pa, density kg/m^3
TABLE = {
    -1000: (294.65, 113929.0, 1.3470),
    0: (288.15, 101325.0, 1.2250),
    1000: (281.65, 89874.6, 1.1116),
    2000: (275.15, 79495.2, 1.0065),
    5000: (255.65, 54019.9, 0.73612),
    8000: (236.15, 35599.8, 0.52517),
    11000: (216.65, 22632.0, 0.36392),
    15000: (216.65, 12044.6, 0.19367),
    20000: (216.65, 5474.88, 0.088035),
}


@pytest.mark.parametrize("height", TABLE)
def test_table(height: int) -> None:
    temperature, pressure, density = TABLE[height]
    result = a.air_at_geopotential(float(height), 0.0)
    assert result[0] == pytest.approx(pressure, rel=1e-5)
    assert result[1] == pytest.approx(temperature, abs=1e-9)
    assert result[2] == pytest.approx(density, rel=5e-5)


def test_geometric_height_is_above_geopotential_height() -> None:
    assert a.geopotential_height(10000.0) == pytest.approx(9984.29, abs=0.01)
    assert a.air_at(10000.0, 0.0) == a.air_at_geopotential(a.geopotential_height(10000.0), 0.0)


@pytest.mark.parametrize("height", [-500.0, 0.0, 120.0, 10999.0, 11001.0, 19000.0])
def test_pressure_altitude_inverts(height: float) -> None:
    pressure, _, _ = a.air_at_geopotential(height, 0.0)
    assert a.pressure_altitude(pressure) == pytest.approx(height, abs=1e-6)


@pytest.mark.parametrize("offset", [-20.0, 0.0, 15.0])
@pytest.mark.parametrize("height", [0.0, 3000.0, 14000.0])
def test_hydrostatic_balance_holds_with_an_offset(height: float, offset: float) -> None:
    step = 1.0
    above, _, _ = a.air_at_geopotential(height + step, offset)
    below, _, _ = a.air_at_geopotential(height - step, offset)
    pressure, temperature, density = a.air_at_geopotential(height, offset)
    assert (below - above) / (2 * step) == pytest.approx(density * 9.80665, rel=1e-6)
    assert pressure == pytest.approx(density * 287.05287 * temperature, rel=1e-12)


def run_air(config: Config, origin_m: float, down_m: float) -> tuple[float, float, float]:
    kit = VehicleKit(400)
    equip(kit, config)
    weather = Weather(
        qnh_pa=kit.values["air_qnh_pa"], temperature_offset_k=kit.values["air_temperature_offset_k"]
    )
    air = Air()
    atmosphere(
        Origin(llh=(0.8, 0.1, origin_m)), weather, Body(position_ned_m=(5.0, 6.0, down_m)), air
    )
    return air.pressure_pa, air.temperature_k, air.density_kgpm3


def test_block_adds_origin_and_height() -> None:
    assert run_air(Config(), 400.0, -100.0) == pytest.approx(a.air_at(500.0, 0.0), rel=1e-14)


def test_block_scales_to_the_pressure_of_the_day() -> None:
    pressure, temperature, density = run_air(
        Config(qnh_pa=99000.0, temperature_offset_k=10.0), 0.0, 0.0
    )
    assert pressure == pytest.approx(99000.0, rel=1e-12)
    assert temperature == pytest.approx(298.15)
    assert density == pytest.approx(99000.0 / (287.05287 * 298.15), rel=1e-12)


@pytest.mark.parametrize(("setting", "value"), [("qnh_pa", 0.0), ("temperature_offset_k", -200.0)])
def test_bad_config_is_named(setting: str, value: float) -> None:
    with pytest.raises(ValueError, match=setting):
        Config(**{setting: value})


def test_nan_height_gives_nan() -> None:
    assert all(math.isnan(part) for part in a.air_at(math.nan, 0.0))
