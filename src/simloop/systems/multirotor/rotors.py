"""Electric motors with propellers: from throttle to rotor speed, and from speed to thrust.

Thrust is density * (g0 W^2 + g1 W V + g2 V^2) with rotor speed W and inflow V at the hub: the
polynomial in the advance ratio without its divisions. W and W^2 are means over the tick, exact for
the lag. A rotor's thrust and torque are kept as coefficients of 1, V and V^2; in which part of its
curve a rotor is when the tick starts holds for the tick.
"""

from simloop.component import FloatRow, Mut
from simloop.kernels.propeller import balanced_speed
from simloop.math.vector import Vec3
from simloop.systems.multirotor.components import (
    Blades,
    Descent,
    PropellerFaults,
    ThrustGains,
    TorqueGains,
)
from simloop.world.body import Air, Body
from simloop.world.bus import Bus
from simloop.world.rotors import LagGains, MotorGains, Motors, Rotors

Terms = tuple[float, float, float]


def turn_rotors(
    dt_s: float,
    body: Body,
    air: Air,
    blades: Blades,
    motors: Motors,
    rotors: Mut[Rotors],
    bus: Mut[Bus],
) -> None:
    """Turn every rotor towards its command, and find what it does over the tick."""
    start(body, air, rotors)
    for i in range(len(rotors.speed_radps)):
        turn(i, dt_s, body.rate_frd_radps, air.density_kgpm3, blades, motors, rotors, bus)


def turn_worn_rotors(
    dt_s: float,
    body: Body,
    air: Air,
    blades: Blades,
    faults: PropellerFaults,
    motors: Motors,
    rotors: Mut[Rotors],
    bus: Mut[Bus],
) -> None:
    """The same with propellers that may be worn: only what is left of one feels the air."""
    start(body, air, rotors)
    for i in range(len(rotors.speed_radps)):
        left = faults.effectiveness[i]
        density = (left if left > 0.0 else 0.0) * air.density_kgpm3
        turn(i, dt_s, body.rate_frd_radps, density, blades, motors, rotors, bus)


def start(body: Body, air: Air, rotors: Mut[Rotors]) -> None:
    """Find how fast the air comes from above, and begin the sums."""
    wind_down = body.attitude_wxyz.down().dot(air.wind_ned_mps)
    rotors.climb_mps = wind_down - body.velocity_frd_mps.z
    rotors.momentum_nms = 0.0
    rotors.reaction_nm = 0.0


def turn(
    i: int,
    dt_s: float,
    rate: Vec3,
    density_kgpm3: float,
    blades: Blades,
    motors: Motors,
    rotors: Mut[Rotors],
    bus: Mut[Bus],
) -> None:
    """One rotor, in air of which its propeller feels so much."""
    inflow = rotors.climb_mps - (rate.x * rotors.right_m[i] - rate.y * rotors.forward_m[i])
    lift = density_kgpm3 * rotors.thrust_share[i]
    load = density_kgpm3 * rotors.torque_share[i]
    drive = arriving(motors.effectiveness[i] * motors.command[i])
    target = speed_of_balance(load, inflow, drive, bus.voltage_v, blades.torque_gain, motors.gain)
    old = rotors.speed_radps[i]
    gained, speed, square = follow(old, target, motors.lag_gain)
    rotors.drive[i] = drive
    rotors.target_radps[i] = target
    rotors.speed_radps[i] = old + gained
    thrust = thrust_terms(square, speed, inflow, blades.descent, blades.thrust_gain)
    torque = torque_terms(square, speed, inflow, blades.torque_gain)
    keep_terms(rotors.thrust, i, lift, thrust)
    keep_terms(rotors.torque, i, load, torque)

    # What the rotors gain in angular momentum about down, the body loses.
    turning = rotors.direction[i] * rotors.inertia_kgm2
    rotors.momentum_nms += turning * speed
    rotors.reaction_nm -= turning * gained * (1.0 / dt_s)
    draw(bus, motors.gain, drive, speed)


