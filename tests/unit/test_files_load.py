"""Scenarios resolve names, layers, options and fleets; locks give them back equal."""

from pathlib import Path

import pytest

from simloop.server.files import (
    FileMistake,
    list_files,
    load_lock,
    load_scenario,
    load_vehicle,
    load_world,
    read_lock,
    version_changes,
    write_lock,
)
from simloop.server.files.find import find_file

SCENARIO = """\
world: calm
vehicles:
  - model: quad
    count: 5
    spacing_m: 4
    position_ned_m: [100, 10, 0]
    heading_deg: 450
    mission:
      laps: 2
      waypoints_ned_m: [[1, 2, -3]]
"""


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return str(path)


def test_a_group_stands_on_a_grid_and_flies_from_there(tmp_path: Path) -> None:
    resolved = load_scenario(write(tmp_path, "group.yaml", SCENARIO))
    assert resolved.name == "group"
    assert [v.name for v in resolved.vehicles] == [f"quad_{n}" for n in range(5)]
    assert [v.position_ned_m[:2] for v in resolved.vehicles] == [
        (100.0, 10.0),
        (104.0, 10.0),
        (104.0, 14.0),
        (100.0, 14.0),
        (108.0, 10.0),
    ]
    last = resolved.vehicles[-1]
    assert last.heading_deg == 90.0
    assert last.mission is not None
    assert last.mission.waypoints_ned_m == ((109.0, 12.0, -3.0),) * 2


def test_a_mission_takes_open_values_from_the_vehicle(tmp_path: Path) -> None:
    text = SCENARIO.replace("quad", "racer")
    mission = load_scenario(write(tmp_path, "s.yaml", text)).vehicles[0].mission
    pilot = load_vehicle("racer").autopilot
    assert mission is not None
    assert mission.cruise_speed_mps == pilot.cruise_speed_mps
    assert mission.takeoff_altitude_m == pilot.takeoff_altitude_m


def test_numbers_of_a_name_go_on_in_the_next_entry(tmp_path: Path) -> None:
    text = "world: calm\nvehicles:\n  - model: quad\n  - {model: quad, position_ned_m: [5, 0, 0]}\n"
    resolved = load_scenario(write(tmp_path, "s.yaml", text))
    assert [v.name for v in resolved.vehicles] == ["quad_0", "quad_1"]
    assert list(resolved.models) == ["quad"]


def test_a_given_name_is_kept_and_changed_models_get_their_own_key(tmp_path: Path) -> None:
    text = """\
world: calm
vehicles:
  - {model: quad, name: plain}
  - {model: quad, name: heavy, position_ned_m: [5, 0, 0], set: {dynamics.multirotor.mass_kg: 4}}
"""
    resolved = load_scenario(write(tmp_path, "s.yaml", text))
    plain, heavy = resolved.vehicles
    assert (plain.name, heavy.name) == ("plain", "heavy")
    assert resolved.model_of(plain).dynamics["multirotor"].values["mass_kg"] == 3.5
    assert resolved.model_of(heavy).dynamics["multirotor"].values["mass_kg"] == 4


def test_extending_merges_mappings_and_replaces_lists() -> None:
    quad, racer = load_vehicle("quad"), load_vehicle("racer")
    mine, base = racer.dynamics["multirotor"].values, quad.dynamics["multirotor"].values
    assert racer.name == "racer"
    assert mine["mass_kg"] == 0.55
    assert mine["rotor_radial_angles_deg"] == base["rotor_radial_angles_deg"]
    assert racer.sensors["gnss"] == quad.sensors["gnss"]


def test_an_empty_key_changes_nothing_of_what_it_extends(tmp_path: Path) -> None:
    path = write(tmp_path, "w.yaml", "extends: airfield\nsystems:\n  wind:\n")
    assert load_world(path).systems == load_world("airfield").systems


