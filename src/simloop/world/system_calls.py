"""Calls what systems of Python bring: timed, and named if it raises.

A plugin that calls exit() has failed, wherever it does: it must not end the program as if all were
well.
"""

from collections.abc import Callable, Sequence
from typing import Literal

from simloop.world.plan_entry import Entry
from simloop.world.system import PythonSystem, TickInfo
from simloop.world.system_failure import SystemFailure

Policy = Literal["stop", "disable"]


class SystemCalls:
    """Runs systems; one that raises ends the run, or is taken out by `remove`, as `policy` says.

    `clock_ns` and `record` take the time of calls in one tick out of `timed_every`.
    """

    def __init__(
        self,
        policy: Policy,
        remove: Callable[[str], None],
        clock_ns: Callable[[], int] | None,
        record: Callable[[str, int], None] | None,
        timed_every: int,
    ) -> None:
        self.policy = policy
        self.timed_every = timed_every
        self.clock_ns = clock_ns
        self.failures: list[SystemFailure] = []
        self._remove = remove
        self._record = record

    def run(self, system: PythonSystem, info: TickInfo, *, is_timed: bool = False) -> None:
        """Let a system do its work of a tick."""
        timed = is_timed or not info[0] % self.timed_every
        begin_ns = self.now_ns() if timed else 0
        try:
            system.run(info)
        except (Exception, SystemExit) as cause:
            self.fail(system.name, info.tick, cause)
        if timed:
            self.note(system.name, begin_ns)

    def run_all(self, entries: Sequence[Entry], info: TickInfo) -> None:
        """Let these do their work of a tick, one after the other and untimed."""
        for entry in entries:
            try:
                entry.run(info)
            except (Exception, SystemExit) as cause:
                self.fail(entry.system.name, info.tick, cause)

    def is_active(self, entry: Entry, tick: int) -> bool:
        """Has a system anything to do at all?"""
        try:
            return entry.is_active()
        except (Exception, SystemExit) as cause:
            self.fail(entry.system.name, tick, cause)
            return False

    def fail(self, name: str, tick: int, cause: BaseException) -> None:
        """Take note of a system that raised.

        Raises:
            SystemFailure: the policy is to stop.
        """
        failure = SystemFailure(name, tick, cause)
        self.failures.append(failure)
        if self.policy == "stop":
            raise failure from cause
        self._remove(name)

    def now_ns(self) -> int:
        """When a call begins; 0 where nobody has a clock."""
        return self.clock_ns() if self.clock_ns else 0

    def note(self, name: str, begin_ns: int, ticks: int = 1) -> None:
        """Record what a call took, per tick."""
        if self.clock_ns is not None and self._record is not None:
            self._record(name, (self.clock_ns() - begin_ns) // ticks)
