"""`simloop figures`: how well the firmware flies a vehicle, by trials of the whole loop."""

import argparse
import json
import sys
from pathlib import Path

from simloop.cli.main import OK
from simloop.cli.progress import compiling
from simloop.server.files import FileMistake
from simloop.server.flight_figures import Figures, firmware_vehicles, fly_trials, page_of


def show_figures(options: argparse.Namespace) -> int:
    """Fly the trials of one vehicle or of the library's, and print or write what was measured."""
    found = []
    for model in _models(options):
        print(f"simloop: flying the trials of '{model}'", file=sys.stderr, flush=True)
        found.append(fly_trials(model, preparing=lambda name: compiling(sys.stderr, name)))
        if options.page:
            Path(options.page).write_text(page_of(found), encoding="utf-8")
    if options.page:
        print(f"wrote {options.page}")
    elif options.json:
        print(json.dumps([figures.plain() for figures in found]))
    else:
        for figures in found:
            _print(figures)
    return OK


def _models(options: argparse.Namespace) -> list[str]:
    if options.model is not None and options.all:
        raise FileMistake(None, f"'{options.model}' and --all", "write one of the two")
    if options.model is None and not options.all:
        raise FileMistake(None, "no vehicle to fly", "name one, or write --all")
    return firmware_vehicles() if options.all else [options.model]


def _print(figures: Figures) -> None:
    for table in figures.tables():
        print(f"{figures.vehicle}: {table}")
        for figure in figures:
            if figure.table == table:
                print(f"  {figure.name:<32} {figure.text:>8} {figure.unit}")
