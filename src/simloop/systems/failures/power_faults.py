"""How the supply fails: cut off, a cell that shorts, an inner resistance that has grown."""

from simloop.systems.failures.column_fault import ColumnFault
from simloop.systems.failures.column_ledger import Numbers

OPEN_CIRCUIT = "battery_open_circuit_v"
RESISTANCES = ("battery_resistance_ohm", "battery_relaxing_ohm")
FULL_CELL_V = 4.2


class PowerFault(ColumnFault):
    """A failure of the battery that feeds the motors."""

    def check(self) -> None:
        """There must be one."""
        self.victim.need((OPEN_CIRCUIT, *RESISTANCES), "battery that can fail")

    def keep(self, left: float) -> None:
        """Leave this share of the voltage."""

        def change(numbers: Numbers) -> None:
            numbers *= left

        self.put(OPEN_CIRCUIT, change)


class Cut(PowerFault):
    """Motors get nothing; the autopilot is thought to have a supply of its own."""

    def lay(self) -> None:
        """Take the voltage away."""
        self.keep(1.0 - self.share)


class CellFailure(PowerFault):
    """Cells in series are shorted."""

    def lay(self) -> None:
        """Take their share of the voltage away."""
        full_v = float(self._ledger.healthy(self.victim.entity, OPEN_CIRCUIT)[-1])
        cells = max(round(full_v / FULL_CELL_V), 1)
        lost = min(max(self.share * self.strength["cells"] / cells, 0.0), 1.0)
        self.keep(1.0 - lost)


class Sag(PowerFault):
    """The voltage gives way under load."""

    def lay(self) -> None:
        """Multiply the inner resistance."""
        factor = 1.0 + self.share * (self.strength["factor"] - 1.0)

        def change(numbers: Numbers) -> None:
            numbers *= factor

        for column in RESISTANCES:
            self.put(column, change)
