"""The parser of the command line: a mistake gets one line that names the place and the fix."""

import argparse
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

_USAGE = 2
_PLACE = re.compile(r"argument ([^:]+): (.*)", re.DOTALL)
_CHOICE = re.compile(r"invalid choice: '(.*?)' \(choose from (.*)\)")
_MISSING = "the following arguments are required: "


class Arguments(argparse.ArgumentParser):
    """Complains in one line, and keeps the lines of examples as they are written."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(**options)

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Take no argument that is unknown, and say so where it would have belonged."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self._refuse(f"unknown argument '{unknown[0]}'", self._near(unknown[0]))
        return found, unknown

    def error(self, message: str) -> NoReturn:
        """One line instead of the usage and a line."""
        if message.startswith(_MISSING):
            self._miss(message.removeprefix(_MISSING).split(", ")[0])
        place = _PLACE.fullmatch(message)
        if place is None:
            self._refuse(message)
        name, words = place.groups()
        choice = _CHOICE.fullmatch(words)
        if choice is None:
            self._refuse(name, words)
        fix = _suggestion(choice[1], re.findall(r"[\w-]+", choice[2]))
        self._refuse(f"{name}: there is no '{choice[1]}'", fix)

    def _miss(self, name: str) -> NoReturn:
        known = [each.choices for each in self._actions if name in (each.dest, each.metavar)]
        fix = f"write one of {', '.join(known[0])}, or --help" if known and known[0] else ""
        self._refuse(f"{name} is missing", fix)

    def _near(self, unknown: str) -> str:
        known = [text for action in self._actions for text in action.option_strings]
        fix = _suggestion(unknown.partition("=")[0], known)
        return fix if fix.startswith("did") else ""

    def _refuse(self, what: str, fix: str = "") -> NoReturn:
        help_there = f"see '{self.prog} --help'"
        print(f"{self.prog}: {what}: {fix or help_there}", file=sys.stderr)
        sys.exit(_USAGE)


class ShowVersion(argparse.Action):
    """Tells the version; to find it out takes longer than all other options."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        words = "show program's version number and exit"
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help=words)

    def __call__(self, parser: argparse.ArgumentParser, *rest: Any) -> NoReturn:
        """Print it and end."""
        from importlib.metadata import version

        print(f"simloop {version('simloop')}")
        parser.exit()


def _suggestion(name: str, known: Sequence[str]) -> str:
    # Late, so that --help answers at once.
    from simloop.server.nearest import suggestion

    return suggestion(name, known)
