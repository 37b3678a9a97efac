"""Vehicles as programs look at them: `sim["quad_0"].baro.pressure_pa`."""

import ast
import importlib
import inspect
import pkgutil
from pathlib import Path
from types import ModuleType
from typing import get_type_hints

import numpy as np
import pytest

import simloop.firmware
import simloop.sitl
import simloop.systems
import simloop.world
from simloop.component import Component, param
from simloop.firmware.component import Component as FirmwareComponent
from simloop.math.vector import Quaternion, Vec3
from simloop.server.simulation import Simulation
from simloop.sitl import firmware_parts, vehicle_parts
from simloop.sitl.component_catalogue import firmware_name, library_name
from simloop.sitl.vehicle import Firmware, Vehicle
from simloop.sitl.vehicle_row import VehicleGone
from simloop.systems.barometer.components import Barometer
from simloop.systems.vessel.components import Hull
from simloop.world.world import FLEET_FROM

TESTS = Path(__file__).parents[1]


class Beacon(Component, prefix="beacon_of_a_test"):
    """A light that no vehicle of the library has."""

    power_w: float = param("W", "what it draws")


class Cloud(Component):
    """The same numbers as a plugin may see them, under a name of its own."""

    pressure_pa: float = param("Pa", "static pressure", column="baro_pressure_pa")


def flying(count: int = 1, ticks: int = 50) -> Simulation:
    sim = Simulation.load("square", count=count, compiled=False)
    sim.advance(ticks)
    return sim


@pytest.fixture(scope="module")
def sim() -> Simulation:
    return flying(2)


def vector(sim: Simulation, name: str, column: str) -> list[float]:
    numbers: list[float] = sim.world.vector(sim.world.by_name(name), column).tolist()
    return numbers


def test_fields_are_the_columns_of_this_moment(sim: Simulation) -> None:
    quad = sim["quad_1"]
    for _ in range(2):
        assert quad.baro.pressure_pa == vector(sim, "quad_1", "baro_pressure_pa")[0] > 0.0
        assert list(quad.body.position_ned_m) == vector(sim, "quad_1", "position_ned_m")
        sim.advance(40)


def test_values_are_those_that_kernels_use(sim: Simulation) -> None:
    quad = sim["quad_0"]
    assert type(quad.battery.voltage_v) is float
    assert type(quad.noise_key.value) is int
    assert type(quad.body.position_ned_m) is Vec3
    assert type(quad.body.attitude_wxyz) is Quaternion
    assert {type(number) for number in quad.body.attitude_wxyz} == {float}
    assert quad.rotor.speed_radps.shape == (4,)


def test_rows_are_copies(sim: Simulation) -> None:
    quad = sim["quad_0"]
    before = quad.rotor.speed_radps
    same = before.copy()
    sim.advance(10)
    assert np.array_equal(before, same)
    with pytest.raises(ValueError, match="read-only"):
        before[0] = 0.0


def test_components_are_those_of_their_classes(sim: Simulation) -> None:
    quad = sim["quad_0"]
    assert isinstance(quad.baro, Barometer)
    assert quad.baro is quad.baro
    assert quad[Barometer].pressure_pa == quad[Cloud].pressure_pa == quad.baro.pressure_pa
    # A plugin's are found by name as well.
    assert quad.cloud.pressure_pa == quad.baro.pressure_pa  # type: ignore[attr-defined]
    assert Barometer in quad
    assert Hull not in quad
    assert quad.baro.groups() == Barometer.groups()
    with pytest.raises(KeyError, match=r"'quad_0' \(quad\) carries no Hull"):
        _ = quad[Hull]


def test_the_firmware_has_its_own(sim: Simulation) -> None:
    quad = sim["quad_0"]
    assert quad.firmware.intention.armed == vector(sim, "quad_0", "fw_armed")[0]
    assert type(quad.firmware.estimate.position_ned_m).__module__ == "simloop.firmware.vector"
    assert quad.firmware.compass_watch is not quad.firmware.compass_notice
    assert repr(quad.firmware) == "<Firmware of quad_0>"
    assert not {"imu", "tecs"} & set(dir(quad.firmware))


def test_vehicles_by_name(sim: Simulation) -> None:
    assert sim["quad_0"] == sim.vehicle("quad_0") == sim.vehicles["quad_0"]
    assert sim["quad_0"] != sim["quad_1"]
    assert len({sim["quad_0"], sim["quad_0"], sim["quad_1"]}) == 2
    assert [vehicle.name for vehicle in sim.vehicles] == ["quad_0", "quad_1"]
    assert len(sim.vehicles) == 2
    assert "quad_0" in sim.vehicles
    assert sim["quad_0"] in sim.vehicles
    assert "quad_0::base_link" not in sim.vehicles
    assert "quad" not in sim.vehicles


