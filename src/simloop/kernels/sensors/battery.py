"""The battery monitor: voltage at the terminals and current drawn, with noise."""

from simloop.kernels.noise import STREAM_BATTERY, gauss_pair
from simloop.kernels.sensors.delay_line import push
from simloop.math.row import KeyRow, Row

# Lanes per block; compiled copies set it.
W = 1
# Samples under way at most; compiled copies set it.
BATTERY_SLOTS = 1


def take_battery(
    tick: int,
    noise_key: KeyRow,
    battery_voltage_sigma_v: Row,
    battery_current_sigma_a: Row,
    battery_draw_a: Row,
    battery_terminal_v: Row,
    battery_voltage_v: Row,
    battery_current_a: Row,
    battery_sequence: Row,
) -> None:
    """Sample voltage and current."""
    push(battery_voltage_v, 1, BATTERY_SLOTS)
    push(battery_current_a, 1, BATTERY_SLOTS)
    push(battery_sequence, 1, BATTERY_SLOTS)
    for j in range(W):
        white_voltage, white_current = gauss_pair(noise_key[j], STREAM_BATTERY, tick, 0)
        voltage = battery_terminal_v[j] + battery_voltage_sigma_v[j] * white_voltage
        battery_voltage_v[j] = voltage if voltage > 0.0 else 0.0
        battery_current_a[j] = battery_draw_a[j] + battery_current_sigma_a[j] * white_current
        battery_sequence[j] = battery_sequence[j] + 1.0
