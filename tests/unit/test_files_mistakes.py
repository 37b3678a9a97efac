"""Canned mistakes: each is told in one line that names the place and the fix."""

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import simloop.systems
from simloop.server.files import FileMistake, check_file, load_scenario, load_vehicle, load_world
from simloop.server.plugins import AUTOPILOTS, SYSTEMS, Registry

BUILT_IN = [
    EntryPoint(module.name, f"simloop.systems.{module.name}", SYSTEMS)
    for module in pkgutil.iter_modules(simloop.systems.__path__)
] + [
    EntryPoint("firmware", "simloop.sitl.firmware_autopilot", AUTOPILOTS),
    EntryPoint("link_failures", "simloop.sitl.link_failures", SYSTEMS),
]

SCENARIO = """\
world: calm
vehicles:
  - model: quad
    mission:
      waypoints_ned_m: [[10, 0, -5]]
"""
VEHICLE = """\
dynamics:
  multirotor:
    mass_kg: 3.5
"""


@dataclass(frozen=True)
class Case:
    """A file with a mistake, and how it must be told."""

    text: str
    line: int
    says: str
    fix: str


FILES = {
    "unknown key at the top": Case(
        "world: calm\nvehicels: []\n", 2, "unknown key 'vehicels'", "did you mean 'vehicles'?"
    ),
    "unknown key of a vehicle entry": Case(
        SCENARIO + "    headnig_deg: 3\n", 6, "'headnig_deg'", "'heading_deg'?"
    ),
    "unknown key of a mission": Case(
        SCENARIO + "      cruise_speed: 3\n", 6, "'cruise_speed'", "'cruise_speed_mps'?"
    ),
    "unknown key of success": Case(
        SCENARIO + "success:\n  no_crsh: true\n", 7, "'no_crsh'", "'no_crash'?"
    ),
    "unknown key far from any": Case(
        SCENARIO + "success:\n  zzz: 1\n", 7, "'zzz'", "use one of expect, landed_within_m"
    ),
    "unknown key in an inline world": Case(
        "world:\n  extends: calm\n  gravty_mps2: 3\nvehicles: []\n",
        3,
        "'gravty_mps2'",
        "'gravity_mps2'?",
    ),
    "unknown key of a world": Case(
        "gravity_mps2: 9.8\norign: {}\n", 2, "unknown key 'orign'", "did you mean 'origin'?"
    ),
    "unknown key of an origin": Case(
        "gravity_mps2: 9.8\norigin:\n  latitude: 3\n", 3, "'latitude'", "'latitude_deg'?"
    ),
    "unknown key of a vehicle": Case(
        VEHICLE + "sensor:\n  imu:\n", 4, "unknown key 'sensor'", "did you mean 'sensors'?"
    ),
    "unknown key of a plugin": Case(
        "dynamics:\n  multirotor:\n    mas_kg: 3\n", 3, "'mas_kg'", "did you mean 'mass_kg'?"
    ),
    "unknown key of a sensor": Case(
        VEHICLE + "sensors:\n  imu:\n    rate: 3\n", 6, "unknown key 'rate'", "'rate_hz'?"
    ),
    "unknown key in a list of a plugin": Case(
        "gravity_mps2: 9.8\nsystems:\n  wind:\n    gusts:\n      - start: 3\n",
        5,
        "unknown key 'start'",
        "did you mean 'start_s'?",
    ),
    "text for a number": Case(
        "world: calm\nduration_s: long\nvehicles: []\n", 2, "the text 'long'", "write a number"
    ),
    "number for text": Case(
        "world: calm\nvehicles: []\ndescription: 5\n", 3, "'description' is 5", "write text"
    ),
    "true for a number": Case(
        "world: calm\nvehicles: []\nduration_s: true\n", 3, "is true", "write a number"
    ),
    "yes for a truth": Case(
        SCENARIO + "      land: yes\n", 6, "'land' is the text 'yes'", "write true or false"
    ),
    "fraction for a whole number": Case(
        "world: calm\nvehicles: []\nseed: 1.5\n", 3, "'seed' is 1.5", "write a whole number"
    ),
    "number that is none": Case(
        "world: calm\nvehicles: []\nduration_s: .nan\n", 3, "is nan", "write a finite number"
    ),
    "infinite number": Case(
        "world: calm\nvehicles: []\nspeed: -.inf\n", 3, "'speed' is -inf", "a number or 'max'"
    ),
    "mapping for a list": Case(
        "world: calm\nvehicles:\n  model: quad\n", 2, "'vehicles' is a mapping", "write a list"
    ),
    "text for a mapping": Case(
        "gravity_mps2: 9.8\norigin: here\n", 2, "'origin' is the text 'here'", "'key: value' lines"
    ),
    "list for a file": Case("- world\n- vehicles\n", 1, "no scenario file", "'key: value' lines"),
    "waypoint with two numbers": Case(
        SCENARIO.replace("10, 0, -5", "10, -5"), 5, "'waypoints_ned_m[0]'", "a list of 3 numbers"
    ),
    "waypoint below ground": Case(
        SCENARIO.replace("-5", "5"), 5, "waypoints_ned_m[0] is below ground", "negative upwards"
    ),
    "waypoint on the ground for what flies": Case(
        "world: calm\nvehicles:\n  - model: quad\n    mission:\n"
        "      waypoints_ned_m: [[10, 0, 0]]\n",
        3,
        "'quad' flies, but waypoints_ned_m[0] is not above ground",
        "negative number",
    ),
    "word that is no choice": Case(
        SCENARIO + "time_mode: lock_step\n", 6, "'time_mode'", "did you mean 'lockstep'?"
    ),
    "missing world": Case("vehicles: []\n", 1, "missing key 'world'", "add 'world:' with a name"),
    "missing model": Case(
        "world: calm\nvehicles:\n  - count: 3\n", 3, "missing key 'model'", "add 'model:'"
    ),
    "missing time of an event": Case(
        SCENARIO + "timeline:\n  - command: reset\n", 7, "missing key 'at_s'", "with a number"
    ),
    "missing dynamics": Case("kind: multirotor\n", 1, "missing key 'dynamics'", "a mapping"),
    "missing step of lockstep": Case(
        SCENARIO + "time_mode: lockstep\n", 6, "time_mode is 'lockstep'", "add 'step_size_us:'"
    ),
    "unknown world": Case(
        "world: airfeild\nvehicles: []\n", 1, "unknown world 'airfeild'", "mean 'airfield'?"
    ),
    "unknown model": Case(
        SCENARIO.replace("quad", "quadd"), 3, "unknown vehicle 'quadd'", "'simloop list vehicles'"
    ),
    "unknown file to extend": Case(
        "extends: sqare\nworld: calm\nvehicles: []\n", 1, "unknown scenario", "mean 'square'?"
    ),
    "unknown plugin": Case(
        VEHICLE + "sensors:\n  gnns:\n", 5, "unknown system 'gnns'", "did you mean 'gnss'?"
    ),
    "unknown system of a scenario": Case(
        SCENARIO + "systems:\n  wnd:\n", 7, "unknown system 'wnd'", "did you mean 'wind'?"
    ),
    "world-wide system on a vehicle": Case(
        VEHICLE + "sensors:\n  scene:\n", 5, "'scene' is nothing a vehicle carries", "'systems:'"
    ),
    "unknown default to remove": Case(
        "world:\n  extends: calm\n  remove: [scenes]\nvehicles: []\n",
        3,
        "no default system 'scenes'",
        "did you mean 'scene'?",
    ),
    "negative mass": Case(
        "dynamics:\n  multirotor:\n    mass_kg: -1\n", 3, "mass_kg", "must be positive"
    ),
    "unequal rotor lists": Case(
        VEHICLE
        + "    rotor_dists: [0.2, 0.2, 0.2]\n    rotor_radial_angles_deg: [0, 90, 180, 270]\n",
        5,
        "rotor_radial_angles_deg has 4 entries",
        "rotor_dists has 3",
    ),
    "rate that does not divide": Case(
        VEHICLE + "sensors:\n  imu:\n    rate_hz: 130\n", 6, "130 Hz does not divide", "use 100 Hz"
    ),
    "unknown turbulence": Case(
        "gravity_mps2: 9.8\nsystems:\n  wind:\n    turbulence: sever\n",
        4,
        "'turbulence' is the text 'sever'",
        "did you mean 'severe'?",
    ),
    "negative gravity": Case(
        "origin: {}\ngravity_mps2: -9.8\n", 2, "gravity_mps2 is -9.8", "a number above 0"
    ),
    "latitude beyond the pole": Case(
        "origin:\n  latitude_deg: 91\n", 2, "latitude_deg is 91", "from -90 to 90"
    ),
    "no vehicles at all": Case(
        SCENARIO.replace("quad\n", "quad\n    count: 0\n"), 4, "count is 0", "above 0"
    ),
    "two vehicles of one name": Case(
        SCENARIO + "  - {model: quad, name: quad_0, position_ned_m: [9, 9, 0]}\n",
        6,
        "two vehicles are called 'quad_0'",
        "change one 'name'",
    ),
    "two vehicles in one place": Case(
        SCENARIO + "  - {model: quad}\n", 6, "start at the same place", "'position_ned_m'"
    ),
    "event after the end": Case(
        SCENARIO + "timeline: [{at_s: 500, command: reset}]\n", 6, "500 s", "raise duration_s"
    ),
    "colour without quotes": Case(
        VEHICLE + "visual:\n  colour: blue\n", 5, "colour is 'blue'", "'#rrggbb'"
    ),
    "change to an unknown key of the model": Case(
        SCENARIO + "    set: {dynamics.multirotor.mas_kg: 3}\n", 6, "'mas_kg'", "'mass_kg'?"
    ),
    "open bracket": Case("world: [1\n", 2, "cannot read this as YAML", "close the list with ']'"),
    "tab for indentation": Case(
        "world: calm\nvehicles:\n\t- model: quad\n", 3, "cannot read this as YAML", "tabs"
    ),
    "wrong indentation": Case(
        "world: calm\n  vehicles: []\n", 2, "cannot read this as YAML", "check the indentation"
    ),
    "missing colon": Case("world: calm\nvehicles\n", 3, "cannot read", "'key: value'"),
    "key twice": Case(
        "world: calm\nseed: 1\nvehicles: []\nseed: 2\n", 4, "'seed' appears twice", "in line 2"
    ),
    "unknown anchor": Case("world: *none\n", 1, "cannot read", "define the anchor"),
    "alias of itself": Case("world: &a\n  systems: *a\n", 2, "contains itself", "write the value"),
    "tag of a program": Case(
        "world: !!python/object:os.system {}\n", 1, "is not allowed", "remove it"
    ),
    "unknown autopilot": Case(
        VEHICLE + "autopilot:\n  kind: firmwar\n", 4, "unknown autopilot", "mean 'firmware'?"
    ),
    "unknown parameter of the firmware": Case(
        VEHICLE + "sensors: {imu: }\nautopilot:\n  settings:\n    parameters:\n"
        "      fw_cruise_sped_mps: 3\n",
        8,
        "no parameter 'fw_cruise_sped_mps'",
        "did you mean 'fw_cruise_speed_mps'?",
    ),
    "rate of nothing": Case(
        VEHICLE + "sensors:\n  imu:\n    rate_hz: 1e-320\n", 6, "rate_hz is", "from 1 to 400"
    ),
    "misspelt extends": Case(
        "extend: square\nworld: calm\n", 1, "unknown key 'extend'", "did you mean 'extends'?"
    ),
    "number beyond all numbers": Case(
        f"world: calm\nvehicles: []\nduration_s: 1{'0' * 99}{'0' * 5000}\n",
        3,
        "'duration_s' is inf",
        "write a finite number",
    ),
    "laps without end": Case(
        SCENARIO + "      laps: 99999999999999999999\n", 6, "laps is 1e+20", "from 1 to 10000"
    ),
    "too many brackets": Case(
        "world: calm\nseed: " + "[" * 400_000, 2, "nested too deeply", "at most 50 levels"
    ),
    "missing file of the world": Case(
        "world: ./nowhere.yaml\nvehicles: []\n",
        1,
        "no such file './nowhere.yaml'",
        "check the path",
    ),
    "merge key": Case("world: calm\n<<: {seed: 1}\n", 2, "merge keys", "extends: NAME"),
}


