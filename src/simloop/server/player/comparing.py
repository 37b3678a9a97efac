"""How far two recordings are apart, vehicle by vehicle, at the same time."""

import numpy as np

from simloop.server.player.programme import Part, Programme
from simloop.server.player.recorded_vehicle import RecordedVehicle
from simloop.server.recording.reader import names_apart
from simloop.studio.questions.comparison import Comparison, ComparisonRow


def compare(programme: Programme) -> Comparison:
    """Distances between the places of each vehicle that both runs have."""
    one, other = programme.first, programme.second
    if other is None:
        raise ValueError("there is one run only")
    rate = programme.tick_rate_hz
    first = max(one.span[0], other.span[0])
    last = min(one.span[1], other.span[1])
    ours = {vehicle.name: vehicle for vehicle in one.run.vehicles}
    theirs = {vehicle.name: vehicle for vehicle in other.run.vehicles}
    found = [_row(v, theirs[n], other, rate) for n, v in ours.items() if n in theirs]
    our_name, their_name = names_apart([one.run.file, other.run.file])
    return Comparison(
        our_name,
        their_name,
        first / rate,
        last / rate,
        tuple(row for row in found if row is not None),
        tuple(name for name in ours if name not in theirs),
        tuple(name for name in theirs if name not in ours),
    )


def _row(
    one: RecordedVehicle, other: RecordedVehicle, part: Part, tick_rate_hz: int
) -> ComparisonRow | None:
    ticks = one.track.ticks
    own = part.own_ticks(ticks)
    both = (own >= other.track.ticks[0]) & (own <= other.track.ticks[-1])
    if not both.any():
        return None
    apart = one.track.position_ned_m[both] - other.track.positions_at(own[both])
    distances = np.sqrt((apart * apart).sum(axis=1))
    most = int(distances.argmax())
    return ComparisonRow(
        one.name,
        float(np.sqrt((distances * distances).mean())),
        float(distances[most]),
        float(ticks[both][most]) / tick_rate_hz,
        float(distances[-1]),
    )


def in_words(comparison: Comparison) -> list[tuple[str, str]]:
    """Who, and a sentence about it."""
    return [
        (
            row.vehicle,
            f"is {row.rms_m:.2f} m from B on average (RMS), {row.most_m:.2f} m at most, "
            f"at {row.most_at_s:.1f} s",
        )
        for row in comparison.rows
    ]
