"""Child processes of the benchmark: their environment, and the two kinds of child."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from types import TracebackType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def environment() -> dict[str, str]:
    """What every child gets: the CPU only, and no BLAS threads for 3 by 3 matrices."""
    env = dict(os.environ)
    env |= {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}", "JAX_PLATFORMS": "cpu"}
    env |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    # Compiled bytecode of a source checkout is part of a warm start.
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    return env


def empty_cache(folder: str) -> dict[str, str]:
    """What makes a child find nothing compiled before, not even what is shipped."""
    return {
        "SIMLOOP_CACHE_DIR": folder,
        "XDG_CACHE_HOME": folder,
        "SIMLOOP_NO_SHIPPED_OBJECTS": "1",
    }


def answer_of(module: str, arguments: Sequence[str], extra_env: dict[str, str]) -> dict[str, float]:
    """Runs a module in a fresh process and reads the JSON object that it prints.

    Raises:
        RuntimeError: With its last line of stderr when it fails.
    """
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        done = subprocess.run(
            [sys.executable, "-m", module, *arguments],
            capture_output=True,
            cwd=folder,
            env=environment() | extra_env,
            text=True,
            check=False,
        )
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["no message"])[-1][:160])
    answer: dict[str, float] = json.loads(done.stdout)
    return answer


class Worker:
    """A `benchmarks.worker` for one module, in a scratch folder of its own."""

    def __init__(self, module: str) -> None:
        # Some simulators write files where they run.
        self._folder = TemporaryDirectory(ignore_cleanup_errors=True)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.worker", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._folder.name,
            env=environment(),
            text=True,
        )

    def __enter__(self) -> "Worker":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        self._folder.cleanup()

    def send(self, **request: Any) -> None:
        """Asks without waiting."""
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            return

    def receive(self) -> dict[str, Any]:
        """The answer to the oldest open request; a dead worker answers with an error."""
        assert self._process.stdout
        line = self._process.stdout.readline()
        if line:
            answer: dict[str, Any] = json.loads(line)
            return answer
        return {"error": f"the process ended with code {self._process.wait()}"}


def seconds_to_lines(arguments: list[str], extra_env: dict[str, str]) -> dict[str, float]:
    """Runs Python with arguments; for each line it prints, the seconds since the start.

    Raises:
        RuntimeError: With its last line of stderr when it fails.
    """
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        errors = Path(folder) / "stderr"
        start_s = perf_counter()
        with (
            errors.open("w") as stderr,
            subprocess.Popen(
                [sys.executable, *arguments],
                stdout=subprocess.PIPE,
                stderr=stderr,
                cwd=folder,
                env=environment() | extra_env,
                text=True,
            ) as process,
        ):
            assert process.stdout
            times = {line.strip(): perf_counter() - start_s for line in process.stdout}
        if process.returncode:
            said = errors.read_text().strip().splitlines() or ["no message"]
            raise RuntimeError(said[-1][:160])
        return times
