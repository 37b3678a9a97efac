"""Lines of LLVM's assembly: names, types, literals, blocks."""

import struct

from simloop.compiler.values import Kind, Number

SCALAR: dict[Kind, str] = {"b1": "i1", "i8": "i64", "u8": "i64", "f8": "double"}
SUFFIX: dict[Kind, str] = {"b1": "i1", "i8": "i64", "u8": "i64", "f8": "f64"}
_ALL_64_BITS = 0xFFFFFFFFFFFFFFFF


class Phi:
    """A line that is known only after the rest of its loop."""

    __slots__ = ("text",)

    def __init__(self) -> None:
        self.text = ""

    def __str__(self) -> str:
        return self.text


Line = str | Phi


class IrText:
    """Collects the lines of a function whose values have `gang` lanes."""

    def __init__(self, gang: int) -> None:
        self.gang = gang
        self.lines: list[Line] = []
        self.label = "entry"
        self.declarations: set[str] = set()
        self.tables: dict[tuple[Kind, tuple[float, ...]], str] = {}
        self.globals: list[str] = []
        self._names = 0
        self._types = {
            (kind, varying): f"<{gang} x {name}>" if varying and gang > 1 else name
            for kind, name in SCALAR.items()
            for varying in (False, True)
        }

    def type_of(self, kind: Kind, varying: bool) -> str:
        """A number's type in the assembly."""
        return self._types[kind, varying]

    def op(self, text: str) -> str:
        """A line that makes a value; its name."""
        self._names += 1
        name = f"%t{self._names}"
        self.lines.append(f"{name} = {text}")
        return name

    def fresh(self) -> int:
        """A number that no label has yet."""
        self._names += 1
        return self._names

    def begin_block(self, label: str) -> None:
        """What follows belongs to the block with this label."""
        self.lines.append(f"{label}:")
        self.label = label

    def operand(self, number: Number, varying: bool) -> str:
        """A number as an operand, in all lanes if asked for."""
        wide = varying and self.gang > 1
        ref = number.ref
        if not isinstance(ref, str):
            text = literal(number.kind, ref)
            return f"splat ({SCALAR[number.kind]} {text})" if wide else text
        if wide and not number.varying:
            vector = self._types[number.kind, True]
            one = self.op(f"insertelement {vector} poison, {SCALAR[number.kind]} {ref}, i32 0")
            lanes = f"<{self.gang} x i32> zeroinitializer"
            return self.op(f"shufflevector {vector} {one}, {vector} poison, {lanes}")
        return ref

    def intrinsic(
        self, name: str, result: str, arguments: list[tuple[str, str]], note: str = ""
    ) -> str:
        """The line that calls an intrinsic of LLVM, which is declared."""
        types = ", ".join(kind for kind, _ in arguments)
        self.declarations.add(f"declare {result} @llvm.{name}({types})")
        given = ", ".join(f"{kind} {text}" for kind, text in arguments)
        return f"call {result} @llvm.{name}({given}){note}"

    def suffix(self, kind: Kind, varying: bool) -> str:
        """How intrinsics spell a type in their names."""
        wide = varying and self.gang > 1
        return f"v{self.gang}{SUFFIX[kind]}" if wide else SUFFIX[kind]

    def table(self, constants: tuple[float, ...], kind: Kind) -> str:
        """The name of an array of constants."""
        name = self.tables.get((kind, constants))
        if name is None:
            name = self.tables[kind, constants] = f"@table{len(self.tables)}"
            items = ", ".join(f"{SCALAR[kind]} {literal(kind, item)}" for item in constants)
            shape = f"[{len(constants)} x {SCALAR[kind]}]"
            self.globals.append(f"{name} = internal constant {shape} [{items}]")
        return name


def literal(kind: Kind, constant: float | str) -> str:
    """A constant in the assembly; doubles by their bits."""
    if kind == "f8":
        return f"0x{struct.unpack('<Q', struct.pack('<d', float(constant)))[0]:016X}"
    if kind == "b1":
        return "true" if constant else "false"
    bits = int(constant) & _ALL_64_BITS
    return str(bits - (1 << 64) if bits >> 63 else bits)
