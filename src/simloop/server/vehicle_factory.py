"""Turns vehicle files into models: every plugin named there, and in the world, equips a kit."""

from collections.abc import Callable, Mapping
from math import radians

from simloop.math.magnetic_field import field_ned_t
from simloop.server.files.mesh_file import mesh_of
from simloop.server.files.mistake import FileMistake
from simloop.server.files.parts import MOVED_RATES, equip_vehicle
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.files.vehicle_file import VehicleFile
from simloop.server.files.world_file import WorldFile
from simloop.server.plugins import Registry
from simloop.sitl.foreign_body import ADAPTER_FACT, NATIVE, ForeignBody
from simloop.world.body import BODY_COMPONENTS
from simloop.world.mesh import FACT as MESH
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.schedule import ScheduleError, class_order
from simloop.world.world import ModelSpec

# A model, and what its files call rates which were moved: as written, and as used.
TellRates = Callable[[str, Mapping[str, tuple[float, float]]], None]
_MAG_COLUMN = "mag_world_field_ned_t"


class VehicleFactory:
    """Makes the models of one scenario; vehicles of one model share structure and values."""

    def __init__(
        self,
        scenario: ResolvedScenario,
        registry: Registry,
        *,
        items: int,
        foreign: Callable[[str], ForeignBody | None] = lambda adapter: None,
        tell_rates: TellRates = lambda model, moved: None,
    ) -> None:
        self.items = items
        self.foreign = foreign
        self.tell_rates = tell_rates
        self.scenario = scenario
        self._registry = registry
        self.vehicles: dict[str, VehicleFile] = {}
        self.adapters: dict[str, str] = {}
        self.keys: dict[str, str] = {}
        self._specs: dict[str, ModelSpec] = {}
        self._classes: list[VehicleClass] = []

    def spec(self, key: str, vehicle: VehicleFile, adapter: str = NATIVE) -> ModelSpec:
        """The model of a vehicle file, for vehicles that this adapter moves."""
        own_place = adapter == NATIVE or adapter in vehicle.dynamics
        full_key = key if own_place else f"{key} on {adapter}"
        self.keys[full_key] = key
        return self._spec(full_key, vehicle, adapter)

    def refitted(self, old: "VehicleFactory") -> dict[str, ModelSpec]:
        """The models that another factory has made, made anew."""
        self.keys = dict(old.keys)
        return {key: self._spec(key, v, old.adapters[key]) for key, v in old.vehicles.items()}

    def _spec(self, key: str, vehicle: VehicleFile, adapter: str) -> ModelSpec:
        if key not in self._specs:
            self._specs[key] = self._make(key, vehicle, adapter)
            self.vehicles[key] = vehicle
            self.adapters[key] = adapter
        return self._specs[key]

    def _make(self, key: str, vehicle: VehicleFile, adapter: str) -> ModelSpec:
        kit = VehicleKit(self.scenario.tick_rate_hz)
        for component in BODY_COMPONENTS:
            kit.component(component)
        kit.constant("ITEMS", self.items)
        _set_place(kit, self.scenario.world)
        body = self.foreign(adapter)
        equip_vehicle(kit, self._registry, vehicle, self.scenario.systems, body)
        _set_magnetic_field(kit)
        if MOVED_RATES in kit.facts:
            self.tell_rates(vehicle.name, kit.facts[MOVED_RATES])
        return ModelSpec(
            self._shared_class(kit, vehicle),
            dict(kit.values),
            sensors=tuple(vehicle.sensors),
            facts={
                "model": vehicle.name,
                "model_key": key,
                ADAPTER_FACT: adapter,
                "visual": vehicle.visual,
                MESH: mesh_of(vehicle.visual.mesh),
                **kit.facts,
            },
        )

    def _shared_class(self, kit: VehicleKit, vehicle: VehicleFile) -> VehicleClass:
        made = VehicleClass.from_kit(kit)
        for known in self._classes:
            if known == made:
                return known
        try:
            class_order(made)
            for component in made.components:
                for column in component.columns:
                    made.column_size(column.size)
        except (ScheduleError, ValueError) as error:
            message = f"vehicle '{vehicle.name}': {error}"
            raise FileMistake(None, message, "change its plugins") from error
        self._classes.append(made)
        return made


def _set_place(kit: VehicleKit, world: WorldFile) -> None:
    origin = world.origin
    latitude, longitude = radians(origin.latitude_deg), radians(origin.longitude_deg)
    kit.value("gravity_mps2", world.gravity_mps2)
    kit.value("origin_llh", (latitude, longitude, origin.altitude_m))
    field = field_ned_t(latitude, longitude, origin.altitude_m, world.year)
    kit.fact("magnetic_field_ned_t", field)


def _set_magnetic_field(kit: VehicleKit) -> None:
    has_magnetometer = any(
        column.name == _MAG_COLUMN for part in kit.components for column in part.columns
    )
    if has_magnetometer and _MAG_COLUMN not in kit.values:
        kit.value(_MAG_COLUMN, kit.facts["magnetic_field_ned_t"])
