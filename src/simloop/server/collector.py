"""Keeps the garbage collector from looking through what is only being set up."""

import gc
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def uncollected(set_up: Callable[P, R]) -> Callable[P, R]:
    """A function that makes much and throws little away, without the collector's breaks."""

    @wraps(set_up)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        was_enabled = gc.isenabled()
        gc.disable()
        try:
            return set_up(*args, **kwargs)
        finally:
            if was_enabled:
                gc.enable()

    return run
