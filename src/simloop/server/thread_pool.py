"""Worker threads for the compiled steps, which release the interpreter lock."""

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

# Beyond this many the memory is the limit.
_MOST_THREADS = 16


def pool_of(threads: int | None) -> "ThreadPool | None":
    """A pool of so many threads, None for one; as many as processors if nothing is said.

    Threads begin when a step is worth it, so a pool costs nothing until then.
    """
    size = min(_processors(), _MOST_THREADS) if threads is None else threads
    return ThreadPool(size) if size > 1 else None


def _processors() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class ThreadPool:
    """A fixed number of threads; the calling thread works too."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._executor: ThreadPoolExecutor | None = None

    def run_all(self, jobs: Sequence[Callable[[], None]]) -> None:
        """Run all jobs and come back when the last has finished."""
        if self._executor is None:
            # Few steps are worth more threads than one.
            from concurrent.futures import ThreadPoolExecutor

            self._executor = ThreadPoolExecutor(self.size - 1, thread_name_prefix="simloop-step")
        waiting = [self._executor.submit(job) for job in jobs[1:]]
        jobs[0]()
        for job in waiting:
            job.result()

    def close(self) -> None:
        """Let the threads go."""
        if self._executor is not None:
            self._executor.shutdown()
