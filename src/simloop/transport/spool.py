"""A list that lies on disk but for its end: what a run takes in must not fill its memory."""

import io
import pickle
import tempfile
from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import IO, Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")

# So many stay in memory, and go to the file together.
PAGE = 64


class _Page(NamedTuple):
    """Where some neighbours lie in the file."""

    start: int
    size: int


class _Pickler(pickle.Pickler):
    """Knows read-only mappings, which Python's own does not: arguments of commands are such."""

    def reducer_override(self, thing: Any) -> Any:
        if isinstance(thing, MappingProxyType):
            return MappingProxyType, (dict(thing),)
        return NotImplemented


def _packed(things: list[Any]) -> bytes:
    data = io.BytesIO()
    _Pickler(data, pickle.HIGHEST_PROTOCOL).dump(things)
    return data.getvalue()


class Spool(Generic[T]):
    """Grows at its end and may be cut there; the file goes with the process."""

    def __init__(self, things: Iterable[T] = ()) -> None:
        self._file: IO[bytes] | None = None
        self._pages: list[_Page | list[T]] = []
        self._tail: list[T] = []
        self._disk_is_full = False
        for thing in things:
            self.append(thing)

    def __len__(self) -> int:
        return PAGE * len(self._pages) + len(self._tail)

    def __iter__(self) -> Iterator[T]:
        return self.between(0, len(self))

    @property
    def last(self) -> T | None:
        """The newest; None of an empty one."""
        return self._tail[-1] if self._tail else None

    @property
    def in_memory(self) -> int:
        """How many are not on disk."""
        return len(self._tail)

    def append(self, thing: T) -> None:
        """Put one at the end."""
        # The newest always stays, so that it can be replaced.
        if len(self._tail) > PAGE and not self._disk_is_full:
            self._spill()
        self._tail.append(thing)

    def replace_last(self, thing: T) -> None:
        """Let the newest be another."""
        self._tail[-1] = thing

    def between(self, first: int, last: int) -> Iterator[T]:
        """Those from one number up to another, which is not among them."""
        at = first
        while at < min(last, PAGE * len(self._pages)):
            page = self._read(at // PAGE)
            until = min(last, (at // PAGE + 1) * PAGE)
            yield from page[at % PAGE : at % PAGE + until - at]
            at = until
        behind = PAGE * len(self._pages)
        yield from self._tail[max(0, at - behind) : max(0, last - behind)]

    def backwards(self) -> Iterator[T]:
        """From the newest to the oldest."""
        yield from reversed(self._tail)
        for number in reversed(range(len(self._pages))):
            yield from reversed(self._read(number))

    def cut(self, count: int) -> None:
        """Keep only so many."""
        whole, rest = divmod(count, PAGE)
        if whole >= len(self._pages):
            whole, kept = len(self._pages), self._tail[: count - PAGE * len(self._pages)]
        else:
            kept = self._read(whole)[:rest]
        # The newest has to be in memory.
        if not kept and whole:
            whole -= 1
            kept = self._read(whole)
        self._pages, self._tail = self._pages[:whole], kept

    def _spill(self) -> None:
        """Put a page on disk; what finds no room there, or has no bytes, stays in memory."""
        page = self._tail[:PAGE]
        try:
            self._pages.append(self._written(page))
        except OSError:
            self._disk_is_full = True
            return
        except (pickle.PicklingError, TypeError, AttributeError):
            self._pages.append(page)
        del self._tail[:PAGE]

    def _written(self, things: list[T]) -> _Page:
        if self._file is None:
            # It is open as long as the spool is.
            self._file = tempfile.TemporaryFile(prefix="simloop_inputs_")  # noqa: SIM115
        data = _packed(things)
        # Pages that were cut off are written over.
        start = max((p.start + p.size for p in self._pages if isinstance(p, _Page)), default=0)
        self._file.seek(start)
        self._file.write(data)
        self._file.flush()
        return _Page(start, len(data))

    def _read(self, number: int) -> list[T]:
        page = self._pages[number]
        if isinstance(page, list):
            return list(page)
        assert self._file is not None
        self._file.seek(page.start)
        things: list[T] = pickle.loads(self._file.read(page.size))
        return things
