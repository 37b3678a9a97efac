"""What the firmware's tasks read and write, as their sources say it."""

import pytest

from simloop.firmware.fields.samples import SAMPLES
from simloop.firmware.stack import STACKS, Stack
from simloop.world.kernel_columns import columns_of


@pytest.mark.parametrize("stack", STACKS.values(), ids=STACKS)
def test_tasks_use_declared_columns(stack: Stack) -> None:
    parameters = {field.name for field in (*stack.parameters, *SAMPLES)}
    known = parameters | {field.name for field in (*stack.state, *stack.outputs)}
    for task in stack.tasks:
        columns = columns_of(task.block)
        assert set(columns.used) <= known, task.name
        assert not parameters & set(columns.written), task.name
