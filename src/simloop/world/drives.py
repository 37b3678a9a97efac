"""Ticks of all tables with cross-vehicle work in between, in one call."""

import ctypes
from collections.abc import Sequence

from simloop.compiler.doors import open_doors
from simloop.compiler.driver import StageRow, WorkRow
from simloop.world.code_cache import object_store
from simloop.world.fused_work import FusedWork
from simloop.world.plan_entry import Entry
from simloop.world.steps import TableSteps


class Drives:
    """Runs ticks of all tables with one system's work in each."""

    def __init__(self, steps: Sequence[TableSteps]) -> None:
        self._steps = steps

    def run(self, entry: Entry, work: FusedWork, *, first_tick: int, ticks: int) -> tuple[int, int]:
        """How many ticks are done, and what the work answered in the tick after them."""
        stages = (StageRow * max(len(self._steps), 1))()
        for row, steps, cut in zip(stages, self._steps, entry.positions, strict=False):
            row.plan = steps.units.bound_address()
            row.blocks, row.cut, row.end = steps.table.blocks_in_use, cut, len(steps.systems)
        glance = work.glance.bind(work.seen)
        act = work.work.bind((first_tick, *work.arguments))
        row = WorkRow(
            glance.address, glance.arguments_at, glance.results_at,
            act.address, act.arguments_at, act.results_at,
        )  # fmt: skip
        drive = open_doors(object_store()).drive_around
        where = ctypes.addressof(stages), len(self._steps), ctypes.addressof(row)
        return drive(*where, first_tick, ticks), act.answer()
