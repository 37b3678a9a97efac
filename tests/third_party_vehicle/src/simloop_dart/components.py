"""What a delta wing is, as columns."""

from simloop.world.component import Change, Column, Component, Kind

DELTA = Component(
    "delta_wing",
    Kind.PARAM,
    "Shape and coefficients of a delta wing.",
    (
        Column("delta_area_m2", 1, "m^2", "-", "wing area", 0.1),
        Column("delta_root_m", 1, "m", "-", "root chord", 0.5),
        Column("delta_lift", 3, "1", "-", "potential lift, vortex lift, drag at zero lift"),
        Column("delta_moment", 4, "1", "-", "pitch stability, damping, weathercock, side force"),
        Column("delta_elevon", 2, "1", "-", "roll and pitch moment of full elevons"),
    ),
    Change.ONE_TIME,
)
