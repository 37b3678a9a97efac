"""The published schemas are current and say about the library what the loader says."""

import json
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from simloop.server.files import list_files
from simloop.server.files.schema import documents, field_docs, main
from simloop.server.files.world_file import WorldFile
from simloop.server.files.yaml_tree import read_yaml
from simloop.server.plugins import SYSTEMS, Registry
from simloop.systems import imu, wind

FOLDER = Path(__file__).parents[2] / "docs" / "schema"
# Whatever else is installed beside simloop has no place in its schemas.
BUILT_IN = [
    EntryPoint(plugin.name, plugin.target, SYSTEMS)
    for plugin in Registry().plugins()
    if plugin.package == "simloop"
]
KINDS = ("world", "vehicle", "scenario")


@pytest.fixture(scope="module")
def schemas() -> dict[str, Any]:
    registry = Registry(lambda group: [entry for entry in BUILT_IN if entry.group == group])
    return {name: json.loads(text) for name, text in documents(registry).items()}


@pytest.mark.parametrize("kind", KINDS)
def test_a_published_schema_is_current(kind: str, schemas: dict[str, Any]) -> None:
    name = f"{kind}.schema.json"
    assert json.loads((FOLDER / name).read_text()) == schemas[name]


@pytest.mark.parametrize("kind", KINDS)
def test_the_library_is_valid(kind: str, schemas: dict[str, Any]) -> None:
    schema = schemas[f"{kind}.schema.json"]
    jsonschema.Draft202012Validator.check_schema(schema)
    for listed in list_files(kind):  # type: ignore[arg-type]
        jsonschema.Draft202012Validator(schema).validate(read_yaml(listed.path).plain())


@pytest.mark.parametrize(
    ("kind", "document"),
    [
        ("world", {"gravty_mps2": 9.8}),
        ("world", {"gravity_mps2": "strong"}),
        ("world", {"systems": {"wind": {"sped_mps": 3}}}),
        ("vehicle", {"description": "no dynamics"}),
        ("vehicle", {"dynamics": {"multirotor": {"C_T": [1, 2]}}}),
        ("vehicle", {"extends": "quad", "contacts": {"friction": "ice"}}),
        ("scenario", {"world": "calm"}),
        ("scenario", {"world": "calm", "vehicles": [{"count": 1}]}),
        ("scenario", {"world": "calm", "vehicles": [], "time_mode": "fast"}),
    ],
)
def test_a_schema_refuses_mistakes(
    kind: str, document: dict[str, Any], schemas: dict[str, Any]
) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, schemas[f"{kind}.schema.json"])


def test_a_plugin_of_someone_else_is_no_mistake(schemas: dict[str, Any]) -> None:
    jsonschema.validate({"systems": {"theirs": {"x": 1}}}, schemas["world.schema.json"])


@dataclass
class Remembered:
    """A class that tells of its fields in its own text.

    Attributes:
        name: what it is called.
    """

    name: str = ""


def test_fields_are_documented_below_in_the_docstring_or_where_they_are_set() -> None:
    assert field_docs(WorldFile)["gravity_mps2"] == "Acceleration of free fall, m/s^2."
    assert field_docs(imu.Config)["rate_hz"].startswith("Samples per second")
    assert field_docs(Remembered)["name"] == "what it is called."
    assert field_docs(wind.Config)["speed_mps"].startswith("Horizontal mean wind")


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_has_a_description(kind: str, schemas: dict[str, Any]) -> None:
    properties = schemas[f"{kind}.schema.json"]["properties"]
    assert [key for key, value in properties.items() if not value.get("description")] in (
        [],
        ["contacts"],
    )


def test_the_program_writes_and_then_finds_nothing_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--check", "--out", str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("is out of date: run python -m") == 3
    assert main(["--out", str(tmp_path)]) == 0
    assert main(["--check", "--out", str(tmp_path)]) == 0
