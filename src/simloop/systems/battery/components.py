"""The battery's columns."""

from simloop.component import Component, FloatRow, param, sample, truth


class Battery(Component, prefix="battery"):
    """The battery: what it is like, what is left in it, and what its monitor says."""

    open_circuit_v: FloatRow = param(
        "V", "voltage without load at 0, 10 ... 100 % of the charge", size=11
    )
    capacity_c: float = param("C", "charge from full to empty", default=1.0)
    resistance_ohm: float = param("Ohm", "inner resistance, felt at once")
    relaxing_ohm: float = param("Ohm", "inner resistance, felt slowly")
    relaxing_gain: float = param("1", "share of it that comes in one tick", default=1.0)
    idle_current_a: float = param("A", "drawn by electronics at all times")
    voltage_sigma_v: float = param("V", "white noise of one sample")
    current_sigma_a: float = param("A", "white noise of one sample")
    charge_used_c: float = truth("C", "charge used since full")
    state_of_charge: float = truth(
        "1", "share of the charge that is left; slightly below 0 when the voltage has collapsed"
    )
    relaxing_v: float = truth("V", "sag that outlasts the load")
    open_v: float = truth("V", "voltage it would have without load")
    draw_a: float = truth("A", "current of motors and electronics")
    terminal_v: float = truth("V", "voltage under load, never negative")
    voltage_v: float = sample("V", "voltage under load")
    current_a: float = sample("A", "current drawn")
    sequence: float = sample("1", "samples shown so far")
