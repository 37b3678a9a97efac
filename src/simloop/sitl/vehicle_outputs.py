"""The outputs of one vehicle, motors and servos alike: read as commands, written as pulses."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.messages.actuator_commands import ActuatorFrame, command_of
from simloop.sitl.output_columns import (
    ACTUATOR_COMMAND,
    MOTOR_COMMAND,
    OUTPUT_COLUMNS,
    OUTPUT_LEAST,
)
from simloop.world.entities import Entity
from simloop.world.mixer import Mixing
from simloop.world.world import World


class VehicleOutputs:
    """Rotors first, then what hangs behind the mixer: the order of `pwm_write`."""

    def __init__(self, world: World, entity: Entity) -> None:
        record = world.entities.get(entity)
        known = world.tables[record.table].layout.places
        self._world, self._entity = world, entity
        self._columns = tuple(name for name in OUTPUT_COLUMNS if name in known)
        if not self._columns:
            raise ValueError(
                f"'{record.name}' has no outputs: it has neither column {MOTOR_COMMAND} "
                f"nor {ACTUATOR_COMMAND}"
            )
        self.least = np.concatenate([self._least(name) for name in self._columns])
        self.motors = np.concatenate([self._motors(n, record.facts) for n in self._columns])

    def __len__(self) -> int:
        return len(self.least)

    def read(self) -> NDArray[np.float64]:
        """What the outputs are asked for, each in its own range."""
        parts = [self._world.vector(self._entity, name) for name in self._columns]
        return np.concatenate(parts)

    def write(self, commands: Sequence[float] | NDArray[np.float64]) -> None:
        """Ask the outputs for something; each keeps to its range."""
        wanted = np.clip(np.asarray(commands, dtype=np.float64), self.least, 1.0)
        first = 0
        for name in self._columns:
            target = self._world.vector(self._entity, name)
            target[:] = wanted[first : first + len(target)]
            first += len(target)

    def write_pwm(self, pulses_us: Sequence[float]) -> None:
        """Ask the outputs by pulses, one per output; 0 is an output that is off."""
        self.write([command_of(p, low) for p, low in zip(pulses_us, self.least, strict=True)])

    def _least(self, column: str) -> NDArray[np.float64]:
        if column == MOTOR_COMMAND:
            return np.zeros(len(self._world.vector(self._entity, column)))
        return self._world.numbers(self._entity, OUTPUT_LEAST).astype(np.float64)

    def _motors(self, column: str, facts: Mapping[str, Any]) -> NDArray[np.bool_]:
        """Which outputs of a column push the vehicle, whether one way or both."""
        mixing = facts.get("mixer")
        if column == MOTOR_COMMAND or not isinstance(mixing, Mixing):
            return self._least(column) >= 0.0
        return np.array(mixing.motors)


def actuator_frame(timestamp_us: int, fleet: Sequence[tuple[int, VehicleOutputs]]) -> ActuatorFrame:
    """What the outputs of several vehicles, by id, are asked for now."""
    width = max((len(outputs) for _, outputs in fleet), default=0)
    commands = np.full((len(fleet), width), np.nan)
    least = np.full((len(fleet), width), np.nan)
    motors = np.zeros((len(fleet), width), dtype=np.bool_)
    for row, (_, outputs) in enumerate(fleet):
        commands[row, : len(outputs)] = outputs.read()
        least[row, : len(outputs)] = outputs.least
        motors[row, : len(outputs)] = outputs.motors
    numbers = tuple(number for number, _ in fleet)
    return ActuatorFrame(timestamp_us, numbers, commands, least, motors)