def test_systems_are_defaults_then_world_then_scenario(tmp_path: Path) -> None:
    text = """\
world: {extends: airfield, remove: [scene]}
vehicles: []
systems: {wind: {speed_mps: 1.5}, battery: }
"""
    systems = load_scenario(write(tmp_path, "s.yaml", text)).systems
    assert list(systems) == [
        "user_commands",
        "failures",
        "link_failures",
        "physics",
        "atmosphere",
        "topics",
        "drive_topics",
        "rc",
        "wind",
        "battery",
    ]
    assert systems["wind"].values["speed_mps"] == 1.5
    assert systems["wind"].values["turbulence"] == "light"


def test_paths_in_a_file_are_meant_from_that_file(tmp_path: Path) -> None:
    write(tmp_path, "parts/mine.yaml", "extends: quad\ndescription: mine\n")
    write(tmp_path, "here.yaml", "gravity_mps2: 1.62\n")
    text = "world: ./here.yaml\nvehicles: [{model: parts/mine.yaml}]\n"
    resolved = load_scenario(write(tmp_path, "s.yaml", text))
    assert resolved.world.gravity_mps2 == 1.62
    assert resolved.vehicles[0].name == "mine_0"


def test_the_project_comes_before_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "worlds/calm.yaml", "description: ours\n")
    monkeypatch.chdir(tmp_path)
    assert load_world("calm").description == "ours"
    assert find_file("world", "calm") == Path("worlds/calm.yaml")
    assert "ours" in [listed.description for listed in list_files("world")]


def test_a_broken_file_is_listed_with_its_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "worlds/broken.yaml", "a: [\n")
    monkeypatch.chdir(tmp_path)
    broken = next(listed for listed in list_files("world") if listed.name == "broken")
    assert broken.description.startswith("cannot be read: ")


def test_options_of_the_command_line_win() -> None:
    resolved = load_scenario(
        "square",
        vehicle="hexa",
        count=2,
        seed=9,
        sets=[
            "vehicles[0].mission.cruise_speed_mps=7",
            "duration_s=1e2",
            "world.systems.wind.turbulence=severe",
            "vehicles[0].model.sensors.imu.rate_hz=200",
            "speed=max",
        ],
    )
    assert [v.name for v in resolved.vehicles] == ["hexa_0", "hexa_1"]
    assert resolved.seed == 9
    assert resolved.duration_s == 100.0
    assert resolved.speed == "max"
    assert resolved.vehicles[0].mission is not None
    assert resolved.vehicles[0].mission.cruise_speed_mps == 7.0
    assert resolved.world.name == "airfield"
    assert resolved.systems["wind"].values["turbulence"] == "severe"
    assert resolved.models["hexa"].sensors["imu"].values == {"rate_hz": 200}


def test_a_set_value_may_be_any_yaml() -> None:
    sets = ["vehicles[0].mission.waypoints_ned_m=[[1, 2, -3]]"]
    mission = load_scenario("square", sets=sets).vehicles[0].mission
    assert mission is not None
    assert mission.waypoints_ned_m == ((1.0, 2.0, -3.0),)


def test_a_scenario_may_set_its_own_tick_rate() -> None:
    assert load_scenario("square").tick_rate_hz == 400
    assert load_scenario("square", sets=["tick_rate_hz=1200"]).tick_rate_hz == 1200


@pytest.mark.parametrize("name", [listed.name for listed in list_files("scenario")])
def test_a_lock_gives_back_an_equal_scenario(name: str, tmp_path: Path) -> None:
    resolved = load_scenario(name, seed=77)
    path = tmp_path / "config.lock"
    write_lock(resolved, path)
    assert load_lock(path) == resolved
    assert load_scenario(str(path)) == resolved


def test_a_lock_needs_no_other_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "config.lock"
    resolved = load_scenario("mixed")
    write_lock(resolved, path)
    monkeypatch.setattr("simloop.server.files.find.LIBRARY", tmp_path / "nowhere")
    assert load_lock(path) == resolved


