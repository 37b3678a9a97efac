"""The battery and its monitor: voltage that falls with charge used and with current."""

from simloop.kernels.noise import STREAM_BATTERY, gauss_pair
from simloop.kernels.sensors.delay_line import push, release
from simloop.math.row import KeyRow, Row

# Lanes per block; compiled copies set it.
W = 1
# Samples under way at most; compiled copies set it.
BATTERY_SLOTS = 1


def take_battery(
    tick: int,
    period_s: float,
    noise_key: KeyRow,
    battery_full_voltage_v: Row,
    battery_voltage_drop_v: Row,
    battery_capacity_c: Row,
    battery_resistance_ohm: Row,
    battery_idle_current_a: Row,
    battery_voltage_sigma_v: Row,
    battery_current_sigma_a: Row,
    battery_load_a: Row,
    battery_charge_used_c: Row,
    battery_voltage_v: Row,
    battery_current_a: Row,
    battery_sequence: Row,
) -> None:
    """Count the charge used since the last sample, and sample voltage and current."""
    push(battery_voltage_v, 1, BATTERY_SLOTS)
    push(battery_current_a, 1, BATTERY_SLOTS)
    push(battery_sequence, 1, BATTERY_SLOTS)
    for j in range(W):
        white_voltage, white_current = gauss_pair(noise_key[j], STREAM_BATTERY, tick, 0)
        current = battery_idle_current_a[j] + battery_load_a[j]
        used = battery_charge_used_c[j] + current * period_s
        spent = used / battery_capacity_c[j]
        spent = spent if spent < 1.0 else 1.0
        open_circuit = battery_full_voltage_v[j] - battery_voltage_drop_v[j] * spent
        voltage = open_circuit - battery_resistance_ohm[j] * current
        voltage = voltage + battery_voltage_sigma_v[j] * white_voltage
        battery_charge_used_c[j] = used
        battery_voltage_v[j] = voltage if voltage > 0.0 else 0.0
        battery_current_a[j] = current + battery_current_sigma_a[j] * white_current
        battery_sequence[j] = battery_sequence[j] + 1.0


def release_battery(
    battery_voltage_v_line: Row,
    battery_current_a_line: Row,
    battery_sequence_line: Row,
    battery_voltage_v: Row,
    battery_current_a: Row,
    battery_sequence: Row,
) -> None:
    """Show the sample that has waited for its delay."""
    release(battery_voltage_v_line, battery_voltage_v, 1, BATTERY_SLOTS)
    release(battery_current_a_line, battery_current_a, 1, BATTERY_SLOTS)
    release(battery_sequence_line, battery_sequence, 1, BATTERY_SLOTS)
