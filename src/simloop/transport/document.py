"""The tables of docs/topics.md, written from what is advertised and served."""

from collections.abc import Iterable
from typing import Protocol


class Row(Protocol):
    """What a table needs of a topic or service; TopicInfo and ServiceInfo have it."""

    @property
    def name(self) -> str:
        """The canonical name."""

    @property
    def type(self) -> str:
        """The full ROS type."""

    @property
    def doc(self) -> str:
        """One sentence: content, unit, frame."""


def render_topics(rows: Iterable[Row]) -> str:
    """The table of topics in Markdown, sorted by name."""
    return _table(("topic", "type", "content"), rows)


def render_services(rows: Iterable[Row]) -> str:
    """The table of services in Markdown, sorted by name."""
    return _table(("service", "type", "effect"), rows)


def _table(head: tuple[str, str, str], rows: Iterable[Row]) -> str:
    lines = [head, ("---", "---", "---")]
    for row in sorted(rows, key=lambda row: row.name):
        lines.append((f"`{row.name}`", _short(row.type), row.doc.replace("|", "\\|")))
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _short(ros_type: str) -> str:
    return ros_type.replace("/msg/", "/").replace("/srv/", "/")
