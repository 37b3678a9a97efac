"""VehicleInstance: one vehicle of a bridge, its board, its state and what can be asked of it."""

from dataclasses import dataclass

from simloop.firmware.codes import RequestKind
from simloop.sitl.flight_status import MODE_NAMES, PHASE_COLUMN, PHASE_NAMES
from simloop.sitl.foreign_body import ADAPTER_FACT
from simloop.sitl.sitl_platform import SitlPlatform
from simloop.sitl.vehicle_id import VehicleId
from simloop.sitl.vehicle_roster import VEHICLE_ID
from simloop.sitl.world_lane import WorldLane
from simloop.world.entities import Entity, Record
from simloop.world.plugin import App

_REQUEST, _REQUEST_ID, _ANSWER_ID, _REQUEST_SIZE = "fw_request", "fw_request_id", "fw_answer_id", 8
_MODES = {name: number for number, name in MODE_NAMES.items()}


@dataclass(frozen=True, slots=True)
class VehicleStatus:
    """How a vehicle is; mode and phase are empty for a vehicle without our firmware."""

    mode: str
    phase: str
    armed: bool
    position_ned_m: tuple[float, float, float]


class VehicleInstance:
    """A vehicle while it lives; after its despawn every call is an error."""

    def __init__(self, app: App, entity: Entity) -> None:
        self._app = app
        self._entity = entity
        self._lane = WorldLane(app.world, entity)
        self.platform = SitlPlatform(app, entity, lambda: self.id)

    @property
    def id(self) -> VehicleId:
        """Its number and MAVLink system id."""
        number = self._record.facts[VEHICLE_ID]
        if number is None:
            raise ValueError(f"'{self.name}' has no id: there are more than 254 vehicles")
        return VehicleId(number)

    @property
    def name(self) -> str:
        """Its name in the world."""
        return self._record.name

    @property
    def adapter(self) -> str:
        """Which simulator moves it."""
        return str(self._record.facts[ADAPTER_FACT])

    @property
    def entity(self) -> Entity:
        """Itself in the world."""
        return self._entity

    @property
    def status(self) -> VehicleStatus:
        """Mode, phase, armed or not, and where it really is."""
        north, east, down = self._lane.read("position_ned_m")
        return VehicleStatus(
            MODE_NAMES.get(self._number("fw_mode"), "") if self._lane.has("fw_mode") else "",
            PHASE_NAMES.get(self._number(PHASE_COLUMN), "") if self._lane.has(PHASE_COLUMN) else "",
            self._lane.has("fw_armed") and self._number("fw_armed") > 0.0,
            (north, east, down),
        )

    def set_mode(self, mode: str) -> None:
        """Ask the firmware for a mode; it answers in the next pass, one request at a time."""
        if mode not in _MODES:
            raise ValueError(f"there is no mode '{mode}': use {', '.join(sorted(_MODES))}")
        self._ask(RequestKind.MODE, _MODES[mode])

    def arm(self, armed: bool = True, *, force: bool = False) -> None:
        """Ask the firmware to arm or to disarm."""
        self._ask(RequestKind.ARM, float(armed), float(force))

    def read(self, column: str) -> list[float]:
        """The numbers of a column."""
        return self._lane.read(column)

    def _ask(self, kind: float, *numbers: float) -> None:
        if not self._lane.has(_REQUEST_ID):
            raise ValueError(f"'{self.name}' has no firmware of ours to ask")
        if self._number(_REQUEST_ID) != self._number(_ANSWER_ID):
            raise ValueError(f"'{self.name}' has not answered its last request: run a tick first")
        words = [kind, *numbers]
        self._lane.write(_REQUEST, [*words, *[0.0] * (_REQUEST_SIZE - len(words))])
        self._lane.write(_REQUEST_ID, self._number(_REQUEST_ID) + 1.0)

    def _number(self, column: str) -> float:
        return self._lane.read(column)[0]

    @property
    def _record(self) -> Record:
        return self._app.world.entities.get(self._entity)
