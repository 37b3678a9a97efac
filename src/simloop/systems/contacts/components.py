"""What touches the ground, and what the feet remember."""

from simloop.world.component import Change, Column, Component, Kind

CONTACT_MODEL = Component(
    "contact_model",
    Kind.PARAM,
    "Contact points, ground and limits.",
    (
        Column("contact_point_x_m", "CONTACT_POINTS", "m", "FRD", "points, forward"),
        Column("contact_point_y_m", "CONTACT_POINTS", "m", "FRD", "points, right"),
        Column("contact_point_z_m", "CONTACT_POINTS", "m", "FRD", "points, down"),
        Column("contact_reach_m", 1, "m", "-", "no point is farther from the centre of mass"),
        Column(
            "contact_stiffness_gain",
            3,
            "1/s^2, 1/s, s^2",
            "-",
            "spring and damper per kilogram carried, and the inverse of the spring",
            (1.0, 1.0, 1.0),
        ),
        Column("contact_friction", 1, "1", "-", "Coulomb's coefficient"),
        Column("crash_speed_mps", 1, "m/s", "-", "a harder impact is a crash", 1e9),
        Column("crash_tilt_cosine", 1, "1", "-", "touching with less is a crash", -2.0),
    ),
    Change.ONE_TIME,
)

CONTACT_BRISTLES = Component(
    "contact_bristles",
    Kind.TRUTH,
    "How far each foot is displaced from where it sticks.",
    (
        Column("contact_anchor_n_m", "CONTACT_POINTS", "m", "NED", "displacement to the north"),
        Column("contact_anchor_e_m", "CONTACT_POINTS", "m", "NED", "displacement to the east"),
        Column(
            "contact_work",
            34,
            "1, m/s, rad/s, m/s^2, rad/s^2, N, N m, 1",
            "FRD",
            "the tick as it is gone through: directions, motion, what changes it, near the ground",
            scratch=True,
        ),
        Column(
            "contact_depth_m", "CONTACT_POINTS", "m", "-", "depth below the ground", scratch=True
        ),
        Column(
            "contact_softness_pkg",
            "CONTACT_POINTS",
            "1/kg",
            "-",
            "one over the mass that a point carries",
            scratch=True,
        ),
    ),
)
