"""The guides to PX4, Betaflight and programs of one's own say what is so."""

import re
from pathlib import Path

import pytest

from simloop.links import betaflight, px4
from simloop.server.files import check_plugins, load_scenario
from simloop.server.plugins import Registry
from simloop.sitl import external_autopilot

GUIDES = Path(__file__).parents[2] / "docs" / "guides"
CONFIGS = {
    "px4": px4.Config,
    "betaflight": betaflight.Config,
    "external_autopilot": external_autopilot.Config,
}


def _text(guide: str) -> str:
    return (GUIDES / f"{guide}.md").read_text()


def _block(guide: str, language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", _text(guide), re.S | re.M)
    return str(found)


@pytest.mark.parametrize("guide", CONFIGS)
def test_the_scenario_passes_the_check(guide: str, tmp_path: Path) -> None:
    path = tmp_path / "flight.yaml"
    path.write_text(_block(guide, "yaml"))
    check_plugins(load_scenario(str(path)), Registry())


@pytest.mark.parametrize("guide", CONFIGS)
def test_every_setting_is_told(guide: str) -> None:
    table = _text(guide).split("## Settings\n\n")[1].split("\n\n")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    told = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert told == set(CONFIGS[guide].__dataclass_fields__)


@pytest.mark.parametrize("guide", ["px4", "betaflight"])
def test_what_was_not_tried_is_said(guide: str) -> None:
    told = "was at hand when this was written" if guide == "px4" else "Not confirmed: "
    assert told in _text(guide)


def test_the_refusal_of_another_rate_reads_as_told(tmp_path: Path) -> None:
    path = tmp_path / "slow.yaml"
    path.write_text(_block("px4", "yaml").replace("1000", "400"))
    with pytest.raises(Exception, match="250 Hz does not divide") as refused:
        check_plugins(load_scenario(str(path)), Registry())
    assert "rate_hz: 250" + str(refused.value).partition("rate_hz: 250")[2] in _text("px4")


def test_the_program_of_the_guide_flies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "external.yaml").write_text(_block("external_autopilot", "yaml"))
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "guide"}
    exec(compile(_block("external_autopilot", "python"), "answer.py", "exec"), names)
    sim = names["sim"]
    command = sim.world.vector(sim.world.models()[0].entity, "motor_command")  # type: ignore[attr-defined]
    assert command.tolist() == pytest.approx([0.4] * 4)
