"""`simloop check`: is a file right, with everything it refers to?"""

import argparse
import json
from pathlib import Path

from simloop.cli.main import OK
from simloop.server.files import check_file
from simloop.server.files.find import find_file, known_names
from simloop.server.plugins import Registry


def check(options: argparse.Namespace) -> int:
    """Load a file as a run would; a mistake is told as a run would tell it."""
    checked = check_file(_path(options.file), Registry())
    if options.json:
        print(json.dumps({"kind": checked.kind, "name": checked.name, "ok": True}))
    else:
        print(f"{options.file}: {checked.kind} '{checked.name}' is fine")
    return OK


def _path(text: str) -> Path:
    """A file, or what a name means: a scenario before a vehicle before a world."""
    if not Path(text).exists():
        for kind in ("scenario", "vehicle", "world"):
            if text in known_names(kind):
                return find_file(kind, text)
    return Path(text)
