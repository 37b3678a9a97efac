"""Package builtin_interfaces: time."""

from dataclasses import dataclass
from typing import ClassVar, Self

from simloop.messages.scalars import Int32, UInt32

_NS_PER_S = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Time:
    """Simulated time since the world's start: whole seconds, and the nanoseconds left."""

    ROS_TYPE: ClassVar[str] = "builtin_interfaces/msg/Time"
    sec: Int32 = 0
    nanosec: UInt32 = 0

    @classmethod
    def from_nanoseconds(cls, nanoseconds: int) -> Self:
        """The moment that many nanoseconds after the start."""
        return cls(*divmod(nanoseconds, _NS_PER_S))

    @property
    def nanoseconds(self) -> int:
        """Nanoseconds since the start."""
        return self.sec * _NS_PER_S + self.nanosec


START = Time()