@pytest.fixture
def registry() -> Registry:
    return Registry(lambda group: [entry for entry in BUILT_IN if entry.group == group])


def told(action: Callable[[], object]) -> FileMistake:
    """The mistake an action raises; it must be one line."""
    with pytest.raises(FileMistake) as caught:
        action()
    assert len(str(caught.value).splitlines()) == 1
    return caught.value


@pytest.mark.parametrize("case", FILES.values(), ids=FILES.keys())
def test_a_mistake_in_a_file_names_line_and_fix(
    case: Case, tmp_path: Path, registry: Registry
) -> None:
    path = tmp_path / "mistaken.yaml"
    path.write_text(case.text)
    mistake = told(lambda: check_file(path, registry))
    line = str(mistake)
    assert line.startswith(f"{path}:{case.line}:")
    assert mistake.line == case.line
    assert case.says in line
    assert case.fix in line


@pytest.mark.parametrize(
    ("name", "content", "says", "fix"),
    [
        ("none.yaml", None, "no such file", "check the path"),
        ("far/away.yaml", None, "no such file", "does not exist either"),
        ("empty.yaml", b"", "the file is empty", "'key: value'"),
        ("comment.yaml", b"# nothing\n", "the file is empty", "'key: value'"),
        ("binary.yaml", b"\xff\xfe\x00", "not text", "UTF-8"),
        ("large.yaml", b"#" * 1_000_001, "too large", "below 1,000,000 bytes"),
        ("aliases.yaml", None, "too many values", "aliases included"),
        ("half.lock", b"{", "no lock file", "run the scenario again"),
        ("deep.lock", b"[" * 100_000, "no lock file", "run the scenario again"),
        ("old.lock", b'{"format": 0}', "missing key 'versions'", "add"),
    ],
)
def test_a_file_that_cannot_be_read(
    name: str, content: bytes | None, says: str, fix: str, tmp_path: Path, registry: Registry
) -> None:
    path = tmp_path / name
    if name == "aliases.yaml":
        layers = [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 8)]
        content = "\n".join(["a0: &a0 [1]", *layers]).encode()
    if content is not None:
        path.write_bytes(content)
    line = str(told(lambda: check_file(path, registry)))
    assert line.startswith(f"{path}")
    assert says in line
    assert fix in line


