"""The vocabulary of topics and services: ROS 2 message shapes, each defined once, here."""

from simloop.messages.catalog import MESSAGE_TYPES, TYPE_BY_NAME
from simloop.messages.definition import Message, definition, ros_type, service_type

__all__ = ["MESSAGE_TYPES", "TYPE_BY_NAME", "Message", "definition", "ros_type", "service_type"]
