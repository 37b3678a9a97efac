"""Spares the compiler most of Python's garbage collections."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# The compiler builds large trees that live until it ends; looking through them for garbage at the
# usual rate takes an eighth of its time.
_ALLOCATIONS, _YOUNG, _OLD = 20_000, 20, 20


@contextmanager
def fewer_collections() -> Iterator[None]:
    """Collect more seldom while the block runs; memory grows by little."""
    before = gc.get_threshold()
    gc.set_threshold(_ALLOCATIONS, _YOUNG, _OLD)
    try:
        yield
    finally:
        gc.set_threshold(*before)
