"""The numbers of one topic over time, as whoever listened hands them over."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TopicRows:
    """What a topic said: times, and one row of all its numbers for each, one after the other."""

    times_s: tuple[float, ...]
    rows: tuple[float, ...]
