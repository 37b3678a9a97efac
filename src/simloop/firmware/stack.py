"""What each kind of vehicle needs of the firmware: its columns, and its tasks in their order."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from simloop.firmware.airframes import (
    AIRFRAME_BOAT,
    AIRFRAME_MULTIROTOR,
    AIRFRAME_ROVER,
    AIRFRAME_VTOL,
    AIRFRAME_WING,
)
from simloop.firmware.command.flight_tasks import AHEAD_TASKS, FLIGHT_TASKS, SERVO_TASKS
from simloop.firmware.command.safety_tasks import AFTER_MODES, BEFORE_MODES
from simloop.firmware.field import Field
from simloop.firmware.fields import (
    command,
    link,
    mission,
    multirotor,
    navigation,
    outputs,
    radio,
    safety,
    surface,
    vtol,
    wing,
)
from simloop.firmware.fields.estimate import Estimate
from simloop.firmware.multirotor.tasks import MULTIROTOR_TASKS
from simloop.firmware.navigation.tasks import NAVIGATION_TASKS
from simloop.firmware.output_mixer import OUTPUT_MIXER_CHOICE
from simloop.firmware.surface.tasks import RECKONING_TASKS, SURFACE_TASKS
from simloop.firmware.task import Task
from simloop.firmware.vtol.tasks import VTOL_TASKS
from simloop.firmware.wing.tasks import WING_TASKS


@dataclass(frozen=True, slots=True)
class Stack:
    """The firmware of one kind of vehicle.

    `tasks` stand in the order of a pass: estimate, control, then command.
    """

    airframe: float
    parameters: tuple[Field, ...]
    state: tuple[Field, ...]
    outputs: tuple[Field, ...]
    tasks: tuple[Task, ...]

    def fitting(self, sensors: Iterable[str]) -> tuple[Task, ...]:
        """The tasks of a vehicle that carries these sensors."""
        there = set(sensors)
        return tuple(task for task in self.tasks if task.sensor is None or task.sensor in there)


_COMMAND_PARAMETERS = (
    *command.Vehicle.columns,
    *mission.FlightSettings.columns,
    *mission.MissionStart.columns,
    *link.LinkSettings.columns,
)
_SHARED_STATE = (
    *Estimate.columns,
    *navigation.STATE,
    *command.Intention.columns,
    *command.Progress.columns,
    *command.Requests.columns,
    *command.MissionItems.columns,
    *command.Notices.columns,
    *mission.FLIGHT_STATE,
    *link.RallyPoints.columns,
    *radio.RADIO,
    *safety.SAFETY,
)
# Servos set by hand come before the modes that may ask for them.
_FLYING = (*BEFORE_MODES, *FLIGHT_TASKS, *AFTER_MODES)
_WITH_SERVOS = (*BEFORE_MODES, *SERVO_TASKS, *FLIGHT_TASKS, *AFTER_MODES)
# Who slows down for corners must know where the way leads after the goal.
_WITH_CORNERS = (*BEFORE_MODES, *SERVO_TASKS, *FLIGHT_TASKS, *AHEAD_TASKS, *AFTER_MODES)


def _stack(
    airframe: float,
    parameters: tuple[Field, ...],
    state: tuple[Field, ...],
    driven: tuple[Field, ...],
    control: tuple[Task, ...],
    orders: tuple[Task, ...],
) -> Stack:
    return Stack(
        airframe=airframe,
        parameters=(*navigation.PARAMETERS, *_COMMAND_PARAMETERS, *parameters),
        state=(*_SHARED_STATE, *state),
        outputs=driven,
        tasks=(
            *NAVIGATION_TASKS,
            *(task for task in control if task.group == "estimate"),
            *(task for task in control if task.group == "control"),
            *orders,
        ),
    )


_SURFACE = (
    (*surface.SurfaceFacts.columns, *surface.SurfaceSettings.columns, *outputs.OutputMixer.columns),
    (*surface.WayAhead.columns, *surface.SurfaceControl.columns, *outputs.OutputState.columns),
    outputs.Actuators.columns,
    (*RECKONING_TASKS, OUTPUT_MIXER_CHOICE, *SURFACE_TASKS),
    _WITH_CORNERS,
)

STACKS: Mapping[str, Stack] = MappingProxyType(
    {
        "multirotor": _stack(
            AIRFRAME_MULTIROTOR,
            multirotor.PARAMETERS,
            multirotor.STATE,
            outputs.Motors.columns,
            MULTIROTOR_TASKS,
            _FLYING,
        ),
        "wing": _stack(
            AIRFRAME_WING,
            (*wing.WING_PARAMETERS, *outputs.OutputMixer.columns),
            (*wing.WingControl.columns, *outputs.OutputState.columns),
            outputs.Actuators.columns,
            (OUTPUT_MIXER_CHOICE, *WING_TASKS),
            _WITH_SERVOS,
        ),
        "vtol": _stack(
            AIRFRAME_VTOL,
            (
                *multirotor.PARAMETERS,
                *wing.WING_PARAMETERS,
                *vtol.VtolSettings.columns,
                *outputs.OutputMixer.columns,
            ),
            (
                *multirotor.STATE,
                *wing.WingControl.columns,
                *vtol.Transition.columns,
                *outputs.OutputState.columns,
            ),
            (*outputs.Motors.columns, *outputs.Actuators.columns),
            (OUTPUT_MIXER_CHOICE, *VTOL_TASKS),
            _WITH_SERVOS,
        ),
        "rover": _stack(AIRFRAME_ROVER, *_SURFACE),
        "boat": _stack(AIRFRAME_BOAT, *_SURFACE),
    }
)
