"""Who talks to whom: the bus described as plain data."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TopicInfo:
    """One topic: its type, its meaning, and the names of those at both ends."""

    name: str
    type: str
    doc: str
    publishers: tuple[str, ...]
    subscribers: tuple[str, ...]
    dropped: int

    @property
    def publisher_count(self) -> int:
        """How many publish it."""
        return len(self.publishers)

    @property
    def subscriber_count(self) -> int:
        """How many receive it."""
        return len(self.subscribers)


@dataclass(frozen=True, slots=True)
class ServiceInfo:
    """One service: its type, its meaning and who serves it."""

    name: str
    type: str
    doc: str
    server: str


@dataclass(frozen=True, slots=True)
class Graph:
    """All topics and services, sorted by name."""

    topics: tuple[TopicInfo, ...]
    services: tuple[ServiceInfo, ...]
