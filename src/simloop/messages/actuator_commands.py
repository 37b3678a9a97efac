"""ActuatorCommands: what any simulator is asked to do, whole fleets at once or one by one.

Outputs are shares: 0 to 1 for a motor that turns one way, -1 to 1 for servos and for motors that
turn both ways. As a pulse, 0 to 1 is 1000 to 2000 us and -1 to 1 is the same with 1500 in the
middle, so that a pulse means the same whoever sends it.
"""

from dataclasses import dataclass
from math import floor

import numpy as np
from numpy.typing import NDArray

PWM_LEAST_US, PWM_MIDDLE_US, PWM_MOST_US = 1000, 1500, 2000


def pwm_of(command: float, least: float) -> int:
    """The pulse of a command in whole microseconds; `least` is -1 or 0, the output's lowest."""
    share = (min(max(command, least), 1.0) - least) / (1.0 - least)
    return PWM_LEAST_US + floor((PWM_MOST_US - PWM_LEAST_US) * share + 0.5)


def command_of(pwm_us: float, least: float) -> float:
    """The command that a pulse means; 0 us is an output that is off, which is a command of 0."""
    if pwm_us <= 0.0:
        return 0.0
    share = (pwm_us - PWM_LEAST_US) / (PWM_MOST_US - PWM_LEAST_US)
    return least + (1.0 - least) * min(max(share, 0.0), 1.0)


@dataclass(frozen=True, slots=True)
class ActuatorCommands:
    """What one vehicle's outputs are asked for: motors and servos, each in -1..1."""

    timestamp_us: int
    vehicle_id: int
    motors: tuple[float, ...] = ()
    servos: tuple[float, ...] = ()
    motor_least: tuple[float, ...] = ()
    """The lowest command of each motor: 0, or -1 if it turns both ways; 0 if left out."""

    def motor_pwm_us(self) -> tuple[int, ...]:
        """Pulses of the motors: standing still is 1000, or 1500 if it turns both ways."""
        least = self.motor_least or (0.0,) * len(self.motors)
        return tuple(pwm_of(command, low) for command, low in zip(self.motors, least, strict=True))

    def servo_pwm_us(self) -> tuple[int, ...]:
        """Pulses of the servos, 1500 in the middle."""
        return tuple(pwm_of(command, -1.0) for command in self.servos)


@dataclass(frozen=True, slots=True)
class ActuatorFrame:
    """What the outputs of all vehicles of a simulator are asked for at one time.

    `outputs` has a row per vehicle in the order of its outputs, NaN beyond the last; `least` has
    the lowest command of each, -1 or 0; `motors` says which of them are motors. Left out, those
    are that cannot be asked for less than 0.
    """

    timestamp_us: int
    vehicle_ids: tuple[int, ...]
    outputs: NDArray[np.float64]
    least: NDArray[np.float64]
    motors: NDArray[np.bool_] | None = None

    def __len__(self) -> int:
        return len(self.vehicle_ids)

    def row(self, vehicle_id: int) -> tuple[list[float], list[float]]:
        """Outputs of one vehicle and the lowest command of each, without the NaN at the end."""
        number, used = self._place(vehicle_id)
        return self.outputs[number][used].tolist(), self.least[number][used].tolist()

    def of(self, vehicle_id: int) -> ActuatorCommands:
        """One vehicle's view."""
        outputs, least = self.row(vehicle_id)
        number, used = self._place(vehicle_id)
        push = [low >= 0.0 for low in least]
        if self.motors is not None:
            push = self.motors[number][used].tolist()
        parts = list(zip(outputs, least, push, strict=True))
        return ActuatorCommands(
            self.timestamp_us,
            vehicle_id,
            motors=tuple(output for output, _, pushes in parts if pushes),
            servos=tuple(output for output, _, pushes in parts if not pushes),
            motor_least=tuple(low for _, low, pushes in parts if pushes),
        )

    def pwm_us(self, vehicle_id: int) -> tuple[int, ...]:
        """Pulses of one vehicle in the order of its outputs."""
        outputs, least = self.row(vehicle_id)
        return tuple(pwm_of(output, low) for output, low in zip(outputs, least, strict=True))

    def _place(self, vehicle_id: int) -> tuple[int, NDArray[np.bool_]]:
        if vehicle_id not in self.vehicle_ids:
            raise KeyError(f"vehicle {vehicle_id} is not in this frame")
        number = self.vehicle_ids.index(vehicle_id)
        return number, ~np.isnan(self.outputs[number])
