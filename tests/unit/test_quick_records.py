"""NamedTuples of interpreted kernels: made quickly, and the same as ever."""

import inspect
import traceback

import pytest

from simloop.math import vector
from simloop.math.vector import Vec3
from simloop.world.generated_kernel import generated_kernel
from simloop.world.kernel_copy import KernelCopies
from simloop.world.quick_records import NEW, quicken

KERNEL = """
from simloop.math.vector import Vec3
def both(x):
    whole = Vec3(x, 2.0, 3.0)
    named = Vec3(x, y=2.0, z=3.0)
    spread = Vec3(*whole)
    return whole, named, spread
"""


def test_all_ways_to_make_one_give_the_same() -> None:
    kernel = KernelCopies({}).function(generated_kernel("both", KERNEL), None)
    made = kernel(1.0)
    assert made == (Vec3(1.0, 2.0, 3.0),) * 3
    assert all(type(one) is Vec3 for one in made)
    assert NEW in kernel.__code__.co_names


def test_methods_stay_where_they_are_written() -> None:
    quicken(vector.__name__)
    code = Vec3.__add__.__code__
    assert NEW in code.co_names
    assert code.co_filename == vector.__file__
    lines, first = inspect.getsourcelines(Vec3.__add__)
    assert code.co_firstlineno == first
    assert "__add__" in lines[0]
    assert Vec3(1.0, 2.0, 3.0) + Vec3(1.0, 1.0, 1.0) == Vec3(2.0, 3.0, 4.0)
    assert type(-Vec3(1.0, 2.0, 3.0)) is Vec3


def test_a_traceback_tells_the_line_of_the_method() -> None:
    quicken(vector.__name__)
    with pytest.raises(AttributeError) as failure:
        Vec3(1.0, 2.0, 3.0) + 4.0  # type: ignore[operator]
    last = traceback.extract_tb(failure.value.__traceback__)[-1]
    assert last.filename == vector.__file__
    assert "other.x" in str(last.line)
