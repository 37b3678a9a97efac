"""The ports of a run for people: those of a fleet in one row."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from simloop.server.port_plan import PlannedPort
from simloop.world.port_use import PortUse

_LARGEST_STEP = 10


@dataclass(frozen=True, slots=True)
class PortRow:
    """One port that vehicles share, or one of each in equal steps."""

    use: PortUse
    """Without its number."""
    ports: tuple[int, ...]
    vehicles: tuple[str, ...]

    @property
    def numbers(self) -> str:
        """Such as 14550, 14540-14549 or 5760-5850 by 10."""
        first, last = self.ports[0], self.ports[-1]
        if first == last:
            return str(first)
        step = self.ports[1] - first
        return f"{first}-{last}" if step == 1 else f"{first}-{last} by {step}"

    @property
    def who(self) -> str:
        """The vehicles."""
        if len(self.vehicles) <= 1:
            return "".join(self.vehicles)
        return f"{self.vehicles[0]} to {self.vehicles[-1]}"

    @property
    def short(self) -> str:
        """A few words."""
        way = "" if self.use.binds else "to "
        return f"{self.use.owner} {way}{self.use.kind} {self.numbers}"


def port_rows(plan: Iterable[PlannedPort]) -> list[PortRow]:
    """The plan in rows."""
    found: list[PortRow] = []
    for port in plan:
        use = replace(port.use, port=0)
        own = (port.vehicle,) if port.vehicle else ()
        for at, row in enumerate(found):
            if row.use == use and _continues(row, port):
                ports = row.ports if port.use.port in row.ports else (*row.ports, port.use.port)
                found[at] = PortRow(use, ports, (*row.vehicles, *own))
                break
        else:
            found.append(PortRow(use, (port.use.port,), own))
    return found


def port_table(plan: Iterable[PlannedPort]) -> list[str]:
    """A line per row: what, where, how, whose."""
    lines = [
        (row.numbers, row.use.kind, "waits" if row.use.binds else "sends to", row.use.host,
         row.use.owner, row.who)
        for row in port_rows(plan)
    ]  # fmt: skip
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]


def _continues(row: PortRow, port: PlannedPort) -> bool:
    """Is a port the same as in the row, or the next in equal steps?"""
    numbers, number = row.ports, port.use.port
    if port.vehicle in row.vehicles:
        return False
    if number == numbers[-1]:
        return len(numbers) == 1
    if len(numbers) == 1:
        return len(row.vehicles) == 1 and 0 < number - numbers[0] <= _LARGEST_STEP
    return number - numbers[-1] == numbers[1] - numbers[0]
