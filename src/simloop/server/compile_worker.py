"""Compiles in a process of its own at low priority, so that no tick waits for it.

Translating is Python: in a thread it would hold the interpreter lock between the steps of ticks.
The process leaves its objects in the cache and tells of each, and what is left to do here is to
load them: a class runs what is made of it by then, and soon little of it is interpreted.
"""

import gc
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from queue import SimpleQueue
from threading import Event, Thread, current_thread
from types import FunctionType
from typing import IO, Any, BinaryIO

from simloop.compiler.syntax import is_generated, source_of
from simloop.server.compiler_thread import AT_WORK
from simloop.world.generated_kernel import generated_kernel
from simloop.world.plugin import VehicleClass
from simloop.world.schedule import class_order
from simloop.world.steps import CompileJob
from simloop.world.table import Table
from simloop.world.unit_table import UnitTable

_DONE = b"done\n"
_MADE = b"made\n"
# Taking units in is work of this process, too.
_TAKEN_TOGETHER = 8
_LENGTH_BYTES = 8
_NICE = 10


class CompileWorker:
    """Takes one job after the other; a process is started for the first.

    What cannot be told to another process, such as a kernel of a program's own, is compiled by the
    thread that waits for it.
    """

    def __init__(self) -> None:
        self._jobs: SimpleQueue[CompileJob | Event | None] = SimpleQueue()
        self._open: list[CompileJob] = []
        self._thread: Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False

    def __call__(self, job: CompileJob) -> None:
        """Begin as soon as those before are done."""
        self._open.append(job)
        self._jobs.put(job)
        if self._thread is None:
            self._thread = Thread(target=self._work, daemon=True)
            self._thread.start()

    def wait(self) -> None:
        """Come back when all jobs so far are done."""
        if self._thread is not None:
            done = Event()
            self._jobs.put(done)
            done.wait()

    def close(self) -> None:
        """Do no more; what is under way is given up."""
        self._is_closed = True
        self._jobs.put(None)
        if self._process is not None:
            self._process.kill()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            if isinstance(job, Event):
                job.set()
                continue
            if not job.is_stale:
                self._make_elsewhere(job)
                if self._is_closed:
                    break
                # A failure is told by the class's next tick.
                _at_work(job)
                _spare_collector()
            self._open.remove(job)
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _make_elsewhere(self, job: CompileJob) -> None:
        """Let the process fill the cache; without it the cache stays as it is."""
        try:
            answers = self._ordered(job)
        except (OSError, pickle.PicklingError, AttributeError, TypeError):
            return
        made = 0
        while answers.readline() == _MADE and not self._is_closed:
            made += 1
            if made % _TAKEN_TOGETHER == 0:
                _at_work(self._take_in)

    def _ordered(self, job: CompileJob) -> IO[bytes]:
        """Where the process answers an order that it has got."""
        words = in_words(job.order)
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(len(words).to_bytes(_LENGTH_BYTES, "little") + words)
        process.stdin.flush()
        return process.stdout

    def _take_in(self) -> None:
        """Let every class run what there is by now: most units are of several."""
        for job in self._open:
            if not job.is_stale:
                job.take_in()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                # Ctrl-C is for the run; this process ends when its input does.
                start_new_session=True,
            )
        return self._process


def _spare_collector() -> None:
    """Who spares the collector what was loaded spares it what came with a new class, too."""
    if gc.get_freeze_count():
        gc.freeze()


def _at_work(work: Callable[[], None]) -> None:
    """Do what links code, under the name that those look for who end the program."""
    current_thread().name, usual = AT_WORK, current_thread().name
    work()
    current_thread().name = usual


class _Pickler(pickle.Pickler):
    """Tells kernels that code has written by their text: the other process has no such module."""

    def reducer_override(self, thing: object) -> Any:
        if isinstance(thing, FunctionType) and is_generated(thing.__code__.co_filename):
            return generated_kernel, (thing.__name__, source_of(thing.__code__.co_filename))
        return NotImplemented


def in_words(order: tuple[VehicleClass, int]) -> bytes:
    """An order as it is sent."""
    words = BytesIO()
    _Pickler(words).dump(order)
    return words.getvalue()


def compile_order(
    vehicle_class: VehicleClass, lanes: int, tell: Callable[[], None] = lambda: None
) -> None:
    """Make all units of a class, or find them in the cache; `tell` is called before each."""
    table = Table(vehicle_class, lanes)
    units = UnitTable(table, class_order(vehicle_class), vehicle_class.tick_rate_hz)
    units.prepare(lambda number, system: tell())


def serve(orders: BinaryIO, answers: BinaryIO) -> None:
    """Compile what is ordered until the orders end."""

    def made() -> None:
        answers.write(_MADE)
        answers.flush()

    while len(head := orders.read(_LENGTH_BYTES)) == _LENGTH_BYTES:
        words = orders.read(int.from_bytes(head, "little"))
        try:
            vehicle_class, lanes = pickle.loads(words)
            compile_order(vehicle_class, lanes, made)
            answers.write(_DONE)
        except Exception as why:
            answers.write(f"{type(why).__name__}\n".encode())
        answers.flush()


if __name__ == "__main__":
    os.nice(_NICE)
    serve(sys.stdin.buffer, sys.stdout.buffer)
