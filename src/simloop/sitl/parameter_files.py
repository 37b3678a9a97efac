"""Parameters in text files: ROSflight's YAML, QGroundControl's .params, MAVProxy's .param."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from simloop.firmware.parameters import ParameterTable
from simloop.firmware.parameters.parameter import format_number
from simloop.sitl.memory_files import write_whole
from simloop.world.regular_file import read_regular

MAX_BYTES = 1_000_000


@dataclass(slots=True)
class FileReport:
    """What became of each line: names that were taken, and complaints that name the line."""

    taken: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """Was everything in the file taken?"""
        return not self.complaints


@dataclass(frozen=True, slots=True)
class Line:
    """One parameter of a file, as it stands there; `problem` tells of one that makes no sense."""

    number: int
    name: str = ""
    value: str = ""
    problem: str = ""


def save_parameters(table: ParameterTable, path: Path) -> None:
    """Write all parameters; the name of the file, .yaml, .params or .param, decides the format."""
    _, write = _format_of(path)
    write_whole(path, write(table).encode())


def load_parameters(table: ParameterTable, path: Path) -> FileReport:
    """Set what the file holds. What cannot be set is left as it is and told, line by line."""
    report = FileReport()
    for line in read_lines(path):
        problem = line.problem or _set(table, line)
        if problem:
            report.complaints.append(f"{path.name}, line {line.number}: {problem}")
        else:
            report.taken.append(line.name)
    return report


def read_lines(path: Path) -> list[Line]:
    """What a file says, line by line, whether it makes sense or not."""
    read, _ = _format_of(path)
    return list(read(read_regular(path, MAX_BYTES).decode("utf-8")))


def yaml_text(table: ParameterTable) -> str:
    """A list of name, type and value, as ROSflight writes it."""
    return "".join(
        f"- name: {each.name}\n  type: {each.type.value}\n"
        f"  value: {format_number(table.get(each.name))}\n"
        for each in table.parameters
    )


def params_text(table: ParameterTable, system: int = 1, component: int = 1) -> str:
    """The list that QGroundControl keeps: system, component, name, value, type, by tabulators."""
    lines = [
        f"# Onboard parameters for Vehicle {system}",
        "#",
        "# Vehicle-Id Component-Id Name Value Type",
    ]
    for each in table.parameters:
        value = format_number(table.get(each.name))
        lines.append(f"{system}\t{component}\t{each.name}\t{value}\t{each.type.value}")
    return "\n".join(lines) + "\n"


def param_text(table: ParameterTable) -> str:
    """The list that MAVProxy keeps: name and value."""
    lines = [f"{each.name:<16} {format_number(table.get(each.name))}" for each in table.parameters]
    return "\n".join(lines) + "\n"


def _set(table: ParameterTable, line: Line) -> str:
    try:
        value = float(line.value)
    except ValueError:
        return f"{line.name} has the value {line.value!r}, which is no number"
    return table.set(line.name, value).reason


def _read_params(text: str) -> Iterator[Line]:
    """QGroundControl's five columns, or name and value apart by spaces, tabulators or a comma.

    What one program saved is often named as another would name it, so each line is taken as it is.
    """
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].replace(",", " ").split()
        if len(words) == 5:
            yield Line(number, words[2], words[3])
        elif len(words) == 2:
            yield Line(number, words[0], words[1])
        elif words:
            problem = f"{len(words)} words: write name and value, or QGroundControl's five columns"
            yield Line(number, problem=problem)


def _read_yaml(text: str) -> Iterator[Line]:
    try:
        root = yaml.compose(text, yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        yield Line(mark.line + 1 if mark else 1, problem=f"no YAML: {error.problem}")
        return
    if root is None:
        return
    if not isinstance(root, yaml.SequenceNode):
        yield Line(root.start_mark.line + 1, problem="a list of name, type and value is wanted")
        return
    for node in root.value:
        yield _yaml_line(node)


def _yaml_line(node: yaml.Node) -> Line:
    number = node.start_mark.line + 1
    if not isinstance(node, yaml.MappingNode):
        return Line(number, problem="name, type and value are wanted")
    # The text of a number, since YAML takes 1e-05 for a word.
    words = {
        key.value: value.value for key, value in node.value if isinstance(value, yaml.ScalarNode)
    }
    missing = [word for word in ("name", "value") if word not in words]
    if missing:
        return Line(number, problem=f"{' and '.join(missing)} missing")
    return Line(number, words["name"], words["value"])


_Read = Callable[[str], Iterator[Line]]
_Write = Callable[[ParameterTable], str]


def _format_of(path: Path) -> tuple[_Read, _Write]:
    formats: dict[str, tuple[_Read, _Write]] = {
        ".yaml": (_read_yaml, yaml_text),
        ".yml": (_read_yaml, yaml_text),
        ".params": (_read_params, params_text),
        ".param": (_read_params, param_text),
        ".parm": (_read_params, param_text),
    }
    if path.suffix not in formats:
        raise ValueError(f"{path.name}: parameters are kept in {', '.join(formats)}")
    return formats[path.suffix]
