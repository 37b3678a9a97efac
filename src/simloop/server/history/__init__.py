"""The past of a run under way: how it looked, and copies from which it can go on anew."""

from simloop.server.history.history import History

__all__ = ["History"]
