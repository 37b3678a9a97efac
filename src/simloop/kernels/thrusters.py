"""Thrusters, rudder and windage of a vessel: what its outputs and the wind do to it.

Once per tick the outputs become numbers that hold over the tick; the row functions turn these into
forces at any speed, at every stage of the integrator. A thruster pushes along the keel with
T = T_max |c| (c - u/u_0): bollard pull is quadratic in its command c, and falls with the speed u
through the water at its own place, u + q z - r y, until nothing is left at u_0. So all thrusters
together are a constant minus factors times u, q and r.
"""

from math import sqrt

from simloop.math.row import Row
from simloop.math.scalar import clamp, sin_cos

# Lanes per block; compiled copies set it
W = 1
# Thrusters and outputs of the vehicle class; compiled copies set them
THRUSTERS = 1
OUTPUTS = 1


def thrusters(
    thruster_output: Row,
    thruster_most_n: Row,
    thruster_loss_spm: Row,
    thruster_right_m: Row,
    thruster_down_m: Row,
    rudder_output: Row,
    rudder_wash_gain: Row,
    output_effectiveness: Row,
    output_bias: Row,
    attitude_wxyz: Row,
    velocity_frd_mps: Row,
    rate_frd_radps: Row,
    water_velocity_ned_mps: Row,
    water_density_kgpm3: Row,
    output_position: Row,
    thruster_command: Row,
    thruster_wrench: Row,
    rudder_state: Row,
) -> None:
    """Turn the places of the outputs into thrust, rudder angle and propeller wash.

    `thruster_output` and `rudder_output` select outputs: a row of ones and zeros for each device,
    the rudder's with its largest angle in place of one. `thruster_wrench` gets constant and loss
    per speed of forward force, pitch and yaw, then the losses of pitch per pitch rate, of both per
    the other's rate, and of yaw per yaw rate; `rudder_state` sine and cosine of the angle and the
    square of the speed that the propellers add to the flow.
    """
    for k in range(9 * W):
        thruster_wrench[k] = 0.0
    for k in range(THRUSTERS * W):
        thruster_command[k] = 0.0
    for j in range(W):
        rudder_state[j] = 0.0
    # Lanes inside, so that any number of devices vectorises; sums live in their columns.
    for o in range(OUTPUTS):
        for j in range(W):
            felt = output_effectiveness[o * W + j] * output_position[o * W + j]
            felt = clamp(felt + output_bias[o * W + j], -1.0, 1.0)
            rudder_state[j] += rudder_output[o * W + j] * felt
        for i in range(THRUSTERS):
            for j in range(W):
                felt = output_effectiveness[o * W + j] * output_position[o * W + j]
                felt = clamp(felt + output_bias[o * W + j], -1.0, 1.0)
                chosen = thruster_output[(i * OUTPUTS + o) * W + j]
                thruster_command[i * W + j] += chosen * felt

    for i in range(THRUSTERS):
        for j in range(W):
            command = thruster_command[i * W + j]
            ahead = command if command > 0.0 else 0.0
            astern = -command if command < 0.0 else 0.0
            # One of the two is zero; the second gain is what a thruster can do backwards.
            gain = (
                thruster_most_n[2 * i * W + j] * ahead
                + thruster_most_n[(2 * i + 1) * W + j] * astern
            )
            bollard = gain * command
            loss = gain * thruster_loss_spm[i * W + j]
            right = thruster_right_m[i * W + j]
            down = thruster_down_m[i * W + j]
            thruster_wrench[j] += bollard
            thruster_wrench[W + j] += loss
            thruster_wrench[2 * W + j] += down * bollard
            thruster_wrench[3 * W + j] += down * loss
            thruster_wrench[4 * W + j] -= right * bollard
            thruster_wrench[5 * W + j] -= right * loss
            thruster_wrench[6 * W + j] += down * down * loss
            thruster_wrench[7 * W + j] -= down * right * loss
            thruster_wrench[8 * W + j] += right * right * loss

    for j in range(W):
        s, c = sin_cos(rudder_state[j])
        speed = forward_speed(
            attitude_wxyz[j],
            attitude_wxyz[W + j],
            attitude_wxyz[2 * W + j],
            attitude_wxyz[3 * W + j],
            velocity_frd_mps[j],
            water_velocity_ned_mps[j],
            water_velocity_ned_mps[W + j],
            water_velocity_ned_mps[2 * W + j],
        )
        thrust = thruster_wrench[j] - thruster_wrench[W + j] * speed
        thrust = thrust - thruster_wrench[3 * W + j] * rate_frd_radps[W + j]
        thrust = thrust - thruster_wrench[5 * W + j] * rate_frd_radps[2 * W + j]
        pushed = thrust if thrust > 0.0 else 0.0
        rudder_state[j] = s
        rudder_state[W + j] = c
        rudder_state[2 * W + j] = rudder_wash_gain[j] * pushed / water_density_kgpm3[j]


def forward_speed(
    qw: float, qx: float, qy: float, qz: float, u_mps: float, wn: float, we: float, wd: float
) -> float:
    """The forward speed through water that moves with (wn, we, wd) NED."""
    return u_mps - (
        (1.0 - 2.0 * (qy * qy + qz * qz)) * wn
        + 2.0 * (qx * qy + qw * qz) * we
        + 2.0 * (qx * qz - qw * qy) * wd
    )


def rudder_force(
    gain_kgpm: float, s: float, c: float, wash_m2ps2: float, u_mps: float, v_mps: float
) -> tuple[float, float]:
    """Force forward and to the right of a rudder at angle (s, c) in a flow (u, v) at its place.

    A flat plate: its force is normal to it, and per density, area and lift slope half the speed
    times the speed normal to it. A positive angle turns the bow to the right.
    """
    # The wash adds its energy to the flow along the keel.
    squared = u_mps * abs(u_mps) + wash_m2ps2
    along = sqrt(abs(squared))
    along = along if squared >= 0.0 else -along
    speed = sqrt(abs(squared) + v_mps * v_mps)
    normal = -gain_kgpm * speed * (along * s + v_mps * c)
    return normal * s, normal * c


def wind_drag(
    air_density_kgpm3: float,
    forward_area_m2: float,
    side_area_m2: float,
    u_air_mps: float,
    v_air_mps: float,
) -> tuple[float, float]:
    """Force of the air forward and to the right; areas are half of drag coefficient times area."""
    push = -air_density_kgpm3 * sqrt(u_air_mps * u_air_mps + v_air_mps * v_air_mps)
    return push * forward_area_m2 * u_air_mps, push * side_area_m2 * v_air_mps
