"""Watches every vehicle a few times a second: phases, touches, crashes, freezes, landings.

What drives or swims has no landing: its mission ends where it has come home and come to rest.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from math import hypot
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.server.events import EventLog
from simloop.sitl.flight_status import (
    AIRBORNE_PHASES,
    DONE_COLUMN,
    LANDED_PHASE,
    MODE_COLUMN,
    PHASE_COLUMN,
    SURFACE_STACKS,
    WAYPOINT_COLUMN,
    FlightStatus,
    stays_at_home,
)
from simloop.sitl.pilot_notices import STAMPED_COLUMN, notices_since
from simloop.timing.rates import highest_rate_hz
from simloop.world.entities import NOBODY, Entity, Record
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.table import Table
from simloop.world.world import World

_WATCHED = (PHASE_COLUMN, WAYPOINT_COLUMN, DONE_COLUMN, "crashed", "frozen", STAMPED_COLUMN)
_TOUCH = "last_touch_tick"
_STAND_IN = "mass_kg"
_LOOKS_PER_S = 4


@dataclass(slots=True)
class Flight:
    """What is known of one vehicle's flight, or of its way on the surface."""

    name: str
    home_ned_m: tuple[float, float, float]
    has_mission: bool
    lands: bool
    on_surface: bool = False
    status: FlightStatus = field(default_factory=lambda: FlightStatus(0.0, 0))
    told: int = 0
    landed_tick: int = -1
    landing_error_m: float = -1.0
    airborne_tick: int = -1
    touched: bool = False
    crashed: bool = False
    frozen: bool = False
    gone: bool = False
    entity: Entity = NOBODY

    @property
    def over(self) -> bool:
        """Is nothing more to come?"""
        ended = self.crashed or self.frozen or self.landed_tick >= 0
        return ended or self.gone or not self.has_mission

    @property
    def ended(self) -> str:
        """What its end is called."""
        return "arrived" if self.on_surface else "landed"


class _Watch:
    """The watched columns of one table, read in one go: arrays (blocks, columns, lanes)."""

    def __init__(self, table: Table) -> None:
        self.table = table
        # A vehicle that nobody flies has no phase: a column that says nothing stands in.
        known = table.layout.places
        columns = (name if name in known else _STAND_IN for name in (*_WATCHED, _TOUCH))
        places = [table.layout.place(column) for column in columns]
        self._fields = [place.field for place in places]
        self.before = np.full((table.blocks, len(places), table.lanes), -1.0)
        self.airborne_tick = np.full(table.capacity, -1.0)

    def read(self) -> NDArray[Any]:
        """A copy of the watched columns."""
        arena = self.table.arenas["f8"]
        by_field = arena.reshape(self.table.blocks, -1, self.table.lanes)
        copy: NDArray[Any] = by_field[:, self._fields, :]
        return copy

    def rows_of(self, marks: NDArray[Any]) -> list[int]:
        """The rows that are marked in an array (blocks, lanes)."""
        found: list[int] = np.flatnonzero(marks.reshape(-1)).tolist()
        return found


