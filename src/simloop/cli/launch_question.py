"""Asks once on a terminal whether a file may start a program, and remembers who agreed to what."""

import argparse
import hashlib
import json
import os
import sys
from pathlib import Path
from typing import TextIO

from simloop.cli.terminal import is_terminal
from simloop.links.launch import Launch, find_program
from simloop.server.launch_consent import Consent, LaunchRequest

_FILE = "allowed_programs.json"


def consent_of(options: argparse.Namespace) -> bool | Consent:
    """The option, or else what was agreed before, or else the user at the terminal."""
    if options.allow_launch:
        return True
    return LaunchQuestion(sys.stdin, sys.stderr)


class LaunchQuestion:
    """Agrees to a program if the user does, now or earlier."""

    def __init__(self, answers: TextIO | None, questions: TextIO | None) -> None:
        self._answers, self._questions = answers, questions

    def __call__(self, request: LaunchRequest) -> bool:
        """Does the user agree? Without a terminal only what is remembered counts."""
        remembered = _remembered()
        digest = fingerprint(request.launch)
        if digest in remembered:
            return True
        if not self._ask(request):
            return False
        _remember({**remembered, digest: request.words})
        return True

    def _ask(self, request: LaunchRequest) -> bool:
        answers, questions = self._answers, self._questions
        if answers is None or questions is None:
            return False
        if not (is_terminal(answers) and is_terminal(questions)):
            return False
        place = request.mark.path
        print(f"simloop: {place} starts a program:\n  {request.words}", file=questions)
        print("Start it, now and whenever it is asked for again? [y/N] ", end="", file=questions)
        questions.flush()
        return answers.readline().strip().lower() in ("y", "yes")


def fingerprint(launch: Launch) -> str:
    """What an agreement is about: the program by its whole path, and everything it is given."""
    known = {
        "program": find_program(launch.command),
        "arguments": launch.arguments,
        "directory": launch.directory,
        "environment": dict(sorted(launch.environment.items())),
    }
    return hashlib.sha256(json.dumps(known).encode()).hexdigest()


def consent_file() -> Path:
    """Where agreements are kept."""
    root = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(root) / "simloop" / _FILE


def _remembered() -> dict[str, str]:
    try:
        known = json.loads(consent_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def _remember(known: dict[str, str]) -> None:
    path = consent_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        print(f"simloop: not remembered: {error.strerror} ({path})", file=sys.stderr)
