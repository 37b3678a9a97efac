"""Firmware parameters from a file, laid over those of every vehicle that has the firmware."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from simloop.server.files.layers import merged
from simloop.server.files.mistake import FileMistake, Mark
from simloop.server.files.settings import Settings
from simloop.server.files.vehicle_file import VehicleFile
from simloop.server.files.yaml_tree import Node
from simloop.sitl.parameter_files import Line, read_lines
from simloop.world.regular_file import IrregularFile

FIRMWARE = "firmware"


def with_parameters(
    models: Mapping[str, VehicleFile], path: Path, mark: Mark
) -> Mapping[str, VehicleFile]:
    """The models with the file's parameters in their settings, so that a lock holds them too."""
    over = Node({"parameters": read_parameters(path, mark)}, Mark(str(path)))
    return {
        key: _changed(model, over) if model.autopilot.kind == FIRMWARE else model
        for key, model in models.items()
    }


def read_parameters(path: Path, mark: Mark) -> Node:
    """Names and values of a file, each with its line; `mark` is where the file is named."""
    try:
        lines = read_lines(path)
    except FileNotFoundError:
        raise FileMistake(mark, f"there is no file '{path}'", "name a parameter file") from None
    except IrregularFile as irregular:
        raise FileMistake(mark, f"'{path}': {irregular}", "name a parameter file") from None
    except ValueError as error:
        raise FileMistake(mark, str(error)) from None
    return Node({line.name: _number(line, path) for line in lines}, Mark(str(path)))


def _number(line: Line, path: Path) -> Node:
    mark = Mark(str(path), line.number)
    if line.problem:
        raise FileMistake(mark, line.problem)
    try:
        return Node(float(line.value), mark)
    except ValueError:
        message = f"{line.name} has the value {line.value!r}, which is no number"
        raise FileMistake(mark, message) from None


def _changed(model: VehicleFile, over: Node) -> VehicleFile:
    pilot = model.autopilot
    settings = Settings.from_node(merged(pilot.settings.node, over), "settings")
    return replace(model, autopilot=replace(pilot, settings=settings))
