"""The electric bus between battery and motors."""

from simloop.component import Component, truth


class Bus(Component, prefix="bus"):
    """Voltage and current between battery and motors."""

    voltage_v: float = truth("V", "what a motor at full command gets")
    current_a: float = truth("A", "what all motors draw")
    conductance_s: float = truth("A/V", "how that current grows with the voltage")
