"""What the slalom boat is, and what it is asked for."""

from simloop.world.component import Change, Column, Component, Kind

EVERYWHERE_M = 1e9

SLALOM_BOAT = Component(
    "slalom_boat",
    Kind.PARAM,
    "Damping, noise and walls of the slalom boat.",
    (
        Column("boat_damping", 2, "N s/m, 1/s", "NED", "of velocity and of yaw rate", 0.1),
        Column("boat_inverse_inertia", 1, "1/(kg m^2)", "FRD", "of yaw; 0 ignores torque"),
        Column("boat_force_limit_n", 1, "N", "-", "the command's vector is not longer", 1e12),
        Column("boat_noise_sigma", 2, "m/s^2, rad/s^2", "NED", "white acceleration per step"),
        Column(
            "boat_walls_m",
            4,
            "m",
            "NED",
            "least and most north, least and most east of the centre",
            (-EVERYWHERE_M, EVERYWHERE_M, -EVERYWHERE_M, EVERYWHERE_M),
        ),
        Column("boat_bounce", 1, "1", "-", "share of the speed that a wall gives back", 0.5),
    ),
    Change.ONE_TIME,
)

BOAT_COMMAND = Component(
    "boat_command",
    Kind.INTENT,
    "What the slalom boat is asked for.",
    (
        Column("boat_force_ned_n", 2, "N", "NED", "force to the north and to the east"),
        Column("boat_torque_nm", 1, "N m", "FRD", "yaw torque, clockwise seen from above"),
    ),
)
