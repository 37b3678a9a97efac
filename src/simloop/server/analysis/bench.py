"""One vehicle alone in calm air, on flat ground or calm water: what a tick makes of a state.

The bench runs the very systems of the simulation, so whatever moves a vehicle is analysed as it
flies: force models, added mass, motion of its own. Sensors, the autopilot, wind, waves, terrain and
chance are left out; a battery stays, since motors feel its voltage. States besides those of a rigid
body, such as rotor and wheel speeds, are let come to rest while the body is held in its motion.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.component.column import Kind
from simloop.math.quaternion import from_euler, to_euler
from simloop.server.files.load import load_world
from simloop.server.files.mistake import FileMistake
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.files.scenario_file import Success
from simloop.server.files.settings import Settings
from simloop.server.files.vehicle_file import Autopilot, VehicleFile
from simloop.server.files.world_file import WorldFile
from simloop.server.plugins import Registry
from simloop.server.vehicle_factory import VehicleFactory
from simloop.world.body import MOTION_COLUMNS
from simloop.world.plugin import Value, VehicleClass
from simloop.world.steps import TableSteps
from simloop.world.system import Stage
from simloop.world.table import Table
from simloop.world.world import ModelSpec

Numbers = NDArray[np.float64]

# What acts on a vehicle in a calm world.
CALM_SYSTEMS = ("physics", "atmosphere")
# Sensors that act on the motion.
KEPT_SENSORS = ("battery",)
# Far above any ground effect.
FLYING_HEIGHT_M = 1000.0

# A tick rate that both 400 and 600 divide.
_FITS_MOST_HZ = 1200
# An hour after the start every system is due, whatever its rate.
_DUE_AFTER_S = 3600
_SETTLE_TICKS = 4000
_SETTLED = 1e-12
# What counts on or rests for minutes stays as it is at the start.
_COUNTERS = ("charge", "relaxing", "_tick", "travel", "odometry")
# Chance in the motion itself.
_CHANCE = ("sigma", "noise")


@dataclass(frozen=True, slots=True)
class State:
    """A rigid body's state: NED position, roll, pitch and yaw, FRD velocity and rate."""

    velocity_frd_mps: Numbers
    rate_frd_radps: Numbers
    euler_rad: Numbers
    position_ned_m: Numbers

    def vector(self) -> Numbers:
        """All twelve numbers: u v w p q r, phi theta psi, north east down."""
        parts = (self.velocity_frd_mps, self.rate_frd_radps, self.euler_rad, self.position_ned_m)
        return np.concatenate(parts)

    @classmethod
    def of(cls, vector: Numbers) -> "State":
        """The state of twelve numbers."""
        return cls(vector[0:3], vector[3:6], vector[6:9], vector[9:12])


STATE_NAMES = (
    "u_mps", "v_mps", "w_mps", "p_radps", "q_radps", "r_radps",
    "phi_rad", "theta_rad", "psi_rad", "north_m", "east_m", "down_m",
)  # fmt: skip


