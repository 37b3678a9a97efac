"""What a multirotor has: rotors, motors, drag, and the commands its motors follow.

Defaults are harmless numbers of a small vehicle, so that an unused lane computes nothing odd.
"""

from simloop.world.component import Change, Column, Component, Kind

ROTOR_MODEL = Component(
    "rotor_model",
    Kind.PARAM,
    "Propellers and motors, all of one make; computed from the vehicle file.",
    (
        Column(
            "rotor_thrust_gain",
            8,
            "m^4, m^3, m^2, m^4, m^4, m^3, m^2, m^4",
            "-",
            "thrust per air density: of speed^2, speed * inflow, inflow^2; floor of speed^2; the "
            "first three in the vortex ring; of speed^2 in faster descent",
            (1e-5, 0.0, 0.0, 0.0, 1e-5, 0.0, 0.0, 1e-5),
        ),
        Column(
            "rotor_torque_gain",
            4,
            "m^5, m^4, m^3, m^5",
            "-",
            "drag torque per air density: of speed^2, speed * inflow, inflow^2; floor of speed^2",
            (1e-7, 0.0, 0.0, 0.0),
        ),
        Column(
            "rotor_descent_m",
            2,
            "m",
            "-",
            "flow from below per rotor speed at which the vortex ring begins and ends",
            (1.0, 2.0),
        ),
        Column("rotor_forward_m", "ROTORS", "m", "FRD", "hub position, forward"),
        Column("rotor_right_m", "ROTORS", "m", "FRD", "hub position, right"),
        Column("rotor_direction", "ROTORS", "1", "FRD", "+1 turns clockwise seen from above"),
        Column("rotor_thrust_share", "ROTORS", "1", "-", "share of thrust kept at its place", 1.0),
        Column("rotor_torque_share", "ROTORS", "1", "-", "share of torque kept at its place", 1.0),
        Column("rotor_inertia_kgm2", 1, "kg m^2", "-", "inertia of one rotor about its axis"),
        Column(
            "rotor_lag_gain",
            6,
            "1",
            "-",
            "share of the speed difference made up in one tick, speeding up and slowing down; the "
            "same on average over the tick; the mean of its square",
            1.0,
        ),
        Column(
            "motor_gain",
            4,
            "N m s, N m/V, N m, 1/Ohm",
            "-",
            "torque lost per speed, torque per volt, no-load torque, one over the resistance",
            (0.01, 0.1, 0.0, 1.0),
        ),
        Column(
            "motor_effectiveness",
            "ROTORS",
            "1",
            "-",
            "fault: share of the command that arrives, 0 = dead",
            1.0,
        ),
    ),
    Change.ONE_TIME,
)

PROPELLER_FAULTS = Component(
    "propeller_faults",
    Kind.PARAM,
    "What is wrong with the propellers; there if the vehicle file has the field.",
    (
        Column(
            "propeller_effectiveness",
            "ROTORS",
            "1",
            "-",
            "fault: share of thrust and torque that is left, 0 = lost",
            1.0,
        ),
    ),
    Change.ONE_TIME,
)

AIRFRAME = Component(
    "airframe",
    Kind.PARAM,
    "Drag and ground effect of a multirotor.",
    (
        Column("parasitic_drag_area_m2", 1, "m^2", "-", "half of drag coefficient times area"),
        Column("induced_drag_spm", 1, "s/m", "FRD", "sideways rotor drag per thrust and airspeed"),
        Column(
            "ground_effect",
            5,
            "1/m^4, 1/m^3, 1/m^2, 1/m, 1",
            "-",
            "share of thrust gained near the ground: polynomial in height, falling powers",
        ),
    ),
    Change.ONE_TIME,
)

MOTOR_COMMAND = Component(
    "motor_command",
    Kind.INTENT,
    "What the motors are asked for.",
    (Column("motor_command", "ROTORS", "1", "-", "share of full voltage, 0 to 1"),),
)

ROTOR_STATE = Component(
    "rotor_state",
    Kind.TRUTH,
    "How the rotors turn.",
    (
        Column("rotor_climb_mps", 1, "m/s", "FRD", "flow from above at the centre of mass"),
        Column("rotor_drive", "ROTORS", "1", "-", "command that arrives, 0 to 1"),
        Column("rotor_target_radps", "ROTORS", "rad/s", "-", "speed of balance at this command"),
        Column("rotor_speed_radps", "ROTORS", "rad/s", "-", "rotor speed, never negative"),
        Column(
            "rotor_thrust",
            "3*ROTORS",
            "N, N s/m, N s^2/m^2",
            "FRD",
            "thrust of each rotor: its coefficients of 1, then of inflow, then of inflow^2",
        ),
        Column(
            "rotor_torque",
            "3*ROTORS",
            "N m, N s, N s^2/m",
            "FRD",
            "drag torque of each rotor, likewise",
        ),
        Column("rotor_momentum_nms", 1, "N m s", "FRD", "angular momentum of all rotors, down"),
        Column("rotor_reaction_nm", 1, "N m", "FRD", "yaw torque of rotors that change speed"),
    ),
)

MULTIROTOR_COMPONENTS = (ROTOR_MODEL, AIRFRAME, MOTOR_COMMAND, ROTOR_STATE)
