"""The battery: charge used, open-circuit voltage, sag under load, and what its monitor says."""

from simloop.component import FloatRow, Mut
from simloop.kernels.noise import STREAM_BATTERY, gauss_pair
from simloop.systems.battery.components import Battery
from simloop.world.body import NoiseKey
from simloop.world.bus import Bus

# Points of the open-circuit curve less one: it is given at every tenth of the charge.
STEPS = 10
# Past empty, the voltage falls to zero within this share of the capacity.
COLLAPSE = 0.02


def battery_voltage(dt_s: float, battery: Mut[Battery], bus: Mut[Bus]) -> None:
    """Set the voltage that this tick's motors get, and count the charge they cost.

    The voltage is U = E - R I: E is the open-circuit voltage less what has yet to relax. I is the
    current of the tick before, I0, at the voltage U instead of U0: I0 + G (U - U0) with the
    conductance G of the motors. Solved for I, the loop through the motors has no gain to swing by.
    """
    used = battery.charge_used_c
    most = (1.0 + COLLAPSE) * battery.capacity_c
    # An empty battery feeds nobody.
    idle = battery.idle_current_a if used < most else 0.0

    left = 1.0 - used / battery.capacity_c
    open_v = open_circuit(left, battery.open_circuit_v)

    source = open_v - battery.relaxing_v
    at_zero_volts = idle + bus.current_a - bus.conductance_s * bus.voltage_v
    resistance = battery.resistance_ohm
    current = (at_zero_volts + bus.conductance_s * source) / (1.0 + bus.conductance_s * resistance)
    current = current if current > 0.0 else 0.0
    voltage = source - resistance * current
    voltage = voltage if voltage > 0.0 else 0.0

    used = used + current * dt_s
    relaxing = battery.relaxing_v
    sag = battery.relaxing_ohm * current - relaxing
    battery.charge_used_c = used if used < most else most
    battery.state_of_charge = left
    battery.relaxing_v = relaxing + battery.relaxing_gain * sag
    battery.open_v = open_v
    battery.draw_a = current
    battery.terminal_v = voltage
    bus.voltage_v = voltage
    bus.current_a = 0.0
    bus.conductance_s = 0.0


def open_circuit(left: float, curve_v: FloatRow) -> float:
    """The voltage without load when this share of the charge is left.

    Every stretch between two points adds its rise times how far the charge reaches into it, so
    nothing has to be looked up.
    """
    low: float = curve_v[0]
    voltage: float = low
    for k in range(STEPS):
        reach = float(STEPS) * left - float(k)
        reach = reach if reach > 0.0 else 0.0
        reach = reach if reach < 1.0 else 1.0
        high = curve_v[k + 1]
        voltage = voltage + reach * (high - low)
        low = high
    alive = 1.0 + left * (1.0 / COLLAPSE)
    alive = alive if alive > 0.0 else 0.0
    alive = alive if alive < 1.0 else 1.0
    return alive * voltage


def monitor_battery(tick: int, key: NoiseKey, battery: Mut[Battery]) -> None:
    """Sample voltage at the terminals and current drawn."""
    white_voltage, white_current = gauss_pair(key.value, STREAM_BATTERY, tick, 0)
    voltage = battery.terminal_v + battery.voltage_sigma_v * white_voltage
    battery.voltage_v = voltage if voltage > 0.0 else 0.0
    battery.current_a = battery.draw_a + battery.current_sigma_a * white_current
    battery.sequence += 1.0
