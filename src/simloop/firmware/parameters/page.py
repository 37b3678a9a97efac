"""The page of all parameters, written from their declarations."""

from collections.abc import Mapping, Sequence

from simloop.firmware.field import Field
from simloop.firmware.parameters.parameter import (
    Parameter,
    ParameterType,
    field_parameters,
    format_number,
)

_HEAD = ("name", "type", "default", "range", "unit", "meaning")


def parameter_page(fields: Mapping[str, Sequence[Field]]) -> str:
    """Markdown with a heading and a table for each part that has parameters.

    Args:
        fields: The fields of each part, by its title; those without names are left out.
    """
    chapters = []
    for title, part in fields.items():
        found = [each for field in part for each in field_parameters(field, len(field.names))]
        if found:
            chapters.append(f"## {title}\n\n{_table([_row(each) for each in found])}")
    return "\n\n".join(chapters) + "\n"


def _row(parameter: Parameter) -> tuple[str, ...]:
    return (
        f"`{parameter.name}`",
        "int" if parameter.type is ParameterType.INT32 else "float",
        format_number(parameter.default),
        parameter.range_words,
        parameter.unit,
        parameter.meaning,
    )


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    lines = [_HEAD, ("---",) * len(_HEAD), *rows]
    return "\n".join("| " + " | ".join(map(_escaped, line)) + " |" for line in lines)


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|")
