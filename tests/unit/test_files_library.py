"""The library holds together: every file loads, its plugins accept it, its numbers are sound."""

import pkgutil
from importlib.metadata import EntryPoint
from itertools import pairwise
from math import dist, pi, sin

import pytest

import simloop.systems
from simloop.server.files import (
    build_config,
    check_file,
    check_plugins,
    equip_vehicle,
    list_files,
    load_scenario,
    load_vehicle,
    load_world,
)
from simloop.server.plugins import ADAPTERS, AUTOPILOTS, LINKS, SYSTEMS, Registry
from simloop.systems import contacts, multirotor
from simloop.systems.multirotor import performance
from simloop.world.plugin import VehicleClass, VehicleKit

SCENARIOS = [listed.name for listed in list_files("scenario")]
VEHICLES = [listed.name for listed in list_files("vehicle")]
MULTIROTORS = [n for n in VEHICLES if load_vehicle(n).kind == "multirotor"]
MISSIONS = [n for n in SCENARIOS if any(v.mission for v in load_scenario(n).vehicles)]
BUILT_IN = [
    EntryPoint(module.name, f"simloop.systems.{module.name}", SYSTEMS)
    for module in pkgutil.iter_modules(simloop.systems.__path__)
] + [
    EntryPoint("jsbsim", "simloop.adapters.jsbsim", SYSTEMS),
    EntryPoint("ardupilot", "simloop.links.ardupilot", AUTOPILOTS),
    EntryPoint("betaflight", "simloop.links.betaflight", AUTOPILOTS),
    EntryPoint("px4", "simloop.links.px4", AUTOPILOTS),
    EntryPoint("formation", "simloop.sitl.formation", SYSTEMS),
    EntryPoint("firmware", "simloop.sitl.firmware_autopilot", AUTOPILOTS),
    EntryPoint("none", "simloop.sitl.no_autopilot", AUTOPILOTS),
    EntryPoint("link_failures", "simloop.sitl.link_failures", SYSTEMS),
    EntryPoint("mavlink", "simloop.links.mavlink", LINKS),
    EntryPoint("gazebo", "simloop.adapters.gazebo", ADAPTERS),
]
# A failsafe ends these missions before their time.
CUT_SHORT = {"battery_failsafe", "gcs_loss", "rc_loss"}


@pytest.fixture(scope="module")
def registry() -> Registry:
    return Registry(lambda group: [entry for entry in BUILT_IN if entry.group == group])


def rotors_of(name: str) -> multirotor.Config:
    return build_config(multirotor.Config, load_vehicle(name).dynamics["multirotor"])


def test_there_is_something_for_every_element() -> None:
    assert len(MISSIONS) >= 20
    kinds = {load_vehicle(name).kind for name in VEHICLES}
    assert kinds == {"multirotor", "fixed_wing", "vtol", "rover", "vessel", "body"}
    assert {"quad", "aerosonde", "quadplane", "rover_ackermann", "usv", "crate"} <= set(VEHICLES)
    worlds = {each.name for each in list_files("world")}
    assert {"airfield", "calm", "storm", "alpine", "hills", "open_sea", "arena"} <= worlds


@pytest.mark.parametrize("kind", ["world", "vehicle", "scenario"])
def test_every_file_passes_the_check_and_says_what_it_is(kind: str, registry: Registry) -> None:
    for listed in list_files(kind):  # type: ignore[arg-type]
        checked = check_file(listed.path, registry)
        assert (checked.kind, checked.name) == (kind, listed.name)
        assert 20 < len(listed.description) < 90
        assert "\n" not in listed.description


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_runs_on_the_plugins_there_are(name: str, registry: Registry) -> None:
    resolved = load_scenario(name)
    check_plugins(resolved, registry)
    assert resolved.vehicles
    if name in MISSIONS:
        asked = resolved.success
        assert asked.landed_within_m is not None or asked.expect


