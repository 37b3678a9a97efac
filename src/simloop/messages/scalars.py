"""ROS scalar types as annotated Python types, and how an annotation is read back."""

from typing import Annotated

Bool8 = Annotated[bool, "bool"]
Text = Annotated[str, "string"]
Float32 = Annotated[float, "float32"]
Float64 = Annotated[float, "float64"]
Int16 = Annotated[int, "int16"]
Int32 = Annotated[int, "int32"]
Int64 = Annotated[int, "int64"]
UInt8 = Annotated[int, "uint8"]
UInt16 = Annotated[int, "uint16"]
UInt32 = Annotated[int, "uint32"]

Covariance3 = Annotated[tuple[float, ...], "float64[9]"]
Covariance6 = Annotated[tuple[float, ...], "float64[36]"]

INTEGER_LIMITS = {
    **{f"int{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": (0, 2**bits - 1) for bits in (8, 16, 32, 64)},
}
NUMBER_TYPES = frozenset(INTEGER_LIMITS) | {"bool", "float32", "float64"}
SCALAR_TYPES = NUMBER_TYPES | {"string"}
