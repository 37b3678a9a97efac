"""Electric wheel drives: from standard commands and bus voltage to torque, brake and steering.

A motor's torque falls in a straight line from the stall torque to nothing at the no-load speed; its
constant is the rated voltage over the no-load speed, which gives the current. What is found here is
held over the tick; the loss of torque with speed is evaluated as the wheels change their speed.
"""

from math import sqrt

from simloop.math.row import Row
from simloop.math.scalar import clamp, sin_cos

# Lanes per block; compiled copies set it
W = 1
# Wheels of the vehicle class; compiled copies set it
WHEELS = 4

# A smaller command counts as none.
DEAD_COMMAND = 0.002
# A wheel slower than this may be held by the parking brake, m/s.
PARK_MPS = 0.05


def wheels(
    wheel_right_m: Row,
    wheel_driven: Row,
    wheel_steered: Row,
    wheel_radius_m: Row,
    wheel_base_m: Row,
    turn_by_speed: Row,
    steering_limit_rad: Row,
    stall_torque_nm: Row,
    no_load_radps: Row,
    rated_voltage_v: Row,
    short_at_zero: Row,
    park_at_zero: Row,
    brake_torque_nm: Row,
    brake_command: Row,
    bus_voltage_v: Row,
    bus_current_a: Row,
    standard_command: Row,
    wheel_speed_radps: Row,
    wheel_torque_nm: Row,
    wheel_loss_nms: Row,
    wheel_brake_nm: Row,
    wheel_steer: Row,
    steering_rad: Row,
    drive_current_a: Row,
) -> None:
    """Find what drives, brakes and steers every wheel over the tick."""
    for j in range(W):
        steering_rad[j] = clamp(standard_command[5 * W + j], -1.0, 1.0) * steering_limit_rad[j]
        drive_current_a[j] = 0.0
    for i in range(WHEELS):
        for j in range(W):
            k = i * W + j
            # The left side goes faster to turn right; steered vehicles drive all wheels alike.
            right = 1.0 if wheel_right_m[k] > 0.0 else -1.0
            turn = turn_by_speed[j] * right * standard_command[5 * W + j]
            duty = clamp(standard_command[j] - turn, -1.0, 1.0)
            alive = abs(duty) > DEAD_COMMAND
            duty = duty if alive else 0.0
            connected = wheel_driven[k] * (1.0 if alive else short_at_zero[j])
            torque = (
                wheel_driven[k] * stall_torque_nm[j] * duty * bus_voltage_v[j] / rated_voltage_v[j]
            )
            loss = connected * stall_torque_nm[j] / no_load_radps[j]
            speed = wheel_speed_radps[k]
            current = (torque - loss * speed) * no_load_radps[j] / rated_voltage_v[j]
            # A controller that chops the voltage takes its share of the motor's current.
            drive_current_a[j] += duty * current

            slow = abs(speed * wheel_radius_m[j]) < PARK_MPS
            parked = 0.0 if alive else (park_at_zero[j] if slow else 0.0)
            # A command that is not a number compares false and brakes nothing.
            asked = brake_command[j]
            asked = asked if asked > parked else parked
            asked = asked if asked < 1.0 else 1.0
            wheel_torque_nm[k] = torque
            wheel_loss_nms[k] = loss
            wheel_brake_nm[k] = asked * brake_torque_nm[j]

            # Each steered wheel points at a right angle to the line to the turn's centre.
            s, c = sin_cos(steering_rad[j] * wheel_steered[k])
            across = wheel_base_m[j] * s
            along = wheel_base_m[j] * c - wheel_right_m[k] * s
            scale = 1.0 / sqrt(along * along + across * across)
            wheel_steer[k] = across * scale
            wheel_steer[(WHEELS + i) * W + j] = along * scale
    for j in range(W):
        bus_current_a[j] = bus_current_a[j] + drive_current_a[j]
