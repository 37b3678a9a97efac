"""Parameters by name over the columns of a lane: types, ranges, refusals, listeners, page."""

import struct
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simloop.firmware.board import Lanes
from simloop.firmware.bound_tasks import allocate
from simloop.firmware.field import Field
from simloop.firmware.lane import BlockLane
from simloop.firmware.parameters import ParameterTable, ParameterType
from simloop.firmware.parameters.page import parameter_page
from simloop.firmware.parameters.parameter import as_float32, format_number

FIELDS = (
    Field("fw_armed", 1, "1", "-", "1 while the motors may turn"),
    Field("fw_speed", 1, "m/s", "NED", "speed", 5.0, names=("SPEED",), low=0.1, high=100.0),
    Field(
        "fw_gain", 3, "1", "FRD", "gains", (0.07, 0.08, 0.09), names=("GAIN_X", "GAIN_Y", "GAIN_Z")
    ),
    Field(
        "fw_channel", 1, "1", "-", "channel", 4.0, names=("CHANNEL",), low=0, high=15, whole=True
    ),
    Field("fw_id", 1, "1", "-", "a number", 0.0, names=("ANY_ID",), whole=True),
    Field("fw_rotor", "ROTORS", "1", "-", "share", 1.0, names=("ROT_0", "ROT_1", "ROT_2", "ROT_3")),
    Field("fw_yaw", 2, "rad, rad/s", "NED", "yaw | turn", names=("YAW", "YAW_RATE"), low=-7.0),
)
CONSTANTS = {"ROTORS": 2}


class Rig:
    def __init__(self, lanes: Lanes | None = None, lane: int = 0, **settings: object) -> None:
        lanes = lanes or Lanes()
        self.columns = allocate(FIELDS, lanes, CONSTANTS)
        self.lane = BlockLane(self.columns, lanes, lane)
        self.table = ParameterTable(FIELDS, CONSTANTS, self.lane, **settings)  # type: ignore[arg-type]


def test_parameters_are_sorted_by_name_and_numbered() -> None:
    table = Rig().table
    names = [parameter.name for parameter in table.parameters]
    expected = ["ANY_ID", "CHANNEL", "GAIN_X", "GAIN_Y", "GAIN_Z", "ROT_0", "ROT_1", "SPEED"]
    assert names == [*expected, "YAW", "YAW_RATE"]
    assert len(table) == 10
    assert [table.index(name) for name in names] == list(range(10))
    assert "ROT_2" not in table, "a vehicle with two rotors has no third"


def test_order_does_not_depend_on_the_order_of_fields() -> None:
    rig = Rig()
    other = ParameterTable(FIELDS[::-1], CONSTANTS, rig.lane)
    assert [p.name for p in other.parameters] == [p.name for p in rig.table.parameters]


def test_types_and_units() -> None:
    table = Rig().table
    assert table.parameter("CHANNEL").type is ParameterType.INT32
    assert table.parameter("SPEED").type is ParameterType.REAL32
    assert (ParameterType.INT32.value, ParameterType.REAL32.value) == (6, 9)
    assert [table.parameter(name).unit for name in ("YAW", "YAW_RATE", "GAIN_Y")] == [
        "rad",
        "rad/s",
        "1",
    ]


def test_a_value_lands_in_its_element_and_lane() -> None:
    rig = Rig(Lanes(count=5, width=4), lane=4)
    outcome = rig.table.set("GAIN_Y", 0.25)
    assert outcome.accepted and outcome.value == 0.25
    assert rig.lane.read("fw_gain") == [0.07, 0.25, 0.09]
    gains = rig.columns["fw_gain"]
    assert (gains == 0.25).sum() == 1


def test_values_are_told_in_32_bits() -> None:
    rig = Rig()
    told = rig.table.get("GAIN_X")
    assert told == struct.unpack("<f", struct.pack("<f", 0.07))[0] != 0.07
    assert rig.table.set("SPEED", 0.3).value == as_float32(0.3)
    assert rig.lane.read("fw_speed") == [as_float32(0.3)]


def test_a_wish_for_the_same_32_bits_changes_no_bit() -> None:
    rig = Rig()
    heard: list[str] = []
    rig.table.listen(lambda name, value: heard.append(name))
    assert rig.table.set("GAIN_X", as_float32(0.07)).accepted
    assert rig.lane.read("fw_gain")[0] == 0.07
    assert heard == []


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("SPEDE", 1.0, "there is no parameter SPEDE; did you mean SPEED?"),
        ("speed", 1.0, "there is no parameter speed; did you mean SPEED?"),
        ("XQ", 1.0, "there is no parameter XQ"),
        ("SPEED", 100.5, "SPEED must lie from 0.1 to 100, not 100.5"),
        ("SPEED", 0.0, "SPEED must lie from 0.1 to 100, not 0"),
        ("SPEED", nan, "SPEED must be a finite number, not nan"),
        ("GAIN_X", inf, "GAIN_X must be a finite number, not inf"),
        ("GAIN_X", 1e39, "GAIN_X must lie within 32 bits, not 1e+39"),
        ("YAW", -8.0, "YAW must lie at least -7, not -8"),
        ("CHANNEL", 3.5, "CHANNEL must be a whole number, not 3.5"),
        ("CHANNEL", 16.0, "CHANNEL must lie from 0 to 15, not 16"),
        ("ANY_ID", 2.0**31, "ANY_ID must lie within 32 bits, not 2147483648"),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(name: str, value: float, reason: str) -> None:
    rig = Rig()
    before = {key: column.copy() for key, column in rig.columns.items()}
    outcome = rig.table.set(name, value)
    assert not outcome.accepted
    assert outcome.reason == reason
    assert outcome.value == (rig.table.get(name) if name in rig.table else None)
    assert all((rig.columns[key] == column).all() for key, column in before.items())