def test_unknown_names_suggest_the_nearest(sim: Simulation) -> None:
    quad = sim["quad_0"]
    with pytest.raises(KeyError, match="no vehicle is named 'quad_O': did you mean 'quad_"):
        _ = sim["quad_O"]
    with pytest.raises(KeyError, match="there are quad_0, quad_1"):
        _ = sim["zeppelin"]
    with pytest.raises(AttributeError, match=r"'quad_0' \(quad\) carries no 'barro': .* baro"):
        _ = quad.barro  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="carries no 'hull': it has air, airframe, baro, "):
        _ = quad.hull
    with pytest.raises(AttributeError, match="no field 'presure_pa': did you mean pressure_pa"):
        _ = quad.baro.presure_pa  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="no field 'zzz': it has sigma_pa, "):
        _ = quad.baro.zzz  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="carries no 'estimat': did you mean estimate"):
        _ = quad.firmware.estimat  # type: ignore[attr-defined]


def test_what_is_not_carried_is_not_there(sim: Simulation) -> None:
    assert not hasattr(sim["quad_0"], "beacon_of_a_test")
    (rover,) = Simulation.load("stand", vehicle="pico_rover", compiled=False).vehicles
    # Its firmware has a column for a barometer, which stays silent.
    assert "baro_pressure_pa" in rover._row.columns
    assert not hasattr(rover, "baro")


@pytest.mark.parametrize(
    ("component", "field", "hint"),
    [
        ("body", "position_ned_m", "set_state', name='quad_0', position_ned_m=...)"),
        ("external", "force_ned_n", "push', name='quad_0', force_ned_n=...)"),
        ("baro", "bias_pa", "set', name='quad_0', values={'baro_bias_pa': ...})"),
    ],
)
def test_setting_names_the_command(sim: Simulation, component: str, field: str, hint: str) -> None:
    part = getattr(sim["quad_0"], component)
    before = getattr(part, field)
    with pytest.raises(AttributeError) as refused:
        setattr(part, field, before)
    assert f"sim.command('{hint}" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_component_is_not_replaced(sim: Simulation) -> None:
    with pytest.raises(AttributeError, match="'baro' is only read here; sim.command"):
        sim["quad_0"].baro = Barometer()
    with pytest.raises(AttributeError, match="sim.command"):
        sim["quad_0"].firmware.note = 1.0  # type: ignore[attr-defined]


def test_what_it_says_of_itself(sim: Simulation) -> None:
    told = repr(sim["quad_0"])
    assert told.startswith("<Vehicle quad_0: quad, ")
    assert told.endswith(" m up, disarmed, hold, battery 100 %>")
    assert repr(sim.vehicles) == "<2 vehicles: quad_0, quad_1>"
    assert repr(sim["quad_0"].bus).startswith("Bus(voltage_v=2")
    names = {name for name in dir(sim["quad_0"]) if not name.startswith("_")}
    assert {"name", "model", "baro", "body", "firmware", "rotor"} <= names
    assert not {"hull", "beacon_of_a_test"} & names


def test_a_long_list_is_cut() -> None:
    sim = Simulation.load("square", count=8, compiled=False)
    assert repr(sim.vehicles) == "<8 vehicles: quad_0, quad_1, quad_2, quad_3, quad_4 and 3 more>"


def test_a_vehicle_without_our_firmware() -> None:
    sim = Simulation.load("pile", compiled=False)
    first = next(iter(sim.vehicles))
    assert repr(first).endswith(" m up>")
    with pytest.raises(AttributeError, match="carries no 'intention'"):
        _ = first.firmware.intention


def test_tables_that_grow_are_followed() -> None:
    sim = flying()
    quad = sim["quad_0"]
    body = quad.body
    for _ in range(2 * FLEET_FROM):
        sim.command("spawn", model="quad")
        sim.advance(2)
        assert list(body.position_ned_m) == vector(sim, "quad_0", "position_ned_m")
    sim.world.reserve(sim.world.entities.get(quad.entity).facts["spec"], 100)
    sim.world.vector(quad.entity, "position_ned_m")[0] = 12.5
    assert body.position_ned_m.x == 12.5


