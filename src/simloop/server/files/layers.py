"""Lays one tree over another: `extends` in files, and values set on the command line."""

import re
from collections.abc import Sequence

from simloop.server.files.find import Kind, find_file
from simloop.server.files.mistake import FileMistake, Mark
from simloop.server.files.yaml_tree import Node, parse_value, read_yaml

_STEP = re.compile(r"([A-Za-z_][\w-]*)((?:\[\d+\])*)")
_SHAPE = "write it as path.to.key=value, for example vehicles[0].count=3"


def load_tree(kind: Kind, node: Node, above: tuple[str, ...] = ()) -> Node:
    """The full tree a reference means: a name, or a mapping that may extend another file."""
    if isinstance(node.value, str):
        return _load_file(kind, node.value, node.mark, above)
    if not isinstance(node.value, dict) or "extends" not in node.value:
        return node
    entries = dict(node.value)
    parent = entries.pop("extends")
    if not isinstance(parent.value, str):
        raise FileMistake(parent.mark, "'extends' is not text", f"name one {kind} file")
    base = _load_file(kind, parent.value, parent.mark, above)
    return merged(base, Node(entries, node.mark))


def _load_file(kind: Kind, name: str, mark: Mark, above: tuple[str, ...]) -> Node:
    path = find_file(kind, name, mark)
    identity = str(path.resolve())
    if identity in above:
        raise FileMistake(mark, f"'{name}' extends itself", "extend another file")
    root = read_yaml(path)
    if not isinstance(root.value, dict):
        raise FileMistake(root.mark, f"this is no {kind} file", "write 'key: value' lines")
    # A file is called by its own name, not by the name of what it extends.
    named = {"name": Node(path.stem, Mark(str(path), 1)), **root.value}
    return load_tree(kind, Node(named, Mark(str(path), 1)), (*above, identity))


def merged(base: Node, over: Node) -> Node:
    """Mappings merge key by key; anything else is replaced. An empty key changes no mapping.

    `false` takes out a mapping that the base brought: a sensor, a system.
    """
    if isinstance(base.value, dict) and over.value is None:
        return base
    if not isinstance(base.value, dict) or not isinstance(over.value, dict):
        return over
    entries = dict(base.value)
    for key, child in over.value.items():
        if takes_out(entries.get(key), child):
            del entries[key]
        else:
            entries[key] = merged(entries[key], child) if key in entries else child
    return Node(entries, over.mark)


def takes_out(base: Node | None, over: Node) -> bool:
    """Does `false` stand where there was a mapping, or a key with nothing after it?"""
    return base is not None and over.value is False and not isinstance(base.value, bool | str | int)


def apply_set(tree: Node, assignment: str) -> Node:
    """The tree with one `path=value` from the command line laid over it."""
    path, equals, text = assignment.partition("=")
    mark = Mark(f"--set {path.strip()}")
    if not equals:
        raise FileMistake(mark, "there is no '='", _SHAPE)
    return set_value(tree, path.strip(), parse_value(text, mark), mark)


def set_value(tree: Node, path: str, value: Node, mark: Mark) -> Node:
    """The tree with the value at a dotted path replaced; new keys are checked by the model."""
    return _replaced(tree, _steps(path, mark), value, mark)


def _steps(path: str, mark: Mark) -> list[str | int]:
    steps: list[str | int] = []
    for word in path.split("."):
        match = _STEP.fullmatch(word)
        if match is None:
            raise FileMistake(mark, f"cannot read the path '{path}'", _SHAPE)
        steps.append(match[1])
        steps.extend(int(index) for index in re.findall(r"\d+", match[2]))
    return steps


def _replaced(node: Node, steps: Sequence[str | int], value: Node, mark: Mark) -> Node:
    if not steps:
        return value
    step, rest = steps[0], steps[1:]
    if isinstance(step, int):
        return _replaced_item(node, step, rest, value, mark)
    entries = _entries(node, step, mark)
    if not rest and takes_out(entries.get(step), value):
        del entries[step]
        return Node(entries, node.mark)
    entries[step] = _replaced(entries.get(step, Node(None, mark)), rest, value, mark)
    return Node(entries, node.mark)


def _entries(node: Node, step: str, mark: Mark) -> dict[str, Node]:
    if isinstance(node.value, dict):
        return dict(node.value)
    if node.value is None:
        return {}
    # Setting a value inside a named file extends that file in place.
    if isinstance(node.value, str):
        return {"extends": node}
    if isinstance(node.value, list):
        fix = (
            f"say which one: [0] to [{len(node.value) - 1}]" if node.value else "the list is empty"
        )
        raise FileMistake(mark, f"there is a list before '{step}'", fix)
    raise FileMistake(mark, f"there is a single value before '{step}'", f"leave out '.{step}'")


def _replaced_item(
    node: Node, index: int, rest: Sequence[str | int], value: Node, mark: Mark
) -> Node:
    if not isinstance(node.value, list):
        raise FileMistake(mark, f"[{index}] does not follow a list", _SHAPE)
    if index >= len(node.value):
        last = len(node.value) - 1
        fix = f"use [0] to [{last}]" if node.value else "the list is empty"
        raise FileMistake(mark, f"there is no item [{index}]", fix)
    items = list(node.value)
    items[index] = _replaced(items[index], rest, value, mark)
    return Node(items, node.mark)
