"""Small worlds with JSBSim aircraft for tests."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from simloop.server.simulation import Simulation

KNOT_MPS = 0.514444444
CRUISE_MPS = 100.0 * KNOT_MPS
QUIET_IMU = (
    "imu: {accel_noise_density: 0.0, gyro_noise_density: 0.0, accel_bias_range_mps2: 0.0, "
    "gyro_bias_range_radps: 0.0, accel_bias_walk: 0.0, gyro_bias_walk: 0.0}"
)
IN_CRUISE = f"trim: true, airspeed_mps: {CRUISE_MPS}"


def aircraft(
    name: str, settings: str = "aircraft: c172p", place: str = "[0.0, 0.0, -900.0]", more: str = ""
) -> str:
    """A vehicle of a scenario, with an IMU that makes no errors."""
    return f"""
  - model:
      name: {name}
      kind: fixed_wing
      dynamics: {{jsbsim: {{{settings}}}}}
      sensors: {{{QUIET_IMU}}}
      autopilot: {{kind: none}}
    name: {name}
    position_ned_m: {place}
{more}"""


def cruising(name: str = "plane", place: str = "[0.0, 0.0, -900.0]") -> str:
    """A Cessna in trim at 100 kt."""
    return aircraft(name, f"aircraft: c172p, {IN_CRUISE}", place)


def world_of(folder: Path, *vehicles: str, systems: str = "", head: str = "") -> Simulation:
    """A world in still air with these vehicles, ready to run in plain Python."""
    path = folder / "scenario.yaml"
    path.write_text(f"""
world:
  extends: calm
{head}
  systems:
{systems or "    atmosphere:"}
vehicles:
{"".join(vehicles)}
""")
    return Simulation.load(str(path), compiled=False)


def columns_of(simulation: Simulation, name: str) -> Callable[[str], Any]:
    """A vehicle's columns by name."""
    entity = simulation.world.by_name(name)
    return lambda column: simulation.world.vector(entity, column)


def model_of(simulation: Simulation, name: str) -> Any:
    """JSBSim's own object."""
    return simulation.provided["jsbsim"].flight_model(name)


def felt_by(model: Any) -> np.ndarray:
    """Specific force at the pilot's eye by JSBSim, m/s^2 FRD."""
    return 0.3048 * np.array([model[f"accelerations/a-pilot-{axis}-ft_sec2"] for axis in "xyz"])