def test_a_removed_vehicle_says_so() -> None:
    sim = flying(2)
    quad = sim["quad_1"]
    baro = quad.baro
    sim.command("remove", name="quad_1")
    sim.advance(2)
    for read in (lambda: baro.pressure_pa, lambda: quad.name, lambda: quad.body):
        with pytest.raises(VehicleGone, match="vehicle 'quad_1' is no longer in the world"):
            read()
    assert not quad.is_there
    assert repr(quad) == "<Vehicle quad_1: no longer in the world>"
    assert quad not in sim.vehicles
    # Its row is another's by then.
    sim.command("spawn", model="quad", name="quad_1")
    sim.advance(2)
    with pytest.raises(VehicleGone, match=r"another has its name: take sim\['quad_1'\] anew"):
        _ = baro.pressure_pa
    assert sim["quad_1"].is_there


def test_a_new_name_is_followed() -> None:
    sim = flying()
    quad = sim["quad_0"]
    start = sim.snapshot()
    sim.command("rename", name="quad_0", new_name="lead")
    sim.advance(2)
    assert quad.name == "lead"
    sim.restore(start)
    assert quad.name == "quad_0"
    assert quad == sim["quad_0"]


def test_snapshots_and_resets_are_followed() -> None:
    sim = flying(2)
    quad = sim["quad_1"]
    start, pressure_pa = sim.snapshot(), quad.baro.pressure_pa
    sim.command("remove", name="quad_1")
    sim.advance(60)
    assert not quad.is_there
    sim.restore(start)
    assert quad.baro.pressure_pa == pressure_pa
    sim.reset_now()
    assert quad.baro.sequence == 0.0
    assert list(quad.body.position_ned_m) == vector(sim, "quad_1", "position_ned_m")


def test_one_future_does_not_read_the_other() -> None:
    sim = flying()
    start = sim.snapshot()
    sim.command("spawn", model="quad", name="hero")
    sim.advance(2)
    hero = sim["hero"]
    sim.restore(start)
    assert not hero.is_there
    sim.command("spawn", model="quad", name="villain")
    sim.advance(2)
    # A snapshot brings the numbers of entities back as well.
    assert sim["villain"].entity == hero.entity
    with pytest.raises(VehicleGone, match="'hero'"):
        _ = hero.body.position_ned_m


def test_looking_changes_nothing() -> None:
    one, other = flying(2), flying(2)
    for vehicle in one.vehicles:
        repr(vehicle)
        dir(vehicle)
        repr(vehicle.body)
    one.advance(20)
    other.advance(20)
    assert one.world.state_hash() == other.world.state_hash()


def _import_all_of(*packages: ModuleType) -> None:
    for package in packages:
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)


def _declared(module: ModuleType, cls: type) -> dict[str, str]:
    """Attributes and the full names of their classes, as type checkers read them."""
    homes = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    return {name: homes[kind] for name, kind in cls.__annotations__.items()}


def _loaded(root: type, packages: tuple[str, ...]) -> list[type]:
    return [each for each in root.__subclasses__() if each.__module__.startswith(packages)]


def test_every_component_of_the_library_is_typed() -> None:
    """Add what is missing to vehicle_parts.py."""
    _import_all_of(simloop.world, simloop.systems, simloop.sitl)
    components = _loaded(Component, ("simloop.world.", "simloop.systems.", "simloop.sitl."))
    there = {library_name(c): f"{c.__module__}.{c.__name__}" for c in components}
    assert len(there) == len(components)
    assert _declared(vehicle_parts, vehicle_parts.VehicleParts) == there
    assert not set(there) & set(vars(Vehicle))


def test_every_component_of_the_firmware_is_typed() -> None:
    """Add what is missing to firmware_parts.py."""
    _import_all_of(simloop.firmware)
    components = [c for c in _loaded(FirmwareComponent, ("simloop.firmware.",)) if firmware_name(c)]
    there = {firmware_name(c): f"{c.__module__}.{c.__name__}" for c in components}
    assert len(there) == len(components)
    assert _declared(firmware_parts, firmware_parts.FirmwareParts) == there
    assert not set(there) & set(vars(Firmware))


def test_type_checkers_know_the_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    mypy = pytest.importorskip("mypy.api")
    # Its settings have paths that begin there.
    monkeypatch.chdir(TESTS.parent)
    said, wrong, code = mypy.run(["--follow-imports", "silent", str(TESTS / "typed_vehicle.py")])
    assert code == 0, said + wrong
    assert get_type_hints(Simulation.__getitem__)["return"] is Vehicle
    assert get_type_hints(Simulation.vehicle)["return"] is Vehicle
