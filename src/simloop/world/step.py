"""When block systems run, and their tick as ordinary Python: the oracle of the compiled one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simloop.timing.rates import period_ticks
from simloop.world.kernel_columns import Parameter
from simloop.world.kernel_copy import KernelCopies
from simloop.world.system import BlockSystem
from simloop.world.table import Table
from simloop.world.vehicle_view import VehicleView, as_python_numbers

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
        self._shared = {
            array.name: as_python_numbers(array.data) for array in table.vehicle_class.shared
        }
        self._known: dict[int, list[list[Any]]] = {}
        self._arenas: object = None
        self._tick = -1
        self._now_due: list[int] = []

    def __call__(self, first_tick: int, ticks: int, first_block: int, last_block: int) -> None:
        """Run so many ticks of some blocks."""
        table = self._table
        if table.arenas is not self._arenas:
            self._known, self._arenas = {}, table.arenas
        for block in range(first_block, last_block):
            for lane in range(table.lanes):
                bound = self._bound(block * table.lanes + lane)
                for tick in range(first_tick, first_tick + ticks):
                    for number in self._due(tick):
                        self._calls[number].run(tick, bound[number])

    def _due(self, tick: int) -> list[int]:
        """The systems that run in a tick; asked for one vehicle after the other."""
        if tick != self._tick:
            self._tick = tick
            self._now_due = [n for n, call in enumerate(self._calls) if call.timing.is_due(tick)]
        return self._now_due

    def _bound(self, row: int) -> list[list[Any]]:
        """What each kernel gets of one vehicle."""
        bound = self._known.get(row)
        if bound is None:
            vehicle = VehicleView(self._table, row)
            bound = [call.arguments(vehicle, self._shared) for call in self._calls]
            if len(self._known) < _KEPT_VEHICLES:
                self._known[row] = bound
        return bound


@dataclass(frozen=True, slots=True)
class _Call:
    """One system's kernel, and what it is called with."""

    kernel: Callable[..., None]
    parameters: tuple[Parameter, ...]
    system: BlockSystem
    timing: Timing
    dt_s: float
    period_s: float
    tick_at: int
    """Which parameter is the tick; -1 if none is."""

    @classmethod
    def of(cls, system: BlockSystem, tick_rate_hz: int, copies: KernelCopies) -> "_Call":
        timing = Timing.of(system, tick_rate_hz)
        kernel = copies.function(system.block, system.hook)
        period_s = timing.period / tick_rate_hz
        parameters = system.parameters
        names = [parameter.name for parameter in parameters]
        tick_at = names.index("tick") if "tick" in names else -1
        return cls(kernel, parameters, system, timing, 1.0 / tick_rate_hz, period_s, tick_at)

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
        if self.tick_at >= 0:
            arguments[self.tick_at] = tick
        self.kernel(*arguments)
