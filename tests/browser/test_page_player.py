"""Recordings on the page: moments, playing, plots, two runs over each other, flying on."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser
from studio_page import Studio, opened

sys.path.insert(0, str(Path(__file__).parents[1]))

from recorded_pair import TICKS, Flight, record_flight
from simloop.server.recording.reader import RunFile
from simloop.server.recording.recording import Recording
from simloop.server.recording.series import read_tables
from simloop.server.simulation import Simulation
from viewed_recordings import viewed

TRUTH = "sim/truth_state"
HEIGHT = f"{TRUTH}.pose.position.z"


@pytest.fixture(scope="module")
def flight(tmp_path_factory: pytest.TempPathFactory) -> Flight:
    return record_flight(tmp_path_factory.mktemp("flights") / "calm")


@pytest.fixture(scope="module")
def address(flight: Flight) -> Iterator[str]:
    with viewed(flight.directory) as address:
        yield address


@pytest.fixture
def quiet(studio: Studio) -> Studio:
    """The page without the 3-D scene, which these tests do not look at."""
    studio.toggle("scene")
    return studio


def command(studio: Studio, verb: str, **arguments: Any) -> Any:
    return studio.page.evaluate(
        "([verb, given]) => window.simloop.send(verb, given)", [verb, arguments]
    )


def question(studio: Studio, name: str, **arguments: Any) -> Any:
    return studio.page.evaluate(
        "([name, given]) => window.simloop.ask(name, given)", [name, arguments]
    )


def truth_of(flight: Flight) -> Any:
    return read_tables(RunFile(flight.directory), [TRUTH])[TRUTH]


def test_a_moment_shows_the_recorded_truth_and_playing_goes_on(
    studio: Studio, flight: Flight
) -> None:
    table = truth_of(flight)
    command(studio, "pause")
    for row in (150, 350):
        tick = round(table.times_s[row] * 400)
        command(studio, "seek", tick=tick)
        studio.wait(lambda tick=tick: studio.store("store.run.tick") == tick)
        place = table.columns(*(f"pose.position.{axis}" for axis in "xyz"))[row]
        latest = studio.store("[store.selected.latest].map(p => [p.north, p.east, p.down])[0]")
        np.testing.assert_array_equal(latest, place.astype(np.float32))
    assert studio.store("store.hello.source") == "recording"
    assert studio.page.get_by_role("button", name="Undo").is_disabled()
    # Slowly, since at its end it pauses.
    command(studio, "speed", factor=0.1)
    studio.page.get_by_role("button", name="Play").click()
    studio.wait(lambda: studio.store("store.run.tick") > tick + 20)
    studio.page.locator(".chip", has_text="recording").wait_for()
    command(studio, "speed", factor=1.0)
    # At the end it pauses, and begins again when it is played.
    command(studio, "seek", tick=TICKS - 50)
    studio.wait(lambda: studio.store("store.run.paused && store.run.tick") == TICKS)
    studio.page.get_by_role("button", name="Play").click()
    studio.wait(lambda: 0 < studio.store("store.run.tick") < TICKS)


def test_samples_for_plots_are_those_of_the_file(quiet: Studio, flight: Flight) -> None:
    (series,) = question(quiet, "samples", fields=[HEIGHT])["series"]
    table = truth_of(flight)
    assert series["values"] == table.column("pose.position.z").tolist()
    assert series["times_s"] == table.times_s.tolist()
    names = [row["name"] for row in question(quiet, "fields")["rows"]]
    assert HEIGHT in names


@pytest.fixture
def pair(browser: Browser, flight: Flight, tmp_path: Path) -> Iterator[Studio]:
    windy = record_flight(tmp_path / "windy", wind_mps=6.0)
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    with viewed(flight.directory, windy.directory) as address:
        yield from opened(Studio(context.new_page()), address)
        context.close()


def test_two_runs_are_shown_with_their_difference(pair: Studio) -> None:
    command(pair, "pause")
    command(pair, "seek", tick=100)
    pair.wait(lambda: pair.store("store.run.tick") == 100)
    ghosts = "[...store.vehicles.values()].map(v => [v.item.name, v.item.ghost])"
    assert sorted(pair.store(ghosts)) == [["quad_0", False], ["quad_0 (B)", True]]
    runs = [series["run"] for series in question(pair, "samples", fields=[HEIGHT])["series"]]
    assert runs == ["", "B", "difference"]
    pair.page.get_by_role("button", name="Panels").click()
    pair.page.locator(".menu-item", has_text="Two runs").click()
    row = question(pair, "comparison")["rows"][0]
    panel = pair.page.locator("[data-panel=comparison]")
    panel.get_by_text(f"{row['rms_m']:.2f} m").first.wait_for()
    assert panel.locator(".comparison-notes li").count() == 0
    panel.get_by_role("button", name="where it is farthest apart").first.click()
    farthest = round(row["most_at_s"] * 400)
    pair.wait(lambda: abs(pair.store("store.run.tick") - farthest) < 100)
    answer = command(pair, "branch", tick=100)
    assert "two runs are shown" in answer["reason"]


def test_the_panel_says_whose_ground_is_drawn(
    browser: Browser, flight: Flight, tmp_path: Path
) -> None:
    hills = Simulation.load("quad_hills")
    hills.prepare()
    recording = Recording(hills, tmp_path / "run.mcap")
    hills.advance(400)
    recording.finish()
    hills.close()
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    words = "B: flew over other ground than that of A, which is drawn"
    with viewed(flight.directory, tmp_path) as address:
        for studio in opened(Studio(context.new_page()), address):
            studio.toggle("scene")
            studio.show("comparison").get_by_text(words).wait_for()
    context.close()


# The last one: from here on the page is live.
def test_the_run_is_flown_on_from_a_moment(quiet: Studio) -> None:
    command(quiet, "play")
    answer = command(quiet, "branch", tick=2400)
    assert (answer["state"], answer["tick"]) == ("executed", 2400)
    quiet.wait(lambda: quiet.store("store.hello.source") == "run")
    quiet.wait(lambda: quiet.store("store.run.tick") > 2500)
    quiet.page.locator(".chip", has_text="live").wait_for()
    assert command(quiet, "push", name="quad_0", force_ned_n=[1, 0, 0])["state"] == "executed"
