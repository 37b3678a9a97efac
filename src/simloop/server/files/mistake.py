"""How a mistake in a file is told: one line that says where, what, and what to write instead."""

from dataclasses import dataclass

from simloop.world.one_line import one_line

_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a file, or on the command line; lines and columns count from 1."""

    path: str
    line: int | None = None
    column: int | None = None


class FileMistake(Exception):
    """Something the user can put right; `str()` is exactly one line."""

    def __init__(self, mark: Mark | None, message: str, fix: str = "") -> None:
        """Take the place, what is wrong there, and what would be right."""
        self.path = one_line(mark.path, _LONGEST) if mark else ""
        self.line = mark.line if mark else None
        self.column = mark.column if mark else None
        # Both may hold words of the file: a terminal would obey its controls.
        self.message = one_line(" ".join(message.split()), _LONGEST)
        self.fix = one_line(" ".join(fix.split()), _LONGEST)
        super().__init__(str(self))

    def __str__(self) -> str:
        """Join the parts that are known, as compilers do."""
        numbers = [str(n) for n in (self.line, self.column) if n is not None]
        place = ":".join([self.path, *numbers]) if self.path else ""
        return ": ".join(part for part in (place, self.message, self.fix) if part)
