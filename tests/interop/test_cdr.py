"""CDR bytes of every message type, checked against rosbags and against bytes packed by hand."""

import struct
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import pytest

pytest.importorskip("rosbags")

from rosbags.typesys import Stores, get_types_from_msg, get_typestore

from simloop.messages import MESSAGE_TYPES, definition, ros_type
from simloop.messages.builtin_interfaces import Time
from simloop.messages.cdr import from_cdr, to_cdr
from simloop.messages.definition import Message, message_constants, message_fields
from simloop.messages.geometry_msgs import Vector3
from simloop.messages.rosflight_msgs import PwmOutput, SetSimStateResponse, Status
from simloop.messages.rosgraph_msgs import Clock
from simloop.messages.std_msgs import Header
from simloop.messages.std_srvs import TriggerRequest

STANDARD = get_typestore(Stores.ROS2_HUMBLE)
FILLER = "structure_needs_at_least_one_member"
HEAD = b"\x00\x01\x00\x00"


def typestore() -> Any:
    """The types of ROS 2 Humble with simloop's own added."""
    store = get_typestore(Stores.ROS2_HUMBLE)
    for cls in MESSAGE_TYPES:
        if ros_type(cls) not in store.fielddefs:
            # The parser takes messages only: a service half is parsed as one, then named.
            text = definition(cls) or f"uint8 {FILLER}\n"
            (parsed,) = get_types_from_msg(text, "parsed/msg/Parsed").values()
            store.register({ros_type(cls): parsed})
    return store


STORE = typestore()


def filled(cls: type[Message], start: int = 1) -> Any:
    """A message in which no two neighbouring fields are equal."""
    values: list[Any] = []
    for number, field in enumerate(message_fields(cls), start):
        if field.nested is not None:
            values.append(filled(field.nested, start + 7 * number))
        elif (field.ros_type, field.length) == ("uint8", 0):
            values.append(bytes(range(number, number + 5)))
        elif field.length is not None:
            values.append(tuple(number + each for each in range(field.length)))
        else:
            by_type = {"string": f"text {number}", "bool": number % 2 == 1}
            scalar = number % 100 + (0.25 if field.ros_type.startswith("float") else 0)
            values.append(by_type.get(field.ros_type, scalar))
    return cls(*values)


def spelled(node: Any) -> tuple[str, int | None]:
    """A rosbags field description as our (type, length)."""
    kind, detail = node
    if kind.name == "BASE":
        return detail[0], None
    if kind.name == "NAME":
        return detail, None
    return spelled(detail[0])[0], detail[1]


@pytest.mark.parametrize("cls", MESSAGE_TYPES, ids=ros_type)
def test_every_message_survives_a_round_trip(cls: type[Message]) -> None:
    message = filled(cls)
    data = to_cdr(message)
    assert from_cdr(data, cls) == message
    # Another implementation reads the same bytes, and writes them back as they were.
    name = ros_type(cls)
    assert bytes(STORE.serialize_cdr(STORE.deserialize_cdr(data, name), name)) == data


@pytest.mark.parametrize("cls", MESSAGE_TYPES, ids=ros_type)
def test_bytes_that_end_too_soon_are_one_clear_error(cls: type[Message]) -> None:
    data = to_cdr(filled(cls))
    for size in range(len(data)) if message_fields(cls) else range(4):
        with pytest.raises(ValueError, match=ros_type(cls)):
            from_cdr(data[:size], cls)


@pytest.mark.parametrize(
    "cls", [cls for cls in MESSAGE_TYPES if ros_type(cls) in STANDARD.fielddefs], ids=ros_type
)
def test_standard_types_have_the_fields_and_constants_of_ros(cls: type[Message]) -> None:
    constants, fields = STANDARD.fielddefs[ros_type(cls)]
    ours = [(field.name, (field.ros_type, field.length)) for field in message_fields(cls)]
    assert ours == [(name, spelled(node)) for name, node in fields]
    assert list(message_constants(cls)) == list(constants)


def test_all_but_ours_and_services_are_standard() -> None:
    unknown = {ros_type(cls) for cls in MESSAGE_TYPES} - set(STANDARD.fielddefs)
    ours = ("rosflight_msgs/", "simloop_msgs/")
    assert all(name.startswith(ours) or "/srv/" in name for name in unknown)
    assert unknown <= set(STORE.fielddefs)


def test_clock_bytes() -> None:
    assert to_cdr(Clock(Time(258, 5))) == HEAD + bytes.fromhex("02010000 05000000")


def test_empty_request_is_one_filler_byte() -> None:
    assert to_cdr(TriggerRequest()) == HEAD + b"\x00"


def test_header_string_is_counted_terminated_and_padded() -> None:
    message = PwmOutput(header=Header(Time(1, 2), "NED"), values=tuple(range(1000, 1014)))
    expected = struct.pack("<iII4s14H", 1, 2, 4, b"NED\x00", *range(1000, 1014))
    assert to_cdr(message) == HEAD + expected


def test_status_bytes_are_aligned_by_size() -> None:
    message = Status(armed=True, rc_override=0x0102, offboard=True, error_code=9, loop_time_us=-2)
    body = struct.pack("<iIIx??", 0, 0, 1, True, False)
    body += b"\x00" + struct.pack("<H?BB", 0x0102, True, 0, 9) + b"\x00" + struct.pack("<hh", 0, -2)
    assert to_cdr(message) == HEAD + body


def test_response_bytes() -> None:
    expected = struct.pack("<?3xI3s", True, 3, b"ok\x00")
    assert to_cdr(SetSimStateResponse(success=True, message="ok")) == HEAD + expected


def test_a_type_of_a_third_party_with_nested_and_open_arrays() -> None:
    @dataclass(frozen=True, slots=True)
    class Track:
        ROS_TYPE: ClassVar[str] = "their_msgs/msg/Track"
        origin: Vector3
        samples: Annotated[tuple[float, ...], "float64[]"] = ()

    assert definition(Track).endswith("float64[] samples\n")
    track = Track(Vector3(1.0, 2.0, 3.0), (4.0, 5.0))
    assert from_cdr(to_cdr(track), Track) == track


def test_a_value_out_of_range_names_type_and_field() -> None:
    with pytest.raises(
        ValueError, match=r"PwmOutput cannot be encoded: values: 70000 is no uint16"
    ):
        to_cdr(PwmOutput(values=(70000,) * 14))
    with pytest.raises(ValueError, match="num_errors: 40000 is no int16"):
        to_cdr(Status(num_errors=40000))
