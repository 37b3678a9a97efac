"""`simloop check`: is a file right, with everything it refers to?"""

import argparse
import json
from pathlib import Path

from simloop.cli.main import OK
from simloop.server.files import check_file
from simloop.server.plugins import Registry


def check(options: argparse.Namespace) -> int:
    """Load a file as a run would; a mistake is told as a run would tell it."""
    checked = check_file(Path(options.file), Registry())
    if options.json:
        print(json.dumps({"kind": checked.kind, "name": checked.name, "ok": True}))
    else:
        print(f"{options.file}: {checked.kind} '{checked.name}' is fine")
    return OK
