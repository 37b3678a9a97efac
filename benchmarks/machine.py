"""What the run ran on: processor, cores, load and versions."""

import json
import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.bootstrap import REASONS

CPU_INFO = Path("/proc/cpuinfo")


def describe() -> dict[str, str]:
    """The facts a reader needs to judge the numbers."""
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "load before": _load(),
    }


def installed_version(distribution: str) -> str | None:
    """The version of a distribution in this environment, None if it is absent."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def why_missing(distribution: str) -> str:
    """What pip said when the environment was made."""
    if not REASONS.exists():
        return "not in this environment; make bench installs it"
    reasons: dict[str, str] = json.loads(REASONS.read_text())
    return reasons.get(distribution, "removed from this environment")


def _processor() -> str:
    if CPU_INFO.exists():
        for line in CPU_INFO.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _load() -> str:
    """The run queue of the last minute; above the number of cores, ratios are poor."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
