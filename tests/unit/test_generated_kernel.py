"""Kernels that code has written are copied for each class, and stay what they were."""

from simloop.world.generated_kernel import generated_kernel
from simloop.world.kernel_copy import KernelCopies

SOURCE = """
from simloop.math.scalar import clamp
W = 1
SLOTS = 1
def hold(x):
    return clamp(x, 0.0, SLOTS)
"""


def test_the_same_text_gives_the_same_function() -> None:
    assert generated_kernel("hold", SOURCE) is generated_kernel("hold", SOURCE)
    assert generated_kernel("hold", SOURCE) is not generated_kernel("hold", SOURCE + "# more")


def test_each_class_gets_a_copy_with_its_constants() -> None:
    function = generated_kernel("hold", SOURCE)
    copies = [KernelCopies({"SLOTS": slots}).function(function, None) for slots in (3, 5)]
    assert [copy(9.0) for copy in copies] == [3.0, 5.0]
    assert function(9.0) == 1.0
