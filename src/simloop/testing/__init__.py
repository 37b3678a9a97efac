"""The public test kit: a checker for every contract, and small worlds to try things in."""

from simloop.firmware.fake_board import FakeBoard
from simloop.testing.adapter_contract import check_adapter
from simloop.testing.board_checker import BoardBench, check_board
from simloop.testing.body_bench import BodyBench
from simloop.testing.dynamics_checker import check_dynamics
from simloop.testing.forces_checker import check_forces_and_moments
from simloop.testing.kernel_dynamics import KernelDynamics
from simloop.testing.kernel_forces import KernelForces
from simloop.testing.kernel_sensors import KernelSensors
from simloop.testing.plain_app import PlainApp
from simloop.testing.sensor_bench import SensorBench
from simloop.testing.sensor_checker import check_sensors, sim_state
from simloop.testing.system_checker import check_system_plugin
from simloop.testing.time_checker import HandClock, check_time_manager
from simloop.testing.tiny_world import tiny_runner, tiny_spec, tiny_world

__all__ = [
    "BoardBench",
    "BodyBench",
    "FakeBoard",
    "HandClock",
    "KernelDynamics",
    "KernelForces",
    "KernelSensors",
    "PlainApp",
    "SensorBench",
    "check_adapter",
    "check_board",
    "check_dynamics",
    "check_forces_and_moments",
    "check_sensors",
    "check_system_plugin",
    "check_time_manager",
    "sim_state",
    "tiny_runner",
    "tiny_spec",
    "tiny_world",
]
