"""Names of topics and services: the rules of ROS 2, and one spelling for each name."""

import re

_TOKEN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# Most names are well-formed and have their one spelling: that is seen at one look.
_CANONICAL = re.compile(r"(?!.*__)[A-Za-z_][A-Za-z0-9_]*(?:/[A-Za-z_][A-Za-z0-9_]*)*")


def canonical_name(name: str) -> str:
    """Check a name and return its one spelling, without the leading slash.

    Raises:
        ValueError: the name breaks a rule of ROS 2; the message says which.
    """
    if _CANONICAL.fullmatch(name):
        return name
    tokens = name.removeprefix("/").split("/")
    for token in tokens:
        if fault := name_fault(token):
            raise ValueError(f"name {name!r}: {fault}")
    return "/".join(tokens)


def name_in(prefix: str, name: str) -> str:
    """The name below a prefix such as a vehicle's name; an empty prefix changes nothing."""
    own = canonical_name(name)
    return f"{canonical_name(prefix)}/{own}" if prefix else own


def name_fault(token: str) -> str | None:
    """Why a word cannot be one part of a name; None if it can."""
    if not token:
        return "empty, or a slash that doubles or ends it"
    if token[0] == "~" or "{" in token:
        return "the bus has no nodes, so ~ and {} stand for nothing"
    if token[0].isdigit():
        return f"the part {token!r} begins with a digit"
    if not _TOKEN.fullmatch(token):
        return f"the part {token!r} holds more than letters, digits and _"
    if "__" in token:
        return f"the part {token!r} holds a double underscore"
    return None
