"""The live line under a run: time, speed, step time, and what the vehicles do."""

import os
import shutil
import time
from math import inf
from typing import TextIO

from simloop.cli.words import event_words
from simloop.server.events import Event
from simloop.server.simulation import Simulation
from simloop.server.whereabouts import whereabouts
from simloop.sitl.flight_status import PHASE_COLUMN, pilot_words

_EVERY_S = 0.1
_FEW = 4
# Whoever ends a recording says so in a line of its own, with the reason.
_TOLD_ALREADY = ("recording ended",)


class StatusLine:
    """Rewrites one line on a terminal; elsewhere prints events, one per line."""

    def __init__(self, simulation: Simulation, stream: TextIO, *, live: bool) -> None:
        self._simulation = simulation
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._live = live
        self._last = 0.0
        self._shown = False
        self._text_shown = ""
        self._few = len(simulation.monitor.flights) <= _FEW
        self._colour = self._is_terminal and "NO_COLOR" not in os.environ
        if live:
            self._introduce()
            simulation.log.listen(self._tell, from_start=True)

    def update(self) -> None:
        """Redraw if it is time."""
        if not (self._live and self._is_terminal):
            return
        now = time.monotonic()
        if now - self._last >= _EVERY_S:
            self._last = now
            self._draw()

    def finish(self) -> None:
        """Leave the line as it is and go on below it."""
        if self._shown:
            self._draw()
            self._stream.write("\n")
            self._stream.flush()

    def _introduce(self) -> None:
        scenario = self._simulation.scenario
        count = len(scenario.vehicles)
        vehicles = f"{count} vehicle{'s' * (count != 1)}"
        speed = self._simulation.time.speed
        pace = "flat out" if speed == inf else f"{speed:g}x real time"
        self._stream.write(f"{scenario.name}: {scenario.description}\n")
        self._stream.write(f"{vehicles}, seed {scenario.seed}, {pace}; Ctrl-C stops\n")
        self._stream.flush()

    def _draw(self) -> None:
        width = shutil.get_terminal_size().columns
        text = self._text()[: width - 1]
        if text == self._text_shown:
            return
        self._stream.write(f"\r\033[K{self._dim(text)}")
        self._stream.flush()
        self._shown, self._text_shown = True, text

    def _text(self) -> str:
        sim = self._simulation
        factor = sim.time.factor.report()
        parts = [
            f"{sim.seconds:6.1f} s",
            f"{factor.one_second:.2f}x",
            self._vehicles(),
            f"step {sim.step_times.p99_s * 1e6:.0f} us p99",
        ]
        lost = sim.time.lateness
        if lost.stalls:
            parts.append(f"host late: {lost.lost_s:.2f} s lost")
        if not sim.runner.ready:
            parts.append("compiling, interpreted meanwhile")
        if sim.time.paused:
            parts.append("paused")
        return "  |  ".join(parts)

    def _vehicles(self) -> str:
        sim = self._simulation
        flights = list(sim.monitor.flights.values())
        if len(flights) != 1:
            over = sum(1 for flight in flights if flight.over)
            return f"{len(flights)} vehicles, {over} done"
        flight = flights[0]
        place = whereabouts(sim.world, flight.name)
        doing = flight.status.words if flight.has_mission else self._pilot(flight.name)
        return f"{flight.name} {doing}{', ' if doing else ''}{place}"

    def _pilot(self, name: str) -> str:
        """What a pilot must see of a vehicle that flies no mission; nothing without a firmware."""
        world = self._simulation.world
        entity = world.entities.by_name(name)
        if entity is None:
            return ""
        table = world.tables[world.entities.get(entity).table]
        if PHASE_COLUMN not in table.layout.places:
            return ""
        return pilot_words(lambda column: float(world.numbers(entity, column)[0]))

    def _tell(self, event: Event) -> None:
        if event.name in _TOLD_ALREADY:
            return
        # Of a large fleet only what concerns the whole run, such as who is waited for.
        words = event_words(event) if self._few or not event.vehicle else ""
        if not words:
            return
        line = f"{event.time_s:8.2f} s  {event.vehicle or 'run':<10} {words}"
        self._stream.write(f"\r\033[K{line}\n" if self._is_terminal else f"{line}\n")
        self._stream.flush()
        self._text_shown = ""

    def _dim(self, text: str) -> str:
        return f"\033[2m{text}\033[0m" if self._colour else text
