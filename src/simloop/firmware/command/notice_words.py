"""What a notice says to a pilot: the text of its code, and what its number adds."""

from collections.abc import Mapping

from simloop.firmware.command.failsafe_actions import OUTCOME_GOES_ON, OUTCOME_STRAIGHT_ON
from simloop.firmware.command.mode_reasons import EVENT_ITEM_SKIPPED, MODE_REASONS
from simloop.firmware.command.reasons import FAILSAFE_FIRED, REASONS
from simloop.firmware.states import (
    ACTION_HOLD,
    ACTION_LAND,
    ACTION_NONE,
    ACTION_RTL,
    ACTION_SMART_RTL,
    ACTION_TERMINATE,
    FAILSAFES,
)

TEXTS: Mapping[float, str] = {**REASONS, **MODE_REASONS}

_OUTCOMES = {
    OUTCOME_GOES_ON: "goes on",
    ACTION_NONE: "flies on",
    ACTION_HOLD: "holds",
    ACTION_RTL: "returns",
    ACTION_SMART_RTL: "retraces its way",
    ACTION_LAND: "lands",
    ACTION_TERMINATE: "stops the motors",
    OUTCOME_STRAIGHT_ON: "flies straight on",
}


def is_failsafe(code: float) -> bool:
    """Does this code tell that a failsafe has fired?"""
    return FAILSAFE_FIRED <= code < FAILSAFE_FIRED + FAILSAFES


def notice_words(code: float, number: float) -> str:
    """A notice in words, such as `Failsafe: radio signal lost, returns`."""
    text = TEXTS.get(code, f"Event {code:g}")
    if is_failsafe(code):
        return f"{text}, {_OUTCOMES.get(number, '?')}"
    return f"{text}: {number + 1.0:.0f}" if code == EVENT_ITEM_SKIPPED else text
