"""The help of every verb: it is there, it has examples, and they are understood."""

import shlex

import pytest

from simloop.cli.examples import EXAMPLES
from simloop.cli.main import _parser

VERBS = [verb for verb in EXAMPLES if verb]


def help_of(capsys: pytest.CaptureFixture[str], *verb: str) -> str:
    with pytest.raises(SystemExit) as end:
        _parser().parse_args([*verb, "--help"])
    assert end.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_says_what_it_does_and_shows_it(
    capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    text = help_of(capsys, verb)
    usage, about, *_ = text.split("\n\n")
    assert usage.startswith(f"usage: simloop {verb}")
    assert about.endswith(".")
    assert f"  simloop {verb}" in text.partition("examples:")[2]


@pytest.mark.parametrize(
    "command", sorted({command for lines in EXAMPLES.values() for command, _ in lines})
)
def test_an_example_is_understood(command: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "simloop"
    if "--help" not in arguments:
        assert _parser().parse_args(arguments).verb is not None
