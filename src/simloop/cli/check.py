"""`simloop check`: is a file right, with everything it refers to?"""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from simloop.cli.main import OK
from simloop.server.files import check_file
from simloop.server.files.find import find_file, known_names
from simloop.server.launch_consent import launch_requests
from simloop.server.plugins import Registry
from simloop.server.port_plan import check_free, check_plan, plan_ports, planned_port
from simloop.server.port_table import port_table
from simloop.studio.page_address import FIRST_PORT
from simloop.studio.page_rules import LOOPBACK


def check(options: argparse.Namespace) -> int:
    """Load a file as a run would; a mistake is told as a run would tell it."""
    registry = Registry()
    checked = check_file(_path(options.file), registry)
    plan = [] if checked.scenario is None else plan_ports(checked.scenario, registry)
    check_plan(plan)
    programs = [request.words for request in launch_requests(checked.vehicles, registry)]
    if options.json:
        ports = [{**asdict(port.use), "vehicle": port.vehicle} for port in plan]
        told = {"kind": checked.kind, "name": checked.name, "ok": True, "ports": ports}
        print(json.dumps({**told, "programs": programs}))
        return OK
    print(f"{options.file}: {checked.kind} '{checked.name}' is fine")
    if programs:
        print("\n".join(("programs that it starts", *(f"  {words}" for words in programs))))
    if checked.scenario is not None:
        page = planned_port("page", LOOPBACK, FIRST_PORT)
        print("\n".join(("ports", *(f"  {line}" for line in port_table([*plan, page])))))
    check_free(plan)
    return OK


def _path(text: str) -> Path:
    """A file, or what a name means: a scenario before a vehicle before a world."""
    if not Path(text).exists():
        for kind in ("scenario", "vehicle", "world"):
            if text in known_names(kind):
                return find_file(kind, text)
    return Path(text)