class FlightMonitor:
    """An observer that turns columns into events and knows when a run is over."""

    def __init__(self, world: World, log: EventLog, on_over: Callable[[], None]) -> None:
        self._world = world
        self._on_over = on_over
        self._log = log
        self._watches: dict[int, _Watch] = {}
        self._by_row: dict[int, list[Flight | None]] = {}
        self._population = -1
        self._was_over = False
        self.flights: dict[str, Flight] = {}
        self.guests: dict[Entity, Flight] = {}
        """Who came while the run went on: told of, but no verdict depends on them."""
        self.crash_detail: Callable[[str, int], dict[str, Any]] = _nothing_more
        """What else is known of a vehicle's crash in a tick."""

    def system(self) -> PythonSystem:
        """The monitor as a system, at the highest rate up to 4 Hz that fits the tick rate."""
        return PythonSystem(
            name="flight monitor",
            stage=Stage.OBSERVE,
            run=self.look,
            rate_hz=highest_rate_hz(_LOOKS_PER_S, self._world.tick_rate_hz),
            reset=self.restart,
            save=self._save,
            load=self._load,
        )

    def watch(self, name: str, *, has_mission: bool, lands: bool) -> None:
        """Follow a vehicle from where it stands now."""
        record = self._world.entities.get(self._world.by_name(name))
        self.flights[name] = self._flight_from_here(record, has_mission=has_mission, lands=lands)
        self._population = -1

    def forget(self, name: str) -> None:
        """Follow a vehicle no more."""
        self.flights.pop(name, None)
        self._population = -1

    def restart(self) -> None:
        """Forget what was seen, as after a reset."""
        for name, old in self.flights.items():
            self.flights[name] = Flight(
                name, old.home_ned_m, old.has_mission, old.lands, old.on_surface, entity=old.entity
            )
        self.guests = {}
        self._population = -1
        self._was_over = self.over

    def _save(self) -> tuple[list[Flight], list[Flight]]:
        return _copies(self.flights.values()), _copies(self.guests.values())

    def _load(self, saved: tuple[list[Flight], list[Flight]]) -> None:
        flights, guests = saved
        self.flights = {flight.name: flight for flight in _copies(flights)}
        self.guests = {flight.entity: flight for flight in _copies(guests)}
        self._population = -1
        self._was_over = self.over

    @property
    def over(self) -> bool:
        """Are all missions flown, and is there one at all?"""
        flights = self.flights.values()
        return any(flight.has_mission for flight in flights) and all(f.over for f in flights)

    def look(self, info: TickInfo) -> None:
        """Compare the watched columns with the last look; only what changed costs more."""
        if self._population != self._world.population_version:
            self._index()
        for number, watch in self._watches.items():
            now = watch.read()
            changed = now[:, : len(_WATCHED), :] != watch.before[:, : len(_WATCHED), :]
            if changed.any():
                for row in watch.rows_of(changed.any(axis=1)):
                    flight = self._by_row[number][row]
                    if flight is not None:
                        self._changed(flight, watch.table, row, info.tick)
                        watch.airborne_tick[row] = max(flight.airborne_tick, -1)
            watch.before = now
            self._note_touches(number, watch, now)
        # The verdict is due in this very tick, however many were permitted; after it none is.
        was_over, self._was_over = self._was_over, self.over
        if self._was_over and not was_over:
            self._on_over()

    def _changed(self, flight: Flight, table: Table, row: int, tick: int) -> None:
        # Programs may bring parts of a firmware: each has what its own columns tell.
        if STAMPED_COLUMN in table.layout.places:
            self._note_notices(flight, table, row)
        if PHASE_COLUMN in table.layout.places:
            self._note_phase(flight, table, row, tick)
        self._note_harm(flight, table, row)

    def _note_notices(self, flight: Flight, table: Table, row: int) -> None:
        """Pass on what the firmware told its pilot, in the tick of the sample it was told by."""
        for notice in notices_since(
            flight.told, lambda column: table.numbers(row, column).tolist()
        ):
            tick = round(notice.time_s * self._world.tick_rate_hz)
            self._log.add(tick, flight.name, "notice", text=notice.words)
        flight.told = int(table.vector(row, STAMPED_COLUMN)[0])

    def _note_phase(self, flight: Flight, table: Table, row: int, tick: int) -> None:
        phase = float(table.vector(row, PHASE_COLUMN)[0])
        # Item 0 is the take-off.
        waypoint = max(0, int(table.vector(row, WAYPOINT_COLUMN)[0]) - 1)
        old, flight.status = flight.status, FlightStatus(phase, waypoint, flight.on_surface)
        if waypoint > old.waypoint:
            self._log.add(tick, flight.name, "waypoint reached", waypoint=waypoint)
        if phase != old.phase:
            self._log.add(tick, flight.name, "phase", phase=flight.status.phase_name)
        if phase in AIRBORNE_PHASES and flight.airborne_tick < 0 and not flight.on_surface:
            flight.airborne_tick = tick
        if flight.landed_tick < 0 and _is_home(flight, table, row):
            self._landed(flight, table, row, tick)

    def _landed(self, flight: Flight, table: Table, row: int, tick: int) -> None:
        north, east, _ = (float(number) for number in table.vector(row, "position_ned_m"))
        flight.landed_tick = tick
        flight.landing_error_m = hypot(north - flight.home_ned_m[0], east - flight.home_ned_m[1])
        self._log.add(tick, flight.name, flight.ended, error_m=round(flight.landing_error_m, 3))

    def _note_harm(self, flight: Flight, table: Table, row: int) -> None:
        if table.vector(row, "crashed")[0] > 0.0 and not flight.crashed:
            flight.crashed = True
            speed = float(table.vector(row, "impact_speed_mps")[0])
            when = int(table.vector(row, "crash_tick")[0])
            more = self.crash_detail(flight.name, when)
            self._log.add(when, flight.name, "crashed", impact_mps=round(speed, 2), **more)
        if table.vector(row, "frozen")[0] > 0.0 and not flight.frozen:
            flight.frozen = True
            when = int(table.vector(row, "frozen_tick")[0])
            self._log.add(when, flight.name, "frozen", reason="its state was no longer finite")

    def _note_touches(self, number: int, watch: "_Watch", now: NDArray[Any]) -> None:
        phase, last = now[:, 0, :], now[:, -1, :]
        airborne = watch.airborne_tick.reshape(phase.shape)
        flying = (phase >= AIRBORNE_PHASES[0]) & (phase <= AIRBORNE_PHASES[-1]) & (airborne >= 0)
        touched = flying & (last > airborne)
        if not touched.any():
            return
        for row in watch.rows_of(touched):
            flight = self._by_row[number][row]
            if flight is not None and not flight.touched:
                flight.touched = True
                tick = int(watch.table.vector(row, _TOUCH)[0])
                self._log.add(tick, flight.name, "touched the ground in flight")

    def _index(self) -> None:
        self._population = self._world.population_version
        self._watches = {number: _Watch(table) for number, table in enumerate(self._world.tables)}
        self._by_row = {n: [None] * t.capacity for n, t in enumerate(self._world.tables)}
        for known in (*self.flights.values(), *self.guests.values()):
            self._find_again(known)
        self.flights = {flight.name: flight for flight in self.flights.values()}
        self.guests = {guest.entity: guest for guest in self.guests.values() if not guest.gone}
        for record in self._world.models():
            flight = self.flights.get(record.name) or self._guest(record)
            self._by_row[record.table][record.row] = flight
            if record.table in self._watches:
                self._watches[record.table].airborne_tick[record.row] = flight.airborne_tick

    def _guest(self, record: Record) -> Flight:
        """Somebody who came by a command, from where it stood when it was first seen."""
        if record.entity not in self.guests:
            guest = self._flight_from_here(record, has_mission=False, lands=False)
            self.guests[record.entity] = guest
        return self.guests[record.entity]

    def _flight_from_here(self, record: Record, *, has_mission: bool, lands: bool) -> Flight:
        north, east, down = self._world.vector(record.entity, "position_ned_m").tolist()
        on_surface = record.facts.get("firmware_stack") in SURFACE_STACKS
        home = (north, east, down)
        return Flight(record.name, home, has_mission, lands, on_surface, entity=record.entity)

    def _find_again(self, flight: Flight) -> None:
        """Whoever was renamed is still the same; one that was brought back has the old name."""
        entities = self._world.entities
        if flight.entity in entities:
            flight.name = entities.get(flight.entity).name
        else:
            flight.entity = entities.by_name(flight.name) or NOBODY
        flight.gone = flight.entity == NOBODY


def _is_home(flight: Flight, table: Table, row: int) -> bool:
    """Has it landed, or come to rest at the end of a mission that leads home?"""
    if not flight.on_surface:
        return flight.status.phase == LANDED_PHASE
    done = float(table.vector(row, DONE_COLUMN)[0]) > 0.0
    mode = float(table.vector(row, MODE_COLUMN)[0])
    return flight.lands and (done or stays_at_home(mode, flight.status.phase))


def _copies(flights: Iterable[Flight]) -> list[Flight]:
    return [replace(flight) for flight in flights]


def _nothing_more(vehicle: str, tick: int) -> dict[str, Any]:
    return {}
