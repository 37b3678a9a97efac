"""Columns of the RC receiver: what the pilot's radio last said."""

from simloop.world.component import Column, Component, Kind

CHANNELS = 16

RC_RECEIVER = Component(
    "rc_receiver",
    Kind.INTENT,
    "What the RC receiver hears.",
    (
        Column("rc_channel", CHANNELS, "1", "-", "channels, 0 at 1000 us and 1 at 2000 us", 0.5),
        Column("rc_lost", 1, "1", "-", "1 while the receiver says that it hears nothing"),
        Column("rc_sequence", 1, "1", "-", "frames so far"),
    ),
)
