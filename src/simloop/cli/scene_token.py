"""The secret of a run to watch: from the environment or a file, since `ps` shows command lines."""

import os
from pathlib import Path

from simloop.studio.addresses import SceneAddress

VARIABLE = "SIMLOOP_TOKEN"
_LONGEST = 1000


class TokenMistake(ValueError):
    """A token that is missing or in the wrong place; `str()` is one line with the fix."""


def scene_of(address: str, token_file: str | None) -> SceneAddress:
    """Where to look, with the token that belongs to it."""
    place, _, told = address.partition("#")
    if told:
        raise TokenMistake(
            "a token on the command line can be read by every user of this machine: "
            f"write {VARIABLE}=TOKEN simloop view {place}, or --token-file FILE"
        )
    token = os.environ.get(VARIABLE, "") if token_file is None else _from_file(token_file)
    # The address is looked at first: a token for what is none helps nobody.
    scene = SceneAddress.parse(f"{place}#{token or 'unknown'}")
    if not token:
        raise TokenMistake(
            f"the run's token is missing: set {VARIABLE}, or name a file with --token-file FILE"
        )
    return scene


def watch_line(scene: SceneAddress) -> str:
    """What to type to watch a run; a variable that stands before a command is in no list."""
    return f"{VARIABLE}={scene.token} simloop view scene://{scene.host}:{scene.port}"


def _from_file(name: str) -> str:
    path = Path(name)
    if not path.is_file():
        raise TokenMistake(f"--token-file {name}: there is no such file")
    try:
        with path.open(encoding="utf-8") as file:
            token = file.read(_LONGEST).strip()
    except (OSError, UnicodeDecodeError):
        raise TokenMistake(f"--token-file {name}: cannot be read as text") from None
    if not token:
        raise TokenMistake(f"--token-file {name}: holds no token")
    return token
