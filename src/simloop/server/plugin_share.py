"""The app as one plugin sees it: what the plugin brings is noted, so that it leaves no trace."""

from collections.abc import Callable, Collection, Hashable
from typing import Any, Protocol, runtime_checkable

from simloop.transport.bus_share import BusShare
from simloop.world.plugin import App
from simloop.world.runner import Runner
from simloop.world.system import PythonSystem


@runtime_checkable
class Desk(Protocol):
    """An object of one plugin at which others offer things, such as commands or failures."""

    @property
    def offered(self) -> frozenset[Hashable]:
        """What is offered now."""

    def drop_offers(self, offers: Collection[Any]) -> None:
        """Offer these no longer."""


class PluginShare:
    """An `App` of one plugin: the systems, topics, services, objects and closing jobs it brought.

    Whatever else the app offers is passed on as it is.
    """

    def __init__(self, app: App, runner: Runner, provided: dict[str, Any]) -> None:
        self._app = app
        self._runner = runner
        # Asked for in every tick: reached without detours.
        self.world = app.world
        self.bus = BusShare(app.bus)
        self.tick_rate_hz = app.tick_rate_hz
        self.provided = provided
        self.systems: list[PythonSystem] = []
        self._objects: dict[str, object] = {}
        self._earlier: dict[str, object] = {}
        self._closing: list[Callable[[], None]] = []
        self._offered_before = {id(desk): desk.offered for desk in self._desks()}
        self._offers: list[tuple[Desk, frozenset[Hashable]]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._app, name)

    def add_system(self, system: PythonSystem) -> None:
        """Put a system into the schedule, now or while running."""
        self._app.add_system(system)
        self.systems.append(system)

    def remove_system(self, name: str) -> None:
        """Take a system out of the schedule."""
        self._app.remove_system(name)
        self.systems = [system for system in self.systems if system.name != name]

    def provide(self, name: str, thing: object) -> None:
        """Offer an object to programs under a name."""
        if name not in self._objects and name in self.provided:
            self._earlier[name] = self.provided[name]
        self._objects[name] = thing
        self._app.provide(name, thing)

    def at_close(self, job: Callable[[], None]) -> None:
        """Have something done when the run is over, or the plugin leaves."""
        self._closing.append(job)
        self._app.at_close(lambda: self._close(job))

    def note_offers(self) -> None:
        """Take what is new at the desks of others as this plugin's: call it once it is built."""
        before = self._offered_before
        self._offers = [(d, d.offered - before[id(d)]) for d in self._desks() if id(d) in before]

    def leave(self) -> None:
        """Take everything out of the app that the plugin brought."""
        gone = {id(system) for system in self.systems}
        self._runner.set_roster([s for s in self._runner.roster if id(s) not in gone])
        for desk, offers in self._offers:
            desk.drop_offers(offers)
        for name, thing in self._objects.items():
            if self.provided.get(name) is thing:
                del self.provided[name]
        self.provided |= {n: thing for n, thing in self._earlier.items() if n not in self.provided}
        self.bus.close_all()
        while self._closing:
            self._close(self._closing[-1])

    def _close(self, job: Callable[[], None]) -> None:
        if job in self._closing:
            self._closing.remove(job)
            job()

    def _desks(self) -> list[Desk]:
        return [thing for thing in self.provided.values() if isinstance(thing, Desk)]
