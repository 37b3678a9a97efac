"""The numbers people look for first, as tiles."""

from html import escape

import numpy as np

from simloop.server.report.facts import RunFacts
from simloop.server.report.track import Track


def run_words(facts: RunFacts) -> str:
    """The whole run in a line."""
    # A recording may have ended before its run did.
    simulated_s = float(facts.summary.get("sim_time_s", facts.last_s))
    words = [f"{simulated_s:.1f} s simulated"]
    if "real_time_factor" in facts.summary:
        words[0] += f" at {float(facts.summary['real_time_factor']):.3g} × real time"
    count = len(facts.lock.scenario.vehicles)
    words.append(f"{count} {'vehicle' if count == 1 else 'vehicles'}")
    return " · ".join([*words, f"seed {facts.lock.scenario.seed}"])


def vehicle_tiles(facts: RunFacts, track: Track) -> str:
    """Numbers of one vehicle."""
    truth = track.truth
    tiles = [
        (f"{track.height_m.max():.1f} m", "highest"),
        (f"{truth.speed_mps.max():.1f} m/s", "fastest"),
        (f"{track.distance_m:.0f} m", "of path"),
        (f"{np.abs(truth.attitude_deg[:, :2]).max():.0f}°", "most roll or pitch"),
    ]
    errors = track.errors()
    if errors is not None:
        _, place, _ = errors
        level = float(np.sqrt((place[:, :2] ** 2).sum(axis=1).mean()))
        upright = float(np.sqrt((place[:, 2] ** 2).mean()))
        tiles.append((f"{level:.2f} m", "estimate off, level RMS"))
        tiles.append((f"{upright:.2f} m", "estimate off, height RMS"))
    for event in facts.events:
        if event.vehicle == track.name and "error_m" in event.detail:
            tiles.append((f"{float(event.detail['error_m']):.2f} m", f"{event.name} from home"))
    if track.battery is not None and len(track.battery.times_s):
        tiles.append((f"{track.battery.column('voltage').min():.2f} V", "lowest battery"))
    return _tiles(tiles)


def _tiles(tiles: list[tuple[str, str]]) -> str:
    cells = (
        f'<div class="tile"><b>{escape(number)}</b><span>{escape(name)}</span></div>'
        for number, name in tiles
    )
    return f'<div class="tiles">{"".join(cells)}</div>'
