"""The page itself: verdict, numbers, paths, charts, events, and how to see it again."""

import json
from html import escape
from shlex import quote

from simloop.server.events import Event
from simloop.server.files.lock import plain
from simloop.server.recording.names import FILE_NAME
from simloop.server.report.facts import RunFacts, Words
from simloop.server.report.figures import run_words, vehicle_tiles
from simloop.server.report.path_charts import plan_chart, space_chart
from simloop.server.report.style import STYLE
from simloop.server.report.vehicle_charts import vehicle_charts
from simloop.server.report.verdicts import verdict_list

# Of a fleet all are on the map, the first few in detail, and events up to a readable number.
_MOST_ON_MAP = 64
_MOST_IN_DETAIL = 6
_MOST_EVENTS = 300
_LONGEST_LOCK = 60_000


def report_page(facts: RunFacts, words: Words) -> str:
    """One HTML document that needs nothing else, no network and no script."""
    scenario = facts.lock.scenario
    body = (
        _head(facts),
        _paths(facts),
        _vehicles(facts),
        f'<div class="pair">{_events(facts.events, words)}{_again(facts)}</div>',
        _versions(facts),
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(scenario.name)}: {escape(facts.outcome)}</title>"
        f"<style>{STYLE}</style></head><body><main>{''.join(body)}</main></body></html>\n"
    )


def _head(facts: RunFacts) -> str:
    scenario = facts.lock.scenario
    alone = facts.tracks[0] if len(facts.tracks) == 1 else None
    numbers = "" if alone is None else vehicle_tiles(facts, alone)
    cut = f"<p>The recording was cut off after {facts.last_s:.1f} s; this is what it holds.</p>"
    return (
        f"<header><h1>{escape(scenario.name)}</h1>"
        f'<span class="badge {escape(facts.outcome)}">{escape(facts.outcome)}</span></header>'
        f'<p class="about">{escape(scenario.description)}</p>'
        f'<p class="about">{escape(run_words(facts))}</p>'
        f"{'' if facts.complete else cut}{verdict_list(facts)}{numbers}"
    )


def _paths(facts: RunFacts) -> str:
    tracks = facts.tracks[:_MOST_ON_MAP]
    if not tracks:
        return "<p>No truth was recorded, so there is no path to draw.</p>"
    charts = plan_chart(tracks, facts.waypoints()) + space_chart(tracks)
    return f'<h2>Path</h2><div class="charts paths">{charts}</div>'


def _vehicles(facts: RunFacts) -> str:
    shown = facts.tracks[:_MOST_IN_DETAIL]
    if len(facts.tracks) == 1:
        return f"<h2>{escape(shown[0].name)}</h2>{vehicle_charts(facts, shown[0])}"
    parts = [
        f"<details{' open' if number == 0 else ''}><summary>{escape(track.name)}</summary>"
        f"{vehicle_tiles(facts, track)}{vehicle_charts(facts, track)}</details>"
        for number, track in enumerate(shown)
    ]
    more = len(facts.tracks) - len(shown)
    rest = f"<p>{more} more vehicles are on the map.</p>" if more > 0 else ""
    return "<h2>Vehicles</h2>" + "".join(parts) + rest if parts else ""


def _events(events: tuple[Event, ...], words: Words) -> str:
    told = [(event, words(event)) for event in events]
    rows = [
        f'<tr><td class="number">{event.time_s:.2f}</td>'
        f'<td class="who">{escape(event.vehicle or "run")}</td>'
        f"<td>{escape(text)}</td></tr>"
        for event, text in told
        if text
    ]
    if not rows:
        return ""
    more = len(rows) - _MOST_EVENTS
    rest = f"<p>{more} more events are in events.jsonl.</p>" if more > 0 else ""
    head = '<tr><th class="number">s</th><th>vehicle</th><th>event</th></tr>'
    table = f'<div class="scroll"><table>{head}{"".join(rows[:_MOST_EVENTS])}</table></div>'
    return f"<section><h2>Events</h2>{table}{rest}</section>"


def _again(facts: RunFacts) -> str:
    name = facts.directory.resolve().name
    what = name if facts.path.name == FILE_NAME else f"{name}/{facts.path.name}"
    # To be pasted into a shell, whatever the directory is called.
    lines = f"simloop run {quote(f'{name}/config.lock')}\nsimloop replay {quote(what)}"
    document = json.dumps(plain(facts.lock), indent=1)
    lock = (
        f"<details><summary>config.lock</summary><pre><code>{escape(document)}</code></pre>"
        "</details>"
        if len(document) <= _LONGEST_LOCK
        else ""
    )
    state = str(facts.summary.get("state_hash", ""))
    ends = f"<p>It ends with state hash <code>{escape(state)}</code>.</p>" if state else ""
    return (
        f"<section><h2>See it again</h2><pre><code>{escape(lines)}</code></pre>{ends}{lock}"
        "</section>"
    )


def _versions(facts: RunFacts) -> str:
    told = ", ".join(f"{name} {text}" for name, text in facts.lock.versions.items())
    return f"<footer>Written by simloop from a recording. {escape(told)}.</footer>"
