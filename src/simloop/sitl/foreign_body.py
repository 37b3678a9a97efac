"""A vehicle whose body another simulator moves: what it carries stays, what moved it goes.

Its outputs, sensors and firmware work as ever. The systems that would move the body or let it
meet the ground are left out, and so are sensors whose samples the simulator brings ready-made.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from simloop.sitl.simulator_adapter import SimulatorCapabilities
from simloop.world.body import MOTION_COLUMNS
from simloop.world.plugin import VehicleKit
from simloop.world.system import BlockSystem, Stage

MOVED_BY = "moved_by"
ADAPTER_FACT = "adapter"
# The adapter of all vehicles that live in the world itself; it need not be registered.
NATIVE = "lightweight"

# Columns of truth that come from the simulator.
BODY_COLUMNS = (
    *MOTION_COLUMNS,
    "contact_force_frd_n",
    "contact_torque_frd_nm",
    "on_ground",
    "last_touch_tick",
    "crashed",
    "crash_tick",
    "impact_speed_mps",
)

# Sensors that a simulator may bring, and how their columns begin.
SENSOR_PREFIX: Mapping[str, str] = MappingProxyType(
    {
        "imu": "imu_",
        "gnss": "gnss_",
        "mag": "mag_",
        "baro": "baro_",
        "diff_pressure": "diff_pressure_",
        "sonar": "sonar_",
        "battery": "battery_",
    }
)


@dataclass(frozen=True, slots=True)
class ForeignBody:
    """Who moves a vehicle, and what else it gets from there."""

    adapter: str
    sensors: frozenset[str] = frozenset()
    wind: bool = False

    @classmethod
    def of(cls, adapter: str, capabilities: SimulatorCapabilities) -> "ForeignBody":
        """What vehicles of an adapter get; sensors that nobody knows are an error."""
        unknown = sorted(capabilities.sensors - SENSOR_PREFIX.keys())
        if unknown:
            raise ValueError(
                f"adapter '{adapter}' brings sensor '{unknown[0]}', which no vehicle knows: "
                f"name {', '.join(SENSOR_PREFIX)}"
            )
        return cls(adapter, capabilities.sensors, capabilities.wind)


def stand_back(kit: VehicleKit, body: ForeignBody) -> None:
    """Take out what the simulator does; call it once all plugins but physics have equipped."""
    kit.fact(MOVED_BY, f"adapter '{body.adapter}'")
    kit.systems[:] = [system for system in kit.systems if not _is_done_there(system, body)]


def _is_done_there(system: BlockSystem, body: ForeignBody) -> bool:
    if system.stage in (Stage.MOTION, Stage.CONTACT):
        return any(column in BODY_COLUMNS for column in system.writes)
    if system.stage is Stage.SENSE:
        starts = tuple(SENSOR_PREFIX[sensor] for sensor in body.sensors)
        return bool(starts) and all(column.startswith(starts) for column in system.writes)
    return body.wind and "wind_ned_mps" in system.writes
