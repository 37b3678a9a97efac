"""The files of a run that went back: its first one, and one beside it for every branch."""

from pathlib import Path

from simloop.server.recording.names import FILE_NAME

_BRANCH = "_branch_"
_UNFINISHED = ".part"


def recordings_in(directory: Path) -> tuple[Path, ...]:
    """The recordings of a run directory in the order in which they were begun."""
    first = directory / FILE_NAME
    return (*((first,) if first.is_file() else ()), *branches_of(first))


def branches_of(first: Path) -> list[Path]:
    """The files of branches beside the first one, in order."""
    found = first.parent.glob(f"{first.stem}{_BRANCH}*{first.suffix}")
    return sorted((path for path in found if _number(path) > 0), key=_number)


def next_branch(first: Path) -> Path:
    """Where the next branch is recorded."""
    number = max(map(_number, branches_of(first)), default=0) + 1
    return first.with_name(f"{first.stem}{_BRANCH}{number}{first.suffix}")


def first_of(path: Path) -> Path:
    """The file that a branch stands beside; one that is no branch is the first itself."""
    stem = path.stem.rpartition(_BRANCH)[0] if _number(path) > 0 else path.stem
    return path.with_name(f"{stem}{path.suffix}")


def summary_of(path: Path) -> Path:
    """Where it is told how a branch ended that was flown later, from a recording."""
    return path.with_name(f"{path.stem}_summary.json")


def unfinished(path: Path) -> Path:
    """The name of a file that does not hold yet what it should."""
    return path.with_name(f"{path.name}{_UNFINISHED}")


def remove_branches(first: Path) -> None:
    """Another run takes the place of this one: its branches go with it."""
    left = first.parent.glob(f"{first.stem}{_BRANCH}*{first.suffix}{_UNFINISHED}")
    for path in (*branches_of(first), *left):
        summary_of(path).unlink(missing_ok=True)
        path.unlink()


def _number(path: Path) -> int:
    text = path.stem.rpartition(_BRANCH)[2]
    return int(text) if text.isdecimal() else 0
