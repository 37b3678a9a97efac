"""What the guides of the studio tell to type works as it stands there."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from paged_run import ENDLESS, paged_run
from simloop.cli.main import main
from viewed_recordings import viewed

GUIDES = Path(__file__).parents[2] / "docs" / "guides"
LIVE = ("studio", "studio_inspect", "studio_map", "studio_pilot", "studio_plot", "studio_timeline")
PLACE = "http://127.0.0.1:8080"


def shown_answers(guide: str) -> list[dict[str, Any]]:
    """What a guide shows as answers."""
    text = (GUIDES / f"{guide}.md").read_text()
    lines = re.findall(r'^\{"id": "http".*\}$', text, re.MULTILINE)
    return [json.loads(line.replace("[...]", "[]")) for line in lines]


def curl_lines(guide: str) -> Iterator[list[str]]:
    """The arguments of every curl in a guide."""
    lines = iter((GUIDES / f"{guide}.md").read_text().splitlines())
    for line in lines:
        text = line.removeprefix("$ ")
        if not text.startswith("curl "):
            continue
        while text.endswith("\\") or text.count("'") % 2:
            text = text.removesuffix("\\") + "\n" + next(lines)
        yield shlex.split(text)


def typed(arguments: list[str], address: str) -> dict[str, Any]:
    """What curl would get at a page that is elsewhere."""
    place, token = address.split("/#token=")
    assert arguments[1:3] == ["-H", "Authorization: Bearer $TOKEN"]
    (url,) = (each for each in arguments if each.startswith(PLACE))
    body = arguments[arguments.index("-d") + 1].encode() if "-d" in arguments else None
    request = Request(url.replace(PLACE, place), body, {"Authorization": f"Bearer {token}"})
    try:
        answer = urlopen(request, timeout=60)
    except HTTPError as refused:
        # What is refused says so in its body, too.
        answer = refused
    with answer:
        told: dict[str, Any] = json.load(answer)
    return told


def asked(address: str, name: str) -> Any:
    body = json.dumps({"name": name})
    auth = ["-H", "Authorization: Bearer $TOKEN"]
    return typed(["curl", *auth, "-d", body, f"{PLACE}/api/questions"], address)["data"]


def far_enough(address: str, tick: int) -> None:
    """Wait for a run, or for its branch."""
    while asked(address, "timeline")["last_tick"] < tick:
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The page of a run that is far enough for every example."""
    with paged_run(*ENDLESS, "--speed", "20") as address:
        far_enough(address, 4100)
        # It must not land and end while examples are tried.
        auth = ["-H", "Authorization: Bearer $TOKEN"]
        typed(["curl", *auth, "-d", '{"verb": "pause"}', f"{PLACE}/api/commands"], address)
        yield address


@pytest.mark.parametrize("guide", LIVE)
def test_examples_against_a_run(address: str, guide: str) -> None:
    examples = list(curl_lines(guide))
    assert examples
    answers = []
    for arguments in examples:
        far_enough(address, 4000)
        answers.append(typed(arguments, address))
    for arguments, told in zip(examples, answers, strict=True):
        assert told.get("state", "executed") == "executed", (arguments, told)
        assert told.get("refused", "") == "", (arguments, told)
    for shown in shown_answers(guide):
        assert list(shown) in [list(told) for told in answers]


def test_examples_of_the_server_end_with_the_end_of_the_run(address: str) -> None:
    *first, last = curl_lines("studio_server")
    role, *answers = [typed(arguments, address) for arguments in first]
    assert role == {"role": "admin"}
    assert all(told.get("state", "executed") == "executed" for told in answers)
    assert typed(last, address)["state"] == "executed"
    shapes = [list(told) for told in answers]
    assert all(list(shown) in shapes for shown in shown_answers("studio_server"))


def test_examples_against_a_recording(tmp_path: Path) -> None:
    run = tmp_path / "run"
    flight = ("run", "square", "--speed", "max", "--for", "15", "--record", "--out", str(run))
    assert main([*flight, "--headless"]) == 0
    with viewed(run) as address:
        for arguments in curl_lines("studio_recordings"):
            told = typed(arguments, address)
            assert told.get("state", "executed") == "executed", (arguments, told)
            assert told.get("refused", "") == "", (arguments, told)


def test_the_program_of_the_timeline() -> None:
    text = (GUIDES / "studio_timeline.md").read_text()
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(program, "studio_timeline.md", "exec"), {})
