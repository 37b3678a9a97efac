"""Package std_srvs: services without a vocabulary of their own."""

from dataclasses import dataclass
from typing import ClassVar

from simloop.messages.scalars import Bool8, Text


@dataclass(frozen=True, slots=True)
class TriggerRequest:
    """Do it."""

    ROS_TYPE: ClassVar[str] = "std_srvs/srv/Trigger_Request"


@dataclass(frozen=True, slots=True)
class TriggerResponse:
    """Whether it was done, and a sentence about it."""

    ROS_TYPE: ClassVar[str] = "std_srvs/srv/Trigger_Response"
    success: Bool8 = False
    message: Text = ""
