"""Message types: their ROS names, definitions and what a bad one is told."""

import inspect
from dataclasses import FrozenInstanceError, dataclass, is_dataclass
from importlib import import_module
from typing import ClassVar

import pytest

from simloop.messages import MESSAGE_TYPES, TYPE_BY_NAME, definition, ros_type, service_type
from simloop.messages.builtin_interfaces import Time
from simloop.messages.complaint import complaint
from simloop.messages.definition import Field, message_fields
from simloop.messages.document import render_messages
from simloop.messages.rosflight_msgs import (
    GNSS,
    PwmOutput,
    RCRaw,
    SetSimStateRequest,
    SetSimStateResponse,
    SimState,
    Status,
)
from simloop.messages.sensor_msgs import Imu, Range
from simloop.messages.std_msgs import Header
from simloop.messages.std_srvs import TriggerRequest, TriggerResponse

PACKAGES = sorted({ros_type(cls).split("/")[0] for cls in MESSAGE_TYPES})


@pytest.mark.parametrize("package", PACKAGES)
def test_every_message_of_a_package_is_in_the_catalog_under_its_package(package: str) -> None:
    module = import_module(f"simloop.messages.{package}")
    own: set[object] = {
        cls
        for _, cls in inspect.getmembers(module, is_dataclass)
        if isinstance(cls, type) and cls.__module__ == module.__name__
    }
    assert own == {cls for cls in MESSAGE_TYPES if ros_type(cls).startswith(f"{package}/")}


@pytest.mark.parametrize("cls", MESSAGE_TYPES, ids=ros_type)
def test_class_name_is_the_ros_name(cls: type) -> None:
    assert cls.__name__ == ros_type(cls).split("/")[-1].replace("_", "")
    assert cls.__doc__ and not cls.__doc__.startswith(cls.__name__ + "(")


@pytest.mark.parametrize("cls", MESSAGE_TYPES, ids=ros_type)
def test_a_default_message_is_valid_frozen_and_slotted(cls: type) -> None:
    message = cls()
    assert complaint(message) is None
    assert not hasattr(message, "__dict__")
    for field in message_fields(cls):
        with pytest.raises(FrozenInstanceError):
            setattr(message, field.name, None)


def test_definition_spells_fields_constants_arrays_and_nested_types() -> None:
    assert definition(Range).splitlines() == [
        "uint8 ULTRASOUND=0",
        "uint8 INFRARED=1",
        "std_msgs/Header header",
        "uint8 radiation_type",
        "float32 field_of_view",
        "float32 min_range",
        "float32 max_range",
        "float32 range",
    ]
    assert definition(PwmOutput) == "std_msgs/Header header\nuint16[14] values\n"
    assert definition(TriggerRequest) == ""
    assert message_fields(SimState)[1] == Field(
        "pose", "geometry_msgs/msg/Pose", nested=TYPE_BY_NAME["geometry_msgs/msg/Pose"]
    )


def test_the_seeds_status_and_gnss_have_the_seeds_fields() -> None:
    assert definition(Status).split()[1::2] == [
        *("header", "armed", "failsafe", "rc_override", "offboard"),
        *("control_mode", "error_code", "num_errors", "loop_time_us"),
    ]
    assert definition(GNSS).splitlines()[-2:] == [
        "int64 gnss_unix_seconds",
        "int32 gnss_unix_nanos",
    ]


def test_service_type_joins_the_halves_of_one_service_only() -> None:
    assert service_type(TriggerRequest, TriggerResponse) == "std_srvs/srv/Trigger"
    assert service_type(SetSimStateRequest, SetSimStateResponse) == "rosflight_msgs/srv/SetSimState"
    with pytest.raises(TypeError, match=r"Trigger_Request and .*SetSimState_Response"):
        service_type(TriggerRequest, SetSimStateResponse)
    with pytest.raises(TypeError, match="not the request"):
        service_type(Imu, TriggerResponse)


def test_wrong_number_of_channels_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="14 values, not 4"):
        PwmOutput(values=(1000,) * 4)
    with pytest.raises(ValueError, match="8 values, not 9"):
        RCRaw(values=(1000,) * 9)


def test_a_complaint_names_the_field_and_the_range() -> None:
    assert complaint(PwmOutput(values=(70000,) * 14)) == ("values: 70000 is no uint16 (0 to 65535)")
    assert complaint(Imu(header=Header(stamp=Time(sec=2**31)))) == (
        "header.stamp.sec: 2147483648 is no int32 (-2147483648 to 2147483647)"
    )
    assert complaint(Imu(linear_acceleration_covariance=(1.0,))) == (
        "linear_acceleration_covariance: 1 values where 9 belong"
    )
    assert complaint(Imu(header=None)) == "header: None is no std_msgs/msg/Header"  # type: ignore[arg-type]


def test_types_without_a_proper_name_or_annotation_are_refused() -> None:
    @dataclass(frozen=True)
    class Unnamed:
        x: float = 0.0

    @dataclass(frozen=True)
    class Misnamed:
        ROS_TYPE: ClassVar[str] = "Misnamed"

    @dataclass(frozen=True)
    class Bare:
        ROS_TYPE: ClassVar[str] = "our_msgs/msg/Bare"
        x: float = 0.0

    with pytest.raises(TypeError, match="not a message type"):
        ros_type(Unnamed)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="write package/msg/Name"):
        ros_type(Misnamed)
    with pytest.raises(TypeError, match="our_msgs/msg/Bare: field x has no ROS type"):
        definition(Bare)


@pytest.mark.parametrize("nanoseconds", [0, 1, 999_999_999, 1_000_000_000, 12_345_678_901])
def test_time_splits_and_joins_nanoseconds(nanoseconds: int) -> None:
    stamp = Time.from_nanoseconds(nanoseconds)
    assert 0 <= stamp.nanosec < 1_000_000_000
    assert stamp.nanoseconds == nanoseconds


def test_the_reference_page_has_a_section_with_definition_per_type() -> None:
    page = render_messages((Imu, Status))
    assert page.index("### sensor_msgs/msg/Imu") < page.index("### rosflight_msgs/msg/Status")
    assert definition(Imu) in page
    assert "Specific force" in page
