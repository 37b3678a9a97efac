"""What a vehicle on wheels has: wheels, tyres, drives, and room for the integrator.

Defaults are harmless numbers, so that an unused lane computes nothing odd.
"""

from simloop.world.component import Change, Column, Component, Kind
from simloop.world.drive import (
    DRIVE_COMMAND,
    DRIVE_MODEL,
    DRIVE_STATE,
    ODOMETRY,
    ODOMETRY_MODEL,
    SIDE_TRAVEL,
)

__all__ = [
    "BRAKE_COMMAND",
    "DRIVE_COMMAND",
    "DRIVE_MODEL",
    "DRIVE_STATE",
    "DRIVE_TRAIN",
    "ODOMETRY",
    "ODOMETRY_MODEL",
    "ROVER_COMPONENTS",
    "ROVER_WORK",
    "SIDE_TRAVEL",
    "TYRES",
    "WHEEL_DRIVE",
    "WHEEL_MODEL",
    "WHEEL_STATE",
]

WHEEL_MODEL = Component(
    "wheel_model",
    Kind.PARAM,
    "Where the wheels are, what they carry and what they are for.",
    (
        Column("wheel_forward_m", "WHEELS", "m", "FRD", "contact, forward of the centre of mass"),
        Column("wheel_right_m", "WHEELS", "m", "FRD", "contact, right of the centre of mass"),
        Column("wheel_load_share", "WHEELS", "1", "-", "part of the weight at rest", 0.25),
        Column(
            "wheel_load_gain",
            "2*WHEELS",
            "1/m",
            "-",
            "load gained per moment that shifts it backward, then to the left",
        ),
        Column("wheel_driven", "WHEELS", "1", "-", "1 if it has a motor"),
        Column("wheel_steered", "WHEELS", "1", "-", "1 if it steers"),
        Column("wheel_counted", "2*WHEELS", "1", "-", "part in the left odometry, then right"),
        Column("wheel_radius_m", 1, "m", "-", "radius", 0.1),
        Column("wheel_inertia_kgm2", 1, "kg m^2", "-", "wheel and motor, at the wheel", 0.01),
        Column("wheel_base_m", 1, "m", "-", "from axle to axle", 1.0),
        Column("load_shift_ps", 1, "1/s", "-", "how fast load goes from wheel to wheel", 1.0),
        Column("drag_area_m2", 1, "m^2", "-", "drag coefficient times area"),
    ),
    Change.ONE_TIME,
)

TYRES = Component(
    "tyres",
    Kind.PARAM,
    "How the tyres hold on; stiffness along the wheel, then across.",
    (
        Column("tyre_friction", 1, "1", "-", "coefficient of friction", 1.0),
        Column("tyre_stiffness_pm", "2*WHEELS", "1/m", "-", "force per load and stretch", 1.0),
        Column("tyre_damping_spm", "2*WHEELS", "s/m", "-", "force per load and stretch rate"),
        Column("tyre_relaxation_pm", 1, "1/m", "-", "inverse relaxation length", 1.0),
        Column("rolling_resistance", 1, "1", "-", "resisting force over load"),
    ),
    Change.ONE_TIME,
)

DRIVE_TRAIN = Component(
    "drive_train",
    Kind.PARAM,
    "Motors, brakes and steering.",
    (
        Column("stall_torque_nm", 1, "N m", "-", "of one driven wheel at rest"),
        Column("no_load_radps", 1, "rad/s", "-", "speed of a wheel without load", 1.0),
        Column("rated_voltage_v", 1, "V", "-", "voltage for which these two hold", 1.0),
        Column("wheel_coupling", 1, "1", "-", "1 / driven wheels if one motor drives all, else 0"),
        Column("turn_by_speed", 1, "1", "-", "1 if Qz makes the sides differ, 0 if it steers"),
        Column("steering_limit_rad", 1, "rad", "-", "mean steering angle at full command"),
        Column("short_at_zero", 1, "1", "-", "1 if motors without command resist, 0 if not"),
        Column("park_at_zero", 1, "1", "-", "1 if slow wheels without command are braked"),
        Column("brake_torque_nm", 1, "N m", "-", "of each wheel"),
    ),
    Change.ONE_TIME,
)

BRAKE_COMMAND = Component(
    "brake",
    Kind.INTENT,
    "The brake pedal.",
    (Column("brake_command", 1, "1", "-", "share of the brakes' torque, 0 to 1"),),
)

WHEEL_DRIVE = Component(
    "wheel_drive",
    Kind.TRUTH,
    "What drives, brakes and steers the wheels over a tick.",
    (
        Column("wheel_torque_nm", "WHEELS", "N m", "-", "motor torque at rest"),
        Column("wheel_loss_nms", "WHEELS", "N m s", "-", "motor torque lost per speed"),
        Column("wheel_brake_nm", "WHEELS", "N m", "-", "most that the brake can hold"),
        Column("wheel_steer", "2*WHEELS", "1", "FRD", "sine, then cosine, of the steering angle"),
        Column("steering_rad", 1, "rad", "FRD", "mean steering angle, positive to the right"),
        Column("drive_current_a", 1, "A", "-", "what all wheel motors draw"),
    ),
)

WHEEL_STATE = Component(
    "wheel_state",
    Kind.TRUTH,
    "How the wheels turn and what they do.",
    (
        Column("wheel_speed_radps", "WHEELS", "rad/s", "-", "speed, positive forward"),
        Column("wheel_stretch_m", "2*WHEELS", "m", "-", "stretch of the tyre along, then across"),
        Column("wheel_windup_rad", "WHEELS", "rad", "-", "wind-up of brake and rolling friction"),
        Column("wheel_load_n", "WHEELS", "N", "-", "force on the ground"),
        Column("wheel_force_n", "2*WHEELS", "N", "-", "force of the tyre along, then across"),
        Column("load_moment_nm", 2, "N m", "FRD", "moment that shifts load backward, to the left"),
    ),
)

ROVER_WORK = Component(
    "rover_work",
    Kind.TRUTH,
    "Room for the integrator: kernels/ground_vehicle.py says what is where.",
    (
        Column("wheel_rate", "4*WHEELS", "mixed", "-", "rates of the wheels at one stage"),
        Column("wheel_sum", "4*WHEELS", "mixed", "-", "blend of these rates"),
        Column("vehicle_held", 7, "mixed", "-", "what stays over the tick"),
        Column("vehicle_start", 12, "mixed", "-", "the body at the start of a step"),
        Column("vehicle_now", 12, "mixed", "-", "the body at one stage"),
        Column("vehicle_rate", 12, "mixed", "-", "its rates there"),
        Column("vehicle_sum", 12, "mixed", "-", "blend of these rates"),
    ),
)

ROVER_COMPONENTS = (
    WHEEL_MODEL,
    TYRES,
    DRIVE_TRAIN,
    BRAKE_COMMAND,
    WHEEL_DRIVE,
    WHEEL_STATE,
    ROVER_WORK,
)
