"""What the firmware must know about rovers and boats, from the same files as the simulation."""

from math import inf, radians, sqrt

from simloop.firmware.codes import TurnKind
from simloop.firmware.surface.gains import SurfaceFacts, Value, design_surface
from simloop.math.ordered_sum import ordered_sum
from simloop.math.scalar import sin
from simloop.systems.differential_drive import Config as DriveConfig
from simloop.systems.rover.config import STANDARD_GRAVITY_MPS2
from simloop.systems.rover.config import Config as RoverConfig
from simloop.systems.rover.geometry import wheels_of
from simloop.systems.rover.performance import (
    AIR_DENSITY_KGPM3,
    drive_force_n,
    rolling_force_n,
    tipping_acceleration_mps2,
    turning_radius_m,
    understeer_gradient,
)
from simloop.systems.rover.performance import max_speed_mps as rover_top_speed_mps
from simloop.systems.slalom_boat import Config as SlalomConfig
from simloop.systems.slalom_boat import terminal_speed_mps
from simloop.systems.vessel.config import Config as VesselConfig
from simloop.systems.vessel.config import Rudder
from simloop.systems.vessel.performance import max_speed_mps as vessel_top_speed_mps
from simloop.systems.vessel.performance import turning_radius_m as vessel_turning_radius_m
from simloop.systems.vessel.propulsion import lift_slope, loss_per_speed, pulls, wash_gain
from simloop.world.mixer import Mixing, least_of
from simloop.world.plugin import VehicleKit

# Share of the sliding friction of skidding wheels that is asked for before the gyro tells.
SKID_SHARE = 0.6
# The slalom boat is slow to stop and to turn: it goes as fast as the original's force 2 lets it.
SLALOM_CRUISE_SHARE = 0.2
SLALOM_TURN_LAG_S = 0.5
# Rudders are designed for this share of the top speed.
RUDDER_SHARE = 0.7


def surface_facts(kit: VehicleKit) -> SurfaceFacts | None:
    """Facts of a vehicle whose dynamics the surface controllers can drive; None for others."""
    rover = kit.facts.get("rover")
    drive = kit.facts.get("differential_drive")
    vessel = kit.facts.get("vessel")
    if isinstance(rover, RoverConfig):
        return rover_facts(rover)
    if isinstance(drive, DriveConfig):
        return drive_facts(drive)
    if isinstance(vessel, VesselConfig) and vessel.thrusters:
        return vessel_facts(vessel)
    return None


def surface_values(facts: SurfaceFacts, mixing: Mixing) -> dict[str, Value]:
    """Values of all columns of controllers and mixer."""
    return design_surface(facts) | {
        "fw_output_mix": tuple(number for row in mixing.matrix for number in row),
        "fw_output_least": tuple(least_of(output) for output in mixing.outputs),
    }


def drive_facts(config: DriveConfig) -> SurfaceFacts:
    """A kinematic drive: its sides follow at once."""
    top = config.max_speed_mps
    lag_s = config.time_constant_s
    push = 1.0 / lag_s * top if lag_s > 0.0 else inf
    per_turn = 0.5 * config.wheel_base_m / top
    return SurfaceFacts(
        boat=False,
        turn_kind=TurnKind.SIDES,
        length_m=config.wheel_base_m,
        top_speed_mps=top,
        top_astern_mps=top,
        drive_curve=(0.0, 1.0 / top, 0.0),
        push_mps2=push,
        drive_lag_s=lag_s,
        turn_curve=(0.0, per_turn, 0.0),
        turn_push_radps2=1.0 / (lag_s * per_turn) if lag_s > 0.0 else inf,
        turn_lag_s=lag_s,
        top_yaw_rate_radps=config.max_turn_rate_radps,
        grip_mps2=config.max_acceleration_mps2 / 0.5 if config.max_acceleration_mps2 else inf,
    )


def rover_facts(config: RoverConfig) -> SurfaceFacts:
    """A vehicle on tyres: motors whose torque falls with speed, friction, and scrubbing wheels."""
    wheels = wheels_of(config)
    force = drive_force_n(config)
    spin = config.wheel_inertia_kgm2 / config.wheel_radius_m**2
    mass = config.mass_kg + spin * len(wheels)
    no_load = config.no_load_speed_radps * config.wheel_radius_m
    steered = config.kind == "ackermann"
    half = 0.5 * config.track_m
    torque = force * half
    slides = wheels if config.kind == "skid" else []
    scrub = ordered_sum(wheel.load_share * abs(wheel.forward_m) for wheel in slides)
    scrub *= SKID_SHARE * config.friction * config.mass_kg * STANDARD_GRAVITY_MPS2
    top = rover_top_speed_mps(config)
    radius = turning_radius_m(config)
    grip = min(config.friction * STANDARD_GRAVITY_MPS2, tipping_acceleration_mps2(config))
    return SurfaceFacts(
        boat=False,
        turn_kind=TurnKind.WHEELS if steered else TurnKind.SIDES,
        length_m=config.wheel_base_m + 2.0 * config.wheel_radius_m,
        top_speed_mps=top,
        top_astern_mps=top,
        drive_curve=(
            rolling_force_n(config) / force,
            1.0 / no_load,
            0.5 * AIR_DENSITY_KGPM3 * config.drag_area_m2 / force,
        ),
        push_mps2=force / mass,
        drive_lag_s=config.motor_time_constant_s,
        turn_curve=(0.0, 1.0, 0.0) if steered else (scrub / torque, half / no_load, 0.0),
        turn_push_radps2=inf
        if steered
        else torque / (config.yaw_inertia_kgm2 + spin * len(wheels) * half * half),
        turn_lag_s=config.steering_time_constant_s if steered else config.motor_time_constant_s,
        top_yaw_rate_radps=0.5 * top / radius if steered else inf,
        grip_mps2=grip,
        turn_radius_m=radius,
        wheel_base_m=config.wheel_base_m,
        understeer_s2pm=understeer_gradient(config),
        steering_limit_rad=radians(config.max_steering_deg),
    )


