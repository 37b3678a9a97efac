"""Worker threads for the compiled steps, which release the interpreter lock."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor


class ThreadPool:
    """A fixed number of threads; the calling thread works too."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._executor = ThreadPoolExecutor(size - 1, thread_name_prefix="simloop-step")

    def run_all(self, jobs: Sequence[Callable[[], None]]) -> None:
        """Run all jobs and come back when the last has finished."""
        waiting = [self._executor.submit(job) for job in jobs[1:]]
        jobs[0]()
        for job in waiting:
            job.result()

    def close(self) -> None:
        """Let the threads go."""
        self._executor.shutdown()
