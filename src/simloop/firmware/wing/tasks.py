"""The tasks that fly a wing, in their order."""

from simloop.firmware.output_mixer import OUTPUT_MIXER
from simloop.firmware.task import SLOW_RATE_HZ, Task
from simloop.firmware.wing.attitude import control_wing_attitude
from simloop.firmware.wing.brakes import apply_brakes
from simloop.firmware.wing.path_task import follow_wing_path
from simloop.firmware.wing.profile_task import profile_wing
from simloop.firmware.wing.stage_task import stage_wing
from simloop.firmware.wing.tecs_task import control_wing_energy

WING_STAGE = Task(
    name="fw_wing_stage",
    block=stage_wing,
    group="control",
    writes=(
        "fw_wing_stage",
        "fw_wing_stage_time_s",
        "fw_wing_runway",
        "fw_wing_landing",
        "fw_wing_clearance_m",
        "fw_wing_touch_time_s",
        "fw_wing_brake",
        "fw_touched",
        "fw_settled",
    ),
    rate_hz=SLOW_RATE_HZ,
)

WING_PATH = Task(
    name="fw_wing_path",
    block=follow_wing_path,
    group="control",
    writes=(
        "fw_wing_path_integral_mps2",
        "fw_wing_cross_track_m",
        "fw_wing_roll_setpoint_rad",
        "fw_wing_turn_setpoint_radps",
        "fw_goal_reached",
    ),
    rate_hz=SLOW_RATE_HZ,
)

WING_PROFILE = Task(
    name="fw_wing_profile",
    block=profile_wing,
    group="control",
    writes=(
        "fw_wing_height_setpoint_m",
        "fw_wing_climb_setpoint_mps",
        "fw_wing_speed_setpoint_mps",
    ),
    rate_hz=SLOW_RATE_HZ,
)

WING_ENERGY = Task(
    name="fw_wing_energy",
    block=control_wing_energy,
    group="control",
    writes=(
        "fw_wing_smooth_speed_mps",
        "fw_wing_acceleration_mps2",
        "fw_wing_energy_integral_mps",
        "fw_wing_balance_integral_mps",
        "fw_wing_pitch_setpoint_rad",
        "fw_wing_throttle",
    ),
    rate_hz=SLOW_RATE_HZ,
)

WING_ATTITUDE = Task(
    name="fw_wing_attitude",
    block=control_wing_attitude,
    group="control",
    writes=(
        "fw_wing_rate_integral",
        "fw_wing_ball_integral",
        "fw_wing_slip_rad",
        "fw_standard_command",
    ),
)

WING_TASKS = (WING_STAGE, WING_PATH, WING_PROFILE, WING_ENERGY, WING_ATTITUDE, OUTPUT_MIXER)

# Only where the vehicle has wheel brakes: it needs the column brake_command.
WING_BRAKES = Task(
    name="fw_wing_brakes",
    block=apply_brakes,
    group="control",
    writes=("brake_command",),
    rate_hz=SLOW_RATE_HZ,
)