def slalom_facts(config: SlalomConfig) -> SurfaceFacts:
    """The boat of the slalom: a force in any direction moves it, nothing turns it.

    It has no outputs and no mixer; kernel `slalom_push` gives it Fx and Fy.
    """
    if config.max_force_n is None:
        raise ValueError("slalom_boat: give max_force_n, which full command stands for")
    force_n = config.max_force_n
    top = terminal_speed_mps(config, force_n)
    return SurfaceFacts(
        boat=True,
        turn_kind=TurnKind.NONE,
        length_m=2.0 * config.half_size_m,
        top_speed_mps=top,
        top_astern_mps=top,
        drive_curve=(0.0, config.damping_nspm / force_n, 0.0),
        push_mps2=force_n / config.mass_kg,
        drive_lag_s=0.0,
        turn_curve=(0.0, 1.0, 0.0),
        turn_push_radps2=inf,
        turn_lag_s=SLALOM_TURN_LAG_S,
        grip_mps2=force_n / config.mass_kg,
        cruise_share=SLALOM_CRUISE_SHARE,
    )


def vessel_facts(config: VesselConfig) -> SurfaceFacts:
    """A boat: propellers that pull with the square of their command, hull drag, water around it."""
    pull = ordered_sum(thruster.max_thrust_n for thruster in config.thrusters)
    astern = ordered_sum(pulls(thruster)[1] for thruster in config.thrusters)
    loss = ordered_sum(t.max_thrust_n * loss_per_speed(t) for t in config.thrusters) / pull
    damping, added = config.damping, config.added_mass
    inertia = config.inertia_kgm2[2] - added.N_rdot
    top = vessel_top_speed_mps(config)
    cruise = RUDDER_SHARE * top
    yaw_drag = -damping.N_r
    flow = wash = 1.0
    if config.rudder is not None:
        thrust = (-damping.X_u - damping.X_uu * cruise) * cruise
        wash = wash_gain(config.rudder) * pull / config.water_density_kgpm3
        flow = cruise * cruise + wash * thrust / pull
        per_flow = rudder_torque_pm2ps2(config.rudder, config.water_density_kgpm3)
        torque = per_flow * flow
        # A turning hull drags its rudder through the water, too.
        arm = abs(config.rudder.position_frd_m[0])
        slope = per_flow / sin(radians(config.rudder.max_angle_deg))
        yaw_drag += slope * arm * cruise
        lag_s = config.rudder.time_constant_s
    else:
        torque = ordered_sum(t.max_thrust_n * abs(t.position_frd_m[1]) for t in config.thrusters)
        lag_s = max(thruster.time_constant_s for thruster in config.thrusters)
    return SurfaceFacts(
        boat=True,
        turn_kind=TurnKind.SIDES if config.rudder is None else TurnKind.RUDDER,
        length_m=vessel_length_m(config),
        top_speed_mps=top,
        top_astern_mps=top * sqrt(astern / pull) if astern > 0.0 else 0.0,
        drive_curve=(0.0, -damping.X_u / pull, -damping.X_uu / pull),
        push_mps2=pull / (config.mass_kg - added.X_udot),
        drive_lag_s=max(thruster.time_constant_s for thruster in config.thrusters),
        turn_curve=(0.0, yaw_drag / torque, -damping.N_rr / torque),
        turn_push_radps2=torque / inertia,
        turn_lag_s=lag_s,
        turn_most=min(astern / pull, 1.0) if config.rudder is None else 1.0,
        turn_radius_m=0.0 if config.rudder is None else vessel_turning_radius_m(config),
        thruster_loss_spm=loss,
        astern_share=astern / pull,
        rudder_flow_m2ps2=flow,
        wash_flow_m2ps2=wash,
        sway_lag_s=(config.mass_kg - added.Y_vdot) / max(-damping.Y_v, 1.0),
    )


def rudder_torque_pm2ps2(rudder: Rudder, density_kgpm3: float) -> float:
    """Yaw torque of a rudder hard over, per square of the flow's speed."""
    lift = 0.5 * density_kgpm3 * rudder.area_m2 * lift_slope(rudder)
    return lift * sin(radians(rudder.max_angle_deg)) * abs(rudder.position_frd_m[0])


def vessel_length_m(config: VesselConfig) -> float:
    """Length of the hull's boxes, or twice as far as anything is aft."""
    ends = [abs(cell.x_m) + 0.5 * cell.length_m for cell in config.hull]
    ends += [abs(thruster.position_frd_m[0]) for thruster in config.thrusters]
    return 2.0 * max(ends)
