"""Electric wheel drives: from standard commands and bus voltage to torque, brake and steering.

A motor's torque falls in a straight line from the stall torque to nothing at the no-load speed; its
constant is the rated voltage over the no-load speed, which gives the current. What is found here is
held over the tick; the loss of torque with speed is evaluated as the wheels change their speed.
"""

from simloop.component import Mut
from simloop.math.scalar import clamp, sin_cos
from simloop.math.vector import Vec2
from simloop.systems.rover.components import DriveTrain, Wheels
from simloop.systems.rover.wheel_rows import set_pair
from simloop.world.actuators.components import Outputs
from simloop.world.bus import Bus

# A smaller command counts as none.
DEAD_COMMAND = 0.002
# A wheel slower than this may be held by the parking brake, m/s.
PARK_MPS = 0.05


def drive_wheels(wheels: Wheels, outputs: Outputs, train: Mut[DriveTrain], bus: Mut[Bus]) -> None:
    """Find what drives, brakes and steers every wheel over the tick."""
    forward, turn = outputs.standard_command.fx, outputs.standard_command.qz
    train.steering_rad = clamp(turn, -1.0, 1.0) * train.steering_limit_rad
    current_a = 0.0
    for i in range(len(wheels.speed_radps)):
        # The left side goes faster to turn right; steered vehicles drive all wheels alike.
        right = 1.0 if wheels.right_m[i] > 0.0 else -1.0
        duty = clamp(forward - train.turn_by_speed * right * turn, -1.0, 1.0)
        alive = abs(duty) > DEAD_COMMAND
        duty = duty if alive else 0.0
        # A controller that chops the voltage takes its share of the motor's current.
        current_a += duty * drive_wheel(i, duty, wheels, bus, train)
        train.wheel_brake_nm[i] = brake_share(i, alive, wheels, train) * train.brake_torque_nm
        set_pair(train.wheel_steer, i, steering_of(i, wheels, train))
    train.drive_current_a = current_a
    bus.current_a += current_a


def drive_wheel(i: int, duty: float, wheels: Wheels, bus: Bus, train: Mut[DriveTrain]) -> float:
    """Set a wheel's torque at rest and its loss with speed; the motor's current."""
    driven, stall_nm = wheels.driven[i], train.stall_torque_nm
    connected = driven * (1.0 if duty != 0.0 else train.short_at_zero)
    torque = driven * stall_nm * duty * bus.voltage_v / train.rated_voltage_v
    loss = connected * stall_nm / train.no_load_radps
    train.wheel_torque_nm[i] = torque
    train.wheel_loss_nms[i] = loss
    felt: float = torque - loss * wheels.speed_radps[i]
    return felt * train.no_load_radps / train.rated_voltage_v


def brake_share(i: int, alive: bool, wheels: Wheels, train: DriveTrain) -> float:
    """How much of its brake a wheel gets, by the pedal or for parking."""
    slow = abs(wheels.speed_radps[i] * wheels.radius_m) < PARK_MPS
    parked = train.park_at_zero if slow and not alive else 0.0
    # A command that is not a number compares false and brakes nothing.
    asked = train.brake_command if train.brake_command > parked else parked
    return asked if asked < 1.0 else 1.0


def steering_of(i: int, wheels: Wheels, train: DriveTrain) -> Vec2:
    """Sine and cosine of its angle: a right angle to the line to the centre of the turn."""
    s, c = sin_cos(train.steering_rad * wheels.steered[i])
    steered = Vec2(wheels.base_m * s, wheels.base_m * c - wheels.right_m[i] * s)
    return 1.0 / steered.norm() * steered
