"""Failures of a vehicle's two radios: `mavlink_signal`, its line, and `rc_signal`, its receiver."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from simloop.sitl.firmware_links import LINES, FirmwareLinks
from simloop.sitl.impaired_line import BOTH_WAYS, ImpairedLine
from simloop.sitl.link_channel import Direction
from simloop.sitl.link_impairment import Impairment
from simloop.systems.failures import Effect, FailureDesk, FailureRequest, UnsupportedError
from simloop.world.plugin import App

MAVLINK = "mavlink_signal"
# The strength `way`: both, only towards the vehicle, only from it.
WAYS: dict[float, tuple[Direction, ...]] = {0.0: BOTH_WAYS, 1.0: ("in",), 2.0: ("out",)}

Strength = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class LineKind:
    """One way in which a line fails."""

    meaning: str
    strength: Strength
    impairment: Callable[[Strength], Impairment]


def _burst(strength: Strength) -> Impairment:
    share, length = strength["share"], strength["length"]
    if not (0.0 <= share < 1.0 and length >= 1.0):
        raise ValueError(f"bursts of {length:g} that lose {share:g}: use at least 1, and below 1")
    end = 1.0 / length
    return Impairment(burst_begin=min(share * end / (1.0 - share), 1.0), burst_end=end)


LINE_KINDS = {
    "off": LineKind("nothing passes", {}, lambda s: Impairment(blocked=True)),
    "partition": LineKind(
        "nothing passes one way: 1 towards the vehicle, 2 from it",
        {"way": 1.0},
        lambda s: Impairment(blocked=True),
    ),
    "loss": LineKind(
        "a share of the messages is lost, each by itself",
        {"share": 0.2},
        lambda s: Impairment(loss=s["share"]),
    ),
    "burst": LineKind(
        "a share of the messages is lost, in runs of a mean length",
        {"share": 0.2, "length": 5.0},
        _burst,
    ),
    "intermittent": LineKind(
        "nothing passes for a share of the time, for hold_s at a time",
        {"lost": 0.5, "hold_s": 1.0},
        lambda s: Impairment(outage=s["lost"], outage_slot_s=s["hold_s"]),
    ),
    "delayed": LineKind(
        "messages come late", {"delay_s": 1.0}, lambda s: Impairment(delay_s=s["delay_s"])
    ),
    "jitter": LineKind(
        "messages come late by anything up to a time, in order",
        {"jitter_s": 0.5},
        lambda s: Impairment(jitter_s=s["jitter_s"]),
    ),
    "reorder": LineKind(
        "a share of the messages is held, others overtake them",
        {"share": 0.1, "held_s": 0.1},
        lambda s: Impairment(reorder=s["share"], reorder_s=s["held_s"]),
    ),
    "duplicate": LineKind(
        "a share of the messages comes twice",
        {"share": 0.1},
        lambda s: Impairment(duplicate=s["share"]),
    ),
    "corrupt": LineKind(
        "bits of a share of the messages are flipped",
        {"share": 0.1, "bits": 1.0},
        lambda s: Impairment(corrupt=s["share"], corrupt_bits=round(s["bits"])),
    ),
    "garbage": LineKind(
        "every message is full of flipped bits",
        {"share": 1.0, "bits": 32.0},
        lambda s: Impairment(corrupt=s["share"], corrupt_bits=round(s["bits"])),
    ),
    "slow": LineKind(
        "the line carries few bytes a second; the rest queues up, and overflows",
        {"bytes_per_s": 960.0, "queue_bytes": 16384.0},
        lambda s: Impairment(bytes_per_s=s["bytes_per_s"], queue_bytes=s["queue_bytes"]),
    ),
}


class LineFailure(Effect):
    """One cause on a vehicle's line; snapshots of the line have it, so there is nothing to save."""

    def __init__(
        self,
        line: ImpairedLine,
        cause: str,
        impairment: Impairment,
        channel: int | None,
        ways: tuple[Direction, ...],
    ) -> None:
        self._line, self._cause, self._impairment = line, cause, impairment
        self._channel, self._ways = channel, ways

    def update(self, share: float) -> None:
        """Make the line as bad as this share says."""
        bad = self._impairment.scaled(share)
        self._line.impair(self._cause, bad, channel=self._channel, ways=self._ways)

    def end(self) -> None:
        """Heal it."""
        self._line.heal(self._cause)


def offer_line_failures(app: App, desk: FailureDesk) -> None:
    """Let the lines of vehicles fail."""

    def line_of(vehicle: str) -> ImpairedLine:
        links = app.provided.get(LINES)
        line = links.line_of(vehicle) if isinstance(links, FirmwareLinks) else None
        if line is None:
            raise UnsupportedError(
                f"'{vehicle}' has no serial line here: give it the autopilot 'firmware'"
            )
        return line

    def offer(kind: str, how: LineKind) -> None:
        def make(request: FailureRequest) -> Effect:
            line, strength = line_of(request.vehicle), request.strength
            ways = WAYS.get(strength["way"])
            if ways is None:
                raise ValueError(f"way is {strength['way']:g}: use 0 for both, 1 in, 2 out")
            channel = request.instance - 1 if request.instance else None
            cause = f"{kind}/{request.instance}"
            return LineFailure(line, cause, how.impairment(strength), channel, ways)

        strength = {"way": 0.0, **how.strength}
        desk.offer(MAVLINK, kind, make, meaning=how.meaning, strength=strength)

    for kind, how in LINE_KINDS.items():
        offer(kind, how)
