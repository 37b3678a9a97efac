"""The reference page of message types, written from the types themselves."""

from collections.abc import Iterable
from inspect import cleandoc

from simloop.messages.definition import Message, definition, ros_type


def render_messages(types: Iterable[type[Message]]) -> str:
    """One Markdown section per message type: what it says, and its .msg text."""
    return "\n".join(_section(cls) for cls in types)


def _section(cls: type[Message]) -> str:
    text = cleandoc(cls.__doc__ or "")
    return f"### {ros_type(cls)}\n\n{text}\n\n```text\n{definition(cls)}```\n"