def test_a_directory_is_no_file(tmp_path: Path, registry: Registry) -> None:
    assert "this is a directory: name a file" in str(told(lambda: check_file(tmp_path, registry)))


def test_a_missing_file_suggests_its_neighbour(tmp_path: Path, registry: Registry) -> None:
    (tmp_path / "square.yaml").write_text(SCENARIO)
    mistake = told(lambda: check_file(tmp_path / "sqare.yaml", registry))
    assert mistake.fix == "did you mean 'square.yaml'?"


def test_files_that_extend_each_other(tmp_path: Path, registry: Registry) -> None:
    (tmp_path / "a.yaml").write_text("extends: b.yaml\nworld: calm\n")
    (tmp_path / "b.yaml").write_text("extends: a.yaml\nworld: calm\n")
    line = str(told(lambda: check_file(tmp_path / "a.yaml", registry)))
    assert line == f"{tmp_path / 'b.yaml'}:1: 'a.yaml' extends itself: extend another file"


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (
            lambda: load_scenario("sqare"),
            "unknown scenario 'sqare': did you mean 'square'? 'simloop list scenarios' shows all",
        ),
        (
            lambda: load_scenario("nosuch"),
            "unknown scenario 'nosuch': 'simloop list scenarios' shows all",
        ),
        (
            lambda: load_world("strom"),
            "unknown world 'strom': did you mean 'storm'? 'simloop list worlds' shows all",
        ),
        (
            lambda: load_vehicle("quadd"),
            "unknown vehicle 'quadd': did you mean 'quad'? 'simloop list vehicles' shows all",
        ),
        (
            lambda: load_scenario("square", vehicle="quadd"),
            "--vehicle: unknown vehicle 'quadd': did you mean 'quad'? "
            "'simloop list vehicles' shows all",
        ),
        (lambda: load_scenario("square", count=0), "--count: count is 0: write a number above 0"),
        (
            lambda: load_scenario("mixed", count=2),
            "--count: the scenario lists 4 vehicles of its own: "
            "use '--set vehicles[0].count=N' for the one you mean",
        ),
        (lambda: load_scenario("square", seed=-1), "--seed: seed is -1: write 0 or more"),
        (
            lambda: load_scenario("run/config.lock", seed=3),
            "a lock file is a complete run: leave out --vehicle, --count, --seed, --set, "
            "--params and --memory, or run the scenario itself",
        ),
    ],
)
def test_a_mistake_on_the_command_line(action: Callable[[], object], line: str) -> None:
    assert str(told(action)) == line


