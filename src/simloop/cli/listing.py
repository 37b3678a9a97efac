"""`simloop list`: what the library and the installed packages offer.

Files and plugins are listed without importing any plugin; failures are asked of a simulation.
"""

import argparse
import json

from simloop.cli.main import OK
from simloop.server.files import list_files
from simloop.server.files.find import Kind
from simloop.server.files.mistake import FileMistake
from simloop.server.plugins import Registry

_FILES: dict[str, Kind] = {"vehicles": "vehicle", "worlds": "world", "scenarios": "scenario"}


def list_things(options: argparse.Namespace) -> int:
    """Print names with a line each."""
    if options.vehicle is not None and options.kind != "failures":
        raise FileMistake(None, f"'list {options.kind}' takes no --vehicle", "use 'list failures'")
    if options.kind == "failures":
        from simloop.cli.failure_list import list_failures

        return list_failures(options.vehicle, as_json=options.json)
    rows = _rows(options.kind)
    if options.json:
        print(json.dumps([{"name": name, "description": text} for name, text in rows]))
        return OK
    if not rows:
        group = "studio" if options.kind == "panels" else options.kind
        print(f"no {options.kind} are installed; packages offer them as 'simloop.{group}'")
        return OK
    width = max(len(name) for name, _ in rows)
    for name, text in rows:
        print(f"{name:<{width}}  {text}".rstrip())
    return OK


def _rows(kind: str) -> list[tuple[str, str]]:
    if kind in _FILES:
        return _file_rows(kind)
    return _panel_rows() if kind == "panels" else _plugin_rows(kind)


def _panel_rows() -> list[tuple[str, str]]:
    from simloop.studio.package_panels import find_panels

    return [
        (panel.name, f"{panel.package}: {panel.broken or 'a panel of the page'}")
        for panel in find_panels()
    ]


def _file_rows(kind: str) -> list[tuple[str, str]]:
    return [(each.name, each.description) for each in list_files(_FILES[kind])]


def _plugin_rows(kind: str) -> list[tuple[str, str]]:
    plugins = Registry().plugins(f"simloop.{kind}")
    return [(plugin.name, f"{plugin.package}: {plugin.target}") for plugin in plugins]
