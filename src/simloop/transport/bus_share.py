"""The bus as one of its users sees it: it knows what this user opened, and can close all of it."""

from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakSet

from simloop.messages import Message
from simloop.transport.bus import Bus
from simloop.transport.service import Service
from simloop.transport.topic import Publisher, Subscription

M = TypeVar("M", bound=Message)
Q = TypeVar("Q", bound=Message)
R = TypeVar("R", bound=Message)


class BusShare(Bus):
    """The same topics, services and inbox as another bus; what was closed is forgotten."""

    __slots__ = ("_opened",)

    def __init__(self, bus: Bus) -> None:
        # One state for all who share it; only the slot is this user's own.
        self.__dict__ = bus.__dict__
        self._opened: WeakSet[Any] = WeakSet()

    def advertise(self, topic: str, message_type: type[M], *args: Any, **how: Any) -> Publisher[M]:
        """See Bus.advertise."""
        publisher = super().advertise(topic, message_type, *args, **how)
        self._opened.add(publisher)
        return publisher

    def subscribe(
        self, topic: str, message_type: type[M], *args: Any, **how: Any
    ) -> Subscription[M]:
        """See Bus.subscribe."""
        subscription = super().subscribe(topic, message_type, *args, **how)
        self._opened.add(subscription)
        return subscription

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
        self._opened.add(service)
        return service

    def close_all(self) -> None:
        """Close everything that was opened here and is still open."""
        for opened in tuple(self._opened):
            opened.close()
        self._opened.clear()
