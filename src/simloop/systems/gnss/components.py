"""Columns of the satellite receiver: its quality, its wandering error, its samples."""

from simloop.world.component import Change, Column, Component, Kind

GNSS_MODEL = Component(
    "gnss_model",
    Kind.PARAM,
    "Errors and status of the receiver; a command may change the status in flight.",
    (
        Column("gnss_position_sigma_ned_m", 3, "m", "NED", "white noise of one sample"),
        Column("gnss_velocity_sigma_mps", 1, "m/s", "NED", "white noise of one sample"),
        Column("gnss_wander_decay", 1, "1", "-", "what a sample keeps of the wander", 1.0),
        Column("gnss_wander_kick_ned_m", 3, "m", "NED", "what a sample adds, 1 sigma"),
        Column("gnss_wander_start_ned_m", 3, "m", "NED", "wander at turn-on, 1 sigma"),
        Column("gnss_status", 2, "1", "-", "fix type to report, satellites to report", (3.0, 15.0)),
        Column("gnss_nominal_accuracy", 3, "m, m, m/s", "NED", "accuracies to report"),
    ),
    Change.ONE_TIME,
)

GNSS_STATE = Component(
    "gnss_state",
    Kind.SAMPLE,
    "What the receiver gets wrong right now.",
    (Column("gnss_wander_ned_m", 3, "m", "NED", "correlated error of the position"),),
)

GNSS_SAMPLES = Component(
    "gnss",
    Kind.SAMPLE,
    "What the receiver says.",
    (
        Column("gnss_llh", 3, "rad, rad, m", "WGS84", "latitude, longitude, height"),
        Column("gnss_velocity_ned_mps", 3, "m/s", "NED", "velocity over ground"),
        Column("gnss_fix_type", 1, "1", "-", "0 none, 2 2D, 3 3D"),
        Column("gnss_satellites", 1, "1", "-", "satellites used"),
        Column("gnss_accuracy", 3, "m, m, m/s", "NED", "horizontal, vertical, speed; 1 sigma"),
        Column("gnss_sequence", 1, "1", "-", "samples shown so far"),
    ),
)
