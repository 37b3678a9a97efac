"""Topics and services in process: the bus, its inbox for the outside, and its graph."""

from simloop.transport.bus import Bus
from simloop.transport.errors import BusError, Fault, OnFault
from simloop.transport.graph import Graph, ServiceInfo, TopicInfo
from simloop.transport.inbox import Inbox, Reply, ServiceInput, Stamped, TopicInput
from simloop.transport.names import canonical_name, name_in
from simloop.transport.service import Service
from simloop.transport.topic import Delivery, Publisher, Subscription

__all__ = [
    "Bus",
    "BusError",
    "Delivery",
    "Fault",
    "Graph",
    "Inbox",
    "OnFault",
    "Publisher",
    "Reply",
    "Service",
    "ServiceInfo",
    "ServiceInput",
    "Stamped",
    "Subscription",
    "TopicInfo",
    "TopicInput",
    "canonical_name",
    "name_in",
]
