"""Whether a person sits at the other end."""

from typing import TextIO


def is_terminal(stream: TextIO | None) -> bool:
    """Is it a terminal? A stream that was closed before the program began is None."""
    return stream is not None and stream.isatty()
