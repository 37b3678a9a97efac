"""Columns of the sonar: its quality and its samples."""

from simloop.world.component import Change, Column, Component, Kind

SONAR_MODEL = Component(
    "sonar_model",
    Kind.PARAM,
    "Errors and limits of the sonar.",
    (
        Column("sonar_sigma_m", 1, "m", "-", "white noise of one sample"),
        Column("sonar_min_range_m", 1, "m", "-", "shortest reading"),
        Column("sonar_max_range_m", 1, "m", "-", "longest reading, and the one without echo", 1.0),
        Column("sonar_resolution_m", 1, "m", "-", "step of the reading; 0 for none"),
    ),
    Change.ONE_TIME,
)

SONAR_SAMPLES = Component(
    "sonar",
    Kind.SAMPLE,
    "What the sonar says.",
    (
        Column("sonar_range_m", 1, "m", "FRD", "distance to the ground along body down"),
        Column("sonar_sequence", 1, "1", "-", "samples shown so far"),
    ),
)
