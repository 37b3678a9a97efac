"""ArduPilot's reader of JSON states, as its sources have it: a search for letters, no parser.

It is the oracle of what we send. Every oddity here is one of the real reader's: the first place
where the letters of a key stand counts, the value begins two characters behind it, frames stand
between newlines, and what was refused stays in the buffer.
"""

import re
from dataclasses import dataclass, field

BUFFER_BYTES = 65000
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"

# Section, key, how many numbers ("b" for a flag), mandatory.
Key = tuple[str, str, int | str, bool]
KEYS: tuple[Key, ...] = (
    ("", "timestamp", 1, True),
    ("imu", "gyro", 3, True),
    ("imu", "accel_body", 3, True),
    ("", "position", 3, False),
    ("", "attitude", 3, False),
    ("", "quaternion", 4, False),
    ("", "velocity", 3, True),
    *(("", f"rng_{n}", 1, False) for n in range(1, 7)),
    ("windvane", "direction", 1, False),
    ("windvane", "speed", 1, False),
    ("", "airspeed", 1, False),
    ("", "velocity_wind", 3, False),
    ("", "latitude", 1, False),
    ("", "longitude", 1, False),
    ("", "altitude", 1, False),
    ("battery", "voltage", 1, False),
    ("battery", "current", 1, False),
    *(("rc", f"rc_{n}", 1, False) for n in range(1, 13)),
    ("", "no_time_sync", "b", False),
    ("", "no_lockstep", "b", False),
)

Value = tuple[float, ...] | bool


def _after(text: str, section: str, key: str) -> str | None:
    begin = text.find(section) if section else 0
    place = text.find(key, begin) if begin >= 0 else -1
    return None if place < 0 else text[place + len(key) + 2 :]


def _numbers(text: str, count: int) -> tuple[float, ...]:
    """What C's scanf leaves: zeros from the first number on that it cannot read."""
    found = [0.0] * count
    rest = text.lstrip()
    if count > 1:
        if not rest.startswith("["):
            return tuple(found)
        rest = rest[1:]
    for index in range(count):
        match = re.match(rf"\s*({_NUMBER})\s*,?", rest)
        if match is None:
            break
        found[index] = float(match[1])
        rest = rest[match.end() :]
    return tuple(found)


def _flag(text: str) -> bool:
    return text[:4].lower() == "true" or _numbers(text, 1)[0] == 1.0


def scan(text: str) -> dict[str, Value] | None:
    """All keys that are found; None if a mandatory one is missing."""
    found: dict[str, Value] = {}
    for section, key, kind, mandatory in KEYS:
        rest = _after(text, section, key)
        if rest is None:
            if mandatory:
                return None
            continue
        name = f"{section}.{key}" if section else key
        found[name] = _flag(rest) if isinstance(kind, str) else _numbers(rest, kind)
    if "attitude" not in found and "quaternion" not in found:
        return None
    return found


@dataclass
class Reader:
    """The buffer and what is taken from it."""

    buffer: bytes = b""
    refused: int = 0
    state: dict[str, Value] = field(default_factory=dict)

    @property
    def deaf(self) -> bool:
        """No room for another byte: the real one never hears again."""
        return len(self.buffer) >= BUFFER_BYTES

    def take(self, datagram: bytes) -> bool:
        """Add a datagram; was there a whole frame with all mandatory keys?"""
        room = BUFFER_BYTES - len(self.buffer)
        self.buffer += datagram[:room].replace(b"\n", b"\0")
        last = self.buffer.rfind(b"\0")
        first = self.buffer.rfind(b"\0", 0, last) if last > 0 else -1
        if first < 0:
            return False
        found = scan(self.buffer[first + 1 : last].decode("latin-1"))
        if found is None:
            self.refused += 1
            return False
        self.buffer = self.buffer[last:]
        self.state = found
        return True

    def rangefinders_of_4_7_0(self) -> set[int]:
        """Version 4.7.0 asks for the wrong keys before it takes the first two."""
        gates = {1: "attitude", 2: "quaternion"}
        return {
            n
            for n in range(1, 7)
            if f"rng_{n}" in self.state and (n not in gates or gates[n] in self.state)
        }
