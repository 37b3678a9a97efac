"""Columns of a bluff body."""

from simloop.world.component import Change, Column, Component, Kind

BLUFF_BODY = Component(
    "bluff_body",
    Kind.PARAM,
    "How the air holds a body back.",
    (
        Column("bluff_drag_area_m2", 1, "m^2", "-", "reference area times drag coefficient"),
        Column("bluff_damping_m4", 3, "m^4", "FRD", "S l^2 C / 2 for roll, pitch, yaw"),
    ),
    Change.ONE_TIME,
)
