"""Lets outputs have pulses of whole microseconds, as those of a timer: the last step of control."""

from collections.abc import Callable, Mapping

from simloop.sitl.output_columns import ACTUATOR_COMMAND, MOTOR_COMMAND
from simloop.sitl.whole_pulses.kernel import whole_motor_pulses, whole_output_pulses
from simloop.world.plugin import VehicleKit
from simloop.world.system import BlockSystem, Stage

_BLOCKS: Mapping[str, Callable[..., None]] = {
    MOTOR_COMMAND: whole_motor_pulses,
    ACTUATOR_COMMAND: whole_output_pulses,
}


def equip_whole_pulses(kit: VehicleKit) -> None:
    """Round every output after all that command it; call it when those are there."""
    there = {column.name for part in kit.components for column in part.columns}
    for column, block in _BLOCKS.items():
        if column in there:
            earlier = tuple(
                system.name
                for system in kit.systems
                if system.stage is Stage.CONTROL and column in system.writes
            )
            kit.system(
                BlockSystem(
                    name=f"whole_pulses_{column}", stage=Stage.CONTROL, block=block, after=earlier
                )
            )