def test_limits_count_in_32_bits_and_hold_in_64() -> None:
    """0.1 in 32 bits is a little more than the limit 0.1 in 64."""
    rig = Rig()
    assert as_float32(0.1) > 0.1
    assert rig.table.set("SPEED", as_float32(100.0)).accepted
    assert rig.table.set("SPEED", as_float32(0.1)).accepted
    field = Field("fw_a", 1, "1", "-", "a", 0.0, names=("A",), low=-0.1, high=0.1)
    columns = allocate((field,), Lanes(), {})
    table = ParameterTable((field,), {}, BlockLane(columns, Lanes()))
    assert table.set("A", as_float32(0.1)).accepted
    assert columns["fw_a"][0, 0] == 0.1
    assert table.get("A") == as_float32(0.1)
    assert not table.set("A", 0.10001).accepted


def test_whole_numbers_keep_all_their_digits() -> None:
    table = Rig().table
    for number in (2**31 - 1, -(2**31), 16777217):
        assert table.set("ANY_ID", float(number)).value == number


def test_listeners_hear_changes_after_they_happened() -> None:
    rig = Rig()
    heard: list[tuple[str, float, list[float]]] = []
    rig.table.listen(lambda name, value: heard.append((name, value, rig.lane.read("fw_speed"))))
    some: list[str] = []
    rig.table.listen(lambda name, value: some.append(name), names=("CHANNEL",))
    rig.table.set("SPEED", 7.0)
    rig.table.set("SPEED", 7.0)
    rig.table.set("SPEED", -1.0)
    rig.table.set("CHANNEL", 5.0)
    assert heard == [("SPEED", 7.0, [7.0]), ("CHANNEL", 5.0, [7.0])]
    assert some == ["CHANNEL"]
    with pytest.raises(KeyError, match="did you mean SPEED"):
        rig.table.listen(lambda name, value: None, names=("SPEEED",))


def test_defaults_are_what_the_vehicle_began_with() -> None:
    columns = allocate(FIELDS, Lanes(), CONSTANTS)
    columns["fw_gain"][0, 2] = 0.123456789
    table = ParameterTable(FIELDS, CONSTANTS, BlockLane(columns, Lanes()))
    heard: list[str] = []
    table.set("GAIN_Z", 1.0)
    table.set("SPEED", 9.0)
    table.listen(lambda name, value: heard.append(name))
    table.set_defaults()
    assert heard == ["GAIN_Z", "SPEED"]
    assert columns["fw_gain"][0, 2] == 0.123456789
    assert table.get("SPEED") == table.default("SPEED") == 5.0


def test_locked_parameters_wait_for_the_ground() -> None:
    rig = Rig(locked=("CHANNEL",))
    rig.lane.write("fw_armed", 1.0)
    assert rig.table.set("CHANNEL", 5.0).reason == "CHANNEL cannot be changed while armed"
    assert rig.table.set("SPEED", 6.0).accepted
    rig.lane.write("fw_armed", 0.0)
    assert rig.table.set("CHANNEL", 5.0).accepted


def test_columns_the_vehicle_lacks_are_left_out() -> None:
    rig = Rig()
    del rig.columns["fw_yaw"]
    table = ParameterTable(FIELDS, CONSTANTS, rig.lane)
    assert "YAW" not in table and len(table) == 8


@pytest.mark.parametrize(
    ("field", "complaint"),
    [
        (Field("fw_b", 1, "1", "-", "b", names=("SPEED",)), "parameter SPEED is declared twice"),
        (Field("fw_b", 2, "1", "-", "b", names=("B",)), "2 elements, but 1 names"),
        (Field("fw_b", 1, "1", "-", "b", names=("SEVENTEEN_LETTERS",)), "1 to 16 characters"),
        (Field("fw_b", 1, "1", "-", "b", names=("lower",)), "upper case"),
    ],
)
def test_wrong_declarations_are_refused(field: Field, complaint: str) -> None:
    fields = (*FIELDS, field)
    lane = BlockLane(allocate(fields, Lanes(), CONSTANTS), Lanes())
    with pytest.raises(ValueError, match=complaint):
        ParameterTable(fields, CONSTANTS, lane)


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_text_of_a_number_is_short_and_exact(value: float) -> None:
    text = format_number(value)
    assert as_float32(float(text)) == value
    assert len(text) <= 15


@given(st.floats(allow_nan=True, allow_infinity=True))
def test_whatever_is_wished_the_range_holds(value: float) -> None:
    rig = Rig()
    for parameter in rig.table.parameters:
        outcome = rig.table.set(parameter.name, value)
        held = rig.lane.read(parameter.column)[parameter.element]
        assert parameter.low <= held <= parameter.high
        assert outcome.value == rig.table.get(parameter.name)


def test_the_page_tells_every_name_part_by_part() -> None:
    page = parameter_page({"Speeds": FIELDS[:2], "Nothing": FIELDS[:1], "Rest": FIELDS[2:]})
    assert page.count("## ") == 2
    assert "| `SPEED` | float | 5 | from 0.1 to 100 | m/s | speed |" in page
    assert "| `CHANNEL` | int | 4 | from 0 to 15 | 1 | channel |" in page
    assert "| `YAW` | float | 0 | at least -7 | rad | yaw \\| turn |" in page
    assert "| `ROT_3` | float | 1 |  | 1 | share |" in page
