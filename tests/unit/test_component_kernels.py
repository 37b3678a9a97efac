"""Kernels on components: equal bits compiled and interpreted, accesses, refusals."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import lamp_kernels
from compiled_block import compile_block
from lamp_components import Frame, Lamp, LightMeter
from simloop.compiler.refusal import Refused
from simloop.component import Mut
from simloop.world.kernel_columns import columns_of, parameters_of
from simloop.world.kernel_copy import KernelCopies

SEGMENTS = 3
WIDTH = 8
EDGES = (np.nan, np.inf, -np.inf, 0.0, -0.0, 5e-324, 1e300, -1e300)


def columns_of_vehicles(random: np.random.Generator, *, edges: bool) -> dict[str, Any]:
    """Numbers of WIDTH vehicles, element by element, lanes side by side."""
    found: dict[str, Any] = {}
    for component in (Lamp, Frame, LightMeter):
        for field in component.fields.values():
            size = SEGMENTS if field.column.size == "SEGMENTS" else int(field.column.size)
            numbers = random.normal(0.0, 3.0, size * WIDTH)
            if edges:
                odd = random.random(size * WIDTH) < 0.3
                numbers[odd] = random.choice(EDGES, int(odd.sum()))
            found[field.column.name] = numbers
    return found


def interpret(kernel: Callable[..., None], columns: dict[str, Any], period_s: float) -> None:
    """Run a kernel as Python, vehicle by vehicle, as a table does."""
    plain = KernelCopies({}).function(kernel, None)
    with np.errstate(all="ignore"):
        for lane in range(WIDTH):
            arguments: list[Any] = []
            for parameter in parameters_of(kernel):
                if parameter.fields is None or parameter.make is None:
                    arguments.append(0 if parameter.name == "tick" else 0.0)
                    continue
                fields = parameter.fields.values()
                cells = [memoryview(columns[field.column.name])[lane::WIDTH] for field in fields]
                arguments.append(parameter.make(cells))
            plain(*arguments)


@pytest.mark.parametrize("edges", [False, True])
@pytest.mark.parametrize("name", ["shine", "see", "split", "set_limits", "flood"])
def test_compiled_bits_are_the_interpreted_ones(name: str, edges: bool) -> None:
    kernel = getattr(lamp_kernels, name)
    compiled = compile_block(kernel, WIDTH, {"SEGMENTS": SEGMENTS})
    random = np.random.default_rng(5)
    for _ in range(20):
        expected = columns_of_vehicles(random, edges=edges)
        found = {column: numbers.copy() for column, numbers in expected.items()}
        interpret(kernel, expected, 0.0)
        compiled(0.0, found)
        for column, numbers in expected.items():
            same = numbers.view(np.int64) == found[column].view(np.int64)
            assert np.all(same | (np.isnan(numbers) & np.isnan(found[column]))), column


def test_reads_and_writes_follow_from_the_source() -> None:
    assert columns_of(lamp_kernels.shine).written == ("lamp_light_lm", "lamp_segment_lm")
    assert set(columns_of(lamp_kernels.shine).used) == {
        "lamp_gain",
        "lamp_limits",
        "lamp_command",
        "lamp_light_lm",
        "lamp_segment_lm",
    }
    seen = columns_of(lamp_kernels.see)
    assert set(seen.written) == {"meter_reading_lm", "meter_beam_frd", "meter_drift_lm"}
    assert "lamp_gain" not in seen.used
    assert {"attitude_wxyz", "velocity_ned_mps", "lamp_segment_lm"} <= set(seen.used)


def test_a_row_is_written_through_a_function() -> None:
    assert columns_of(lamp_kernels.flood).written == ("lamp_segment_lm",)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("steal", "writes light_lm of lamp: annotate it as Mut[Lamp]"),
        ("steal_by_a_friend", "writes segment_lm of lamp: annotate it as Mut[Lamp]"),
        ("misspell", "Lamp has no field lihgt_lm"),
    ],
)
def test_what_a_kernel_may_not_do_is_refused_before_it_runs(name: str, words: str) -> None:
    with pytest.raises(ValueError, match=words.replace("[", r"\[").replace("]", r"\]")):
        columns_of(getattr(lamp_kernels, name))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("set_a_vector_to_a_number", "beam_frd takes a Vec3"),
        ("set_a_whole_row", "segment_lm takes no whole value; write its elements"),
        ("rename", "a component under another name"),
    ],
)
def test_what_the_compiler_refuses_has_a_place(name: str, words: str) -> None:
    kernel = getattr(lamp_kernels, name)
    columns = columns_of_vehicles(np.random.default_rng(1), edges=False)
    with pytest.raises(Refused, match=words) as refusal:
        compile_block(kernel, WIDTH, {})(0.0, columns)
    assert f"lamp_kernels.py:{kernel.__code__.co_firstlineno + 2}:" in str(refusal.value)


class Grower:
    """Something that can be called, and is no function."""

    def __call__(self, lamp: Mut[Lamp]) -> None:
        """Do nothing."""

    def grow(self, lamp: Mut[Lamp]) -> None:
        """Do nothing."""


def by_keyword(lamp: Lamp, *, light_meter: Mut[LightMeter]) -> None:
    """Take a component that nobody gives it."""


@pytest.mark.parametrize(
    ("kernel", "place", "fix"),
    [
        (partial(lamp_kernels.shine), "lamp_kernels.shine, a partial", "define a function at the"),
        (Grower(), "test_component_kernels.Grower, a Grower", "define a function at the top"),
        (Grower().grow, "test_component_kernels.grow, a method", "define a function at the top"),
        (by_keyword, "test_component_kernels.by_keyword: light_meter", "before the '*'"),
    ],
)
def test_what_is_no_kernel_is_refused_with_its_place(
    kernel: Callable[..., None], place: str, fix: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(fix)) as refusal:
        columns_of(kernel)
    message = str(refusal.value)
    assert message.startswith(place)
    assert "\n" not in message
