"""What each kind of vehicle needs of the firmware: its columns, and its tasks in their order."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from simloop.firmware.codes import Airframe
from simloop.firmware.command.tasks import (
    AFTER_MODES,
    AHEAD_TASKS,
    BEFORE_MODES,
    FLIGHT_TASKS,
    SERVO_TASKS,
)
from simloop.firmware.field import Field
from simloop.firmware.fields import command, link, mission, navigation, outputs, radio, safety
from simloop.firmware.fields.estimate import Estimate
from simloop.firmware.navigation.tasks import NAVIGATION_TASKS
from simloop.firmware.output_mixer import OUTPUT_MIXER_CHOICE
from simloop.firmware.task import Task


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


def _multirotor() -> Stack:
    from simloop.firmware.fields import multirotor
    from simloop.firmware.multirotor.tasks import MULTIROTOR_TASKS

    return _stack(
        Airframe.MULTIROTOR,
        multirotor.PARAMETERS,
        multirotor.STATE,
        outputs.Motors.columns,
        MULTIROTOR_TASKS,
        _FLYING,
    )


def _wing() -> Stack:
    from simloop.firmware.fields import wing, wing_settings
    from simloop.firmware.wing.tasks import WING_TASKS

    return _stack(
        Airframe.WING,
        (*wing_settings.WING_PARAMETERS, *outputs.OutputMixer.columns),
        (*wing.WING_STATE, *outputs.OutputState.columns),
        outputs.Actuators.columns,
        (OUTPUT_MIXER_CHOICE, *WING_TASKS),
        _WITH_SERVOS,
    )


def _vtol() -> Stack:
    from simloop.firmware.fields import multirotor, vtol, wing, wing_settings
    from simloop.firmware.vtol.tasks import VTOL_TASKS

    return _stack(
        Airframe.VTOL,
        (
            *multirotor.PARAMETERS,
            *wing_settings.WING_PARAMETERS,
            *vtol.VtolSettings.columns,
            *outputs.OutputMixer.columns,
        ),
        (
            *multirotor.STATE,
            *wing.WING_STATE,
            *vtol.Transition.columns,
            *outputs.OutputState.columns,
        ),
        (*outputs.Motors.columns, *outputs.Actuators.columns),
        (OUTPUT_MIXER_CHOICE, *VTOL_TASKS),
        _WITH_SERVOS,
    )


def _surface(airframe: float) -> Stack:
    from simloop.firmware.fields import surface
    from simloop.firmware.surface.tasks import RECKONING_TASKS, SURFACE_TASKS

    return _stack(
        airframe,
        (
            *surface.SurfaceModel.columns,
            *surface.SurfaceSettings.columns,
            *outputs.OutputMixer.columns,
        ),
        (*surface.WayAhead.columns, *surface.SURFACE_STATE, *outputs.OutputState.columns),
        outputs.Actuators.columns,
        (*RECKONING_TASKS, OUTPUT_MIXER_CHOICE, *SURFACE_TASKS),
        _WITH_CORNERS,
    )


class _Stacks(Mapping[str, Stack]):
    """Puts each stack together for the first vehicle of its kind: few runs have all kinds."""

    def __init__(self, makers: Mapping[str, Callable[[], Stack]]) -> None:
        self._makers = makers
        self._made: dict[str, Stack] = {}

    def __getitem__(self, name: str) -> Stack:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


STACKS: Mapping[str, Stack] = _Stacks(
    {
        "multirotor": _multirotor,
        "wing": _wing,
        "vtol": _vtol,
        "rover": lambda: _surface(Airframe.ROVER),
        "boat": lambda: _surface(Airframe.BOAT),
    }
)
