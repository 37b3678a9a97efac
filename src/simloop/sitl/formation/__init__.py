"""Formation flight: followers keep slots behind a leader, and the run is judged by how well."""

from simloop.sitl.firmware_links import MAILBOX
from simloop.sitl.formation.config import Config
from simloop.sitl.formation.flight import FormationFlight
from simloop.sitl.formation.watch import Figures, FormationWatch
from simloop.world.plugin import App
from simloop.world.system import PythonSystem, Stage

__all__ = ["Config", "Figures", "FormationFlight", "FormationWatch", "build"]


def build(app: App, config: Config) -> None:
    """Steer followers and watch them; `provided["formation"]` has the figures."""
    _check(app, config)
    flight = FormationFlight(app.world, config, 1.0 / config.rate_hz)
    watch = FormationWatch(app.world, config, flight)
    app.add_system(
        PythonSystem(
            name="formation",
            stage=Stage.COMMANDS,
            run=flight.run,
            rate_hz=config.rate_hz,
            reset=flight.reset,
            save=flight.save,
            load=flight.load,
        )
    )
    app.add_system(
        PythonSystem(
            name="formation watch",
            stage=Stage.OBSERVE,
            run=watch.run,
            rate_hz=config.rate_hz,
            reset=watch.reset,
            save=watch.save,
            load=watch.load,
        )
    )
    app.provide("formation", watch)


def _check(app: App, config: Config) -> None:
    able = {r.name for r, table in app.world.each() if MAILBOX in table.layout.places}
    for name in (config.leader, *config.followers):
        if name not in able:
            raise ValueError(f"'{name}' is no vehicle with our firmware: name one that is there")
