"""Messages from plain values: every type there and back, and one line for each mistake."""

from math import isnan
from typing import Any

import pytest

from simloop.messages import MESSAGE_TYPES, Message
from simloop.messages.geometry_msgs import Twist
from simloop.messages.plain_values import WrongMessage, message_of, values_of
from simloop.messages.rosflight_msgs import RCRaw
from simloop.messages.simloop_msgs import SerialData
from simloop.messages.std_msgs import Bool


@pytest.mark.parametrize("kind", MESSAGE_TYPES, ids=lambda kind: kind.ROS_TYPE)
def test_every_message_comes_back_from_its_plain_values(kind: type[Message]) -> None:
    assert message_of(kind, values_of(kind())) == kind()


def test_fields_that_are_left_out_have_their_defaults() -> None:
    made = message_of(Twist, {"linear": {"x": 2}})
    assert made == Twist(linear=made.linear)  # type: ignore[attr-defined]
    assert made.linear.x == 2.0  # type: ignore[attr-defined]


def test_null_is_no_number_and_bytes_are_lists() -> None:
    assert isnan(message_of(Twist, {"linear": {"x": None}}).linear.x)  # type: ignore[attr-defined]
    assert message_of(SerialData, {"data": [1, 255]}) == SerialData(data=b"\x01\xff")
    assert values_of(SerialData(data=b"\x01\xff"))["data"] == [1, 255]


@pytest.mark.parametrize(
    ("kind", "given", "words"),
    [
        (Twist, {"linea": {}}, "has no field 'linea': did you mean 'linear'?"),
        (Twist, {"linear": {"u": 1}}, "has no field 'linear.u': it has x, y, z"),
        (Twist, {"linear": 3}, "linear: write its fields by name, not 3"),
        (Twist, {"linear": {"x": "fast"}}, "linear.x: 'fast' is no float64"),
        (Twist, {"linear": {"x": True}}, "linear.x: 'True' is no float64"),
        (Twist, [1], "geometry_msgs/msg/Twist: write its fields by name, not [1]"),
        (Bool, {"data": 1}, "data: 1 is no bool"),
        (RCRaw, {"values": 1500}, "values: write a list, not 1500"),
        (RCRaw, {"values": [1500]}, "RCRaw has 8 values, not 1"),
        (RCRaw, {"values": [-1] * 8}, "values: -1 is no uint16 (0 to 65535)"),
        (SerialData, {"data": [256]}, "data: 256 is no uint8 (0 to 255)"),
    ],
)
def test_a_mistake_is_one_line_that_names_the_field(
    kind: type[Message], given: Any, words: str
) -> None:
    with pytest.raises(WrongMessage) as told:
        message_of(kind, given)
    assert words in str(told.value)
    assert "\n" not in str(told.value)
