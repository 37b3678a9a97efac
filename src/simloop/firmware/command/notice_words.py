"""What a notice says to a pilot: the text of its code, and what its number adds."""

from collections.abc import Mapping

from simloop.firmware.codes import FAILSAFES, Action
from simloop.firmware.command.failsafe_actions import OUTCOME_GOES_ON, OUTCOME_STRAIGHT_ON
from simloop.firmware.command.reasons import MODE_REASONS, REASONS, Event, Reason

TEXTS: Mapping[float, str] = {**REASONS, **MODE_REASONS}

_OUTCOMES = {
    OUTCOME_GOES_ON: "goes on",
    Action.NONE: "flies on",
    Action.HOLD: "holds",
    Action.RTL: "returns",
    Action.SMART_RTL: "retraces its way",
    Action.LAND: "lands",
    Action.TERMINATE: "stops the motors",
    OUTCOME_STRAIGHT_ON: "flies straight on",
}


def is_failsafe(code: float) -> bool:
    """Does this code tell that a failsafe has fired?"""
    return Reason.FAILSAFE_FIRED <= code < Reason.FAILSAFE_FIRED + FAILSAFES


def notice_words(code: float, number: float) -> str:
    """A notice in words, such as `Failsafe: radio signal lost, returns`."""
    text = TEXTS.get(code, f"Event {code:g}")
    if is_failsafe(code):
        return f"{text}, {_OUTCOMES.get(number, '?')}"
    return f"{text}: {number + 1.0:.0f}" if code == Event.ITEM_SKIPPED else text