def draw(bus: Mut[Bus], motor: MotorGains, drive: float, speed: float) -> None:
    """What one motor takes: d (U d - K W) / R; rotors above their voltage feed the others."""
    conductance = motor.conductance_s * drive * drive
    bus.conductance_s += conductance
    bus.current_a += conductance * bus.voltage_v - motor.torque_nmpv * drive * speed


def keep_terms(row: FloatRow, i: int, scale: float, terms: Terms) -> None:
    """Note what belongs to 1, V and V^2: a row has these one after the other, for all rotors."""
    rotors = len(row) // 3
    constant, linear, quadratic = terms
    row[i] = scale * constant
    row[rotors + i] = scale * linear
    row[2 * rotors + i] = scale * quadratic


def arriving(command: float) -> float:
    """The command within its limits; one that is not a number stops the motor."""
    drive = command if command > 0.0 else 0.0
    return drive if drive < 1.0 else 1.0


def speed_of_balance(
    load: float,
    inflow: float,
    drive: float,
    voltage_v: float,
    torque: TorqueGains,
    motor: MotorGains,
) -> float:
    """The speed at which the motor's torque is that of the air."""
    # The data of torque end at zero advance ratio.
    climb = inflow if inflow > 0.0 else 0.0
    return balanced_speed(
        load * torque.constant,
        load * torque.linear * climb + motor.loss_nms,
        load * torque.square * climb * climb
        + motor.no_load_nm
        - motor.torque_nmpv * voltage_v * drive,
    )


def follow(old: float, target: float, lag: LagGains) -> tuple[float, float, float]:
    """The speed gained in a tick; the mean of the speed over it, and of its square."""
    change = target - old
    rise = change if change > 0.0 else 0.0
    fall = change if change < 0.0 else 0.0
    gained = rise * lag.end_up + fall * lag.end_down
    on_average = rise * lag.mean_up + fall * lag.mean_down
    spread = rise * rise * lag.square_up + fall * fall * lag.square_down
    return gained, old + on_average, old * old + 2.0 * old * on_average + spread


def thrust_terms(
    square: float, speed: float, inflow: float, descent: Descent, gain: ThrustGains
) -> Terms:
    """Coefficients of 1, V and V^2 of thrust per density, for the part of the curve it is in.

    From above: the polynomial, but not below its floor. From below: the polynomial's tangent at
    rest down to V = -ring_m W, the vortex ring's parabola down to -brake_m W, then a constant.
    """
    polynomial = (gain.constant, gain.linear, gain.square)
    tangent = (gain.constant, gain.linear, 0.0)
    ring = (gain.ring_constant, gain.ring_linear, gain.ring_square)
    is_low = is_below(gain.floor, polynomial, square, speed, inflow)
    part = (gain.floor, 0.0, 0.0) if is_low else polynomial
    part = tangent if inflow < 0.0 else part
    part = ring if inflow < -descent.ring_m * speed else part
    part = (gain.brake, 0.0, 0.0) if inflow < -descent.brake_m * speed else part
    constant, linear, quadratic = part
    return square * constant, speed * linear, quadratic


def torque_terms(square: float, speed: float, inflow: float, gain: TorqueGains) -> Terms:
    """The same of torque: the polynomial, not below its floor; from below as without inflow."""
    polynomial = (gain.constant, gain.linear, gain.square)
    is_low = is_below(gain.floor, polynomial, square, speed, inflow)
    part = (gain.floor, 0.0, 0.0) if is_low else polynomial
    part = (gain.constant, 0.0, 0.0) if inflow < 0.0 else part
    constant, linear, quadratic = part
    return square * constant, speed * linear, quadratic


def is_below(floor: float, polynomial: Terms, square: float, speed: float, inflow: float) -> bool:
    """Has the polynomial fallen below its floor?"""
    constant, linear, quadratic = polynomial
    return (floor - constant) * square - inflow * (linear * speed + inflow * quadratic) > 0.0
