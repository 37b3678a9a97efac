"""The generated pages tell all that the code declares, and a stale one is named."""

import re
from pathlib import Path

import pytest

from simloop.cli.generate import main, pages
from simloop.component.column import Column, ColumnGroup, Kind
from simloop.firmware.stack import STACKS
from simloop.server.files import list_files, load_scenario
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.plugins import Registry
from simloop.server.simulation import Simulation
from simloop.server.starting_grid import plan_capacity
from simloop.server.vehicle_factory import VehicleFactory
from simloop.world.document import numbers, render_components, table

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def written() -> dict[str, str]:
    return pages()


def test_every_column_of_a_vehicle_is_in_the_page(written: dict[str, str]) -> None:
    # Made without a run: a run would open the ports of its autopilots.
    parts = [part for s in list_files("scenario") for part in _components(load_scenario(s.name))]
    columns = dict.fromkeys(column.name for part in parts for column in part.columns)
    missing = [name for name in columns if f"| `{name}` |" not in written["docs/components.md"]]
    assert not missing


@pytest.mark.parametrize(
    ("column", "writers"),
    [
        ("rotor_speed_radps", "rotors"),
        ("wind_ned_mps", "wind, turbulence"),
        ("velocity_frd_mps", "rigid_body, .*differential_drive, .*jsbsim"),
        ("collision_point_ned_m", "collisions"),
    ],
)
def test_a_column_names_the_systems_that_write_it(
    written: dict[str, str], column: str, writers: str
) -> None:
    line = _line_of(written["docs/components.md"], f"`{column}`")
    assert re.search(rf"\| {writers} \|$", line)


def test_every_topic_and_service_is_in_the_page(written: dict[str, str]) -> None:
    graph = Simulation.load("square").bus.graph()
    page = written["docs/topics.md"]
    missing = [one.name for one in (*graph.topics, *graph.services) if f"`{one.name}`" not in page]
    assert not missing
    assert "### rosflight_msgs/msg/SimState" in page


def test_every_parameter_is_in_the_page(written: dict[str, str]) -> None:
    page = written["docs/parameters.md"]
    fields = [f for stack in STACKS.values() for f in (*stack.parameters, *stack.state)]
    names = {name for field in fields for name in field.names}
    assert len(names) > 300
    assert not [name for name in names if f"| `{name}` |" not in page]


def test_every_system_plugin_has_a_section_with_its_settings(written: dict[str, str]) -> None:
    page = written["docs/systems.md"]
    sections = [line[3:] for line in page.splitlines() if line.startswith("## ")]
    own = [p for p in Simulation.load("square").registry.plugins() if p.package == "simloop"]
    assert not [plugin.name for plugin in own if plugin.name not in sections]
    assert "| `gusts` | `tuple[Gust, ...]` | `[]` |" in page
    assert "| `mass_kg` | `float` | `3.5` | Take-off mass. |" in page


def test_settings_made_of_settings_are_told(written: dict[str, str]) -> None:
    page = written["docs/systems.md"]
    assert "A `Gust`:" in page
    assert "An `Obstacle`:" in page
    # A default says what is not usual; a type that reads itself has no keys.
    assert "| `mixer` | `Mixer` | `{'kind': 'fixed_wing'}` |" in page
    assert "A `NearFile`:" not in page


def test_pages_are_the_same_every_time(written: dict[str, str]) -> None:
    assert pages() == written


def test_pages_hold_no_path_of_this_machine(written: dict[str, str]) -> None:
    assert not [name for name, text in written.items() if str(ROOT) in text]


@pytest.mark.parametrize("file", ["pyproject.toml", "src/simloop_pusher/__init__.py"])
def test_the_plugin_guide_quotes_the_plugin_that_is_tested(file: str) -> None:
    source = (ROOT / "tests/third_party_plugin" / file).read_text().strip()
    assert source in (ROOT / "docs/guides/plugin.md").read_text()


def test_a_stale_page_is_named_and_written_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = ["--root", str(tmp_path)]
    assert main(root) == 0
    assert main(["--check", *root]) == 0
    capsys.readouterr()
    (tmp_path / "docs/topics.md").write_text("old")
    assert main(["--check", *root]) == 1
    said = capsys.readouterr().err
    assert said.startswith("docs/topics.md is out of date")
    assert "components" not in said
    assert (tmp_path / "docs/topics.md").read_text() == "old"
    assert main(root) == 0
    assert main(["--check", *root]) == 0


def test_a_component_tells_kind_unit_and_who_writes() -> None:
    part = ColumnGroup(
        "tank", Kind.INTENT, "Fuel.", (Column("level_m", 2, "m", "FRD", "height | depth"),)
    )
    text = render_components([part], {"level_m": ("pump", "leak")})
    assert "Fuel. *INTENT*" in text
    assert "| `level_m` | 2 | m | FRD | height \\| depth | 0 | pump, leak |" in text
    assert "| commands |" in render_components([part], {})


def test_numbers_are_short() -> None:
    assert numbers(9.80665) == "9.807"
    assert numbers((0.25, 0.25)) == "0.25"
    assert numbers((1.0, -0.5)) == "1, -0.5"


def test_a_table_has_a_rule_below_its_head() -> None:
    assert table(("a", "b"), [("1", "2")]) == "| a | b |\n| --- | --- |\n| 1 | 2 |\n"


def _line_of(page: str, start: str) -> str:
    return next(line for line in page.splitlines() if line.startswith(f"| {start}"))


def _components(scenario: ResolvedScenario) -> list[ColumnGroup]:
    """The components of all vehicles of a scenario."""
    factory = VehicleFactory(scenario, Registry(), items=plan_capacity(scenario))
    specs = [factory.spec(key, model) for key, model in scenario.models.items()]
    return [part for spec in specs for part in spec.vehicle_class.components]
