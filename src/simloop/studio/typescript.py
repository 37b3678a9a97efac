"""Writes the client's message types: `python -m simloop.studio.typescript FILE`."""

import sys
from pathlib import Path
from typing import Any

from simloop.studio.message_types import members, parts_of, typescript
from simloop.studio.questions import ALL_QUESTIONS
from simloop.systems.scene.messages import FROM_CLIENT, FROM_SIMULATOR
from simloop.systems.scene.poses import HEAD, PAUSED, POSE, VERSION

_TITLE = "// Written by `python -m simloop.studio.typescript FILE` from the Python messages.\n"


def protocol() -> str:
    """The text of the generated file."""
    blocks = [_TITLE]
    answers = tuple(question.answer for question in ALL_QUESTIONS)
    for part in parts_of((*FROM_SIMULATOR, *FROM_CLIENT, *answers)):
        lines = [f"  readonly {name}: {typescript(kind)};" for name, kind in members(part)]
        blocks.append("\n".join([f"export interface {part.__name__} {{", *lines, "}\n"]))
    blocks.append(_union("FromSimulator", FROM_SIMULATOR))
    blocks.append(_union("FromClient", FROM_CLIENT))
    blocks.append(_answers())
    blocks.append(_layout("HEAD", HEAD))
    blocks.append(_layout("POSE", POSE))
    blocks.append(f"export const POSES_VERSION = {VERSION};\nexport const PAUSED = {PAUSED};\n")
    return "\n".join(blocks)


def _union(name: str, messages: tuple[type, ...]) -> str:
    return f"export type {name} = {' | '.join(message.__name__ for message in messages)};\n"


def _answers() -> str:
    """What each question is answered with."""
    lines = [
        f"  readonly {question.name}: {question.answer.__name__};" for question in ALL_QUESTIONS
    ]
    return "\n".join(["export interface Answers {", *lines, "}\n"])


def _layout(name: str, kind: Any) -> str:
    """Offsets in bytes of a packed record."""
    offsets = [f"  {part}: {kind.fields[part][1]}," for part in kind.names]
    return "\n".join([f"export const {name} = {{", *offsets, f"  bytes: {kind.itemsize},", "};\n"])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(protocol())
