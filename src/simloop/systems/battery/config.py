"""The battery's section of a vehicle file, and the curve that follows from it."""

from itertools import pairwise

from simloop.systems.battery.kernel import STEPS
from simloop.world.setting import Count, NotNegative, Positive, Share, setting, settings

# Open-circuit voltage of a lithium polymer cell at 0, 10 ... 100 % of its charge.
CELL_V = (3.27, 3.69, 3.73, 3.77, 3.80, 3.84, 3.87, 3.95, 4.02, 4.11, 4.20)
SECONDS_PER_HOUR = 3600.0


@settings
class Config:
    """A lithium polymer battery with a monitor; the noise is ROSflight's (0.3 V at 200 Hz)."""

    rate_hz: Positive = setting(10.0, "Samples per second.")
    delay_s: NotNegative = 0.0
    """From taking a sample to showing it, rounded to whole ticks."""
    cells: Count = setting(6, "Lithium polymer cells in a row, each from 3.27 V to 4.2 V.")
    full_voltage_v: float | None = None
    """Voltage when full, without load; that of the cells if left out."""
    empty_voltage_v: float | None = None
    """Voltage when empty, without load; that of the cells if left out."""
    open_circuit_v: tuple[tuple[float, float], ...] = ()
    """Pairs of state of charge, from 0 to 1, and voltage without load; of the cells if empty."""
    capacity_ah: Positive = setting(5.0, "Charge from full to empty.")
    state_of_charge: Share = setting(1.0, "Share of the charge that is in it at the start.")
    resistance_ohm: NotNegative = setting(0.02, "Inner resistance that a load feels at once.")
    relaxing_ohm: NotNegative = 0.0
    """Inner resistance that comes and goes slowly; 0 for none."""
    relaxing_time_s: Positive = setting(10.0, "How slowly: the time constant.")
    idle_current_a: NotNegative = setting(1.0, "Drawn by electronics at all times.")
    voltage_noise_density: NotNegative = setting(0.0212, "White noise of the voltage, V/sqrt(Hz).")
    current_noise_density: NotNegative = setting(0.03, "White noise of the current, A/sqrt(Hz).")

    @property
    def capacity_c(self) -> float:
        """Charge from full to empty, C."""
        return self.capacity_ah * SECONDS_PER_HOUR


def curve_v(config: Config) -> tuple[float, ...]:
    """Voltage without load at every tenth of the charge, from empty to full."""
    if config.open_circuit_v:
        return _given(config)
    full = CELL_V[-1] * config.cells if config.full_voltage_v is None else config.full_voltage_v
    empty = CELL_V[0] * config.cells if config.empty_voltage_v is None else config.empty_voltage_v
    if not empty > 0.0:
        raise ValueError(f"battery: empty_voltage_v must be positive, not {empty}")
    if not empty <= full:
        raise ValueError("battery: empty_voltage_v must not be above full_voltage_v")
    scale = (full - empty) / (CELL_V[-1] - CELL_V[0])
    # From the top, so that a full battery has exactly the voltage that was asked for.
    return tuple(full - scale * (CELL_V[-1] - cell) for cell in CELL_V)


def voltage_at(curve: tuple[float, ...], state_of_charge: float) -> float:
    """The curve between its points."""
    step = min(int(state_of_charge * STEPS), STEPS - 1)
    return curve[step] + (state_of_charge * STEPS - step) * (curve[step + 1] - curve[step])


def _given(config: Config) -> tuple[float, ...]:
    """The curve of the file, read at every tenth of the charge."""
    if config.full_voltage_v is not None or config.empty_voltage_v is not None:
        raise ValueError(
            "battery: open_circuit_v says all about the voltage; "
            "leave full_voltage_v and empty_voltage_v out"
        )
    charges = [charge for charge, _ in config.open_circuit_v]
    rising = all(a < b for a, b in pairwise(charges))
    if not (rising and charges[0] == 0.0 and charges[-1] == 1.0):
        raise ValueError("battery: open_circuit_v must rise in charge from 0 to 1")
    if any(not volts > 0.0 for _, volts in config.open_circuit_v):
        raise ValueError("battery: open_circuit_v must have positive voltages")
    return tuple(_between(config.open_circuit_v, k / STEPS) for k in range(STEPS + 1))


def _between(points: tuple[tuple[float, float], ...], at: float) -> float:
    for (low, from_v), (high, to_v) in pairwise(points):
        if at <= high:
            return from_v + (to_v - from_v) * (at - low) / (high - low)
    return points[-1][1]
