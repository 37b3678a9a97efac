"""Turns nodes of a file into typed dataclasses, telling every mistake with its line."""

import math
import re
import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from simloop.server.files.mistake import FileMistake, Mark
from simloop.server.files.yaml_tree import Node
from simloop.server.nearest import suggestion

T = TypeVar("T")

_WORDS: Mapping[Any, str] = {
    float: "a number",
    int: "a whole number",
    bool: "true or false",
    str: "text",
    Any: "a value",
    type(None): "null",
}


@cache
def field_types(cls: type) -> Mapping[str, Any]:
    """The resolved annotation of each field of a dataclass."""
    hints = get_type_hints(cls)
    return {item.name: hints[item.name] for item in fields(cls) if item.init}


def is_required(item: "Field[Any]") -> bool:
    """Whether a file has to give this field."""
    return item.default is MISSING and item.default_factory is MISSING


def is_union(hint: Any) -> bool:
    """Whether a type offers alternatives."""
    return get_origin(hint) in (Union, types.UnionType)


def is_mapping(hint: Any) -> bool:
    """Whether a type is a mapping from names to values of one type."""
    origin = get_origin(hint)
    return isinstance(origin, type) and issubclass(origin, Mapping)


def convert(hint: Any, node: Node, name: str) -> Any:  # noqa: PLR0911 - one return per kind
    """The node as a value of type `hint`; `name` is how the file calls it."""
    if hint is Any:
        return node.plain()
    # A type may read itself, as plugin settings do.
    if hasattr(hint, "from_node"):
        return hint.from_node(node, name)
    if is_union(hint):
        return _union(hint, node, name)
    if get_origin(hint) is Literal:
        return _literal(hint, node, name)
    if get_origin(hint) in (tuple, list):
        return _sequence(hint, node, name)
    if is_mapping(hint):
        value_type = get_args(hint)[1]
        entries = mapping_of(node, name)
        return {key: convert(value_type, entry, key) for key, entry in entries.items()}
    if is_dataclass(hint) and isinstance(hint, type):
        return build(hint, node, name)
    return _scalar(hint, node, name)


def build(cls: type[T], node: Node, name: str) -> T:
    """The node as an instance of a dataclass; `name` is empty at the top of a file."""
    entries = mapping_of(node, name)
    hints = field_types(cls)  # type: ignore[arg-type]
    for key, child in entries.items():
        if key not in hints:
            known = [*hints, *getattr(cls, "EXTRA_KEYS", ())]
            raise FileMistake(child.mark, f"unknown key '{key}'", suggestion(key, known))
    for item in fields(cls):  # type: ignore[arg-type]
        if item.init and item.name not in entries and is_required(item):
            where = f" in '{name}'" if name else ""
            fix = f"add '{item.name}:' with {describe(hints[item.name])}"
            raise FileMistake(node.mark, f"missing key '{item.name}'{where}", fix)
    values = {key: convert(hints[key], child, key) for key, child in entries.items()}
    # Settings that are left out still know where they would stand.
    for key, hint in hints.items():
        if key not in values and hasattr(hint, "from_node"):
            values[key] = hint.from_node(Node(None, node.mark), key)
    try:
        return cls(**values)
    except ValueError as error:
        raise located(error, node) from None


def located(error: ValueError, node: Node) -> FileMistake:
    """An error about a mapping, placed at the first key that its message names."""
    message = str(error)
    keys = dict(_keys(node))
    words = re.findall(r"[A-Za-z_]\w*", message)
    return FileMistake(next((keys[word] for word in words if word in keys), node.mark), message)


def _keys(node: Node) -> Iterator[tuple[str, Mark]]:
    # Inner keys first, so that an outer one of the same name wins.
    if isinstance(node.value, dict):
        for child in node.value.values():
            yield from _keys(child)
        yield from ((key, child.mark) for key, child in node.value.items())


def mapping_of(node: Node, name: str) -> dict[str, Node]:
    """The entries of a mapping; a key with nothing after it is an empty one."""
    if node.value is None:
        return {}
    if not isinstance(node.value, dict):
        what = f"'{name}' is" if name else "this is"
        raise FileMistake(node.mark, f"{what} {shown(node)}", "write a mapping: 'key: value' lines")
    return node.value


def describe(hint: Any) -> str:
    """What a type wants, in words."""
    if hint in _WORDS:
        return _WORDS[hint]
    if is_union(hint):
        return " or ".join(describe(kind) for kind in get_args(hint) if kind is not type(None))
    if get_origin(hint) is Literal:
        return " or ".join(f"'{word}'" for word in get_args(hint))
    if get_origin(hint) in (tuple, list):
        kinds = get_args(hint)
        count = "" if get_origin(hint) is list or kinds[-1] is Ellipsis else f"{len(kinds)} "
        return f"a list of {count}{_plural(describe(kinds[0]))}"
    return getattr(hint, "IN_WORDS", "a mapping")


def _plural(words: str) -> str:
    noun, of, rest = words.removeprefix("a ").partition(" of ")
    return f"{noun}s{of}{rest}"


def shown(node: Node) -> str:
    """What a node is, in words, for the left side of an error."""
    value = node.value
    if value is None:
        return "empty"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = value if isinstance(value, str) else f"{value:g}"
    return f"the text '{text[:40]}'" if isinstance(value, str) else text


def _refuse(hint: Any, node: Node, name: str) -> FileMistake:
    return FileMistake(node.mark, f"'{name}' is {shown(node)}", f"write {describe(hint)}")


def _union(hint: Any, node: Node, name: str) -> Any:
    kinds = [kind for kind in get_args(hint) if kind is not type(None)]
    if node.value is None and len(kinds) < len(get_args(hint)):
        return None
    if len(kinds) == 1:
        return convert(kinds[0], node, name)
    for kind in kinds:
        try:
            return convert(kind, node, name)
        except FileMistake:
            continue
    raise _refuse(hint, node, name)


def _literal(hint: Any, node: Node, name: str) -> Any:
    words = get_args(hint)
    # `1 == True` in Python, so the type has to match as well.
    if any(node.value == word and type(node.value) is type(word) for word in words):
        return node.value
    fix = suggestion(str(node.value), [str(word) for word in words])
    raise FileMistake(node.mark, f"'{name}' is {shown(node)}", fix)


def _sequence(hint: Any, node: Node, name: str) -> Any:
    kinds = get_args(hint)
    is_list = get_origin(hint) is list
    is_open = is_list or kinds[-1] is Ellipsis
    if not isinstance(node.value, list) or not (is_open or len(node.value) == len(kinds)):
        raise _refuse(hint, node, name)
    each = [kinds[0]] * len(node.value) if is_open else kinds
    items = [
        convert(kind, child, f"{name}[{index}]")
        for index, (kind, child) in enumerate(zip(each, node.value, strict=True))
    ]
    return items if is_list else tuple(items)


def _scalar(hint: Any, node: Node, name: str) -> Any:
    value = node.value
    if hint is float and isinstance(value, (int, float)) and not isinstance(value, bool):
        number = _float(value)
        if not math.isfinite(number):
            raise FileMistake(node.mark, f"'{name}' is {number}", "write a finite number")
        return number
    if hint in (int, bool, str) and type(value) is hint:
        return value
    raise _refuse(hint, node, name)


def _float(value: int | float) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf
