"""The battery: smooth voltage and current, charge drawn, share left, scale of the motors."""

from simloop.firmware.component import Mut, Row
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.navigation import Charge
from simloop.firmware.maths import clamp, smaller

VOLTAGE_TIME_S = 2.0
CURRENT_TIME_S = 0.5
LONGEST_AGE_S = 2.0
# A battery that shows less than this share at the start is not taken for full.
FULL_ENOUGH = 0.9


def follow_battery(period_s: float, battery: Mut[Charge], craft: Mut[Craft]) -> None:
    """Take a fresh sample; tell what is left, and how much stronger motors would be when full.

    What it began with is judged by the voltage until it first takes off: before any load, and the
    longer the better.
    """
    fresh = battery.sequence != battery.seen
    craft.battery_age_s += period_s
    if fresh:
        take_sample(battery.seen == 0.0, craft, battery)
    by_voltage = charge_by_voltage(battery, craft)
    drawn = craft.battery_used_c / (battery.capacity_c if battery.capacity_c > 0.0 else 1.0)
    if fresh & (craft.takeoff_time_s < 0.0):
        partly = (by_voltage >= 0.0) & (by_voltage < FULL_ENOUGH)
        battery.start_left = by_voltage + drawn if partly else 1.0
    by_charge = clamp(battery.start_left - drawn, 0.0, 1.0)
    left = by_charge if battery.capacity_c > 0.0 else by_voltage
    craft.battery_left = left if fresh | (battery.seen > 0.0) else -1.0
    craft.supply_scale = supply_scale(battery.nominal_voltage_v, craft.battery_voltage_v)
    battery.seen = battery.sequence


def take_sample(first: bool, craft: Mut[Craft], battery: Charge) -> None:
    """Voltage and current behind low passes, and the charge that the current took."""
    age_s = smaller(craft.battery_age_s, LONGEST_AGE_S)
    voltage = battery.voltage_v if first else craft.battery_voltage_v
    current = battery.current_a if first else craft.battery_current_a
    share = smaller(age_s / VOLTAGE_TIME_S, 1.0)
    craft.battery_voltage_v = voltage + share * (battery.voltage_v - voltage)
    share = smaller(age_s / CURRENT_TIME_S, 1.0)
    craft.battery_current_a = current + share * (battery.current_a - current)
    craft.battery_used_c += 0.0 if first else age_s * battery.current_a
    craft.battery_age_s = 0.0


def charge_by_voltage(battery: Charge, craft: Craft) -> float:
    """The share left by the voltage without the drop of the inner resistance; -1: unknown."""
    span = battery.full_v - battery.empty_v
    told = span > 0.0
    open_v = craft.battery_voltage_v + craft.battery_current_a * battery.resistance_ohm
    height = (open_v - battery.empty_v) / (span if told else 1.0)
    return charge_at(height, battery.curve) if told else -1.0


def charge_at(height: float, curve: Row) -> float:
    """The share of the charge at which the voltage stands so high between empty and full."""
    charge = 0.0
    for k in range(len(curve) - 1):
        low = curve[k]
        rise = curve[k + 1] - low
        # A flat stretch counts as a whole as soon as the voltage is above it.
        steep = (height - low) * 1e6 if rise <= 0.0 else (height - low) / rise
        charge = charge + clamp(steep, 0.0, 1.0)
    return charge * (1.0 / (len(curve) - 1))


def supply_scale(nominal_v: float, voltage_v: float) -> float:
    """Nominal over actual voltage, 1 if one of them is unknown."""
    known = (voltage_v > 0.0) & (nominal_v > 0.0)
    ratio = clamp(nominal_v / (voltage_v if known else 1.0), 0.8, 1.5)
    return ratio if known else 1.0
