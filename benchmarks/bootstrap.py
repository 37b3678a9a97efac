"""Makes the benchmark's own environment, .venv-bench, with simloop and the peers in it."""

import json
import subprocess
import sys
import venv
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv-bench"
REQUIREMENTS = ROOT / "benchmarks" / "requirements.txt"
STAMP = HOME / ".installed"
# The report gives the reasons for what is missing.
REASONS = HOME / "not-installed.json"


def main() -> int:
    """Installs what is missing; a peer that cannot be installed is named and left out."""
    wanted = _fingerprint()
    if STAMP.exists() and STAMP.read_text() == wanted:
        return 0
    python = _environment()
    print(f"simloop: installing the peers into {HOME.name} (about 2 GB, some minutes)", flush=True)
    if reason := _install(python, "-e", str(ROOT)):
        print(f"simloop: simloop itself could not be installed: {reason}", file=sys.stderr)
        return 3
    reasons = _install_peers(python)
    REASONS.write_text(json.dumps(reasons, indent=1))
    for name, reason in reasons.items():
        print(f"simloop: going on without {name}: {reason}", flush=True)
    # Without the stamp the next run tries again.
    if not reasons:
        STAMP.write_text(wanted)
    return 0


def _fingerprint() -> str:
    """Changes when the lists of what to install or the interpreter change."""
    sources = (REQUIREMENTS.read_bytes(), (ROOT / "pyproject.toml").read_bytes())
    return sha256(b"\0".join(sources) + sys.version.encode()).hexdigest()


def _environment() -> Path:
    python = HOME / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        venv.create(HOME, with_pip=True)
    return python


def _install_peers(python: Path) -> dict[str, str]:
    """All at once so that versions fit; one by one when that fails, with reasons by name."""
    if not _install(python, "-r", str(REQUIREMENTS)):
        return {}
    lines = [line.partition("#")[0].strip() for line in REQUIREMENTS.read_text().splitlines()]
    reasons = {line.partition(">")[0]: _install(python, line) for line in lines if line}
    return {name: reason for name, reason in reasons.items() if reason}


def _install(python: Path, *what: str) -> str:
    """Installs with pip; returns the first error it gives, empty when all is well."""
    options = ("--quiet", "--disable-pip-version-check", "--prefer-binary")
    command = [str(python), "-m", "pip", "install", *options, *what]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    if not done.returncode:
        return ""
    errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    return errors[0].removeprefix("ERROR: ") if errors else f"pip ended with {done.returncode}"


if __name__ == "__main__":
    raise SystemExit(main())
