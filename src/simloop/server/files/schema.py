"""Publishes the file models as JSON Schema, so that editors complete and check the files.

`python -m simloop.server.files.schema` writes docs/schema/, `--check` verifies that it is current.
"""

import argparse
import ast
import inspect
import json
import re
import sys
import textwrap
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from simloop.server.files.convert import field_types, is_mapping, is_required, is_union
from simloop.server.files.find import Kind
from simloop.server.files.load import MODELS
from simloop.server.files.lock import plain
from simloop.server.plugins import Registry

FOLDER = Path("docs/schema")
DIALECT = "https://json-schema.org/draft/2020-12/schema"
# Keys whose entries are settings of plugins.
PLUGIN_KEYS = ("systems", "dynamics", "sensors")

_SCALARS: Mapping[Any, str] = {float: "number", int: "integer", bool: "boolean", str: "string"}


def file_schema(kind: Kind, plugins: Mapping[str, type]) -> dict[str, Any]:
    """The schema of one kind of file; `plugins` are the Configs of known plugins by name."""
    cls = MODELS[kind]
    body = object_schema(cls)
    properties = {"extends": _extends(kind), **body["properties"]}
    required = [name for name in body["required"] if name != "name"]
    definitions = {name: object_schema(config) for name, config in plugins.items()}
    for key in PLUGIN_KEYS:
        if key in properties:
            properties[key]["properties"] = {name: _or_nothing(name) for name in plugins}
    if "contacts" in properties and "contacts" in plugins:
        properties["contacts"] = _or_nothing("contacts")
    return {
        "$schema": DIALECT,
        "title": f"simloop {kind} file",
        "description": body["description"],
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        "anyOf": [{"required": ["extends"]}, {"required": required}],
        "$defs": definitions,
    }


def object_schema(cls: type) -> dict[str, Any]:
    """The schema of a dataclass: its fields, their documentation and defaults."""
    hints, docs = field_types(cls), field_docs(cls)
    properties = {
        item.name: _field_schema(item, hints[item.name], docs.get(item.name, ""))
        for item in fields(cls)
        if item.init
    }
    return {
        "description": (inspect.getdoc(cls) or "").split("\n")[0],
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        "required": [item.name for item in fields(cls) if item.init and is_required(item)],
    }


def type_schema(hint: Any) -> dict[str, Any]:  # noqa: PLR0911 - one return per kind of type
    """The schema of one type that `convert` understands."""
    if hint is Any:
        return {}
    if hint in _SCALARS:
        return {"type": _SCALARS[hint]}
    # A type that reads itself says what it reads.
    if hasattr(hint, "json_schema"):
        return dict(hint.json_schema())
    if hint is type(None):
        return {"type": "null"}
    if is_union(hint):
        return {"anyOf": [type_schema(kind) for kind in get_args(hint)]}
    if get_origin(hint) is Literal:
        return {"enum": list(get_args(hint))}
    if get_origin(hint) in (tuple, list):
        return _array(hint)
    if is_mapping(hint):
        return {"type": "object", "additionalProperties": type_schema(get_args(hint)[1])}
    if is_dataclass(hint) and isinstance(hint, type):
        return object_schema(hint)
    raise TypeError(f"no JSON Schema for {hint}")


def field_docs(cls: type) -> dict[str, str]:
    """What a class says about each field: in it, below it, or in the class docstring."""
    told = {item.name: item.metadata["meaning"] for item in fields(cls) if item.metadata}
    return {**_docs_in_docstring(cls), **_docs_below_fields(cls), **told}


def _docs_below_fields(cls: type) -> dict[str, str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    docs = {}
    for item, below in pairwise(body):
        if not isinstance(item, ast.AnnAssign) or not isinstance(item.target, ast.Name):
            continue
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            docs[item.target.id] = " ".join(str(below.value.value).split())
    return docs


def _docs_in_docstring(cls: type) -> dict[str, str]:
    _, _, section = (inspect.getdoc(cls) or "").partition("Attributes:\n")
    # An entry starts at four columns; deeper lines continue it.
    entries = re.split(r"^ {4}(?=\w+:)", section, flags=re.MULTILINE)[1:]
    pairs = [entry.split(":", 1) for entry in entries]
    return {name: " ".join(text.split()) for name, text in pairs}


def _field_schema(item: "Field[Any]", hint: Any, doc: str) -> dict[str, Any]:
    schema = type_schema(hint)
    if doc:
        schema["description"] = doc
    default = item.default
    if default is not MISSING and default is not None and not is_dataclass(default):
        schema["default"] = plain(default)
    return schema


def _array(hint: Any) -> dict[str, Any]:
    kinds = get_args(hint)
    schema: dict[str, Any] = {"type": "array", "items": type_schema(kinds[0])}
    if get_origin(hint) is tuple and kinds[-1] is not Ellipsis:
        schema |= {"minItems": len(kinds), "maxItems": len(kinds)}
    return schema


def _extends(kind: Kind) -> dict[str, Any]:
    return {"type": "string", "description": f"Name or path of a {kind} file to start from."}


def _or_nothing(name: str) -> dict[str, Any]:
    return {"anyOf": [{"$ref": f"#/$defs/{name}"}, {"type": "null"}, {"const": False}]}


def builtin_configs(registry: Registry) -> dict[str, type]:
    """The Configs of simloop's own system plugins, by name."""
    modules = {
        plugin.name: registry.load(plugin.name)
        for plugin in registry.plugins()
        if plugin.target.startswith("simloop.")
    }
    configs = {name: getattr(module, "Config", None) for name, module in modules.items()}
    return {name: config for name, config in configs.items() if config is not None}


def documents(registry: Registry) -> dict[str, str]:
    """File name and content of every published schema."""
    plugins = builtin_configs(registry)
    return {
        f"{kind}.schema.json": json.dumps(file_schema(kind, plugins), indent=2) + "\n"
        for kind in MODELS
    }


def main(arguments: list[str] | None = None) -> int:
    """Write the schemas, or say which are out of date."""
    parser = argparse.ArgumentParser(description="write the JSON Schemas of simloop's files")
    parser.add_argument("--check", action="store_true", help="only verify that they are current")
    parser.add_argument("--out", type=Path, default=FOLDER, help="directory of the schemas")
    options = parser.parse_args(arguments)
    stale = []
    for name, text in documents(Registry()).items():
        path = options.out / name
        if options.check:
            current = path.read_text(encoding="utf-8") if path.is_file() else ""
            stale += [path] if current != text else []
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for path in stale:
        print(f"{path} is out of date: run python -m simloop.server.files.schema", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
