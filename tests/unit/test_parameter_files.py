"""Parameters in text files: both formats, what is taken, and complaints by line."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from simloop.firmware.board import Lanes
from simloop.firmware.bound_tasks import allocate
from simloop.firmware.field import Field
from simloop.firmware.lane import BlockLane
from simloop.firmware.parameters import ParameterTable
from simloop.sitl.parameter_files import load_parameters, save_parameters, yaml_text

FIELDS = (
    Field("fw_speed", 1, "m/s", "-", "speed", 5.0, names=("SPEED",), low=0.0, high=100.0),
    Field("fw_baud", 1, "1", "-", "baud", 921600.0, names=("BAUD_RATE",), whole=True),
    Field("fw_gain", 2, "1", "-", "gain", (0.07, 1e-5), names=("GAIN_P", "GAIN_D")),
)


def table() -> ParameterTable:
    return ParameterTable(FIELDS, {}, BlockLane(allocate(FIELDS, Lanes(), {}), Lanes()))


def values(of: ParameterTable) -> list[float]:
    return [of.get(each.name) for each in of.parameters]


@pytest.mark.parametrize(
    "name", ["quad.yaml", "quad.yml", "quad.params", "quad.param", "quad.parm"]
)
def test_a_file_comes_back(tmp_path: Path, name: str) -> None:
    one, other = table(), table()
    one.set("SPEED", 12.3)
    one.set("BAUD_RATE", 57600.0)
    one.set("GAIN_D", 1.5e-7)
    save_parameters(one, tmp_path / name)
    report = load_parameters(other, tmp_path / name)
    assert report.clean
    assert report.taken == ["BAUD_RATE", "GAIN_D", "GAIN_P", "SPEED"]
    assert values(other) == values(one)


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_no_bit_is_lost_in_text(value: float) -> None:
    one = table()
    one.set("GAIN_P", value)
    entries = yaml.safe_load(yaml_text(one))
    again = table()
    again.set("GAIN_P", float(entries[2]["value"]))
    assert again.get("GAIN_P") == value


def test_the_yaml_is_a_list_of_name_type_and_value() -> None:
    entries = yaml.safe_load(yaml_text(table()))
    assert entries[0] == {"name": "BAUD_RATE", "type": 6, "value": 921600}
    assert entries[2] == {"name": "GAIN_P", "type": 9, "value": 0.07}


def test_the_params_are_five_words_a_line(tmp_path: Path) -> None:
    save_parameters(table(), tmp_path / "x.params")
    lines = (tmp_path / "x.params").read_text().splitlines()
    assert lines[3].split("\t") == ["1", "1", "BAUD_RATE", "921600", "6"]
    assert all(line.startswith("#") for line in lines[:3])


def test_yaml_of_another_hand(tmp_path: Path) -> None:
    """Flow style, quotes, another order, exponents that YAML takes for words."""
    (tmp_path / "a.yaml").write_text(
        "# mine\n- {type: 9, value: 2e-05, name: GAIN_D}\n- name: 'SPEED'\n  value: 7\n  type: 6\n"
    )
    found = table()
    assert load_parameters(found, tmp_path / "a.yaml").clean
    assert found.get("GAIN_D") == pytest.approx(2e-5)
    assert found.get("SPEED") == 7.0


def test_yaml_complaints_name_the_line_and_the_rest_is_taken(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(
        "- name: SPEEED\n  type: 9\n  value: 3\n"
        "- name: SPEED\n  type: 9\n  value: 300\n"
        "- name: BAUD_RATE\n  type: 6\n  value: 1.5\n"
        "- name: GAIN_D\n  type: 9\n  value: much\n"
        "- name: GAIN_D\n"
        "- just a word\n"
        "- name: GAIN_P\n  type: 9\n  value: 0.5\n"
    )
    found = table()
    report = load_parameters(found, tmp_path / "a.yaml")
    assert report.complaints == [
        "a.yaml, line 1: there is no parameter SPEEED; did you mean SPEED?",
        "a.yaml, line 4: SPEED must lie from 0 to 100, not 300",
        "a.yaml, line 7: BAUD_RATE must be a whole number, not 1.5",
        "a.yaml, line 10: GAIN_D has the value 'much', which is no number",
        "a.yaml, line 13: value missing",
        "a.yaml, line 14: name, type and value are wanted",
    ]
    assert report.taken == ["GAIN_P"]
    assert not report.clean
    assert values(found) == [921600.0, values(table())[1], 0.5, 5.0]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("- name: [SPEED", "no YAML"),
        ("SPEED: 3\n", "line 1: a list of name, type and value is wanted"),
    ],
)
def test_files_that_are_something_else(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "a.yaml").write_text(text)
    (found,) = load_parameters(table(), tmp_path / "a.yaml").complaints
    assert complaint in found


def test_an_empty_file_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("")
    assert load_parameters(table(), tmp_path / "a.yaml").clean


def test_params_complaints_name_the_line(tmp_path: Path) -> None:
    (tmp_path / "a.params").write_text(
        "# Onboard parameters\n\n1\t1\tSPEED\t9.5\t9\n1\t1\tSPEED 9\n1\t1\tOLD_ONE\t3\t9\n"
    )
    found = table()
    report = load_parameters(found, tmp_path / "a.params")
    assert report.complaints == [
        "a.params, line 4: 4 words: write name and value, or QGroundControl's five columns",
        "a.params, line 5: there is no parameter OLD_ONE",
    ]
    assert found.get("SPEED") == 9.5


def test_an_unknown_kind_of_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="x.txt: parameters are kept in .yaml, .yml, .params"):
        save_parameters(table(), tmp_path / "x.txt")


def test_what_other_ground_stations_write_is_read(tmp_path: Path) -> None:
    """MAVProxy leaves spaces, Mission Planner a comma; both may explain themselves."""
    (tmp_path / "a.param").write_text(
        "#NOTE: a flight\nSPEED            12.500000\nGAIN_P,0.25\nBAUD_RATE 57600 # slow\n"
    )
    found = table()
    assert load_parameters(found, tmp_path / "a.param").clean
    assert values(found) == [57600.0, found.get("GAIN_D"), 0.25, 12.5]