class Bench:
    """Holds one vehicle and answers what one tick does to it."""

    def __init__(
        self,
        vehicle: VehicleFile,
        *,
        world: WorldFile | None = None,
        systems: Mapping[str, Settings] | None = None,
        registry: Registry | None = None,
        tick_rate_hz: int | None = None,
        altitude_m: float | None = None,
        compiled: bool | None = None,
    ) -> None:
        self.vehicle = vehicle
        self.world = world or load_world("calm")
        self._systems, self._registry, self._compiled = systems or {}, registry, compiled
        self.tick_rate_hz = tick_rate_hz or self.world.tick_rate_hz
        self.spec = self._fitting_spec(given=tick_rate_hz is not None)
        self.dt_s = 1.0 / self.tick_rate_hz
        self.facts: Mapping[str, Any] = self.spec.facts
        self.table = Table(self.spec.vehicle_class, 1)
        self.row = self.table.add_row(self.table.template(self.spec.values))
        self.altitude_m = self.world.origin.altitude_m if altitude_m is None else altitude_m
        self.table.set_value(self.row, "origin_llh", _origin(self))
        self._inner = _inner_states(self.spec.vehicle_class)
        # Wheels take many ticks to come to rest, all others a few: compiling would not pay.
        self._steps = TableSteps(
            self.table, compiled=bool(self._inner) if compiled is None else compiled
        )
        self._tick = _DUE_AFTER_S * self.tick_rate_hz
        self._truth = _columns_of(self.table, Kind.TRUTH)
        self._counters = [name for name in self._truth if any(c in name for c in _COUNTERS)]
        self._warm: dict[str, Numbers] = {}
        self._settling = tuple(
            name
            for system in self._steps.systems
            if system.stage is Stage.ACTUATION
            for name in system.writes
            if name not in self._counters
        ) + tuple(name for name in self._inner if name not in self._counters)
        self._silence()
        self._start = {dtype: arena.copy() for dtype, arena in self.table.arenas.items()}
        self._lags = [name for name in self.table.layout.places if name.endswith("lag_gain")]

    @property
    def moved_by(self) -> str | None:
        """The program that moves the vehicle, if no kernel does: a bench cannot run it."""
        return None if self.motion_systems else str(self.facts.get("moved_by", "nothing"))

    @property
    def motion_systems(self) -> tuple[str, ...]:
        """The systems that move the vehicle, by name."""
        return tuple(s.name for s in self._steps.systems if s.stage is Stage.MOTION)

    @property
    def has_inner_states(self) -> bool:
        """Does motion have states besides those of a rigid body?"""
        return bool(self._inner)

    @property
    def on_surface(self) -> bool:
        """Does it drive or float, rather than fly?"""
        return self.vehicle.kind in ("rover", "vessel")

    def at(self, altitude_m: float) -> "Bench":
        """The same vehicle at another altitude."""
        return Bench(
            self.vehicle,
            world=self.world,
            systems=self._systems,
            registry=self._registry,
            tick_rate_hz=self.tick_rate_hz,
            altitude_m=altitude_m,
            compiled=self._compiled,
        )

    def has(self, column: str) -> bool:
        """Does the vehicle have this column?"""
        return column in self.table.layout.places

    def get(self, column: str) -> Numbers:
        """A copy of a column as the last tick left it."""
        return np.array(self.table.vector(self.row, column), dtype=np.float64)

    def cold(self) -> None:
        """Forget where things came to rest before: a search that starts here repeats itself."""
        self._warm = {}

    def settle(self, state: State, commands: Mapping[str, Sequence[float]]) -> None:
        """Put the vehicle into a state, and let everything but the body come to rest."""
        self._restart(state)
        for column, numbers in commands.items():
            self.table.set_value(self.row, column, list(numbers))
        self._run(Stage.ENVIRONMENT)
        lags = {name: self.get(name) for name in self._lags}
        for name in lags:
            self.table.set_value(self.row, name, 1.0)
        for name, rested in self._warm.items():
            self.table.set_value(self.row, name, rested)
        self._run_until_at_rest(state)
        self._warm = {name: self.get(name) for name in self._settling}
        for name, gains in lags.items():
            self.table.set_value(self.row, name, gains)
        self._run(Stage.CONTACT)

    def after_tick(self, state: State, commands: Mapping[str, Sequence[float]]) -> Numbers:
        """The twelve numbers one tick later, yaw counted on."""
        self.settle(state, commands)
        self._run(Stage.MOTION)
        if self.get("frozen")[0] != 0.0:
            return np.full(12, np.nan)
        euler = np.array(to_euler(*self.get("attitude_wxyz")))
        turn = euler - state.euler_rad
        euler = state.euler_rad + (turn + np.pi) % (2.0 * np.pi) - np.pi
        position = self.get("position_ned_m")
        velocity, rate = self.get("velocity_frd_mps"), self.get("rate_frd_radps")
        return np.concatenate((velocity, rate, euler, position))

    def rates(self, state: State, commands: Mapping[str, Sequence[float]]) -> Numbers:
        """How the twelve numbers change per second, over one tick."""
        return (self.after_tick(state, commands) - state.vector()) / self.dt_s

    def truth_columns(self) -> dict[str, Value]:
        """Every TRUTH column that differs from the vehicle's own start."""
        changed: dict[str, Value] = {}
        fresh = self.table.template(self.spec.values)
        for name in self._truth:
            place = self.table.layout.place(name)
            before = place.of(fresh)
            now = self.table.vector(self.row, name)
            if not np.array_equal(now, before):
                changed[name] = now.copy()
        return changed

    def _fitting_spec(self, *, given: bool) -> ModelSpec:
        """The model, at a tick rate that its own rates divide unless one was given."""
        try:
            return _spec(self, self._systems, self._registry or Registry())
        except FileMistake:
            if given or self.tick_rate_hz == _FITS_MOST_HZ:
                raise
        self.tick_rate_hz = _FITS_MOST_HZ
        return _spec(self, self._systems, self._registry or Registry())

    def _restart(self, state: State) -> None:
        for dtype, arena in self._start.items():
            self.table.arenas[dtype][:] = arena
        self._put(state)

    def _put(self, state: State) -> None:
        put = self.table.set_value
        put(self.row, "velocity_frd_mps", state.velocity_frd_mps)
        put(self.row, "rate_frd_radps", state.rate_frd_radps)
        put(self.row, "attitude_wxyz", from_euler(*(float(a) for a in state.euler_rad)))
        put(self.row, "position_ned_m", state.position_ned_m)

    def _silence(self) -> None:
        for name in _columns_of(self.table, Kind.PARAM):
            if any(word in name for word in _CHANCE) and name != "noise_key":
                self.table.set_value(self.row, name, 0.0)

    def _run_until_at_rest(self, state: State) -> None:
        """Tick actuators, and motion if it has states of its own, with the body held."""
        floats = self.table.arenas["f8"]
        for _ in range(_SETTLE_TICKS):
            before = floats.copy()
            counted = {name: self.get(name) for name in self._counters}
            self._run(Stage.ACTUATION)
            if self._inner:
                self._run(Stage.MOTION)
                self._put(state)
                self.table.set_value(self.row, "frozen", 0.0)
            for name, numbers in counted.items():
                self.table.set_value(self.row, name, numbers)
            change = np.abs(floats - before)
            if not np.any(change > _SETTLED * (1.0 + np.abs(before))):
                return

    def _run(self, stage: Stage) -> None:
        numbers = [i for i, system in enumerate(self._steps.systems) if system.stage is stage]
        if numbers:
            self._steps.run(numbers[0], numbers[-1] + 1, tick=self._tick, ticks=1, pool=None)


