"""A served service: typed request in, typed response out."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from simloop.messages import Message, ros_type, service_type
from simloop.transport.errors import BusError


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Service:
    """A handler under a name; `close` takes it off the bus."""

    name: str
    request_type: type[Message]
    response_type: type[Message]
    handler: Callable[[Any], Message] = field(repr=False)
    who: str
    doc: str
    remove: Callable[["Service"], None] = field(repr=False)

    @property
    def type(self) -> str:
        """The ROS name of the service type."""
        return service_type(self.request_type, self.response_type)

    def check(self, request: Message) -> None:
        """Refuse a request of another type."""
        if type(request) is not self.request_type:
            raise BusError(
                f"service {self.name} of {self.who} takes {ros_type(self.request_type)}, "
                f"not a {type(request).__name__}"
            )

    def answer(self, request: Message) -> Message:
        """Run the handler and check what it returns."""
        response = self.handler(request)
        if type(response) is not self.response_type:
            raise TypeError(
                f"returned a {type(response).__name__} where {ros_type(self.response_type)} belongs"
            )
        return response

    def close(self) -> None:
        """Serve nothing more."""
        self.remove(self)
