"""How well vehicles fly on their sensors: bounds for a few, and a page that tells of all."""

from pathlib import Path

import numpy as np
import pytest

from simloop.cli.main import USAGE, main
from simloop.server.flight_figures import Figures, firmware_vehicles, fly_trials, page_of, rows_of
from simloop.server.flight_figures.estimator_trial import TABLE as ESTIMATOR
from simloop.server.flight_figures.figure import step_of
from simloop.server.flight_figures.multirotor_trials import HOVER, STEPS
from simloop.server.flight_figures.surface_trials import TABLES
from simloop.server.flight_figures.wing_trials import COURSE, STEP

PAGE = Path(__file__).parents[2] / "docs" / "flight_figures.md"
ONE = (1,)


def check(figures: Figures, table: str, bounds: dict[str, float]) -> None:
    """Every figure named is a number below its bound."""
    for name, most in bounds.items():
        value = figures.value(table, name)
        assert 0.0 <= value < most, f"{figures.vehicle}, {table}: {name} is {value}"


def test_a_step_is_measured_as_the_textbook_does() -> None:
    time_s = np.arange(0.0, 10.0, 0.001)
    damped = np.sqrt(1.0 - 0.5**2)
    second_order = 1.0 - np.exp(-0.5 * time_s) / damped * np.sin(damped * time_s + np.arccos(0.5))
    step = step_of(second_order, 0.001)
    assert step.overshoot_percent == pytest.approx(16.3, abs=0.1)
    assert step.rise_s == pytest.approx(1.64, abs=0.02)
    assert step.settling_s == pytest.approx(5.29, abs=0.05)
    assert np.isnan(step_of(0.5 * second_order, 0.001).rise_s)


def test_a_quad_flies_well_on_its_sensors() -> None:
    figures = fly_trials("quad", seeds=ONE)
    for axis in ("roll", "pitch"):
        # Rate loop 20.4 per s, of which the gyro filters took a fifth, over an angle loop of 7.9
        # per s: 12.7 rad/s damped by 0.81, whose textbook rise is 0.19 s.
        bounds = {f"{axis} rise": 0.19, f"{axis} overshoot": 10.0, f"{axis} settled": 0.4}
        check(figures, STEPS, bounds)
    check(figures, STEPS, {"heading rise": 0.8, "heading overshoot": 5.0, "heading settled": 1.5})
    check(figures, HOVER, {"hover, level RMS": 0.6, "vertical RMS": 0.4, "worst": 1.5})
    # Held within 0.19 m before the filters; a gust moves it with the square of the loops' lag.
    check(figures, HOVER, {"RMS by its own estimate": 0.19 * (26.2 / 20.4) ** 2})
    check(figures, HOVER, {"cross-track RMS": 0.6, "landing error, worst": 1.0})
    check(figures, ESTIMATOR, {"tilt": 0.5, "heading": 1.5, "velocity": 0.05})
    # What wanders in the receiver, a metre, is a state of the filter and not of the place.
    check(figures, ESTIMATOR, {"place, level": 0.4, "after 30 s without GNSS, level": 60.0})


def test_a_wing_keeps_height_speed_and_line() -> None:
    figures = fly_trials("trainer", seeds=ONE)
    check(figures, STEP, {"bank rise": 1.5, "overshoot": 15.0})
    check(figures, COURSE, {"height RMS": 5.0, "airspeed RMS": 3.0, "cross-track RMS": 10.0})
    check(figures, COURSE, {"landing error, worst": 80.0})
    check(figures, ESTIMATOR, {"tilt": 2.0, "velocity": 0.5, "place, level": 3.0})


@pytest.mark.parametrize(("vehicle", "kind"), [("rover_diff", "rover"), ("usv", "boat")])
def test_who_stays_on_the_ground_or_afloat_keeps_its_line(vehicle: str, kind: str) -> None:
    figures = fly_trials(vehicle, seeds=ONE)
    check(figures, TABLES[kind], {"speed rise": 3.0, "cross-track RMS": 1.5})
    check(figures, TABLES[kind], {"stopped off home, worst": 6.0})
    check(figures, ESTIMATOR, {"tilt": 1.0, "heading": 5.0, "place, level": 2.0})


def test_the_page_tells_of_every_vehicle_that_the_firmware_flies() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert rows_of(text) == set(firmware_vehicles())
    made = Figures("mule", "rover")
    made.add("Estimator", "tilt", 0.5, "deg")
    made.add("Estimator", "heading", float("nan"), "deg")
    assert "| mule | 0.50 | - |" in page_of([made])
    assert rows_of(page_of([made])) == {"mule"}


def test_the_command_line_refuses_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, words in (
        (["crate"], "'crate' is not flown by the firmware"),
        ([], "name one, or write --all"),
        (["quad", "--all"], "write one of the two"),
        (["quadd"], "quad"),
    ):
        assert main(["figures", *arguments]) == USAGE
        assert words in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.soak
@pytest.mark.parametrize("vehicle", firmware_vehicles())
def test_every_vehicle_comes_to_a_result(vehicle: str) -> None:
    figures = fly_trials(vehicle)
    assert not [figure.name for figure in figures if not np.isfinite(figure.value)]
