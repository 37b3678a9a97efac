"""A vehicle's columns as a flight reads and writes them: found once, used every tick."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Self

from simloop.adapters.jsbsim.airframe import State
from simloop.adapters.jsbsim.controls import Controls
from simloop.world.entities import Entity
from simloop.world.mixer import AXES
from simloop.world.world import World

_ROLL, _PITCH, _YAW, _THROTTLE = (AXES.index(axis) for axis in ("Qx", "Qy", "Qz", "Fx"))
_WEATHER = ("air_qnh_pa", "air_temperature_offset_k")


@dataclass(slots=True)
class Views:
    """The memory of every column that a tick touches; plain numbers come and go without numpy."""

    position_ned_m: Any
    attitude_wxyz: Any
    velocity_frd_mps: Any
    rate_frd_radps: Any
    acceleration_frd_mps2: Any
    angular_acceleration_frd_radps2: Any
    force_frd_n: Any
    torque_frd_nm: Any
    engine_rpm: Any
    engine_thrust_n: Any
    fuel_kg: Any
    airframe_mass_kg: Any
    surface_position_rad: Any
    frozen: Any
    on_ground: Any
    last_touch_tick: Any
    crashed: Any
    crash_tick: Any
    impact_speed_mps: Any
    standard_command: Any
    flap_command: Any
    gear_command: Any
    brake_command: Any
    mixture_command: Any
    propeller_command: Any
    pitch_trim_command: Any
    wind_ned_mps: Any
    ground_down_m: Any
    gravity_mps2: Any
    external_force_ned_n: Any
    external_torque_frd_nm: Any
    contact_force_frd_n: Any
    contact_torque_frd_nm: Any
    air_qnh_pa: Any
    """None in a world without weather, and so is the next."""
    air_temperature_offset_k: Any

    @classmethod
    def look_up(cls, column: Callable[[str], Any], *, weather: bool) -> Self:
        """Find them all."""
        names = (part.name for part in fields(cls))
        missing = () if weather else _WEATHER
        return cls(*(None if name in missing else memoryview(column(name)) for name in names))

    def state(self) -> State:
        """The state as it stands in the columns."""
        return State(
            tuple(self.position_ned_m.tolist()),
            tuple(self.attitude_wxyz.tolist()),
            tuple(self.velocity_frd_mps.tolist()),
            tuple(self.rate_frd_radps.tolist()),
        )

    def controls(self) -> Controls:
        """What the outputs and levers ask for."""
        standard = self.standard_command
        return Controls(
            standard[_ROLL],
            standard[_PITCH],
            standard[_YAW],
            standard[_THROTTLE],
            self.flap_command[0],
            self.gear_command[0],
            self.brake_command[0],
            self.mixture_command[0],
            self.propeller_command[0],
            self.pitch_trim_command[0],
        )


class Columns:
    """A vehicle's columns by name, looked up again only when tables have changed."""

    def __init__(self, world: World, entity: Entity) -> None:
        self._world = world
        self._entity = entity
        self._found: dict[str, Any] = {}
        self._views: Views | None = None
        self._structure = self._population = -1

    def __call__(self, name: str) -> Any:
        """One column as an array."""
        self._forget_old()
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = self._world.vector(self._entity, name)
        return found

    def views(self) -> Views:
        """What a tick needs; good until the tick ends."""
        self._forget_old()
        if self._views is None:
            weather = self._world.has(self._entity, "weather")
            self._views = Views.look_up(self, weather=weather)
        return self._views

    def _forget_old(self) -> None:
        world = self._world
        structure, population = world.structure_version, world.population_version
        if structure != self._structure or population != self._population:
            self._found.clear()
            self._views = None
            self._structure, self._population = structure, population
