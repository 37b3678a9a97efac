"""Reads YAML into a tree of plain values in which every value knows its line."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from simloop.server.files.mistake import FileMistake, Mark
from simloop.server.nearest import nearest
from simloop.world.regular_file import IrregularFile, read_regular

MAX_BYTES = 1_000_000
MAX_VALUES = 100_000
MAX_DEPTH = 50
MAX_DIGITS = 100

Scalar = None | bool | int | float | str

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_STANDARD_TAG = "tag:yaml.org,2002:"
_STANDARD_TYPES = frozenset(
    ("str", "int", "float", "bool", "null", "timestamp", "map", "seq", "merge", "value")
)

# The core schema of YAML 1.2: `no`, `12:30` and dates stay text, `1e3` is a number.
_QUOTED = frozenset(("'", '"', "|", ">"))
_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INT = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_SPECIAL = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")

# What a terminal would obey, or what turns the order of letters around.
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

_HINTS = (
    ("\\t", "indent with spaces instead of tabs"),
    ("cannot start any token", "put the text in quotes, and indent with spaces, not tabs"),
    ("expected ',' or ']'", "close the list with ']'"),
    ("expected ',' or '}'", "close the mapping with '}'"),
    ("mapping values are not allowed", "check the indentation, or quote text that contains ': '"),
    ("could not find expected ':'", "write 'key: value', with a space after the colon"),
    ("did not find expected key", "align this line with the key it belongs to"),
    ("expected <block end>", "align this line with the key it belongs to"),
    ("did not find expected '-'", "align the dashes of the list"),
    ("undefined alias", "define the anchor with '&name' before using '*name'"),
    ("end of stream", "close the quote or bracket that was opened"),
)


@dataclass(frozen=True, slots=True)
class Node:
    """A value and where it is written: for an entry of a mapping, the place of its key."""

    value: "Scalar | dict[str, Node] | list[Node]"
    mark: Mark

    def plain(self) -> Any:
        """The value without marks: dict, list and scalars."""
        if isinstance(self.value, dict):
            return {key: child.plain() for key, child in self.value.items()}
        if isinstance(self.value, list):
            return [child.plain() for child in self.value]
        return self.value


def read_yaml(path: Path) -> Node:
    """Read one YAML file; every mistake becomes a FileMistake."""
    return parse_yaml(read_text(path, MAX_BYTES), str(path))


def read_text(path: Path, max_bytes: int) -> str:
    """The text of a file, or the reason why it cannot be read."""
    mark = Mark(str(path))
    try:
        if path.is_dir():
            raise FileMistake(mark, "this is a directory", "name a file inside it")
        return read_regular(path, max_bytes).decode("utf-8")
    except FileNotFoundError:
        raise FileMistake(mark, "no such file", missing_fix(path)) from None
    except UnicodeDecodeError:
        raise FileMistake(mark, "this is not text", "save the file as UTF-8") from None
    except IrregularFile as irregular:
        message, _, fix = str(irregular).partition(": ")
        raise FileMistake(mark, message, fix or "name a regular file") from None
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise FileMistake(mark, reason, "check the path and its permissions") from None


def missing_fix(path: Path) -> str:
    """What to do about a file that is not there."""
    if not path.parent.is_dir():
        return f"the directory '{path.parent}' does not exist either"
    stems = [entry.stem for entry in path.parent.iterdir() if entry.suffix == path.suffix]
    near = nearest(path.stem, stems)
    return f"did you mean '{near}{path.suffix}'?" if near else "check the path"


def parse_yaml(text: str, name: str) -> Node:
    """Turn the text of one YAML document into nodes; `name` is shown in errors."""
    try:
        _refuse_depth(text, name)
        root = yaml.compose(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        raise _syntax_mistake(error, name) from None
    if root is None:
        raise FileMistake(Mark(name), "the file is empty", "write at least one 'key: value'")
    return _Builder(name).build(root, None)


def parse_value(text: str, mark: Mark) -> Node:
    """One value as it would be written in a file, for the command line."""
    try:
        _refuse_depth(text, mark.path)
        root = yaml.compose(text, Loader=_LOADER)
    except yaml.YAMLError:
        raise FileMistake(mark, f"cannot read the value '{text}'", "quote it as in YAML") from None
    if root is None:
        return Node(None, mark)
    return node_of(_Builder(mark.path).build(root, None).plain(), mark)


def _refuse_depth(text: str, name: str) -> None:
    # Composing recurses, and would take the whole program down with a file of brackets.
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            # Events of the parser have a place; their type allows for others that have none.
            place = event.start_mark
            mark = Mark(name, place.line + 1) if place is not None else None
            raise FileMistake(mark, "nested too deeply", f"use at most {MAX_DEPTH} levels")


def node_of(value: Any, mark: Mark) -> Node:
    """Nodes for plain values that all come from one place."""
    if isinstance(value, Mapping):
        return Node({str(key): node_of(child, mark) for key, child in value.items()}, mark)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return Node([node_of(child, mark) for child in value], mark)
    return Node(value, mark)


def _syntax_mistake(error: yaml.YAMLError, name: str) -> FileMistake:
    # `problem` and its mark say more than the context, but only one of them may be set.
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    place = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    mark = Mark(name, place.line + 1, place.column + 1) if place else Mark(name)
    context = f"{getattr(error, 'context', None) or ''} {problem}"
    fix = next((hint for sign, hint in _HINTS if sign in context), "check the YAML around here")
    return FileMistake(mark, f"cannot read this as YAML ({problem})", fix)


class _Builder:
    """Walks composed YAML once, refusing what a configuration file never needs."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._values = 0
        self._open: list[yaml.Node] = []

    def build(self, node: yaml.Node, key: yaml.Node | None) -> Node:
        mark = self._mark(key or node)
        self._count(node, mark)
        self._refuse_tag(node)
        if isinstance(node, yaml.ScalarNode):
            return Node(self._plain(_scalar(node), mark), mark)
        self._open.append(node)
        value: dict[str, Node] | list[Node]
        if isinstance(node, yaml.MappingNode):
            value = self._mapping(node)
        else:
            value = [self.build(child, None) for child in node.value]
        self._open.pop()
        return Node(value, mark)

    def _mapping(self, node: yaml.MappingNode) -> dict[str, Node]:
        entries: dict[str, Node] = {}
        for key, child in node.value:
            name = self._key(key)
            if name in entries:
                first = entries[name].mark.line
                fix = f"keep one of the two (the first is in line {first})"
                raise FileMistake(self._mark(key), f"the key '{name}' appears twice", fix)
            entries[name] = self.build(child, key)
        return entries

    def _plain(self, value: Scalar, mark: Mark) -> Scalar:
        if isinstance(value, str) and CONTROLS.search(value):
            raise FileMistake(mark, "a text holds a control character", "remove it")
        return value

    def _key(self, key: yaml.Node) -> str:
        if not isinstance(key, yaml.ScalarNode):
            raise FileMistake(self._mark(key), "a key must be one word", "write 'key: value'")
        if key.tag == _STANDARD_TAG + "merge":
            fix = "use 'extends: NAME' to start from another file"
            raise FileMistake(self._mark(key), "merge keys ('<<') are not supported", fix)
        return str(self._plain(str(key.value), self._mark(key)))

    def _count(self, node: yaml.Node, mark: Mark) -> None:
        # An alias inside itself never ends, and nested aliases grow without bound.
        if any(node is parent for parent in self._open):
            raise FileMistake(mark, "this alias contains itself", "write the value out")
        self._values += 1
        if self._values > MAX_VALUES:
            fix = f"keep it below {MAX_VALUES:,} values, aliases included"
            raise FileMistake(mark, "too many values", fix)

    def _refuse_tag(self, node: yaml.Node) -> None:
        prefix, _, kind = node.tag.rpartition(":")
        if prefix + ":" != _STANDARD_TAG or kind not in _STANDARD_TYPES:
            raise FileMistake(self._mark(node), f"the tag '{node.tag}' is not allowed", "remove it")

    def _mark(self, node: yaml.Node) -> Mark:
        return Mark(self._name, node.start_mark.line + 1)


def _scalar(node: yaml.ScalarNode) -> Scalar:
    text = str(node.value)
    if node.style in _QUOTED:
        return text
    if text in _NULL:
        return None
    if text in _BOOL:
        return _BOOL[text]
    if _INT.fullmatch(text) and len(text) <= MAX_DIGITS:
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return float(text.replace(".", "", 1)) if _SPECIAL.fullmatch(text) else text
