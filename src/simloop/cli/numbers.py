"""Numbers as options of the command line take them; what is none gets a line with the fix."""

import argparse

_LAST_PORT = 65535


def count(text: str) -> int:
    """How many of something."""
    return _whole(text, 1, "a whole number of at least 1")


def port(text: str) -> int:
    """A port of this machine."""
    number = _whole(text, 0, "a port number, 0 for any")
    if number > _LAST_PORT:
        raise argparse.ArgumentTypeError(f"'{text}' is no port: the last one is {_LAST_PORT}")
    return number


def seed(text: str) -> int:
    """Where chance begins."""
    return _whole(text, 0, "a whole number of at least 0")


def seconds(text: str) -> float:
    """A stretch of time."""
    return _positive(text, "a number of seconds above 0")


def not_negative(text: str) -> float:
    """A number that may be zero."""
    return 0.0 if text.strip("0.") == "" and "0" in text else _positive(text, "0 or more")


def speed(text: str) -> float:
    """Times real time; endless for flat out."""
    return float("inf") if text == "max" else _positive(text, "a number above 0, or max")


def _whole(text: str, least: int, wanted: str) -> int:
    if not text.isdigit() or int(text) < least:
        raise argparse.ArgumentTypeError(f"'{text}' is not {wanted}")
    return int(text)


def _positive(text: str, wanted: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not {wanted}")
    return number
