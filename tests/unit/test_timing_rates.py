"""Rates divide the tick rate, or the error tells what would."""

import pytest

from simloop.timing import check_rates, fitting_tick_rate, nearest_rates, period_ticks


@pytest.mark.parametrize(
    ("rate_hz", "tick_rate_hz", "period"),
    [
        (400, 400, 1),
        (50.0, 400, 8),
        (1, 400, 400),
        (0.5, 400, 800),
        (0.1, 400, 4000),
        (400 / 3, 400, 3),
        (2.5, 600, 240),
    ],
)
def test_whole_periods_are_accepted(rate_hz: float, tick_rate_hz: int, period: int) -> None:
    assert period_ticks(rate_hz, tick_rate_hz, "imu") == period


@pytest.mark.parametrize(
    ("rate_hz", "tick_rate_hz", "message"),
    [
        (
            150,
            400,
            "imu: 150 Hz does not divide the tick rate of 400 Hz; "
            "use 100 Hz or 200 Hz, or a tick rate of 1200 Hz",
        ),
        (
            1000,
            400,
            "imu: 1000 Hz does not divide the tick rate of 400 Hz; "
            "use 400 Hz, or a tick rate of 2000 Hz",
        ),
        (33.4, 400, "imu: 33.4 Hz does not divide the tick rate of 400 Hz; use 25 Hz or 40 Hz"),
    ],
)
def test_others_are_refused_with_what_fits(rate_hz: float, tick_rate_hz: int, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        period_ticks(rate_hz, tick_rate_hz, "imu")
    assert str(caught.value) == message


@pytest.mark.parametrize("rate_hz", [0.0, -1.0, float("nan"), float("inf")])
def test_a_rate_is_positive(rate_hz: float) -> None:
    with pytest.raises(ValueError, match="gnss: a rate must be a positive number"):
        period_ticks(rate_hz, 400, "gnss")


@pytest.mark.parametrize("tick_rate_hz", [400, 600, 1200, 997])
@pytest.mark.parametrize("rate_hz", [0.0031, 0.31, 0.7, 7.0, 33.3, 130.0, 399.0, 5000.0])
def test_suggested_rates_fit_and_enclose(rate_hz: float, tick_rate_hz: int) -> None:
    near = nearest_rates(rate_hz, tick_rate_hz)
    for rate in near:
        assert period_ticks(rate, tick_rate_hz, "suggested") >= 1
    if len(near) == 2:
        assert near[0] < rate_hz < near[1]
    else:
        assert near == (tick_rate_hz,)


@pytest.mark.parametrize(
    ("rates_hz", "fit"),
    [((400, 50, 10), 400), ((400, 600), 1200), ((0.5, 2.5), 5), ((400, 100 / 3), 400), ((7,), 7)],
)
def test_fitting_tick_rate_is_the_smallest_that_fits_all(
    rates_hz: tuple[float, ...], fit: int
) -> None:
    assert fitting_tick_rate(rates_hz) == fit
    if fit % 100 == 0:
        assert check_rates({str(rate): rate for rate in rates_hz}, fit)


def test_fitting_tick_rate_keeps_a_lower_bound() -> None:
    assert fitting_tick_rate((50, 60), at_least_hz=400) == 600


def test_many_rates_are_checked_together() -> None:
    assert check_rates({"imu": 400, "mag": 50}, 400) == {"imu": 1, "mag": 8}
    with pytest.raises(ValueError) as caught:
        check_rates({"imu": 600, "mag": 50, "gnss": 7}, 400)
    lines = str(caught.value).splitlines()
    assert [line.split(":")[0] for line in lines[:2]] == ["imu", "gnss"]
    assert lines[2] == "a tick rate of 4200 Hz fits all rates"
