"""Thrusters and rudder: what the outputs do to a vessel.

Once per tick the outputs become numbers that hold over the tick; force models turn these into
forces at any speed, at every stage of the integrator. A thruster pushes along the keel with
T = T_max |c| (c - u/u_0): bollard pull is quadratic in its command c, and falls with the speed u
through the water at its own place, u + q z - r y, until nothing is left at u_0. So all thrusters
together are a constant minus factors times u, q and r.
"""

from simloop.component import FloatRow, Mut
from simloop.math.scalar import clamp, sin_cos
from simloop.systems.vessel.components import SteeringGear, Thrusters, Vessel
from simloop.systems.vessel.forces import NO_THRUST, RudderFlow, ThrusterWrench
from simloop.world.actuators.components import Outputs
from simloop.world.body import Body, Water


def drive_vessel(
    outputs: Outputs,
    thrusters: Mut[Thrusters],
    gear: SteeringGear,
    body: Body,
    water: Water,
    vessel: Mut[Vessel],
) -> None:
    """Turn the places of the outputs into thrust, rudder angle and propeller wash."""
    total = NO_THRUST
    for thruster in range(len(thrusters.command)):
        first = thruster * len(outputs.position)
        command = device_command(outputs, thrusters.output, first)
        thrusters.command[thruster] = command
        total = total + push_of(thrusters, thruster, command)
    vessel.thrust = total

    sine, cosine = sin_cos(device_command(outputs, gear.output, 0))
    rate = body.rate_frd_radps
    thrust_n = total.surge_at(speed_through_water(body, water), rate.y, rate.z)
    pushed_n = thrust_n if thrust_n > 0.0 else 0.0
    vessel.rudder_flow = RudderFlow(sine, cosine, gear.wash_gain * pushed_n / water.density_kgpm3)


def device_command(outputs: Outputs, shares: FloatRow, first: int) -> float:
    """What a device is told: the sum of the outputs, with faults, each times its share."""
    told = 0.0
    for output in range(len(outputs.position)):
        felt = outputs.effectiveness[output] * outputs.position[output]
        told += shares[first + output] * clamp(felt + outputs.bias[output], -1.0, 1.0)
    return told


def push_of(thrusters: Thrusters, thruster: int, command: float) -> ThrusterWrench:
    """What one thruster does."""
    ahead = command if command > 0.0 else 0.0
    astern = -command if command < 0.0 else 0.0
    # One of the two is zero; the second gain is what a thruster can do backwards.
    gain = thrusters.most_n[2 * thruster] * ahead + thrusters.most_n[2 * thruster + 1] * astern
    bollard = gain * command
    loss = gain * thrusters.loss_spm[thruster]
    right = thrusters.right_m[thruster]
    down = thrusters.down_m[thruster]
    return ThrusterWrench(
        surge=bollard,
        loss_uu=loss,
        pitch=down * bollard,
        loss_uq=down * loss,
        yaw=-right * bollard,
        loss_ur=-right * loss,
        loss_qq=down * down * loss,
        loss_qr=-down * right * loss,
        loss_rr=right * right * loss,
    )


def speed_through_water(body: Body, water: Water) -> float:
    """Along the keel."""
    to_body = body.attitude_wxyz.matrix().transposed()
    return body.velocity_frd_mps.x - (to_body @ water.velocity_ned_mps).x
