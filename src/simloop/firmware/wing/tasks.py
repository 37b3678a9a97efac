"""The tasks that fly a wing, in their order."""

from simloop.firmware.output_mixer import OUTPUT_MIXER
from simloop.firmware.task import SLOW_RATE_HZ, Task
from simloop.firmware.wing.attitude import control_wing_attitude
from simloop.firmware.wing.brakes import apply_brakes
from simloop.firmware.wing.path_task import follow_wing_path
from simloop.firmware.wing.profile_task import profile_wing
from simloop.firmware.wing.stage_task import stage_wing
from simloop.firmware.wing.tecs_task import control_wing_energy

WING_STAGE = Task(name="fw_wing_stage", block=stage_wing, group="control", rate_hz=SLOW_RATE_HZ)
WING_PATH = Task(name="fw_wing_path", block=follow_wing_path, group="control", rate_hz=SLOW_RATE_HZ)
WING_PROFILE = Task(
    name="fw_wing_profile", block=profile_wing, group="control", rate_hz=SLOW_RATE_HZ
)
WING_ENERGY = Task(
    name="fw_wing_energy", block=control_wing_energy, group="control", rate_hz=SLOW_RATE_HZ
)
WING_ATTITUDE = Task(name="fw_wing_attitude", block=control_wing_attitude, group="control")

WING_TASKS = (WING_STAGE, WING_PATH, WING_PROFILE, WING_ENERGY, WING_ATTITUDE, OUTPUT_MIXER)

# Only where the vehicle has wheel brakes: it needs the column brake_command.
WING_BRAKES = Task(name="fw_wing_brakes", block=apply_brakes, group="control", rate_hz=SLOW_RATE_HZ)
