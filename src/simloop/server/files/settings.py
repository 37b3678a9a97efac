"""What a file says to a plugin, kept as written until the plugin's own Config is known."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

from simloop.server.files.convert import build, located, mapping_of
from simloop.server.files.mistake import FileMistake, Mark
from simloop.server.files.yaml_tree import Node, node_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Settings:
    """Plain values with their lines; two settings are equal when their values are.

    `false` in the place of settings takes out a plugin that another file brought: `off`.
    """

    values: Mapping[str, Any]
    node: Node = field(compare=False, repr=False)
    off: bool = False

    IN_WORDS: ClassVar[str] = "a mapping"

    @classmethod
    def from_node(cls, node: Node, name: str) -> "Settings":
        """Keep a mapping, nothing, or `false` as it is."""
        if node.value is False:
            return cls({}, node, off=True)
        mapping_of(node, name)
        return cls(node.plain() or {}, node)

    @classmethod
    def of(cls, values: Mapping[str, Any], where: str = "") -> "Settings":
        """Settings that come from a program instead of a file."""
        return cls(dict(values), node_of(values, Mark(where)))

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """Any mapping, nothing, or `false`."""
        return {"anyOf": [{"type": ["object", "null"]}, {"const": False}]}

    def mistake(self, error: ValueError) -> FileMistake:
        """An error that a plugin raised about these settings, with the line it is about."""
        return located(error, self.node)


def build_config(
    config_class: type[T], settings: Settings | Mapping[str, Any], where: str = ""
) -> T:
    """A plugin's Config from settings; `where` names the plugin in errors."""
    known = settings if isinstance(settings, Settings) else Settings.of(settings, where)
    return build(config_class, known.node, where)
