"""A verb of the command line that is imported when it is called."""

import argparse
from importlib import import_module


class Verb:
    """Names a module of this package and the function in it that does the work."""

    def __init__(self, module: str, function: str) -> None:
        self._module, self._function = module, function

    def __call__(self, options: argparse.Namespace) -> int:
        """Do it, and return the exit code."""
        code: int = getattr(import_module(f"simloop.cli.{self._module}"), self._function)(options)
        return code


def picture(text: str) -> str:
    """The name of a picture file, as an option takes it."""
    if not text.endswith((".png", ".svg", ".pdf")):
        raise argparse.ArgumentTypeError(f"'{text}' is no picture: end it in .png, .svg or .pdf")
    return text
