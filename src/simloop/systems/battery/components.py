"""Columns of the battery: what it is, what is left in it, what its monitor says."""

from simloop.world.component import Change, Column, Component, Kind

BATTERY_MODEL = Component(
    "battery_model",
    Kind.PARAM,
    "What the battery is like, and the errors of its monitor.",
    (
        Column(
            "battery_open_circuit_v",
            11,
            "V",
            "-",
            "voltage without load at 0, 10 ... 100 % of the charge",
        ),
        Column("battery_capacity_c", 1, "C", "-", "charge from full to empty", 1.0),
        Column("battery_resistance_ohm", 1, "Ohm", "-", "inner resistance, felt at once"),
        Column("battery_relaxing_ohm", 1, "Ohm", "-", "inner resistance, felt slowly"),
        Column("battery_relaxing_gain", 1, "1", "-", "share of it that comes in one tick", 1.0),
        Column("battery_idle_current_a", 1, "A", "-", "drawn by electronics at all times"),
        Column("battery_voltage_sigma_v", 1, "V", "-", "white noise of one sample"),
        Column("battery_current_sigma_a", 1, "A", "-", "white noise of one sample"),
    ),
    Change.ONE_TIME,
)

BATTERY_STATE = Component(
    "battery_state",
    Kind.TRUTH,
    "What is left in the battery, and what it gives.",
    (
        Column("battery_charge_used_c", 1, "C", "-", "charge used since full"),
        Column(
            "battery_state_of_charge",
            1,
            "1",
            "-",
            "share of the charge that is left; slightly below 0 when the voltage has collapsed",
        ),
        Column("battery_relaxing_v", 1, "V", "-", "sag that outlasts the load"),
        Column("battery_open_v", 1, "V", "-", "voltage it would have without load"),
        Column("battery_draw_a", 1, "A", "-", "current of motors and electronics"),
        Column("battery_terminal_v", 1, "V", "-", "voltage under load, never negative"),
    ),
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