@pytest.mark.parametrize(
    ("assignment", "line"),
    [
        ("seed", "--set seed: there is no '=': write it as path.to.key=value, "),
        ("a..b=1", "--set a..b: cannot read the path 'a..b': write it as path.to.key=value, "),
        ("sed=1", "--set sed: unknown key 'sed': did you mean 'seed'?"),
        ("seed=[", "--set seed: cannot read the value '[': quote it as in YAML"),
        ("seed=fast", "--set seed: 'seed' is the text 'fast': write a whole number"),
        ("vehicles[1].count=2", "--set vehicles[1].count: there is no item [1]: use [0] to [0]"),
        ("vehicles.count=2", "--set vehicles.count: there is a list before 'count': say which one"),
        ("seed.x=2", "--set seed.x: 'seed' is a mapping"),
        (
            "duration_s.x=2",
            "--set duration_s.x: there is a single value before 'x': leave out '.x'",
        ),
        ("seed[0]=2", "--set seed[0]: [0] does not follow a list: write it as"),
        (
            "vehicles[0].mission.cruise_sped_mps=7",
            "--set vehicles[0].mission.cruise_sped_mps: unknown key 'cruise_sped_mps': "
            "did you mean 'cruise_speed_mps'?",
        ),
        (
            "world.gravity=3",
            "--set world.gravity: unknown key 'gravity': did you mean 'gravity_mps2'?",
        ),
        (
            "vehicles[0].model.visual.size_m=0",
            "--set vehicles[0].model.visual.size_m: size_m is 0: write a number above 0",
        ),
    ],
)
def test_a_mistake_in_a_set_option(assignment: str, line: str) -> None:
    assert str(told(lambda: load_scenario("square", sets=[assignment]))).startswith(line)
