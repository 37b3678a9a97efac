"""The parameters of one vehicle by name and by number: read, set with a reason, watch."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import pairwise

from simloop.firmware.field import Field
from simloop.firmware.lane import Lane
from simloop.firmware.parameters.parameter import Parameter, parameters_of

Listener = Callable[[str, float], None]
ARMED_COLUMN = "fw_armed"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a wish: the value that holds now, and why the wish was refused, if it was."""

    name: str
    value: float | None
    reason: str = ""

    @property
    def accepted(self) -> bool:
        """Does the parameter have the value that was wished for?"""
        return not self.reason


class ParameterTable:
    """Parameters of one lane, sorted by name and numbered from 0.

    Values live in the columns alone: a block function sees a new one at its next run. A value is
    told in the 32 bits that links and files have for it; a wish that is the same in 32 bits leaves
    the column as it is. What the lane holds when the table is made, designed for the vehicle
    before, are the defaults. `locked` parameters keep their value while the vehicle is armed.
    """

    def __init__(
        self,
        fields: Sequence[Field],
        constants: Mapping[str, int],
        lane: Lane,
        *,
        locked: Collection[str] = (),
    ) -> None:
        carried = [field for field in fields if lane.has(field.name)]
        found = sorted(parameters_of(carried, constants), key=lambda each: each.name)
        self._lane = lane
        self._sorted = tuple(found)
        self._index = {parameter.name: index for index, parameter in enumerate(found)}
        if len(self._index) != len(found):
            twice = [a.name for a, b in pairwise(found) if a.name == b.name]
            raise ValueError(f"parameter {twice[0]} is declared twice")
        self._locked = frozenset(map(self._known, locked))
        self._listeners: list[tuple[frozenset[str], Listener]] = []
        self._defaults = {each.name: self._column_value(each) for each in found}

    def __len__(self) -> int:
        return len(self._sorted)

    def __contains__(self, name: str) -> bool:
        return name in self._index

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """All parameters in the order of their numbers."""
        return self._sorted

    def parameter(self, name: str) -> Parameter:
        """One parameter by name; an unknown one is an error that suggests the nearest."""
        return self._sorted[self.index(name)]

    def index(self, name: str) -> int:
        """The number of a parameter."""
        return self._index[self._known(name)]

    def get(self, name: str) -> float:
        """The value, as it goes over a link."""
        parameter = self.parameter(name)
        return parameter.on_wire(self._column_value(parameter))

    def default(self, name: str) -> float:
        """The value that it had at the start."""
        return self.parameter(name).on_wire(self._defaults[name])

    def set(self, name: str, value: float) -> Outcome:
        """Give a parameter a value, or say why not."""
        if name not in self._index:
            return Outcome(name, None, self._unknown(name))
        parameter = self.parameter(name)
        before = self.get(name)
        reason = parameter.refusal(value) or self._lock(name)
        if reason:
            return Outcome(name, before, reason)
        if parameter.on_wire(value) != before:
            # Limits hold in full, not only in 32 bits.
            self._write(
                parameter, min(max(parameter.on_wire(value), parameter.low), parameter.high)
            )
        return Outcome(name, self.get(name))

    def put_back(self, name: str, value: float) -> None:
        """Give a parameter a number that its column had before, in all bits; listeners are told."""
        parameter = self.parameter(name)
        if self._column_value(parameter) != value:
            self._write(parameter, value)

    def exact(self, name: str) -> float:
        """The value in all bits, as the column holds it."""
        return self._column_value(self.parameter(name))

    def set_defaults(self) -> None:
        """Every parameter back to the value that it had at the start; listeners are told."""
        for parameter in self._sorted:
            if self._column_value(parameter) != self._defaults[parameter.name]:
                self._write(parameter, self._defaults[parameter.name])

    def listen(self, listener: Listener, names: Collection[str] = ()) -> None:
        """Call with name and value after each change, of some parameters or of all."""
        self._listeners.append((frozenset(map(self._known, names)), listener))

    def _write(self, parameter: Parameter, value: float) -> None:
        numbers = self._lane.read(parameter.column)
        numbers[parameter.element] = value
        self._lane.write(parameter.column, numbers)
        told = self.get(parameter.name)
        for names, listener in self._listeners:
            if not names or parameter.name in names:
                listener(parameter.name, told)

    def _column_value(self, parameter: Parameter) -> float:
        return self._lane.read(parameter.column)[parameter.element]

    def _lock(self, name: str) -> str:
        armed = self._lane.has(ARMED_COLUMN) and self._lane.read(ARMED_COLUMN)[0] > 0.0
        return f"{name} cannot be changed while armed" if armed and name in self._locked else ""

    def _known(self, name: str) -> str:
        if name not in self._index:
            raise KeyError(self._unknown(name))
        return name

    def _unknown(self, name: str) -> str:
        near = get_close_matches(name.upper(), self._index, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        return f"there is no parameter {name}{hint}"
