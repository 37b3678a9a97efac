"""What a message type is, and its ROS definition read from the dataclass itself."""

import re
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Protocol, get_args, get_origin, get_type_hints

from simloop.messages.scalars import NUMBER_TYPES, SCALAR_TYPES

_TYPE_NAME = re.compile(r"[a-z][a-z0-9_]*/(msg/[A-Z]\w*|srv/[A-Z]\w*_(Request|Response))")
_ARRAY = re.compile(r"(\w+)\[(\d*)\]")


class Message(Protocol):
    """A frozen dataclass with a ROS type name; its fields carry their ROS types as annotations."""

    ROS_TYPE: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a message.

    `ros_type` is the scalar type, or the full name of the nested message; `nested` is its class.
    `length` is None for a single value, 0 for an array of any length, n for an array of n.
    """

    name: str
    ros_type: str
    length: int | None = None
    nested: type[Message] | None = None

    @property
    def spelling(self) -> str:
        """The type as a .msg file spells it."""
        if self.length is None:
            return self.ros_type.replace("/msg/", "/")
        return f"{self.ros_type}[{self.length or ''}]"


@cache
def ros_type(cls: type[Message]) -> str:
    """The full ROS name of a message type, such as `sensor_msgs/msg/Imu`."""
    name: object = getattr(cls, "ROS_TYPE", None)
    if not (is_dataclass(cls) and isinstance(name, str)):
        raise TypeError(f"{cls!r} is not a message type: a dataclass with ROS_TYPE is needed")
    if not _TYPE_NAME.fullmatch(name):
        raise TypeError(
            f"{cls.__name__}.ROS_TYPE is {name!r}; write package/msg/Name, "
            "package/srv/Name_Request or package/srv/Name_Response"
        )
    return name


def service_type(request: type[Message], response: type[Message]) -> str:
    """The ROS name of the service that a request and a response type make up."""
    ask, answer = ros_type(request), ros_type(response)
    name = ask.removesuffix("_Request")
    if name == ask or answer != f"{name}_Response":
        raise TypeError(f"{ask} and {answer} are not the request and the response of one service")
    return name


@cache
def message_fields(cls: type[Message]) -> tuple[Field, ...]:
    """The fields of a message type in order, with their ROS types."""
    owner = ros_type(cls)
    hints = get_type_hints(cls, include_extras=True)
    return tuple(_field(owner, each.name, hints[each.name]) for each in fields(cls))  # type: ignore[arg-type]


@cache
def message_constants(cls: type[Message]) -> tuple[tuple[str, str, int], ...]:
    """The constants of a message type as (name, ROS type, value)."""
    found = []
    for name, hint in get_type_hints(cls, include_extras=True).items():
        inner = get_args(hint)[0] if get_origin(hint) is ClassVar else None
        if get_origin(inner) is Annotated:
            found.append((name, str(get_args(inner)[1]), int(getattr(cls, name))))
    return tuple(found)


def definition(cls: type[Message]) -> str:
    """The text of the .msg file of a message type."""
    constants = [f"{kind} {name}={value}" for name, kind, value in message_constants(cls)]
    members = [f"{field.spelling} {field.name}" for field in message_fields(cls)]
    return "".join(f"{line}\n" for line in constants + members)


def _field(owner: str, name: str, hint: Any) -> Field:
    if get_origin(hint) is Annotated:
        spelling = str(get_args(hint)[1])
        if spelling in SCALAR_TYPES:
            return Field(name, spelling)
        match = _ARRAY.fullmatch(spelling)
        if match and match[1] in NUMBER_TYPES:
            return Field(name, match[1], int(match[2] or 0))
    elif isinstance(hint, type) and hasattr(hint, "ROS_TYPE"):
        return Field(name, ros_type(hint), nested=hint)
    raise TypeError(f"{owner}: field {name} has no ROS type in its annotation {hint!r}")
