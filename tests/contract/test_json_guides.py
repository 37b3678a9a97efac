"""The scenarios in docs/guides/ardupilot.md and gazebo.md are sound, and say what is so."""

import re
from pathlib import Path

import pytest

from simloop.adapters.gazebo import GazeboConfig
from simloop.links.ardupilot import Config
from simloop.server.files import check_plugins, load_scenario
from simloop.server.plugins import Registry

GUIDES = Path(__file__).parents[2] / "docs" / "guides"


def text(name: str) -> str:
    return (GUIDES / f"{name}.md").read_text()


SCENARIOS = [
    found
    for name in ("ardupilot", "gazebo")
    for found in re.findall(r"^```yaml\n# (\w+\.yaml)\n(.*?)^```", text(name), re.S | re.M)
]


def settings_of(guide: str) -> set[str]:
    """The names in the first column of the guide's table of settings."""
    table = text(guide).split("## Settings\n")[1].split("\n## ")[0].split("\n\n")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


@pytest.mark.parametrize(("name", "code"), SCENARIOS, ids=[name for name, _ in SCENARIOS])
def test_each_scenario_passes_the_check(name: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(code)
    check_plugins(load_scenario(str(path)), Registry())


def test_there_are_scenarios() -> None:
    assert len(SCENARIOS) == 3


@pytest.mark.parametrize(("guide", "config"), [("ardupilot", Config), ("gazebo", GazeboConfig)])
def test_every_setting_is_told(guide: str, config: type) -> None:
    assert settings_of(guide) == set(config.__dataclass_fields__)  # type: ignore[attr-defined]


def test_the_refusal_of_a_slow_world_reads_as_told(tmp_path: Path) -> None:
    slow = tmp_path / "slow.yaml"
    slow.write_text(dict(SCENARIOS)["copter.yaml"].replace("1200", "400"))
    with pytest.raises(Exception, match="720 Hz") as refused:
        check_plugins(load_scenario(str(slow)), Registry())
    told = " ".join(text("ardupilot").split())
    assert str(refused.value).partition("ardupilot: ")[2] in told
