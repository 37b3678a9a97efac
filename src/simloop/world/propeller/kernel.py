"""A propeller that turns as throttle, bus voltage and inflow let it."""

from simloop.component import Mut
from simloop.kernels.propeller import balanced_speed
from simloop.math.scalar import clamp
from simloop.world.actuators.components import Outputs
from simloop.world.body import Air, Body
from simloop.world.bus import Bus
from simloop.world.propeller.components import Prop


def propeller(outputs: Outputs, body: Body, air: Air, prop: Mut[Prop], bus: Mut[Bus]) -> None:
    """Turn the propeller towards the speed that throttle, bus voltage and inflow give.

    With speed W and inflow V along x: a = density q0, b = density q1 V + K^2/R and
    c = density q2 V^2 - (K/R) U + K I0, where U is throttle times bus voltage. The current that the
    bus gives is the motor's times throttle, as a controller that chops the voltage takes it.
    """
    ahead = body.velocity_frd_mps.x - body.attitude_wxyz.forward().dot(air.wind_ned_mps)
    inflow = ahead if ahead > 0.0 else 0.0
    throttle = clamp(outputs.standard_command.fx, 0.0, 1.0)
    supply = throttle * bus.voltage_v
    load = prop.effectiveness * air.density_kgpm3
    torque, motor = prop.torque_gain, prop.motor_gain
    drive = motor.constant_nmpa * (motor.conductance_s * supply - motor.no_load_a)
    target = balanced_speed(
        load * torque.constant,
        load * torque.linear * inflow
        + motor.constant_nmpa * motor.constant_nmpa * motor.conductance_s,
        load * torque.square * inflow * inflow - drive,
    )
    speed = prop.speed_radps + prop.lag_gain * (target - prop.speed_radps)

    # Chopping cannot charge the battery: what would flow back is lost as heat.
    excess = supply - motor.constant_nmpa * speed
    chopped = throttle * motor.conductance_s if excess > 0.0 else 0.0
    prop.speed_radps = speed
    prop.current_a = chopped * excess
    bus.current_a += chopped * excess
    bus.conductance_s += chopped * throttle
