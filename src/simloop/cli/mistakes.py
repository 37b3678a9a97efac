"""Turns any error into one line and an exit code; only a fault of ours shows a traceback."""

import os
import traceback

from simloop.cli.main import ENVIRONMENT, FAILED, USAGE
from simloop.compiler.refusal import Refused
from simloop.server.files.mistake import FileMistake
from simloop.server.plugins import PluginError
from simloop.server.recording.failure import RecordingFailed
from simloop.sitl.simulator_adapter import SimulatorError
from simloop.studio.page_rules import PageMistake
from simloop.transport.errors import BusError
from simloop.world.schedule import ScheduleError
from simloop.world.system_failure import SystemFailure

# What a user wrote and can write otherwise.
_USERS = (FileMistake, PluginError, ScheduleError, SimulatorError, PageMistake, Refused)


def explain(error: Exception) -> tuple[str, int]:
    """One line that names the place and the fix, and the exit code that goes with it."""
    if isinstance(error, _USERS):
        return str(error), USAGE
    if isinstance(error, SystemFailure) and isinstance(error.__cause__, RecordingFailed):
        return str(error.__cause__), ENVIRONMENT
    if isinstance(error, (SystemFailure, BusError)):
        return str(error), FAILED
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror or error}", ENVIRONMENT
    if isinstance(error, ImportError):
        return f"{error}: install it, or run 'make setup'", ENVIRONMENT
    if os.environ.get("SIMLOOP_TRACEBACK"):
        traceback.print_exc()
    name = type(error).__name__
    return (
        f"internal error, please report it: {name}: {error} (SIMLOOP_TRACEBACK=1 shows more)",
        FAILED,
    )
