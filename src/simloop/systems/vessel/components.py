"""What a vessel has: inertia with water, drag, hull, thrusters, rudder and windage.

Defaults are harmless numbers, so that an unused lane computes nothing odd.
"""

from simloop.world.component import Change, Column, Component, Kind

_UNIT_MATRIX = tuple(1.0 if place in (0, 6, 11, 15, 18, 20) else 0.0 for place in range(21))

VESSEL_DRAG = Component(
    "vessel_drag",
    Kind.PARAM,
    "How water, air and rudder hold or push a vessel, about its centre of mass.",
    (
        Column(
            "hull_damping",
            14,
            "N s/m, N m s, N s^2/m^2, N m s^2, N s",
            "FRD",
            "six linear, six quadratic; sway force per yaw rate, yaw torque per sway speed",
        ),
        Column(
            "rudder_model",
            3,
            "m^2, m, m",
            "FRD",
            "half of lift slope times area; its place forward and down",
        ),
        Column(
            "windage",
            4,
            "m^2, m^2, m, m",
            "FRD",
            "half of drag times area from ahead and from the side; its place forward and down",
        ),
    ),
    Change.ONE_TIME,
)

PLANAR_VESSEL = Component(
    "planar_vessel",
    Kind.PARAM,
    "A vessel in the plane.",
    (
        Column(
            "planar_inertia",
            3,
            "kg, kg, kg m",
            "FRD",
            "with added mass: surge, sway, sway and yaw",
            (1.0, 1.0, 0.0),
        ),
        Column(
            "planar_inverse",
            5,
            "1/kg, 1/kg, 1/(kg m), 1/(kg m), 1/(kg m^2)",
            "FRD",
            "inverse of the mass matrix: surge; sway and yaw, row by row",
            (1.0, 1.0, 0.0, 0.0, 1.0),
        ),
        Column(
            "planar_ride",
            4,
            "1, 1/s^2, 1/s, m",
            "FRD",
            "1 follows the surface; spring, damper; waterline below the centre of mass",
        ),
        Column(
            "vessel_noise",
            2,
            "m/s^2/sqrt(Hz), rad/s^2/sqrt(Hz)",
            "FRD",
            "white acceleration in surge and sway, and in yaw",
        ),
    ),
    Change.ONE_TIME,
)

HULL = Component(
    "hull",
    Kind.PARAM,
    "A floating body: its mass matrix with the water's, and the boxes that displace water.",
    (
        Column(
            "hull_mass_matrix",
            21,
            "kg, kg m, kg m^2",
            "FRD",
            "rigid and added mass, upper half row by row",
            _UNIT_MATRIX,
        ),
        Column(
            "hull_inverse_mass",
            21,
            "1/kg, 1/(kg m), 1/(kg m^2)",
            "FRD",
            "its inverse, computed at spawn",
            _UNIT_MATRIX,
        ),
        Column("hull_cell_x_m", "HULL_CELLS", "m", "FRD", "centre of each box, forward"),
        Column("hull_cell_y_m", "HULL_CELLS", "m", "FRD", "centre of each box, right"),
        Column("hull_cell_bottom_m", "HULL_CELLS", "m", "FRD", "lower face of each box, down"),
        Column("hull_cell_height_m", "HULL_CELLS", "m", "FRD", "height of each box", 1.0),
        Column("hull_cell_length_m", "HULL_CELLS", "m", "FRD", "extent along the keel", 1.0),
        Column("hull_cell_width_m", "HULL_CELLS", "m", "FRD", "extent across", 1.0),
        Column("hull_cell_area_m2", "HULL_CELLS", "m^2", "FRD", "cross-section of each box"),
        Column(
            "hull_wet_gain_pm3", 1, "1/m^3", "-", "times displaced volume, at most 1: drag's share"
        ),
    ),
    Change.ONE_TIME,
)

THRUSTER_MODEL = Component(
    "thruster_model",
    Kind.PARAM,
    "Which output drives what, and what it can do.",
    (
        Column("thruster_output", "THRUSTERS*OUTPUTS", "1", "-", "1 where an output drives it"),
        Column("thruster_most_n", "2*THRUSTERS", "N", "FRD", "pull at rest, ahead and astern"),
        Column("thruster_loss_spm", "THRUSTERS", "s/m", "-", "share of command lost per speed"),
        Column("thruster_right_m", "THRUSTERS", "m", "FRD", "place, right"),
        Column("thruster_down_m", "THRUSTERS", "m", "FRD", "place, down"),
        Column("rudder_output", "OUTPUTS", "rad", "-", "largest angle, at the rudder's output"),
        Column("rudder_wash_gain", 1, "1/m^2", "-", "flow energy per thrust over density"),
    ),
    Change.ONE_TIME,
)

THRUSTER_COMMANDS = Component(
    "thruster_commands",
    Kind.TRUTH,
    "What the thrusters follow, lag and faults included.",
    (Column("thruster_command", "THRUSTERS", "1", "-", "-1 to 1"),),
)

PROPULSION = Component(
    "propulsion",
    Kind.TRUTH,
    "What thrusters and rudder do in this tick.",
    (
        Column(
            "thruster_wrench",
            9,
            "N, N s/m, N m, N s, N m, N s, N m s, N m s, N m s",
            "FRD",
            "constant and loss per forward speed of forward force, pitch and yaw torque; losses of "
            "pitch per pitch rate, of each per the other's rate, of yaw per yaw rate",
        ),
        Column(
            "rudder_state",
            3,
            "1, 1, m^2/s^2",
            "-",
            "sine and cosine of the angle; speed squared that propellers add to the flow",
            (0.0, 1.0, 0.0),
        ),
    ),
)
