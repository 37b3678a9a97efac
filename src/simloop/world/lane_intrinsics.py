"""Operations that compiled steps need and Numba lacks: `select`, `column` and `stay_apart`.

A conditional expression becomes control flow, which stops LLVM from vectorising as soon as one
side reads an array. Kernels promise that both sides are harmless, so `select` evaluates both.

A slice of a row is clamped to the row's length, so its place is no constant, and LLVM would have
to check at run time whether two columns overlap: too many checks, no vectors. `column` is a slice
at a literal offset.

One function of a hundred inlined systems takes LLVM minutes. `stay_apart` keeps the function that
calls it out of line, so that a system which is seldom due is optimised by itself.
"""

from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array


@intrinsic  # type: ignore[untyped-decorator]
def select(typing_context: Any, test: Any, if_true: Any, if_false: Any) -> Any:
    """`if_true if test else if_false` as one LLVM instruction."""
    result = typing_context.unify_types(if_true, if_false)
    if not isinstance(result, (types.Number, types.Boolean)):
        return None
    signature = result(test, if_true, if_false)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        condition, yes, no = arguments
        flag = context.cast(builder, condition, signature.args[0], types.boolean)
        yes = context.cast(builder, yes, signature.args[1], signature.return_type)
        no = context.cast(builder, no, signature.args[2], signature.return_type)
        return builder.select(cgutils.as_bool_bit(builder, flag), yes, no)

    return signature, generate


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def column(typing_context: Any, arena: Any, block: Any, start: Any, size: Any) -> Any:
    """`arena[block, start : start + size]` for literal numbers inside the row."""
    if not (isinstance(start, types.IntegerLiteral) and isinstance(size, types.IntegerLiteral)):
        return None
    row_type = types.Array(arena.dtype, 1, "C")
    signature = row_type(arena, types.intp, start, size)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = make_array(signature.args[0])(context, builder, arguments[0])
        to_row = builder.mul(arguments[1], cgutils.unpack_tuple(builder, source.strides)[0])
        row = cgutils.pointer_add(builder, source.data, to_row)
        first = context.get_constant(types.intp, signature.args[2].literal_value)
        result = make_array(signature.return_type)(context, builder)
        populate_array(
            result,
            data=builder.gep(row, [first]),
            shape=[context.get_constant(types.intp, signature.args[3].literal_value)],
            strides=[source.itemsize],
            itemsize=source.itemsize,
            meminfo=source.meminfo,
            parent=source.parent,
        )
        value = result._getvalue()
        return impl_ret_borrowed(context, builder, signature.return_type, value)

    return signature, generate


@intrinsic  # type: ignore[untyped-decorator]
def stay_apart(typing_context: Any) -> Any:
    """Forbid that the function which calls this is inlined."""
    signature = types.void()

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return signature, generate
