"""How a mistake in a file is told: one line that says where, what, and what to write instead."""

from dataclasses import dataclass


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
        self.path = mark.path if mark else ""
        self.line = mark.line if mark else None
        self.column = mark.column if mark else None
        self.message = " ".join(message.split())
        self.fix = " ".join(fix.split())
        super().__init__(str(self))

    def __str__(self) -> str:
        """Join the parts that are known, as compilers do."""
        numbers = [str(n) for n in (self.line, self.column) if n is not None]
        place = ":".join([self.path, *numbers]) if self.path else ""
        return ": ".join(part for part in (place, self.message, self.fix) if part)
