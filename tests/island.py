"""A pytest plugin that leaves nothing of simloop importable but the firmware: `-p island`."""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest

FIRMWARE = "simloop.firmware"


class Shore(MetaPathFinder):
    """Refuses every module of simloop that is not the firmware's."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if is_stranger(name):
            raise ImportError(f"{name} is not on the island")
        return None


def is_stranger(name: str) -> bool:
    return name.startswith("simloop.") and not f"{name}.".startswith(f"{FIRMWARE}.")


def strangers() -> list[str]:
    return sorted(name for name in sys.modules if is_stranger(name))


def pytest_sessionstart(session: pytest.Session) -> None:
    found = strangers()
    if found:
        raise pytest.UsageError(f"on the island before it was one: {found}")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if strangers():
        session.exitstatus = pytest.ExitCode.INTERNAL_ERROR


sys.meta_path.insert(0, Shore())
