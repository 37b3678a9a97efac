"""Columns of the differential pressure sensor: its quality, its bias, its samples."""

from simloop.world.component import Change, Column, Component, Kind

DIFF_PRESSURE_MODEL = Component(
    "diff_pressure_model",
    Kind.PARAM,
    "Errors and limits of the differential pressure sensor.",
    (
        Column("diff_pressure_sigma_pa", 1, "Pa", "-", "white noise of one sample"),
        Column("diff_pressure_bias_range_pa", 1, "Pa", "-", "turn-on bias lies within +- this"),
        Column("diff_pressure_bias_decay", 1, "1", "-", "what a sample keeps of the wander", 1.0),
        Column("diff_pressure_bias_kick_pa", 1, "Pa", "-", "what a sample adds, 1 sigma"),
        Column("diff_pressure_limit_pa", 1, "Pa", "-", "largest reading", 1e9),
        Column("diff_pressure_resolution_pa", 1, "Pa", "-", "step of the reading; 0 for none"),
        Column("diff_pressure_heating_k", 1, "K", "-", "how much warmer than the air it is"),
    ),
    Change.ONE_TIME,
)

DIFF_PRESSURE_STATE = Component(
    "diff_pressure_state",
    Kind.SAMPLE,
    "What the differential pressure sensor is like right now.",
    (Column("diff_pressure_bias_pa", 1, "Pa", "-", "bias"),),
)

DIFF_PRESSURE_SAMPLES = Component(
    "diff_pressure",
    Kind.SAMPLE,
    "What the differential pressure sensor says.",
    (
        Column("diff_pressure_pa", 1, "Pa", "-", "pressure at the nose above static pressure"),
        Column("diff_pressure_temperature_k", 1, "K", "-", "temperature of the sensor"),
        Column("diff_pressure_sequence", 1, "1", "-", "samples shown so far"),
    ),
)
