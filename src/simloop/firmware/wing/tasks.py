"""The tasks that fly a wing, in their order."""

from simloop.firmware.output_mixer import OUTPUT_MIXER
from simloop.firmware.task import SLOW_RATE_HZ, Task
from simloop.firmware.wing.attitude import control_wing_attitude
from simloop.firmware.wing.path_task import follow_wing_path
from simloop.firmware.wing.profile_task import profile_wing
from simloop.firmware.wing.stage_task import apply_brakes, stage_wing
from simloop.firmware.wing.tecs_task import control_wing_energy

WING_STAGE = Task("fw_wing_stage", stage_wing, "control", SLOW_RATE_HZ)
WING_PATH = Task("fw_wing_path", follow_wing_path, "control", SLOW_RATE_HZ)
WING_PROFILE = Task("fw_wing_profile", profile_wing, "control", SLOW_RATE_HZ)
WING_ENERGY = Task("fw_wing_energy", control_wing_energy, "control", SLOW_RATE_HZ)
WING_ATTITUDE = Task("fw_wing_attitude", control_wing_attitude, "control")

WING_TASKS = (WING_STAGE, WING_PATH, WING_PROFILE, WING_ENERGY, WING_ATTITUDE, OUTPUT_MIXER)

# Only where the vehicle has wheel brakes: it needs the column brake_command.
WING_BRAKES = Task("fw_wing_brakes", apply_brakes, "control", SLOW_RATE_HZ)
