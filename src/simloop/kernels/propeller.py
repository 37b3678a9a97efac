"""A propeller on an electric motor: the speed at which the torques of both balance."""

from math import sqrt

from simloop.math.row import Row
from simloop.math.scalar import clamp

# Lanes per block; compiled copies set it
W = 1

# What nothing real is smaller than: keeps a division from failing.
TINY = 1e-12


def balanced_speed(a: float, b: float, c: float) -> float:
    """The rotor speed W with a W^2 + b W + c = 0, or zero where the motor cannot turn it.

    With a, the load by the air, at zero it still holds: so a propeller without blades may spin.
    """
    inside = b * b - 4.0 * a * c
    below = b + sqrt(inside if inside > 0.0 else 0.0)
    speed = -2.0 * c / (below if below > TINY else TINY)
    return speed if speed > 0.0 else 0.0


def propeller(
    prop_torque_gain: Row,
    prop_motor_gain: Row,
    prop_lag_gain: Row,
    prop_effectiveness: Row,
    attitude_wxyz: Row,
    velocity_frd_mps: Row,
    wind_ned_mps: Row,
    air_density_kgpm3: Row,
    standard_command: Row,
    bus_voltage_v: Row,
    bus_current_a: Row,
    bus_conductance_s: Row,
    prop_speed_radps: Row,
    prop_current_a: Row,
) -> None:
    """Turn the propeller towards the speed that throttle, bus voltage and inflow give.

    With speed W and inflow V along x: a = density q0, b = density q1 V + K^2/R and
    c = density q2 V^2 - (K/R) U + K I0, where U is throttle times bus voltage. The current that the
    bus gives is the motor's times throttle, as a controller that chops the voltage takes it.
    """
    for j in range(W):
        # The first body axis in NED, then only flow from ahead.
        w = attitude_wxyz[j]
        x = attitude_wxyz[W + j]
        y = attitude_wxyz[2 * W + j]
        z = attitude_wxyz[3 * W + j]
        wind_x = (
            (1.0 - 2.0 * (y * y + z * z)) * wind_ned_mps[j]
            + 2.0 * (x * y + w * z) * wind_ned_mps[W + j]
            + 2.0 * (x * z - w * y) * wind_ned_mps[2 * W + j]
        )
        ahead = velocity_frd_mps[j] - wind_x
        inflow = ahead if ahead > 0.0 else 0.0

        throttle = clamp(standard_command[j], 0.0, 1.0)
        constant = prop_motor_gain[j]
        conductance = prop_motor_gain[W + j]
        supply = throttle * bus_voltage_v[j]
        load = prop_effectiveness[j] * air_density_kgpm3[j]
        drive = constant * (conductance * supply - prop_motor_gain[2 * W + j])
        target = balanced_speed(
            load * prop_torque_gain[j],
            load * prop_torque_gain[W + j] * inflow + constant * constant * conductance,
            load * prop_torque_gain[2 * W + j] * inflow * inflow - drive,
        )
        speed = prop_speed_radps[j]
        speed = speed + prop_lag_gain[j] * (target - speed)

        # Chopping cannot charge the battery: what would flow back is lost as heat.
        excess = supply - constant * speed
        chopped = throttle * conductance if excess > 0.0 else 0.0
        prop_speed_radps[j] = speed
        prop_current_a[j] = chopped * excess
        bus_current_a[j] += chopped * excess
        bus_conductance_s[j] += chopped * throttle
