"""The text that MCAP keeps with a channel: a message's definition and all that it is made of."""

from simloop.messages.definition import Message, definition, message_fields, ros_type

_RULE = "=" * 80


def ros_schema(message_type: type[Message]) -> str:
    """The definition of a type, then those of the types within, as rosbag2 writes them."""
    parts: dict[str, str] = {}
    _collect(message_type, parts)
    first, *rest = parts.items()
    tail = (f"{_RULE}\nMSG: {name.replace('/msg/', '/')}\n{text}" for name, text in rest)
    return first[1] + "".join(tail)


def _collect(message_type: type[Message], parts: dict[str, str]) -> None:
    name = ros_type(message_type)
    if name in parts:
        return
    parts[name] = definition(message_type)
    for field in message_fields(message_type):
        if field.nested is not None:
            _collect(field.nested, parts)
