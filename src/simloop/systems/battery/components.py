"""Columns of the battery: what it is, what is drawn from it, what its monitor says."""

from simloop.world.component import Change, Column, Component, Kind

BATTERY_MODEL = Component(
    "battery_model",
    Kind.PARAM,
    "What the battery is like, and the errors of its monitor.",
    (
        Column("battery_full_voltage_v", 1, "V", "-", "full and without load"),
        Column("battery_voltage_drop_v", 1, "V", "-", "from full to empty"),
        Column("battery_capacity_c", 1, "C", "-", "charge from full to empty", 1.0),
        Column("battery_resistance_ohm", 1, "Ohm", "-", "inner resistance"),
        Column("battery_idle_current_a", 1, "A", "-", "drawn by electronics at all times"),
        Column("battery_voltage_sigma_v", 1, "V", "-", "white noise of one sample"),
        Column("battery_current_sigma_a", 1, "A", "-", "white noise of one sample"),
    ),
    Change.ONE_TIME,
)

BATTERY_LOAD = Component(
    "battery_load",
    Kind.TRUTH,
    "What motors and other consumers draw.",
    (Column("battery_load_a", 1, "A", "-", "current besides the idle current"),),
)

BATTERY_STATE = Component(
    "battery_state",
    Kind.SAMPLE,
    "What is gone from the battery.",
    (Column("battery_charge_used_c", 1, "C", "-", "charge used since full"),),
)

BATTERY_SAMPLES = Component(
    "battery",
    Kind.SAMPLE,
    "What the battery monitor says.",
    (
        Column("battery_voltage_v", 1, "V", "-", "voltage under load"),
        Column("battery_current_a", 1, "A", "-", "current drawn"),
        Column("battery_sequence", 1, "1", "-", "samples shown so far"),
    ),
)
