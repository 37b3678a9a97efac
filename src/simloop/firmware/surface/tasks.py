"""The tasks of rovers and boats, in the order in which they run."""

from simloop.firmware.output_mixer import OUTPUT_MIXER
from simloop.firmware.surface.allocation import allocate
from simloop.firmware.surface.driver import drive
from simloop.firmware.surface.goal import seek_goal
from simloop.firmware.surface.motion import feel_motion
from simloop.firmware.surface.reckoning import reckon
from simloop.firmware.surface.settling import settle
from simloop.firmware.surface.speed import control_speed
from simloop.firmware.surface.steering import control_turn
from simloop.firmware.surface.vector import push
from simloop.firmware.task import MEDIUM_RATE_HZ, SLOW_RATE_HZ, Task

SELDOM_RATE_HZ = 1.0

RECKONING = Task(
    name="fw_surface_reckoning",
    block=reckon,
    group="estimate",
    # What it tells is wrong by the same for long: more of it would be believed too much.
    rate_hz=SELDOM_RATE_HZ,
)
MOTION = Task(name="fw_surface_motion", block=feel_motion, group="control", rate_hz=MEDIUM_RATE_HZ)
GOAL = Task(name="fw_surface_goal", block=seek_goal, group="control", rate_hz=SLOW_RATE_HZ)
DRIVER = Task(name="fw_surface_driver", block=drive, group="control", rate_hz=SLOW_RATE_HZ)
SETTLING = Task(name="fw_surface_settling", block=settle, group="control", rate_hz=SLOW_RATE_HZ)
SPEED = Task(name="fw_surface_speed", block=control_speed, group="control", rate_hz=MEDIUM_RATE_HZ)
STEERING = Task(
    name="fw_surface_steering", block=control_turn, group="control", rate_hz=MEDIUM_RATE_HZ
)
ALLOCATION = Task(
    name="fw_surface_allocation", block=allocate, group="control", rate_hz=MEDIUM_RATE_HZ
)
VECTOR = Task(name="fw_surface_vector", block=push, group="control", rate_hz=MEDIUM_RATE_HZ)

# On estimates; the others work on any.
RECKONING_TASKS = (RECKONING,)

SURFACE_TASKS = (MOTION, GOAL, DRIVER, SETTLING, SPEED, STEERING, ALLOCATION, OUTPUT_MIXER)

# For what is pushed by a force in any direction; who gives it Fx and Fy is the board's business.
VECTOR_TASKS = (MOTION, GOAL, SETTLING, VECTOR)
