"""Message dataclasses as types of other languages: TypeScript for the client, JSON Schema."""

import types
from dataclasses import fields, is_dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

_TYPESCRIPT = {int: "number", float: "number", str: "string", bool: "boolean", Any: "unknown"}
_SCHEMA = {int: "integer", float: "number", str: "string", bool: "boolean"}


def members(message: type) -> list[tuple[str, Any]]:
    """The names and types of a dataclass."""
    hints = get_type_hints(message)
    return [(part.name, hints[part.name]) for part in fields(message)]


def parts_of(messages: tuple[type, ...]) -> list[type]:
    """The messages and every dataclass below them, parts first."""
    found: list[type] = []

    def visit(kind: Any) -> None:
        for inner in get_args(kind):
            visit(inner)
        if isinstance(kind, type) and is_dataclass(kind) and kind not in found:
            for _, part in members(kind):
                visit(part)
            found.append(kind)

    for message in messages:
        visit(message)
    return found


def typescript(kind: Any) -> str:
    """A Python type as a TypeScript type."""
    if kind in _TYPESCRIPT:
        return _TYPESCRIPT[kind]
    if kind is type(None):
        return "null"
    if isinstance(kind, type) and is_dataclass(kind):
        return kind.__name__
    return _composed_typescript(get_origin(kind), get_args(kind))


def _composed_typescript(origin: Any, inner: tuple[Any, ...]) -> str:
    if origin in (Union, types.UnionType):
        return " | ".join(typescript(each) for each in inner)
    if origin is Literal:
        return " | ".join(f'"{word}"' for word in inner)
    if origin is tuple and inner[-1] is Ellipsis:
        element = typescript(inner[0])
        return f"readonly ({element})[]" if " " in element else f"readonly {element}[]"
    if origin is tuple:
        return f"readonly [{', '.join(typescript(each) for each in inner)}]"
    return "Readonly<Record<string, unknown>>"


def schema(kind: Any) -> dict[str, Any]:
    """A Python type as JSON Schema."""
    if kind in _SCHEMA:
        return {"type": _SCHEMA[kind]}
    if kind is type(None):
        return {"type": "null"}
    if isinstance(kind, type) and is_dataclass(kind):
        return {"$ref": f"#/components/schemas/{kind.__name__}"}
    return _composed_schema(get_origin(kind), get_args(kind))


def _composed_schema(origin: Any, inner: tuple[Any, ...]) -> dict[str, Any]:
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema(each) for each in inner]}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin is tuple and inner[-1] is Ellipsis:
        return {"type": "array", "items": schema(inner[0])}
    if origin is tuple:
        return {"type": "array", "prefixItems": [schema(each) for each in inner]}
    return {"type": "object"}