def _origin(bench: Bench) -> tuple[float, float, float]:
    """Where NED zero is, so that the vehicle has the air of its altitude."""
    latitude, longitude, _ = bench.get("origin_llh").tolist()
    above = 0.0 if bench.on_surface else FLYING_HEIGHT_M
    return latitude, longitude, bench.altitude_m - above


def _inner_states(vehicle_class: VehicleClass) -> tuple[str, ...]:
    """What motion writes besides the state of a rigid body."""
    motion = (system for system in vehicle_class.systems if system.stage is Stage.MOTION)
    return tuple(name for system in motion for name in system.writes if name not in MOTION_COLUMNS)


def _columns_of(table: Table, kind: Kind) -> tuple[str, ...]:
    return tuple(
        column.name
        for part in table.vehicle_class.components
        if part.kind is kind
        for column in part.columns
    )


def _spec(bench: Bench, systems: Mapping[str, Settings], registry: Registry) -> ModelSpec:
    calm = {name: systems.get(name, Settings.of({}, name)) for name in CALM_SYSTEMS}
    bare = replace(
        bench.vehicle,
        sensors={k: v for k, v in bench.vehicle.sensors.items() if k in KEPT_SENSORS},
        autopilot=Autopilot(kind="none"),
    )
    scenario = ResolvedScenario(
        name="bench",
        description="",
        seed=0,
        tick_rate_hz=bench.tick_rate_hz,
        duration_s=1.0,
        speed="max",
        time_mode="scaled",
        step_size_us=None,
        success=Success(),
        timeline=(),
        systems=calm,
        world=bench.world,
        models={bare.name: bare},
        vehicles=(),
    )
    return VehicleFactory(scenario, registry, items=1).spec(bare.name, bare)
