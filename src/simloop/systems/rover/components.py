"""What a vehicle on wheels has: wheels, tyres, drives, and room for the integrator.

Defaults are harmless numbers, so that an unused lane computes nothing odd.
"""

from simloop.component import Component, FloatRow, Kind, intent, param, truth
from simloop.systems.rover.states import Held, LoadMoment, PlaneState


class Wheels(Component, prefix="wheel", size="WHEELS"):
    """Where the wheels are, what they are for, how they turn and what they do."""

    forward_m: FloatRow = param("m", "contact, forward of the centre of mass", frame="FRD")
    right_m: FloatRow = param("m", "contact, right of the centre of mass", frame="FRD")
    load_share: FloatRow = param("1", "part of the weight at rest", default=0.25)
    load_gain: FloatRow = param(
        "1/m", "load gained per moment that shifts it backward, then to the left", size="2*WHEELS"
    )
    driven: FloatRow = param("1", "1 if it has a motor")
    steered: FloatRow = param("1", "1 if it steers")
    counted: FloatRow = param("1", "part in the left odometry, then right", size="2*WHEELS")
    radius_m: float = param("m", "radius", default=0.1)
    inertia_kgm2: float = param("kg m^2", "wheel and motor, at the wheel", default=0.01)
    base_m: float = param("m", "from axle to axle", default=1.0)
    speed_radps: FloatRow = truth("rad/s", "speed, positive forward")
    stretch_m: FloatRow = truth("m", "stretch of the tyre along, then across", size="2*WHEELS")
    windup_rad: FloatRow = truth("rad", "wind-up of brake and rolling friction")
    load_n: FloatRow = truth("N", "force on the ground")
    force_n: FloatRow = truth("N", "force of the tyre along, then across", size="2*WHEELS")


class Chassis(Component):
    """What the wheels carry: how its load goes from wheel to wheel, and how air holds it back."""

    load_shift_ps: float = param("1/s", "how fast load goes from wheel to wheel", default=1.0)
    drag_area_m2: float = param("m^2", "drag coefficient times area")
    load_moment_nm: LoadMoment = truth(
        "N m", "moment that shifts load backward, to the left", frame="FRD"
    )


class Tyres(Component, prefix="tyre", size="2*WHEELS"):
    """How the tyres hold on; stiffness along the wheel, then across."""

    friction: float = param("1", "coefficient of friction", default=1.0)
    stiffness_pm: FloatRow = param("1/m", "force per load and stretch", default=1.0)
    damping_spm: FloatRow = param("s/m", "force per load and stretch rate")
    relaxation_pm: float = param("1/m", "inverse relaxation length", default=1.0)
    rolling_resistance: float = param("1", "resisting force over load", column="rolling_resistance")


class DriveTrain(Component, size="WHEELS"):
    """Motors, brakes and steering, and what they do to the wheels over a tick."""

    stall_torque_nm: float = param("N m", "of one driven wheel at rest")
    no_load_radps: float = param("rad/s", "speed of a wheel without load", default=1.0)
    rated_voltage_v: float = param("V", "voltage for which these two hold", default=1.0)
    wheel_coupling: float = param("1", "1 / driven wheels if one motor drives all, else 0")
    turn_by_speed: float = param("1", "1 if Qz makes the sides differ, 0 if it steers")
    steering_limit_rad: float = param("rad", "mean steering angle at full command")
    short_at_zero: float = param("1", "1 if motors without command resist, 0 if not")
    park_at_zero: float = param("1", "1 if slow wheels without command are braked")
    brake_torque_nm: float = param("N m", "of each wheel")
    brake_command: float = intent("1", "share of the brakes' torque, 0 to 1")
    wheel_torque_nm: FloatRow = truth("N m", "motor torque at rest")
    wheel_loss_nms: FloatRow = truth("N m s", "motor torque lost per speed")
    wheel_brake_nm: FloatRow = truth("N m", "most that the brake can hold")
    wheel_steer: FloatRow = truth(
        "1", "sine, then cosine, of the steering angle", frame="FRD", size="2*WHEELS"
    )
    steering_rad: float = truth("rad", "mean steering angle, positive to the right", frame="FRD")
    drive_current_a: float = truth("A", "what all wheel motors draw")


class Integration(Component):
    """How body and wheels were brought through the last tick: systems/rover/rolling.py."""

    wheel_rate: FloatRow = truth("mixed", "rates of the wheels at one stage", size="4*WHEELS")
    wheel_sum: FloatRow = truth("mixed", "blend of these rates", size="4*WHEELS")
    vehicle_held: Held = truth("mixed", "what stays over the tick")
    vehicle_start: PlaneState = truth("mixed", "the body at the start of a step")
    vehicle_now: PlaneState = truth("mixed", "the body at one stage")
    vehicle_rate: PlaneState = truth("mixed", "its rates there")
    vehicle_sum: PlaneState = truth("mixed", "blend of these rates")


# The order of columns is part of the state hash.
ROVER_COMPONENTS = (
    Wheels.group(Kind.PARAM),
    Chassis.group(Kind.PARAM),
    *Tyres.groups(),
    *DriveTrain.groups(),
    Wheels.group(Kind.TRUTH),
    Chassis.group(Kind.TRUTH),
    *Integration.groups(),
)
