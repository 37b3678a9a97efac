"""simloop: a software-in-the-loop simulator for vehicles in the air, on the ground and on water.

Public names are looked up when they are first used, so that the import itself costs nothing.
"""

from importlib import import_module

# Checkers take it for true; the module of that name would cost more than all the rest.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from simloop.adapters.gazebo import GazeboAdapter as GazeboAdapter
    from simloop.adapters.gazebo import GazeboConfig as GazeboConfig
    from simloop.adapters.jsbsim.adapter import JsbsimAdapter as JsbsimAdapter
    from simloop.adapters.jsbsim.adapter import JsbsimConfig as JsbsimConfig
    from simloop.adapters.lightweight import LightweightAdapter as LightweightAdapter
    from simloop.adapters.lightweight import LightweightConfig as LightweightConfig
    from simloop.messages.actuator_commands import ActuatorCommands as ActuatorCommands
    from simloop.messages.sensor_data import SensorData as SensorData
    from simloop.server.bridge import SitlBridge as SitlBridge
    from simloop.server.simulation import Simulation as Simulation
    from simloop.sitl.simulator_adapter import SimulatorAdapter as SimulatorAdapter
    from simloop.sitl.simulator_adapter import SimulatorCapabilities as SimulatorCapabilities
    from simloop.sitl.simulator_adapter import SimulatorError as SimulatorError
    from simloop.sitl.sitl_platform import SitlPlatform as SitlPlatform
    from simloop.sitl.vehicle import Vehicle as Vehicle
    from simloop.sitl.vehicle_config import VehicleConfig as VehicleConfig
    from simloop.sitl.vehicle_id import VehicleId as VehicleId
    from simloop.sitl.vehicle_instance import VehicleInstance as VehicleInstance
    from simloop.timing.mode import TimeMode as TimeMode

_HOMES = {
    "ActuatorCommands": "simloop.messages.actuator_commands",
    "GazeboAdapter": "simloop.adapters.gazebo",
    "GazeboConfig": "simloop.adapters.gazebo",
    "JsbsimAdapter": "simloop.adapters.jsbsim.adapter",
    "JsbsimConfig": "simloop.adapters.jsbsim.adapter",
    "LightweightAdapter": "simloop.adapters.lightweight",
    "LightweightConfig": "simloop.adapters.lightweight",
    "SensorData": "simloop.messages.sensor_data",
    "SimulatorAdapter": "simloop.sitl.simulator_adapter",
    "SimulatorCapabilities": "simloop.sitl.simulator_adapter",
    "SimulatorError": "simloop.sitl.simulator_adapter",
    "Simulation": "simloop.server.simulation",
    "SitlBridge": "simloop.server.bridge",
    "SitlPlatform": "simloop.sitl.sitl_platform",
    "TimeMode": "simloop.timing.mode",
    "Vehicle": "simloop.sitl.vehicle",
    "VehicleConfig": "simloop.sitl.vehicle_config",
    "VehicleId": "simloop.sitl.vehicle_id",
    "VehicleInstance": "simloop.sitl.vehicle_instance",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'simloop' has no attribute '{name}'")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
