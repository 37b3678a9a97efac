"""The files of a run that went back: its first one, and one beside it for every branch."""

from pathlib import Path

from simloop.server.recording.names import FILE_NAME, SUMMARY_NAME

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
    # Who writes one that has no name yet has its number all the same.
    begun = (path.with_suffix("") for path in _unfinished_of(first))
    number = max(map(_number, (*branches_of(first), *begun)), default=0) + 1
    return first.with_name(f"{first.stem}{_BRANCH}{number}{first.suffix}")


def first_of(path: Path) -> Path:
    """The file that a branch stands beside; one that is no branch is the first itself."""
    stem = path.stem.rpartition(_BRANCH)[0] if _number(path) > 0 else path.stem
    return path.with_name(f"{stem}{path.suffix}")


def summary_of(path: Path) -> Path:
    """Where it is told how a branch ended that was flown later, from a recording."""
    return path.with_name(f"{path.stem}_summary.json")


def later_summaries(directory: Path) -> list[Path]:
    """Where it is told how a run ended that went on after its verdict, in order."""
    stem, _, suffix = SUMMARY_NAME.partition(".")
    found = (path for path in directory.glob(f"{stem}_*.{suffix}") if _part(path) > 1)
    return sorted(found, key=_part)


def before(path: Path) -> Path:
    """Where the part of a recording stays that was full."""
    return path.with_name(f"{path.stem}_before{path.suffix}")


def unfinished(path: Path) -> Path:
    """The name of a file that does not hold yet what it should."""
    return path.with_name(f"{path.name}{_UNFINISHED}")


def make_room(first: Path) -> None:
    """Another run takes this place: the branches of the one before go, and how it ended."""
    for path in (*branches_of(first), *_unfinished_of(first)):
        summary_of(path).unlink(missing_ok=True)
        path.unlink()
    before(first).unlink(missing_ok=True)
    if first.name == FILE_NAME:
        first.with_name(SUMMARY_NAME).unlink(missing_ok=True)


def _unfinished_of(first: Path) -> list[Path]:
    return list(first.parent.glob(f"{first.stem}{_BRANCH}*{first.suffix}{_UNFINISHED}"))


def _part(path: Path) -> int:
    text = path.stem.rpartition("_")[2]
    return int(text) if text.isdecimal() else 0


def _number(path: Path) -> int:
    text = path.stem.rpartition(_BRANCH)[2]
    return int(text) if text.isdecimal() else 0
