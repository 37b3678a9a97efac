"""How much more a motor needs to be driven when the battery sags."""

from simloop.firmware.maths import clamp
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

FILTER_TIME_S = 2.0


def follow_battery(
    period_s: float,
    fw_nominal_voltage_v: Row,
    fw_battery_seen: Row,
    fw_battery_voltage_v: Row,
    fw_supply_scale: Row,
    battery_voltage_v: Row,
    battery_sequence: Row,
) -> None:
    """Smooths the voltage; the scale is nominal over actual voltage, 1 while either is unknown."""
    for j in range(W):
        seen = fw_battery_voltage_v[j]
        fresh = battery_sequence[j] != fw_battery_seen[j]
        start = battery_voltage_v[j] if seen == 0.0 else seen
        smooth = start + (battery_voltage_v[j] - start) * (period_s / FILTER_TIME_S)
        voltage = smooth if fresh else seen
        nominal = fw_nominal_voltage_v[j]
        known = (voltage > 0.0) & (nominal > 0.0)
        ratio = clamp(nominal / voltage, 0.8, 1.5) if known else 1.0
        fw_battery_voltage_v[j] = voltage
        fw_supply_scale[j] = ratio
        fw_battery_seen[j] = battery_sequence[j]
