"""The page docs/benchmarks.md: how the benchmark measures, and one run of it."""

from pathlib import Path

from benchmarks.report import Run, as_text

INTRODUCTION = """\
# Benchmarks

`make bench` installs the peers into `.venv-bench`, measures and prints the tables below.
`.venv-bench/bin/python benchmarks/run.py --write` writes this page anew.

## How it measures

- Each simulator lives in a process of its own. A round times every case once for a fraction of a
  second, one after the other, and every second round goes backwards, so all see the same machine.
- Ratios compare vehicle-steps per second: one vehicle advanced by one step. A step is not the
  same work everywhere; the last table says what it is. Ours is the full loop: sensors, firmware
  and physics through the plugin schedule.
- Threads: ours takes as many as there are cores once a call is worth it, and so do peers that can
  (MuJoCo rollout, crazyflow); PyBullet, JSBSim and RotorPy step on one thread. BLAS
  is kept to one thread everywhere, its matrices are tiny.
- PyBullet has all vehicles in one world, as gym-pybullet-drones does. JSBSim, RotorPy and
  MuJoCo + PD have independent instances which Python steps in turn. JSBSim's file output is off and
  its glide is begun anew before the ground. RotorPy's batched classes need torch and are left out.
- Viewers: one run at real time, in which windows of 4 s with nobody, one browser and 200 browsers
  (of which 20 never read) take turns; medians of six windows each. The browsers are sockets in a
  process of lower priority, on the same two cores.
- Start-up is the wall time of a fresh process to its first step. Cold means an empty kernel
  cache and no shipped objects.
- Compiling and loading are measured in fresh processes: processor seconds, medians of three. What
  follows "then" is compiled in the same process as what stands above it.
- Nothing here fails a build: a shared machine moves these numbers by 20 % and more.

## One run

```text
"""


def write_page(run: Run, path: Path) -> None:
    """Writes the page with the tables of this run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{INTRODUCTION}{as_text(run)}\n```\n")
