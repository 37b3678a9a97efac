"""Files become typed models: worlds, vehicles, scenarios, and the lock of a run."""

from simloop.server.files.check import Checked, check_file
from simloop.server.files.find import Listed, list_files
from simloop.server.files.load import load_scenario, load_vehicle, load_world
from simloop.server.files.lock import load_lock, read_lock, version_changes, write_lock
from simloop.server.files.mistake import FileMistake
from simloop.server.files.parts import check_plugins, configure, equip, equip_vehicle
from simloop.server.files.resolved import ResolvedMission, ResolvedScenario, ResolvedVehicle
from simloop.server.files.settings import Settings, build_config

__all__ = [
    "Checked",
    "FileMistake",
    "Listed",
    "ResolvedMission",
    "ResolvedScenario",
    "ResolvedVehicle",
    "Settings",
    "build_config",
    "check_file",
    "check_plugins",
    "configure",
    "equip",
    "equip_vehicle",
    "list_files",
    "load_lock",
    "load_scenario",
    "load_vehicle",
    "load_world",
    "read_lock",
    "version_changes",
    "write_lock",
]
