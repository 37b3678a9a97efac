"""Columns of the barometer: its quality, its bias, its samples."""

from simloop.world.component import Change, Column, Component, Kind

BARO_MODEL = Component(
    "baro_model",
    Kind.PARAM,
    "Errors and limits of the barometer.",
    (
        Column("baro_sigma_pa", 1, "Pa", "-", "white noise of one sample"),
        Column("baro_bias_range_pa", 1, "Pa", "-", "turn-on bias lies within +- this"),
        Column("baro_bias_decay", 1, "1", "-", "what a sample keeps of the wander", 1.0),
        Column("baro_bias_kick_pa", 1, "Pa", "-", "what a sample adds to the wander, 1 sigma"),
        Column("baro_limits_pa", 2, "Pa", "-", "lowest and highest reading", (0.0, 1e9)),
        Column("baro_resolution_pa", 1, "Pa", "-", "step of the reading; 0 for none"),
        Column("baro_heating_k", 1, "K", "-", "how much warmer than the air the sensor is"),
    ),
    Change.ONE_TIME,
)

BARO_STATE = Component(
    "baro_state",
    Kind.SAMPLE,
    "What the barometer is like right now.",
    (Column("baro_bias_pa", 1, "Pa", "-", "bias"),),
)

BARO_SAMPLES = Component(
    "baro",
    Kind.SAMPLE,
    "What the barometer says.",
    (
        Column("baro_pressure_pa", 1, "Pa", "-", "static pressure"),
        Column("baro_temperature_k", 1, "K", "-", "temperature of the sensor"),
        Column("baro_sequence", 1, "1", "-", "samples shown so far"),
    ),
)
