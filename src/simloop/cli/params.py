"""`simloop params`: the firmware parameters of a vehicle, on the screen, in files and in memory."""

import argparse
import json
import sys
from pathlib import Path

from simloop.cli.main import FAILED, OK, USAGE
from simloop.firmware.parameters.parameter import format_number
from simloop.firmware.parameters.store import ParameterStore
from simloop.firmware.parameters.table import ParameterTable
from simloop.server.files import load_scenario
from simloop.server.files.memory import remembered, vehicle_memories
from simloop.server.files.mistake import FileMistake
from simloop.server.files.parameters import FIRMWARE
from simloop.server.files.resolved import ResolvedMemory
from simloop.server.simulation import Simulation
from simloop.sitl.parameter_files import load_parameters, save_parameters
from simloop.sitl.parameter_table import parameter_table


def params(options: argparse.Namespace) -> int:
    """List the parameters, save them to a file, or load a file into a vehicle's memory."""
    if options.action != "list" and options.file is None:
        raise FileMistake(None, f"params {options.action} needs a file", "name one after the model")
    if options.action == "load" and options.memory is None:
        fix = "add --memory DIR, or fly with 'simloop run --params FILE'"
        raise FileMistake(None, "params load needs a memory to load into", fix)
    table = _table(options.model, options.scenario)
    store = _store(table, options)
    if options.action == "list":
        _list(table, as_json=options.json)
        return OK
    path = Path(options.file)
    try:
        if options.action == "save":
            save_parameters(table, path)
            print(f"{path}: {len(table)} parameters")
            return OK
        return _load(table, store, path)
    except ValueError as error:
        raise FileMistake(None, str(error)) from None


def _table(model: str, scenario: str) -> ParameterTable:
    """The parameters of a vehicle as its file, its design and the place make them."""
    simulation = Simulation(
        load_scenario(scenario, vehicle=model), compiled=False, allow_launch=True
    )
    world = simulation.world
    record = world.models()[0]
    if record.facts.get("autopilot") != FIRMWARE:
        raise FileMistake(None, f"'{model}' has no firmware", "choose another vehicle")
    return parameter_table(world, record)


def _store(table: ParameterTable, options: argparse.Namespace) -> ParameterStore:
    """The vehicle's memory, whose values the table takes."""
    memory = ResolvedMemory() if options.memory is None else remembered(options.memory)
    name = options.name or f"{Path(options.model).stem}_0"
    store = ParameterStore(table, vehicle_memories(memory).of(name))
    for sentence in store.load().sentences:
        print(f"simloop: {name}: {sentence}", file=sys.stderr)
    return store


def _list(table: ParameterTable, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({each.name: table.get(each.name) for each in table.parameters}))
        return
    for each in table.parameters:
        value = format_number(table.get(each.name))
        print(f"{each.name:<16} {value:>12} {each.unit:<8} {each.meaning}")


def _load(table: ParameterTable, store: ParameterStore, path: Path) -> int:
    report = load_parameters(table, path)
    for complaint in report.complaints:
        print(f"simloop: {complaint}", file=sys.stderr)
    if not store.save():
        print("simloop: the memory could not be written: look at its directory", file=sys.stderr)
        return FAILED
    print(f"{path}: {len(report.taken)} parameters taken")
    return OK if report.clean else USAGE
