"""The tasks of a VTOL: those of multirotor and wing, with the transition between them."""

from simloop.firmware.multirotor.tasks import MULTIROTOR_TASKS
from simloop.firmware.output_mixer import OUTPUT_MIXER
from simloop.firmware.task import MEDIUM_RATE_HZ, SLOW_RATE_HZ, Task
from simloop.firmware.vtol.blend import hover_wing, share_attitude, share_outputs
from simloop.firmware.vtol.transition import change_over, keep_progress
from simloop.firmware.wing.tasks import (
    WING_ATTITUDE,
    WING_ENERGY,
    WING_PATH,
    WING_PROFILE,
    WING_STAGE,
)

VTOL_PROGRESS = Task("fw_vtol_progress", keep_progress, "control", SLOW_RATE_HZ)

VTOL_TRANSITION = Task("fw_vtol_transition", change_over, "control", SLOW_RATE_HZ)

VTOL_HOVERING = Task("fw_vtol_hovering", hover_wing, "control", SLOW_RATE_HZ)

VTOL_ATTITUDE = Task("fw_vtol_attitude", share_attitude, "control", MEDIUM_RATE_HZ)

VTOL_OUTPUTS = Task("fw_vtol_outputs", share_outputs, "control")


def _after(name: str) -> int:
    """How many of the multirotor's tasks have run once this one has."""
    return [task.name for task in MULTIROTOR_TASKS].index(name) + 1


_PROGRESS, _POSITION = _after("fw_mc_progress"), _after("fw_mc_position")

# The transition stands behind all that guides and before all that controls.
VTOL_TASKS: tuple[Task, ...] = (
    *MULTIROTOR_TASKS[:_PROGRESS],
    VTOL_PROGRESS,
    WING_STAGE,
    WING_PATH,
    WING_PROFILE,
    WING_ENERGY,
    *MULTIROTOR_TASKS[_PROGRESS : _POSITION - 1],
    VTOL_TRANSITION,
    VTOL_HOVERING,
    *MULTIROTOR_TASKS[_POSITION - 1 : _POSITION],
    VTOL_ATTITUDE,
    *MULTIROTOR_TASKS[_POSITION:],
    WING_ATTITUDE,
    VTOL_OUTPUTS,
    OUTPUT_MIXER,
)
