"""Two recordings held against each other: by time, by path, in a table and on pages."""

import json
from math import nan
from pathlib import Path

import numpy as np
import pytest

from simloop.cli.main import FAILED, OK, USAGE, main
from simloop.server.comparison import held_against, off_path
from simloop.server.comparison_page import as_html, as_markdown, as_text
from simloop.server.flight_recording import Recording


def straight(name: str, *, speed_mps: float, east_m: float, done_s: float = nan) -> Recording:
    """Northwards at one height, looked at ten times a second for ten seconds."""
    time_s = np.arange(0.0, 10.0, 0.1)
    place = np.column_stack((speed_mps * time_s, np.full(100, east_m), np.full(100, -50.0)))
    commands = np.zeros((100, 6))
    commands[:, 0] = 0.1 * speed_mps
    return Recording(
        name, "one", "trainer", "lightweight", (), done_s, time_s, place, np.zeros((100, 3)),
        np.full(100, speed_mps), commands,
    )  # fmt: skip


def test_time_and_path_tell_different_things() -> None:
    slow = straight("slow", speed_mps=5.0, east_m=0.0, done_s=9.0)
    fast = straight("fast", speed_mps=6.0, east_m=2.0, done_s=7.5)
    made = held_against(slow, fast)
    by_time, by_path = made.difference("place, by time"), made.difference("place, by path")
    # After 9.9 s the faster one is 9.9 m ahead, and always 2 m to the side.
    assert by_time.worst == pytest.approx(np.hypot(9.9, 2.0))
    assert by_time.worst_at_s == pytest.approx(9.9)
    assert by_path.rms == pytest.approx(2.0)
    assert made.difference("airspeed").rms == pytest.approx(1.0)
    throttle = made.difference("throttle")
    assert (throttle.mean_first, throttle.mean_second) == pytest.approx((0.5, 0.6))
    assert made.time_of_flight_s == (9.0, 7.5)


def test_a_path_is_a_line_through_its_points() -> None:
    corner = np.array([[0.0, 0.0, 0.0], [10.0, 0.0, 0.0], [10.0, 10.0, 0.0]])
    places = np.array([[5.0, 3.0, 0.0], [12.0, 5.0, 0.0], [-3.0, -4.0, 0.0]])
    assert off_path(places, corner).tolist() == pytest.approx([3.0, 2.0, 5.0])


def test_the_shorter_run_says_how_long_to_compare() -> None:
    long = straight("long", speed_mps=5.0, east_m=0.0)
    short = long.part(40)
    assert held_against(long, short).difference("place, by time").worst == 0.0


def test_pages_have_the_numbers_and_the_picture() -> None:
    made = held_against(
        straight("slow", speed_mps=5.0, east_m=0.0, done_s=9.0),
        straight("fast", speed_mps=6.0, east_m=2.0),
    )
    text = as_text(made)
    assert "mission done, s" in text
    assert "9.00      -" in text
    markdown = as_markdown(made, pictured=True)
    assert "| place, by path, m |  |  | 2.00 | 2.00 | " in markdown
    assert "![slow and fast](comparison.png)" in markdown
    assert "comparison.png" not in as_html(made, pictured=False)
    assert "<td>airspeed, m/s</td><td>5.00</td><td>6.00</td><td>1.00</td>" in as_html(
        made, pictured=True
    )


def test_the_command_line_flies_both_and_writes_a_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "report")
    assert main(["compare", "hover", "takeoff_land", "--out", out]) == OK
    assert "place, by time, m" in capsys.readouterr().out
    names = sorted(path.name for path in (tmp_path / "report").iterdir())
    assert names == [f"comparison.{kind}" for kind in ("html", "json", "md", "png")]
    made = json.loads((tmp_path / "report" / "comparison.json").read_text())
    assert [run["scenario"] for run in made["runs"]] == ["hover", "takeoff_land"]
    assert all(run["done_s"] > 10.0 for run in made["runs"])


def test_a_run_that_fails_fails_the_comparison(capsys: pytest.CaptureFixture[str]) -> None:
    sets = ["--set", "success.landed_within_m=0.0001", "--no-out"]
    assert main(["compare", "takeoff_land", "takeoff_land", *sets]) == FAILED
    assert "takeoff_land failed: quad_0 landed" in capsys.readouterr().out


def test_a_vehicle_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "hover", "hover", "--vehicle", "quad_1", "--no-out"]) == USAGE
    assert "'hover' has no vehicle 'quad_1': did you mean 'quad_0'?" in capsys.readouterr().err
