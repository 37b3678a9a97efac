"""Values that no command and no question can use: of the wrong type, size or spelling."""

from typing import Any

ABSURD: tuple[Any, ...] = (
    None,
    True,
    -1,
    2**63,
    10**400,
    [10**400] * 3,
    [{"command": "takeoff", "altitude_m": 10**400}],
    1e300,
    float("nan"),
    float("inf"),
    "",
    "x",
    "y" * 10_000,
    "ümläut \U0001f681",
    "two\nlines \x1b[31m",
    "\ud800",
    "a::b",
    "../../etc/passwd",
    [],
    {},
    [[]],
    ["nan", 0, 0],
    [True, None, {}],
    [1e300] * 3,
    [float("nan")] * 3,
    [0.0] * 10_000,
    {"mass_kg": {}},
    {"mass_kg": "nan"},
    {"mass_kg": None},
    {"mass_kg": [1.0, 2.0]},
    {"x": {"y": []}},
)


def check_reason(reason: str) -> None:
    """One line of readable length, and nothing in it that a terminal would obey."""
    assert reason.isprintable()
    assert len(reason) <= 300
