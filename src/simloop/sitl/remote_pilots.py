"""Autopilots of one kind that live elsewhere: a line to each, opened and closed with its vehicle.

At the end of a tick every line tells its autopilot what the sensors say; at the beginning of the
next one it takes the answer to the outputs. So all autopilots work at the same time.
"""

from collections.abc import Callable, Mapping
from typing import Protocol

from simloop.sitl.newcomers import READIED_BY
from simloop.sitl.output_columns import OUTPUT_COLUMNS
from simloop.sitl.vehicle_id import LEAST_MAVLINK_ID
from simloop.sitl.vehicle_roster import VEHICLE_ID
from simloop.world.commands import CommandRefused
from simloop.world.entities import Entity, Record
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage


class Line(Protocol):
    """The way to one vehicle's autopilot."""

    @property
    def period_ticks(self) -> int:
        """From one exchange to the next."""

    def tell(self, tick: int) -> None:
        """Send what the sensors say at the end of this tick."""

    def listen(self, tick: int) -> None:
        """Take what the autopilot asks for, before this tick; wait for it if that is agreed."""

    def time_jumped(self, tick: int) -> None:
        """The run has gone back to this tick, or on to it."""

    def close(self) -> None:
        """Let everything go; the vehicle or the run is over."""


class RemotePilots:
    """All lines of one kind of autopilot, by vehicle."""

    def __init__(
        self, app: App, kind: str, fact: str, open_line: Callable[[Record, int], Line]
    ) -> None:
        """Prepare; `join` opens the lines.

        Args:
            app: The run.
            kind: Name of the autopilot, which is the name of its system, too.
            fact: What vehicles that it flies have among their facts.
            open_line: Makes the line of a vehicle that has a number among all, from 0.
        """
        self._app, self._world = app, app.world
        self._kind, self._fact = kind, fact
        self._open_line = open_line
        self._lines: dict[Entity, tuple[int, str, Line]] = {}
        self._population = -1

    def join(self) -> None:
        """Open the lines, enter the schedule, and end with the run."""
        self._app.at_close(self.close)
        try:
            self._refresh()
        except ValueError:
            # A run that does not begin has no end that would close what is open.
            self.close()
            raise
        self._app.add_system(
            PythonSystem(
                name=self._kind,
                stage=Stage.COMMANDS,
                run=self._listen,
                writes=OUTPUT_COLUMNS,
                active=self._any,
                next_tick=lambda: self._next(1),
                save=self._save,
                load=self._jump,
                after=READIED_BY,
                own_vehicles=True,
            )
        )
        self._app.add_system(
            PythonSystem(
                name=f"{self._kind} sensors",
                stage=Stage.OBSERVE,
                run=self._tell,
                active=self._any,
                next_tick=lambda: self._next(0),
            )
        )

    @property
    def lines(self) -> Mapping[str, Line]:
        """The lines by the names of their vehicles."""
        self._refresh()
        return {name: line for _, name, line in self._lines.values()}

    def close(self) -> None:
        """Close all lines."""
        for _, _, line in self._lines.values():
            line.close()
        self._lines = {}

    @property
    def _population_changed(self) -> bool:
        return self._population != self._world.population_version

    def _any(self) -> bool:
        return bool(self._lines) or self._population_changed

    def _next(self, late: int) -> int:
        """The next tick of an exchange, plus the ticks that this part of it is late."""
        if self._population_changed or not self._lines:
            return self._world.tick + 1
        done = self._world.tick - late
        return late + min(
            (done // line.period_ticks + 1) * line.period_ticks
            for _, _, line in self._lines.values()
        )

    def _tell(self, info: TickInfo) -> None:
        if not info.paused:
            for _, _, line in self._lines.values():
                if info.tick % line.period_ticks == 0:
                    line.tell(info.tick)

    def _listen(self, info: TickInfo) -> None:
        if info.paused:
            return
        self._refresh()
        for _, _, line in self._lines.values():
            if (info.tick - 1) % line.period_ticks == 0:
                line.listen(info.tick)

    def _save(self) -> None:
        """Nothing is held here, but what the autopilots hold cannot be copied."""
        if self._lines and self._world.tick > 0:
            raise CommandRefused(
                f"a snapshot in mid-flight is not possible: {self._kind} runs elsewhere and keeps "
                "state of its own; reset goes back to the start"
            )

    def _jump(self, saved: object) -> None:
        self._refresh()
        for _, _, line in self._lines.values():
            line.time_jumped(self._world.tick)

    def _refresh(self) -> None:
        """Look for vehicles that came or went."""
        if not self._population_changed:
            return
        self._population = self._world.population_version
        there = self._world.models()
        flown = {record.entity: record for record in there if self._fact in record.facts}
        for entity in [entity for entity in self._lines if entity not in flown]:
            self._lines.pop(entity)[2].close()
        for place, record in enumerate(there):
            if record.entity in flown and record.entity not in self._lines:
                number = self._free_number(vehicle_number(record, place))
                self._lines[record.entity] = number, record.name, self._open_line(record, number)

    def _free_number(self, wanted: int) -> int:
        """The vehicle's own number, or the next one that no line has."""
        taken = {number for number, _, _ in self._lines.values()}
        return next(n for n in range(wanted, wanted + len(taken) + 1) if n not in taken)


def vehicle_number(record: Record, place: int) -> int:
    """Which vehicle it is, counted from 0: by its id, or else by its place in the run."""
    vehicle_id = record.facts.get(VEHICLE_ID)
    return place if vehicle_id is None else max(0, int(vehicle_id) - LEAST_MAVLINK_ID)