def test_a_lock_knows_what_it_was_written_by(tmp_path: Path) -> None:
    path = tmp_path / "config.lock"
    write_lock(load_scenario("hover"), path)
    lock = read_lock(path)
    assert {"simloop", "python", "numpy", "llvmlite"} <= set(lock.versions)
    assert version_changes(lock) == []
    path.write_text(
        path.read_text().replace(f'"numpy": "{lock.versions["numpy"]}"', '"numpy": "1"')
    )
    assert version_changes(read_lock(path)) == [f"numpy is {lock.versions['numpy']}, was 1"]


def test_a_lock_of_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "config.lock"
    write_lock(load_scenario("hover"), path)
    path.write_text(path.read_text().replace('"format": 1', '"format": 2'))
    with pytest.raises(FileMistake, match=r"config\.lock: format is 2: this simloop reads 1"):
        load_lock(path)


def test_a_given_name_does_not_depend_on_the_count(tmp_path: Path) -> None:
    def names(count: int) -> list[str]:
        text = f"world: calm\nvehicles:\n  - {{model: quad, name: eagle, count: {count}}}\n"
        resolved = load_scenario(write(tmp_path, "s.yaml", text))
        return [vehicle.name for vehicle in resolved.vehicles]

    assert names(1) == ["eagle"]
    assert names(3) == ["eagle", "eagle_1", "eagle_2"]


def test_false_takes_out_what_another_file_brought(tmp_path: Path) -> None:
    text = """\
world: {extends: airfield, systems: {wind: false}}
vehicles:
  - model: {extends: quad, sensors: {airspeed: false}, contacts: false}
systems: {scene: false}
"""
    resolved = load_scenario(
        write(tmp_path, "s.yaml", text), sets=["vehicles[0].model.sensors.range=false"]
    )
    assert "wind" not in resolved.systems
    assert "scene" not in resolved.systems
    (model,) = resolved.models.values()
    assert list(model.sensors) == ["imu", "magnetometer", "barometer", "gnss", "battery"]
    assert model.contacts is None


def test_taking_out_what_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    text = "world: calm\nvehicles: []\nsystems: {wind: false}\n"
    with pytest.raises(FileMistake, match="s.yaml:3.*no system 'wind' to take out"):
        load_scenario(write(tmp_path, "s.yaml", text))


PILOTS = """\
world: calm
vehicles:
  - model: {extends: quad, autopilot: {settings: {parameters: {RATE_HZ: 1}}}}
    autopilot: none
  - model: {extends: quad, autopilot: {settings: {parameters: {RATE_HZ: 1}}}}
    position_ned_m: [10, 0, 0]
    autopilot: {settings: {board: sil}}
  - model: quad
    position_ned_m: [20, 0, 0]
    autopilot: {kind: elsewhere, settings: {port: 9002}, cruise_speed_mps: 7}
"""


def test_a_scenario_chooses_who_flies_each_vehicle(tmp_path: Path) -> None:
    resolved = load_scenario(write(tmp_path, "pilots.yaml", PILOTS))
    nobody, ours, other = (resolved.model_of(v).autopilot for v in resolved.vehicles)
    # Settings of one kind mean nothing to another; those of the same kind are laid over.
    assert (nobody.kind, nobody.settings.values) == ("none", {})
    assert ours.kind == "firmware"
    assert ours.settings.values == {"parameters": {"RATE_HZ": 1}, "board": "sil"}
    assert (other.kind, other.settings.values) == ("elsewhere", {"port": 9002})
    # What is no setting of the pilot's own stays with the vehicle.
    assert (other.takeoff_altitude_m, other.cruise_speed_mps) == (10.0, 7.0)


def test_an_empty_autopilot_names_nothing(tmp_path: Path) -> None:
    text = SCENARIO + "    autopilot: 5\n"
    with pytest.raises(FileMistake, match="'autopilot' names nothing"):
        load_scenario(write(tmp_path, "s.yaml", text))
