"""All JSBSim aircraft of a world: a system that moves them, and one that readies newcomers."""

from typing import Any

from simloop.adapters.jsbsim.aircraft import hush, library
from simloop.adapters.jsbsim.airframe import Begin
from simloop.adapters.jsbsim.columns import Columns
from simloop.adapters.jsbsim.config import Config
from simloop.adapters.jsbsim.flight import Flight, first_state, runs_at_start
from simloop.sitl.air_start import AIR_START_FACT, start_in_motion
from simloop.sitl.mean_wind import mean_wind_ned_mps
from simloop.sitl.newcomers import JSBSIM_NEWCOMERS
from simloop.world.body import MOTION_COLUMNS
from simloop.world.commands import CommandRefused
from simloop.world.entities import Entity, Record
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.world import World

SYSTEM = "jsbsim"
FACT = "jsbsim"

_READS = (
    "standard_command",
    "wind_ned_mps",
    "ground_down_m",
    "external_force_ned_n",
    "external_torque_frd_nm",
    "contact_force_frd_n",
    "contact_torque_frd_nm",
)
_WRITES = (
    *MOTION_COLUMNS,
    "on_ground",
    "last_touch_tick",
    "crashed",
    "crash_tick",
    "impact_speed_mps",
    "engine_rpm",
    "engine_thrust_n",
    "fuel_kg",
    "airframe_mass_kg",
    "surface_position_rad",
)


class Hangar:
    """The flights of a world, by entity."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._flights: dict[Entity, Flight] = {}
        self._population = -1
        self._jsbsim = library()

    def open(self) -> None:
        """Ready all aircraft there are, before the first tick, and show them in trim."""
        for record in self._newcomers():
            flight = self._add(record)
            flight.show(record.facts["mixer"])
            self._hand_over(record, flight)

    def flight_model(self, name: str) -> Any:
        """JSBSim's own object of a vehicle, for every property that is no column."""
        return self._flights[self._world.by_name(name)].flight_model

    def systems(self) -> tuple[PythonSystem, PythonSystem]:
        """What the schedule runs."""
        ready = PythonSystem(
            name=JSBSIM_NEWCOMERS,
            stage=Stage.COMMANDS,
            run=self._ready,
            writes=("actuator_command", "pitch_trim_command", "propeller_command"),
            active=lambda: self._population != self._world.population_version,
        )
        move = PythonSystem(
            name=SYSTEM,
            stage=Stage.MOTION,
            run=self._move,
            reads=_READS,
            writes=_WRITES,
            active=lambda: bool(self._flights),
            save=self._save,
            load=self._load,
            own_vehicles=True,
        )
        return ready, move

    def _ready(self, info: TickInfo) -> None:
        for record in self._newcomers():
            flight = self._add(record)
            flight.show_controls(record.facts["mixer"])
            self._hand_over(record, flight)

    def _move(self, info: TickInfo) -> None:
        hush(self._jsbsim)
        for flight in self._flights.values():
            flight.run(info.tick)

    def _save(self) -> dict[Entity, Begin]:
        """A beginning can be begun again; what is inside JSBSim in mid-flight cannot be copied."""
        if any(flight.stepped for flight in self._flights.values()):
            raise CommandRefused(
                "a snapshot in mid-flight is not possible: JSBSim keeps state of its own "
                "(engines, tanks, filters) and offers no copy of it; reset goes back to the start"
            )
        return {entity: flight.begin for entity, flight in self._flights.items()}

    def _load(self, saved: dict[Entity, Begin]) -> None:
        self._flights = {}
        for entity, begin in saved.items():
            record = self._world.entities.get(entity)
            flight = self._flights[entity] = self._fly(record, begin)
            flight.resume()
        self._population = self._world.population_version

    def _newcomers(self) -> list[Record]:
        """Aircraft without a flight; flights without an aircraft end."""
        there = {r.entity: r for r in self._world.models() if isinstance(r.facts.get(FACT), Config)}
        self._flights = {e: flight for e, flight in self._flights.items() if e in there}
        self._population = self._world.population_version
        return [record for entity, record in there.items() if entity not in self._flights]

    def _hand_over(self, record: Record, flight: Flight) -> None:
        """What starts in flight is in the hands of its autopilot at once."""
        if record.facts[FACT].airspeed_mps > 0.0:
            state = {name: list(value) for name, value in flight.first_state._asdict().items()}
            start_in_motion(self._world, record, state)

    def _add(self, record: Record) -> Flight:
        config, columns = record.facts[FACT], Columns(self._world, record.entity)
        _check_engine(record, config, columns)
        if config.airspeed_mps > 0.0:
            place = {"position_ned_m": columns("position_ned_m").tolist()}
            columns("wind_ned_mps")[:] = mean_wind_ned_mps(record.facts["spec"], place)
        begin = first_state(config, columns)
        flight = self._flights[record.entity] = self._fly(record, begin)
        return flight

    def _fly(self, record: Record, begin: Begin) -> Flight:
        return Flight(
            record.facts[FACT],
            Columns(self._world, record.entity),
            begin,
            tick_rate_hz=self._world.tick_rate_hz,
        )


def _check_engine(record: Record, config: Config, columns: Columns) -> None:
    """Refuse to wait for a take-off that cannot come: the firmware has no starter."""
    if AIR_START_FACT not in record.facts or runs_at_start(config):
        return
    if columns("fw_mission_start")[0] > 0.0 and columns("fw_item_count")[0] > 0.0:
        raise ValueError(
            f"jsbsim: engines_running is off, but '{record.name}' has a mission: "
            "set 'dynamics.jsbsim.engines_running' to true"
        )
