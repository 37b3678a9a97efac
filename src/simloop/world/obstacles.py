"""How obstacles are put up and moved by those who do not know what they are made of."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

Facts = dict[str, Any]


@runtime_checkable
class ObstacleYard(Protocol):
    """Knows what bodies can touch: `app.provided["obstacles"]`, where a world has collisions."""

    def facts_of(self, name: str, given: Mapping[str, Any]) -> Facts:
        """Facts of a new obstacle from plain values; a wrong one is a ValueError."""

    def moved(self, facts: Mapping[str, Any], place: Mapping[str, Any]) -> Facts:
        """The facts that change when it stands elsewhere: `position_ned_m`, `attitude_deg`."""
