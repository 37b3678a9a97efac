"""A unit: one kernel for all vehicles of a block, as LLVM's assembly.

A block holds `lanes` vehicles side by side; element c of a column at lane j is at c * lanes + j.
The code works on `gang` of them at a time, as many as the processor's vectors hold.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import FunctionType

from simloop.compiler.arguments import Argument
from simloop.compiler.expressions import Frame
from simloop.compiler.flow import Flow
from simloop.compiler.memory import column_metadata
from simloop.compiler.syntax import definition_of, forget_changed
from simloop.compiler.values import Array, Column, Kind, Number, Part, Record, Value

NAME = "unit"
SIGNATURE = (
    "i64 %tick, double %dt_s, double %period_s, ptr %floats, ptr %integers, ptr %keys, "
    "ptr %offsets, ptr %shared, ptr %params, ptr %common"
)
_ARENAS: dict[Kind, str] = {"f8": "%floats", "i8": "%integers", "u8": "%keys"}
_CLOCK: dict[str, Kind] = {"tick": "i8", "dt_s": "f8", "period_s": "f8"}


@dataclass(frozen=True, slots=True)
class Unit:
    """The assembly of a kernel, and the columns and shared arrays it wants, in order."""

    text: str
    columns: tuple[str, ...]
    shared: tuple[str, ...]
    written: frozenset[str]


def translate(
    kernel: FunctionType, arguments: Sequence[Argument], *, lanes: int, gang: int
) -> Unit:
    """Translate a kernel; arguments beyond its parameters go to its `*rest`."""
    forget_changed()
    flow = Flow(lanes, gang)
    definition = definition_of(kernel)
    shared: dict[str, int] = {}
    values = [_value(flow, argument, shared) for argument in arguments]
    names: dict[str, Value] = dict(zip(definition.parameters, values, strict=False))
    rest = definition.node.args.vararg
    if rest is not None:
        names[rest.arg] = Record(values[len(definition.parameters) :])
    flow.frame = Frame(kernel.__globals__, definition, names)
    flow.label = "gang"
    flow.run_body(definition.node.body)
    return Unit(_text(flow, shared), tuple(flow.columns), tuple(shared), frozenset(flow.written))


def _value(flow: Flow, argument: Argument, shared: dict[str, int]) -> Value:
    if argument.source == "clock":
        kind = _CLOCK[argument.name]
        return Number(kind, False, f"%{argument.name}", natural=kind == "i8")
    if argument.source == "component":
        return Part(argument.cls, argument.places, argument.is_writable)
    if argument.source == "column":
        return flow.column(argument.name, argument.kind, argument.size, is_param=argument.is_param)
    number = shared.setdefault(argument.name, len(shared))
    extents = [Number("i8", False, f"%extent{number}.{axis}") for axis in range(argument.size)]
    return Array(argument.kind, f"%data{number}", extents, is_read_only=True)


def _text(flow: Flow, shared: dict[str, int]) -> str:
    axes = _axes(flow)
    shares = flow.lanes > 1
    head = [*_shared_lines(axes, shared), *_column_lines(flow.columns.values(), shares=shares)]
    own = [
        f"%c{column.number} = getelementptr inbounds i64, ptr %b{column.number}, i64 %lane"
        for column in flow.columns.values()
    ]
    lines = [
        *flow.globals,
        *sorted(flow.declarations),
        f"define void @{NAME}({SIGNATURE}) nounwind {{",
        "entry:",
        *head,
        "br label %gang",
        "gang:",
        f"%lane = phi i64 [0, %entry], [%next, %{flow.label}]",
        *own,
        *map(str, flow.lines),
        f"%next = add nuw nsw i64 %lane, {flow.gang}",
        f"%more = icmp ult i64 %next, {flow.lanes}",
        "br i1 %more, label %gang, label %done",
        "done:",
        "ret void",
        "}",
        *column_metadata(len(flow.columns)),
    ]
    return "\n".join(lines)


def _axes(flow: Flow) -> dict[str, int]:
    return {
        value.data: len(value.extents)
        for value in flow.frame.names.values()
        if isinstance(value, Array)
    }


def _shared_lines(axes: dict[str, int], shared: dict[str, int]) -> list[str]:
    """Each shared array is described by its address and its extents."""
    lines = []
    for number in shared.values():
        lines += [
            f"%s{number}.at = getelementptr inbounds ptr, ptr %shared, i64 {number}",
            f"%s{number} = load ptr, ptr %s{number}.at, !invariant.load !0",
            f"%data{number} = load ptr, ptr %s{number}, !invariant.load !0",
        ]
        for axis in range(axes.get(f"%data{number}", 0)):
            lines += [
                f"%s{number}.{axis} = getelementptr inbounds i64, ptr %s{number}, i64 {axis + 1}",
                f"%extent{number}.{axis} = load i64, ptr %s{number}.{axis}, !invariant.load !0",
            ]
    return lines


def _column_lines(columns: Iterable[Column], *, shares: bool) -> list[str]:
    """Each column is so many bytes into its arena's row.

    The sign of a parameter's offset tells whether it is in the block's row or in that of the class.
    """
    lines = []
    for column in columns:
        n, arena = column.number, "%params" if column.is_param else _ARENAS[column.kind]
        lines += [
            f"%o{n} = getelementptr inbounds i32, ptr %offsets, i64 {n}",
            f"%w{n} = load i32, ptr %o{n}, !invariant.load !0",
            f"%x{n} = zext i32 %w{n} to i64",
        ]
        if column.is_param and shares:
            lines += [
                f"%m{n} = icmp slt i32 %w{n}, 0",
                f"%r{n} = select i1 %m{n}, ptr %common, ptr %params",
                # The sign counts too: `common` points as far before its row.
                f"%b{n} = getelementptr i8, ptr %r{n}, i64 %x{n}",
            ]
        else:
            lines.append(f"%b{n} = getelementptr inbounds i8, ptr {arena}, i64 %x{n}")
    return lines
