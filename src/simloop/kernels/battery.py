"""The battery as the truth has it: charge used, open-circuit voltage, sag under load."""

from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1

# Points of the open-circuit curve less one: it is given at every tenth of the charge.
STEPS = 10
# Past empty, the voltage falls to zero within this share of the capacity.
COLLAPSE = 0.02


def battery_voltage(
    dt_s: float,
    battery_open_circuit_v: Row,
    battery_capacity_c: Row,
    battery_resistance_ohm: Row,
    battery_idle_current_a: Row,
    battery_relaxing_ohm: Row,
    battery_relaxing_gain: Row,
    bus_voltage_v: Row,
    bus_current_a: Row,
    bus_conductance_s: Row,
    battery_charge_used_c: Row,
    battery_state_of_charge: Row,
    battery_relaxing_v: Row,
    battery_open_v: Row,
    battery_draw_a: Row,
    battery_terminal_v: Row,
) -> None:
    """Set the voltage that this tick's motors get, and count the charge they cost.

    The voltage is U = E - R I: E is the open-circuit voltage less what has yet to relax. I is the
    current of the tick before, I0, at the voltage U instead of U0: I0 + G (U - U0) with the
    conductance G of the motors. Solved for I, the loop through the motors has no gain to swing by.
    """
    for j in range(W):
        used = battery_charge_used_c[j]
        most = (1.0 + COLLAPSE) * battery_capacity_c[j]
        # An empty battery feeds nobody.
        idle = battery_idle_current_a[j] if used < most else 0.0

        left = 1.0 - used / battery_capacity_c[j]
        open_v = open_circuit(j, left, battery_open_circuit_v)

        conductance = bus_conductance_s[j]
        resistance = battery_resistance_ohm[j]
        source = open_v - battery_relaxing_v[j]
        at_zero_volts = idle + bus_current_a[j] - conductance * bus_voltage_v[j]
        current = (at_zero_volts + conductance * source) / (1.0 + conductance * resistance)
        current = current if current > 0.0 else 0.0
        voltage = source - resistance * current
        voltage = voltage if voltage > 0.0 else 0.0

        used = used + current * dt_s
        relaxing = battery_relaxing_v[j]
        relaxing = relaxing + battery_relaxing_gain[j] * (
            battery_relaxing_ohm[j] * current - relaxing
        )
        battery_charge_used_c[j] = used if used < most else most
        battery_state_of_charge[j] = left
        battery_relaxing_v[j] = relaxing
        battery_open_v[j] = open_v
        battery_draw_a[j] = current
        battery_terminal_v[j] = voltage
        bus_voltage_v[j] = voltage
        bus_current_a[j] = 0.0
        bus_conductance_s[j] = 0.0


def open_circuit(j: int, left: float, battery_open_circuit_v: Row) -> float:
    """The voltage without load when this share of the charge is left.

    Every stretch between two points adds its rise times how far the charge reaches into it, so no
    lane has to look anything up.
    """
    low: float = battery_open_circuit_v[j]
    voltage: float = low
    for k in range(STEPS):
        reach = float(STEPS) * left - float(k)
        reach = reach if reach > 0.0 else 0.0
        reach = reach if reach < 1.0 else 1.0
        high = battery_open_circuit_v[(k + 1) * W + j]
        voltage = voltage + reach * (high - low)
        low = high
    alive = 1.0 + left * (1.0 / COLLAPSE)
    alive = alive if alive > 0.0 else 0.0
    alive = alive if alive < 1.0 else 1.0
    return alive * voltage
