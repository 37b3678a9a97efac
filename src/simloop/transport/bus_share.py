"""The bus as one of its users sees it: it knows what this user opened, and can close all of it."""

from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakSet

from simloop.messages import Message
from simloop.transport.bus import Bus
from simloop.transport.service import Service

Q = TypeVar("Q", bound=Message)
R = TypeVar("R", bound=Message)


class BusShare(Bus):
    """The same topics, services and inbox as another bus; what was closed is forgotten."""

    __slots__ = ("_served",)

    def __init__(self, bus: Bus) -> None:
        # One state for all who share it; only the slot is this user's own.
        self.__dict__ = bus.__dict__
        self._served: WeakSet[Service] = WeakSet()

    @property
    def opener(self) -> object:  # type: ignore[override]
        """This user: its ends of topics know whose they are."""
        return self

    def serve(
        self,
        name: str,
        request_type: type[Q],
        response_type: type[R],
        handler: Callable[[Q], R],
        **how: Any,
    ) -> Service:
        """See Bus.serve."""
        service = super().serve(name, request_type, response_type, handler, **how)
        self._served.add(service)
        return service

    def close_all(self) -> None:
        """Close everything that was opened here and is still open."""
        for end in self.ends():
            if end.opened_for is self:
                end.close()
        for service in tuple(self._served):
            service.close()
        self._served.clear()
