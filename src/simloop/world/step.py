"""When block systems run, and their tick as ordinary Python: the oracle of the compiled one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simloop.timing.rates import period_ticks
from simloop.world.kernel_columns import Parameter
from simloop.world.kernel_copy import KernelCopies
from simloop.world.system import BlockSystem
from simloop.world.table import Table

Step = Callable[..., None]

# More views than those of so many vehicles are made anew in every call, for they need memory.
_KEPT_VEHICLES = 64


@dataclass(frozen=True, slots=True)
class Timing:
    """When a block system runs: every `period` ticks, `delay` ticks late."""

    period: int
    delay: int

    @classmethod
    def of(cls, system: BlockSystem, tick_rate_hz: int) -> "Timing":
        """Turn a rate and a delay into ticks; a rate that does not fit is an error."""
        rate = float(tick_rate_hz if system.rate_hz is None else system.rate_hz)
        period = period_ticks(rate, tick_rate_hz, system.name)
        return cls(period, round(system.delay_s * tick_rate_hz))

    def is_due(self, tick: int) -> bool:
        """Does the system run in this tick?"""
        return (not self.delay or tick > self.delay) and (tick - self.delay) % self.period == 0


class InterpretedStep:
    """Block systems as plain Python, one vehicle after the other."""

    def __init__(
        self,
        systems: Sequence[BlockSystem],
        *,
        table: Table,
        tick_rate_hz: int,
        copies: KernelCopies,
    ) -> None:
        self._table = table
        self._calls = [_Call.of(system, tick_rate_hz, copies) for system in systems]
        self._shared = {array.name: array.data for array in table.vehicle_class.shared}
        self._known: dict[int, list[list[Any]]] = {}
        self._arenas: object = None

    def __call__(self, first_tick: int, ticks: int, first_block: int, last_block: int) -> None:
        """Run so many ticks of some blocks."""
        table = self._table
        if table.arenas is not self._arenas:
            self._known, self._arenas = {}, table.arenas
        for block in range(first_block, last_block):
            for lane in range(table.lanes):
                bound = self._bound(block * table.lanes + lane)
                for tick in range(first_tick, first_tick + ticks):
                    for call, arguments in zip(self._calls, bound, strict=True):
                        if call.timing.is_due(tick):
                            call.run(tick, arguments)

    def _bound(self, row: int) -> list[list[Any]]:
        """What each kernel gets of one vehicle."""
        bound = self._known.get(row)
        if bound is None:
            vehicle = VehicleView(self._table, row)
            bound = [call.arguments(vehicle, self._shared) for call in self._calls]
            if len(self._known) < _KEPT_VEHICLES:
                self._known[row] = bound
        return bound


class VehicleView:
    """One vehicle's numbers in its table."""

    def __init__(self, table: Table, row: int) -> None:
        self._table = table
        self._row = row
        self._parts: dict[tuple[Any, ...], Any] = {}

    def column(self, name: str) -> Any:
        """The elements of a column, to read and, but for shared parameters, to write."""
        numbers: Any = self._table.look(self._row, name)
        # Elements of a memory view are Python's own floats, several times as fast as numpy's.
        return memoryview(numbers) if numbers.dtype == np.float64 else numbers

    def component(self, parameter: Parameter, bind: Mapping[str, str]) -> Any:
        """A component, with other columns in the place of some."""
        assert parameter.fields is not None and parameter.make is not None
        names = [field.column.name for field in parameter.fields.values()]
        key = (parameter.make, tuple(bind.get(name, name) for name in names))
        if key not in self._parts:
            self._parts[key] = parameter.make(_Cells(self, key[1]))
        return self._parts[key]


class _Cells(dict[int, Any]):
    """A component's columns, each looked up when a kernel first asks for it."""

    def __init__(self, vehicle: VehicleView, names: Sequence[str]) -> None:
        super().__init__()
        self._vehicle = vehicle
        self._names = names

    def __missing__(self, number: int) -> Any:
        self[number] = self._vehicle.column(self._names[number])
        return self[number]


@dataclass(frozen=True, slots=True)
class _Call:
    """One system's kernel, and what it is called with."""

    kernel: Callable[..., None]
    parameters: tuple[Parameter, ...]
    system: BlockSystem
    timing: Timing
    dt_s: float
    period_s: float

    @classmethod
    def of(cls, system: BlockSystem, tick_rate_hz: int, copies: KernelCopies) -> "_Call":
        timing = Timing.of(system, tick_rate_hz)
        kernel = copies.function(system.block, system.hook)
        period_s = timing.period / tick_rate_hz
        parameters = system.parameters
        return cls(kernel, parameters, system, timing, 1.0 / tick_rate_hz, period_s)

    def arguments(self, vehicle: VehicleView, shared: Mapping[str, Any]) -> list[Any]:
        """All arguments; the tick is put in before each call."""
        bind = self.system.bind
        clock = {"tick": 0, "dt_s": self.dt_s, "period_s": self.period_s}
        found: list[Any] = []
        for parameter in self.parameters:
            name = bind.get(parameter.name, parameter.name)
            if parameter.is_clock:
                found.append(clock[parameter.name])
            elif parameter.fields is not None:
                found.append(vehicle.component(parameter, bind))
            else:
                found.append(shared[name] if name in shared else vehicle.column(name))
        return found

    def run(self, tick: int, arguments: list[Any]) -> None:
        """Call the kernel in a tick."""
        for place, parameter in enumerate(self.parameters):
            if parameter.name == "tick":
                arguments[place] = tick
        self.kernel(*arguments)
