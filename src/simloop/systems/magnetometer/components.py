"""Columns of the magnetometer: the field it stands in, its quality, its bias, its samples."""

from simloop.world.component import Change, Column, Component, Kind

MAG_MODEL = Component(
    "mag_model",
    Kind.PARAM,
    "The field around the magnetometer, its errors and limits.",
    (
        Column(
            "mag_world_field_ned_t",
            3,
            "T",
            "NED",
            "the Earth's field at the world's origin, set at spawn",
            (2.085e-5, 3.919e-6, 4.6055e-5),
        ),
        Column("mag_sigma_t", 1, "T", "FRD", "white noise of one sample"),
        Column("mag_bias_range_t", 1, "T", "FRD", "hard iron lies within +- this"),
        Column("mag_bias_decay", 1, "1", "-", "what a sample keeps of the wander", 1.0),
        Column("mag_bias_kick_t", 1, "T", "FRD", "what a sample adds to the wander, 1 sigma"),
        Column("mag_limit_t", 1, "T", "FRD", "largest reading", 1.0),
    ),
    Change.ONE_TIME,
)

MAG_STATE = Component(
    "mag_state",
    Kind.SAMPLE,
    "What the magnetometer is like right now.",
    (Column("mag_bias_frd_t", 3, "T", "FRD", "hard iron and drift"),),
)

MAG_SAMPLES = Component(
    "mag",
    Kind.SAMPLE,
    "What the magnetometer says.",
    (
        Column("mag_field_frd_t", 3, "T", "FRD", "magnetic field"),
        Column("mag_sequence", 1, "1", "-", "samples shown so far"),
    ),
)
