"""The tasks of rovers and boats, in the order in which they run."""

from simloop.firmware.output_mixer import OUTPUT_MIXER
from simloop.firmware.surface.allocation import allocate
from simloop.firmware.surface.driver import drive
from simloop.firmware.surface.goal import seek_goal
from simloop.firmware.surface.loops import control_speed, control_turn, push
from simloop.firmware.surface.motion import feel_motion, reckon, settle
from simloop.firmware.task import MEDIUM_RATE_HZ, SLOW_RATE_HZ, Task

SELDOM_RATE_HZ = 1.0

RECKONING = Task("fw_surface_reckoning", reckon, "estimate", SELDOM_RATE_HZ)
MOTION = Task("fw_surface_motion", feel_motion, "control", MEDIUM_RATE_HZ)
GOAL = Task("fw_surface_goal", seek_goal, "control", SLOW_RATE_HZ)
DRIVER = Task("fw_surface_driver", drive, "control", SLOW_RATE_HZ)
SETTLING = Task("fw_surface_settling", settle, "control", SLOW_RATE_HZ)
SPEED = Task("fw_surface_speed", control_speed, "control", MEDIUM_RATE_HZ)
STEERING = Task("fw_surface_steering", control_turn, "control", MEDIUM_RATE_HZ)
ALLOCATION = Task("fw_surface_allocation", allocate, "control", MEDIUM_RATE_HZ)
VECTOR = Task("fw_surface_vector", push, "control", MEDIUM_RATE_HZ)

# On estimates; the others work on any.
RECKONING_TASKS = (RECKONING,)

SURFACE_TASKS = (MOTION, GOAL, DRIVER, SETTLING, SPEED, STEERING, ALLOCATION, OUTPUT_MIXER)
