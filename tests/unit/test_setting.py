"""Settings know their meanings and refuse what lies outside their ranges, naming the field."""

from dataclasses import FrozenInstanceError, fields, replace
from math import inf, nan
from typing import Annotated, Any, Literal

import pytest

from simloop.world.setting import (
    Count,
    NotNegative,
    NotPositive,
    Positive,
    Share,
    Within,
    required,
    setting,
    settings,
)


@settings
class Lamp:
    """A lamp."""

    power_w: Positive = required("What it takes.")
    heating_s: NotNegative = setting(2.0, "How long it warms up.")
    cooling_k: NotPositive = 0.0
    """How much colder it may get."""
    bulbs: Count = setting(1, "How many.")
    shades: tuple[Share, ...] = setting((), "What each lets through.")
    tilt_deg: Annotated[float, Within(-90.0, 90.0)] | None = setting(None, "How it leans.")
    socket: Literal["E14", "E27"] = setting("E27", "What it fits.")


LAMP = Lamp(power_w=40.0)


def test_a_setting_carries_its_meaning() -> None:
    told = {item.name: item.metadata.get("meaning") for item in fields(Lamp)}
    assert told["power_w"] == "What it takes."
    assert told["cooling_k"] is None


def test_settings_are_frozen_and_given_by_name() -> None:
    with pytest.raises(FrozenInstanceError):
        LAMP.power_w = 60.0  # type: ignore[misc]
    with pytest.raises(TypeError):
        Lamp(40.0)  # type: ignore[misc]
    with pytest.raises(TypeError, match="power_w"):
        Lamp()  # type: ignore[call-arg]


def test_the_ends_of_a_closed_range_and_none_are_fine() -> None:
    edge = replace(LAMP, heating_s=0.0, shades=(0.0, 1.0), tilt_deg=-90.0)
    assert edge.tilt_deg == -90.0
    assert replace(LAMP, power_w=inf, tilt_deg=None).power_w == inf


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"power_w": 0.0}, "power_w must be positive, not 0.0"),
        ({"power_w": nan}, "power_w must be positive, not nan"),
        ({"heating_s": -1.0}, "heating_s must not be negative, not -1.0"),
        ({"cooling_k": 1.0}, "cooling_k must not be positive, not 1.0"),
        ({"bulbs": 0}, "bulbs must be at least 1, not 0"),
        ({"shades": (0.5, 1.5)}, "shades must be from 0 to 1, not"),
        ({"tilt_deg": 91.0}, "tilt_deg must be from -90 to 90, not 91.0"),
        ({"socket": "B22"}, "socket is 'B22'; choose one of E14, E27"),
    ],
)
def test_what_lies_outside_is_refused_by_name(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        replace(LAMP, **change)