@pytest.mark.parametrize("name", [name for name in MISSIONS if name not in CUT_SHORT])
def test_a_mission_fits_into_the_time_of_its_scenario(name: str) -> None:
    resolved = load_scenario(name)
    for vehicle in resolved.vehicles:
        mission = vehicle.mission
        if mission is None:
            continue
        north, east, down = vehicle.position_ned_m
        # Who starts in flight climbs nowhere.
        altitude_m = (mission.takeoff_altitude_m or 0.0) if down == 0.0 else 0.0
        home = (north, east, down - altitude_m)
        path = [home, *mission.waypoints_ned_m, *([home] if mission.land else [])]
        # Wings that name no speed fly faster than this.
        way_s = sum(dist(a, b) for a, b in pairwise(path)) / (mission.cruise_speed_mps or 12.0)
        hold_s = mission.hold_s * len(mission.waypoints_ned_m)
        # Climbing and sinking at 1 m/s, and two seconds to brake at each waypoint.
        slow_s = 2.0 * altitude_m + 2.0 * len(mission.waypoints_ned_m)
        assert way_s + hold_s + slow_s < resolved.duration_s


def test_the_quad_has_the_figures_of_rosflight() -> None:
    quad = rotors_of("quad")
    assert performance.hover_speed_radps(quad) == pytest.approx(387.8, abs=0.05)
    assert performance.hover_throttle(quad) == pytest.approx(0.480, abs=5e-4)
    assert performance.thrust_to_weight(quad) == pytest.approx(4.19, abs=5e-3)


@pytest.mark.parametrize(
    ("name", "mass_kg", "rotors", "thrust_to_weight"),
    [
        ("quad", 3.5, 4, 4.19),
        ("racer", 0.55, 4, 7.67),
        ("hexa", 8.0, 6, 3.45),
        ("octo", 12.0, 8, 3.52),
    ],
)
def test_vehicles_hover_with_throttle_to_spare(
    name: str, mass_kg: float, rotors: int, thrust_to_weight: float
) -> None:
    config = rotors_of(name)
    assert config.mass_kg == mass_kg
    assert len(config.rotor_dists) == rotors
    assert 0.35 <= performance.hover_throttle(config) <= 0.55
    assert performance.thrust_to_weight(config) == pytest.approx(thrust_to_weight, abs=0.01)


@pytest.mark.parametrize("name", MULTIROTORS)
def test_a_vehicle_could_be_built(name: str) -> None:
    config = rotors_of(name)
    xx, yy, zz = config.inertia_kgm2[:3]
    assert max(xx, yy, zz) < (xx + yy + zz) / 2
    assert sum(config.rotor_rotation_directions) == 0
    # ROSflight's own propellers (the quad's) overlap by 27 mm; ours keep clear of each other.
    gap_m = 2 * config.rotor_dists[0] * sin(pi / len(config.rotor_dists)) - config.prop_diameter_m
    assert gap_m > (-0.03 if name.startswith("quad") else 0.02)


@pytest.mark.parametrize("name", MULTIROTORS)
def test_a_multirotor_stands_on_feet_around_its_centre(name: str) -> None:
    settings = load_vehicle(name).contacts
    assert settings is not None
    config = build_config(contacts.Config, settings)
    lowest = contacts.standing_height_m(config)
    feet = [point for point in config.points_frd_m if point[2] == lowest]
    assert len(feet) == 4
    assert {(x > 0, y > 0) for x, y, _ in feet} == {
        (a, b) for a in (True, False) for b in (True, False)
    }
    assert any(point[2] < 0 for point in config.points_frd_m)


def test_quad_and_racer_share_a_compiled_step(registry: Registry) -> None:
    classes = []
    for name in ("quad", "racer"):
        kit = VehicleKit(400)
        equip_vehicle(kit, registry, load_vehicle(name), {})
        classes.append(VehicleClass.from_kit(kit))
    assert classes[0] == classes[1]


def test_worlds_differ_in_what_their_names_promise() -> None:
    wind = {name: load_world(name).systems.get("wind") for name in ("airfield", "calm", "storm")}
    assert wind["calm"] is None
    assert wind["airfield"] is not None
    assert wind["airfield"].values["speed_mps"] == 4.0
    assert wind["storm"] is not None
    assert wind["storm"].values["turbulence"] == "severe"
    assert load_world("alpine").origin.altitude_m == 3000.0
