"""What a wing by tables has: grids, coefficients over them, and derivatives of the rates."""

from simloop.world.component import Change, Column, Component, Kind

ALPHA_TABLES = (
    ("C_L_alpha", "lift"),
    ("C_D_alpha", "drag"),
    ("C_m_alpha", "pitch moment per chord"),
)
BETA_TABLES = (
    ("C_Y_beta", "force to the right"),
    ("C_ell_beta", "roll moment per span"),
    ("C_n_beta", "yaw moment per span"),
)
SURFACE_TABLES = (
    ("C_Y_aileron", "force to the right per aileron"),
    ("C_ell_aileron", "roll moment per span and aileron"),
    ("C_n_aileron", "yaw moment per span and aileron"),
    ("C_L_elevator", "lift per elevator"),
    ("C_D_elevator", "drag per elevator"),
    ("C_m_elevator", "pitch moment per chord and elevator"),
    ("C_Y_rudder", "force to the right per rudder"),
    ("C_ell_rudder", "roll moment per span and rudder"),
    ("C_n_rudder", "yaw moment per span and rudder"),
)
RATE_DERIVATIVES = ("C_L_rates", "C_D_rates", "C_Y_rates", "C_ell_rates", "C_m_rates", "C_n_rates")

AERO_TABLE = Component(
    "aero_table",
    Kind.PARAM,
    "Aerodynamic coefficients over equally spaced angles; outside of them the ends hold.",
    (
        Column("alpha_grid", 2, "rad, 1/rad", "-", "first angle of attack, points per radian"),
        Column("beta_grid", 2, "rad, 1/rad", "-", "first sideslip angle, points per radian"),
        *(
            Column(name, "ALPHA_POINTS", "1", "FRD", f"{meaning}, over angle of attack")
            for name, meaning in ALPHA_TABLES
        ),
        *(
            Column(name, "BETA_POINTS", "1", "FRD", f"{meaning}, over sideslip")
            for name, meaning in BETA_TABLES
        ),
        *(
            Column(name, "ALPHA_POINTS", "1/rad", "FRD", f"{meaning}, over angle of attack")
            for name, meaning in SURFACE_TABLES
        ),
        *(
            Column(name, 3, "1", "FRD", "per p b/(2V), q c/(2V), r b/(2V)")
            for name in RATE_DERIVATIVES
        ),
    ),
    Change.ONE_TIME,
)
