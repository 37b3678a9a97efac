"""Which topics are recorded: patterns, held against names with and without the vehicle's."""

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase

# What a report and most questions need; everything else can be asked for, or simulated again.
DEFAULT_TOPICS = (
    "sim/truth_state",
    "sim/truth_wind",
    "sim/pwm_output",
    "sim/sensors/*",
    "sim/RC",
    "estimated_state",
)


@dataclass(frozen=True, slots=True)
class Selection:
    """Patterns such as `sim/sensors/*`; `*` is everything."""

    patterns: tuple[str, ...]

    def takes(self, topic: str) -> bool:
        """Is the topic recorded? A pattern without the vehicle's name means every vehicle."""
        return any(fnmatchcase(topic, p) or fnmatchcase(topic, f"*/{p}") for p in self.patterns)

    def idle_patterns(self, topics: Iterable[str]) -> list[str]:
        """Patterns that fit none of these topics."""
        names = list(topics)
        return [p for p in self.patterns if not any(Selection((p,)).takes(n) for n in names)]
