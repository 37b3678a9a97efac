"""Set-up runs without the garbage collector, and leaves it as it was."""

import gc
from collections.abc import Iterator

import pytest

from simloop.server.collector import uncollected
from simloop.server.simulation import Simulation


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    yield
    gc.enable()


@uncollected
def is_collecting(*, fails: bool = False) -> bool:
    if fails:
        raise ValueError("set-up fails")
    return gc.isenabled()


def test_set_up_is_not_interrupted() -> None:
    assert not is_collecting()
    assert gc.isenabled()


def test_a_failure_leaves_the_collector_on() -> None:
    with pytest.raises(ValueError, match="fails"):
        is_collecting(fails=True)
    assert gc.isenabled()


def test_who_has_turned_it_off_keeps_it_off() -> None:
    gc.disable()
    is_collecting()
    assert not gc.isenabled()


def test_loading_collects_nothing() -> None:
    phases: list[str] = []

    def note(phase: str, info: dict[str, int]) -> None:
        phases.append(phase)

    gc.collect()
    gc.callbacks.append(note)
    try:
        Simulation.load("square", compiled=False)
    finally:
        gc.callbacks.remove(note)
    # The collector may come up once loading is done.
    assert len(phases) <= 2
    assert gc.isenabled()
