"""The registry of plugins: found through entry points, listed without importing, loaded by name."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import Any

from simloop.server.nearest import suggestion

SYSTEMS = "simloop.systems"
ADAPTERS = "simloop.adapters"
LINKS = "simloop.links"
AUTOPILOTS = "simloop.autopilots"


class PluginError(Exception):
    """A plugin that is unknown, offered twice, or broken; `str()` is one line."""


class UnknownPluginError(PluginError):
    """A name that no installed package offers."""

    def __init__(self, message: str, fix: str) -> None:
        """Keep what is wrong apart from what would be right."""
        self.message = message
        self.fix = fix
        super().__init__(f"{message}: {fix}")


@dataclass(frozen=True, slots=True)
class Plugin:
    """An installed plugin, as its package announces it."""

    group: str
    """Entry point group."""
    name: str
    """How files and the command line call it."""
    package: str
    """The distribution that brings it."""
    target: str
    """Module, or module:attribute."""


class Registry:
    """Every plugin of every installed package. Finding them imports none of them."""

    def __init__(self, find: Callable[..., Iterable[EntryPoint]] = entry_points) -> None:
        """Take another `find` to see other packages than the installed ones."""
        self._find = find
        self._groups: dict[str, Mapping[str, EntryPoint]] = {}

    def plugins(self, group: str = SYSTEMS) -> tuple[Plugin, ...]:
        """The plugins of a group, sorted by name."""
        return tuple(
            Plugin(group, name, _package_of(entry), entry.value)
            for name, entry in self._entries(group).items()
        )

    def names(self, group: str = SYSTEMS) -> tuple[str, ...]:
        """The names of a group, sorted."""
        return tuple(self._entries(group))

    def load(self, name: str, group: str = SYSTEMS) -> Any:
        """Import a plugin: the module or attribute its package names."""
        entries = self._entries(group)
        word = _word(group)
        if name not in entries:
            raise UnknownPluginError(f"unknown {word} '{name}'", _fix(name, word, entries))
        entry = entries[name]
        try:
            return entry.load()
        # A plugin is foreign code: whatever its import raises is told as its own fault.
        except (Exception, SystemExit) as error:
            cause = " ".join(f"{type(error).__name__}: {error}".split())
            raise PluginError(
                f"the {word} '{name}' of package '{_package_of(entry)}' cannot be loaded: {cause}"
            ) from error

    def _entries(self, group: str) -> Mapping[str, EntryPoint]:
        if group not in self._groups:
            self._groups[group] = self._scan(group)
        return self._groups[group]

    def _scan(self, group: str) -> Mapping[str, EntryPoint]:
        found: dict[str, EntryPoint] = {}
        for entry in self._find(group=group):
            if entry.name in found:
                first, second = _package_of(found[entry.name]), _package_of(entry)
                raise PluginError(
                    f"two packages offer the {_word(group)} '{entry.name}': "
                    f"'{first}' and '{second}'; uninstall one of them"
                )
            found[entry.name] = entry
        return MappingProxyType(dict(sorted(found.items())))


def _package_of(entry: EntryPoint) -> str:
    # Found in the package's papers, which take longer to read than all announcements.
    return entry.dist.name if entry.dist else "an unnamed package"


def _word(group: str) -> str:
    return group.rpartition(".")[2].removesuffix("s")


def _fix(name: str, word: str, known: Iterable[str]) -> str:
    hint = suggestion(name, known)
    return hint if hint.startswith("did") else f"'simloop list {word}s' shows all"
