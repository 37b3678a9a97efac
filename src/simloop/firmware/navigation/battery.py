"""The battery: smooth voltage and current, charge drawn, share left, scale of the motors."""

from simloop.firmware.maths import clamp, smaller
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

VOLTAGE_TIME_S = 2.0
CURRENT_TIME_S = 0.5
LONGEST_AGE_S = 2.0
# Points of fw_battery_curve: one at every tenth of the charge.
CURVE_POINTS = 11
# A battery that shows less than this share at the start is not taken for full.
FULL_ENOUGH = 0.9


def charge_at(height: float, fw_battery_curve: Row, j: int) -> float:
    """The share of the charge at which the voltage stands so high between empty and full."""
    charge = 0.0
    for k in range(CURVE_POINTS - 1):
        low = fw_battery_curve[k * W + j]
        rise = fw_battery_curve[(k + 1) * W + j] - low
        # A flat stretch counts as a whole as soon as the voltage is above it.
        steep = (height - low) * 1e6 if rise <= 0.0 else (height - low) / rise
        charge = charge + clamp(steep, 0.0, 1.0)
    return charge * (1.0 / (CURVE_POINTS - 1))


def follow_battery(
    period_s: float,
    fw_nominal_voltage_v: Row,
    fw_battery_capacity_c: Row,
    fw_battery_full_v: Row,
    fw_battery_empty_v: Row,
    fw_battery_resistance_ohm: Row,
    fw_battery_curve: Row,
    fw_takeoff_time_s: Row,
    fw_battery_seen: Row,
    fw_battery_start_left: Row,
    fw_battery_voltage_v: Row,
    fw_battery_current_a: Row,
    fw_battery_used_c: Row,
    fw_battery_left: Row,
    fw_battery_age_s: Row,
    fw_supply_scale: Row,
    battery_voltage_v: Row,
    battery_current_a: Row,
    battery_sequence: Row,
) -> None:
    """Take a fresh sample.

    With a known capacity the charge drawn tells the share left, else the voltage without the drop
    of the inner resistance; -1 says unknown. What it began with is judged by the voltage until it
    first takes off: before any load, and the longer the better. The scale is nominal over actual
    voltage.
    """
    for j in range(W):
        fresh = battery_sequence[j] != fw_battery_seen[j]
        first = fresh & (fw_battery_seen[j] == 0.0)
        age = smaller(fw_battery_age_s[j] + period_s, LONGEST_AGE_S)
        old_voltage = battery_voltage_v[j] if first else fw_battery_voltage_v[j]
        old_current = battery_current_a[j] if first else fw_battery_current_a[j]
        share = smaller(age / VOLTAGE_TIME_S, 1.0)
        voltage = old_voltage + share * (battery_voltage_v[j] - old_voltage)
        share = smaller(age / CURRENT_TIME_S, 1.0)
        current = old_current + share * (battery_current_a[j] - old_current)
        voltage = voltage if fresh else fw_battery_voltage_v[j]
        current = current if fresh else fw_battery_current_a[j]
        drawn = 0.0 if first else age * battery_current_a[j]
        used = fw_battery_used_c[j] + drawn if fresh else fw_battery_used_c[j]

        span = fw_battery_full_v[j] - fw_battery_empty_v[j]
        told = span > 0.0
        open_v = voltage + current * fw_battery_resistance_ohm[j]
        height = (open_v - fw_battery_empty_v[j]) / (span if told else 1.0)
        by_voltage = charge_at(height, fw_battery_curve, j)
        capacity = fw_battery_capacity_c[j]
        drawn_share = used / (capacity if capacity > 0.0 else 1.0)
        begun = by_voltage + drawn_share if told & (by_voltage < FULL_ENOUGH) else 1.0
        start = begun if fresh & (fw_takeoff_time_s[j] < 0.0) else fw_battery_start_left[j]
        by_charge = clamp(start - drawn_share, 0.0, 1.0)
        unsized = by_voltage if told else -1.0
        left = by_charge if capacity > 0.0 else unsized
        seen = fresh | (fw_battery_seen[j] > 0.0)

        nominal = fw_nominal_voltage_v[j]
        known = (voltage > 0.0) & (nominal > 0.0)
        ratio = clamp(nominal / (voltage if known else 1.0), 0.8, 1.5)
        fw_battery_start_left[j] = start
        fw_battery_voltage_v[j] = voltage
        fw_battery_current_a[j] = current
        fw_battery_used_c[j] = used
        fw_battery_left[j] = left if seen else -1.0
        fw_battery_age_s[j] = 0.0 if fresh else fw_battery_age_s[j] + period_s
        fw_supply_scale[j] = ratio if known else 1.0
        fw_battery_seen[j] = battery_sequence[j]
