"""Looks up known vulnerabilities of the packages that a release is built with.

Without a network it says so in one line and passes: nobody's build depends on a service.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

CONSTRAINTS = Path(__file__).parent / "constraints.txt"
OFFLINE = "audit: the list of vulnerabilities is out of reach, nothing was checked"


def main() -> int:
    """Ask pip-audit about every pinned package."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(CONSTRAINTS)]
    command += ["--disable-pip", "--require-hashes", "--progress-spinner", "off"]
    done = subprocess.run(
        [*command, "--format", "json"], capture_output=True, text=True, check=False
    )
    lines, code = judged(done.stdout)
    print("\n".join(lines))
    return code


def judged(answer: str) -> tuple[list[str], int]:
    """What to say, and the exit code: 1 only for a vulnerability that is known."""
    try:
        packages: list[dict[str, Any]] = json.loads(answer)["dependencies"]
    except (ValueError, KeyError):
        return [OFFLINE], 0
    checked = [package for package in packages if "skip_reason" not in package]
    if not checked:
        return [OFFLINE], 0
    found = [
        f"audit: {package['name']} {package['version']}: {fault['id']}, "
        f"mended in {', '.join(fault['fix_versions']) or 'no release yet'}"
        for package in checked
        for fault in package["vulns"]
    ]
    return (found, 1) if found else ([f"audit: {len(checked)} packages, nothing is known"], 0)


if __name__ == "__main__":
    sys.exit(main())
