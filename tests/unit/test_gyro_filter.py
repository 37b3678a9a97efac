"""The filters between gyro and rate loop: what they let through, what they cost, what they save."""

from dataclasses import replace

import numpy as np
import pytest
from test_multirotor_design import QUAD

from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.gyro_filter import GyroFilter
from simloop.firmware.fields.multirotor import Multirotor
from simloop.firmware.fields.multirotor_loops import Wrench
from simloop.firmware.multirotor.facts import MultirotorFacts
from simloop.firmware.multirotor.gains import (
    NOTCH_WIDTH,
    attitude_values,
    gyro_filter_hz,
    gyro_filter_lag_s,
    hover_frequency_hz,
)
from simloop.firmware.multirotor.gyro_filter import filter_rates, settled_memory
from simloop.firmware.vector import Vec3

RATE_HZ = 400.0
# Small rotors turn fast and follow fast.
SMALL = replace(
    QUAD,
    mass_kg=0.55,
    inertia_kgm2=(0.00102, 0.00143, 0.00228),
    rotor_dists_m=(0.11, 0.11, 0.11, 0.11),
    thrust_per_speed2=1.13e-6,
    torque_per_speed2=1.127e-8,
    motor_constant=0.005,
    motor_resistance_ohm=0.04,
    no_load_current_a=1.2,
    max_voltage_v=16.0,
    rotor_lag_s=0.02,
)


class Filters:
    """Both filters of one vehicle."""

    def __init__(self, facts: MultirotorFacts, thrust: float = 1.0, **settings: float) -> None:
        values = attitude_values(facts)
        names = ("gyro_filter_hz", "notch_hz", "notch_width_hz")
        chosen = {name: values[f"fw_mc_{name}"] for name in names} | settings
        self.model = Multirotor(mass_kg=facts.mass_kg, **chosen)
        self.wrench = Wrench(thrust_n=thrust * facts.weight_n)
        self.gyro = GyroFilter()

    def step(self, *rates: float) -> Vec3:
        """One sample."""
        craft = Craft(rate_frd_radps=rates)
        filter_rates(1.0 / RATE_HZ, self.model, craft, self.wrench, self.gyro)
        rate: Vec3 = self.gyro.rate_frd_radps
        return rate

    def response(self, frequency_hz: float) -> complex:
        """What becomes of a sine, by size and phase, once it has settled."""
        ticks = np.arange(4000)
        wave = np.exp(2j * np.pi * frequency_hz / RATE_HZ * ticks)
        out = np.array([self.step(w.real, w.imag, 0.0) for w in wave])
        return complex(np.mean((out[2000:, 0] + 1j * out[2000:, 1]) / wave[2000:]))


@pytest.mark.parametrize("facts", [QUAD, SMALL], ids=["quad", "small"])
def test_steady_rates_pass_and_rotors_do_not(facts: MultirotorFacts) -> None:
    filters = Filters(facts)
    for _ in range(400):
        out = filters.step(0.5, -0.25, 0.125)
    assert out == pytest.approx([0.5, -0.25, 0.125], abs=1e-9)
    assert abs(Filters(facts).response(hover_frequency_hz(facts))) < 0.01


def test_a_shaker_beside_the_rotors_is_cut_by_the_low_pass() -> None:
    assert abs(Filters(QUAD).response(97.0)) < 0.2
    # Two blades pass twice a turn.
    assert abs(Filters(QUAD).response(2.0 * hover_frequency_hz(QUAD))) < 0.12
    bare = Filters(QUAD, gyro_filter_hz=0.0, notch_hz=0.0)
    assert bare.response(97.0) == pytest.approx(1.0)


def test_the_notch_follows_thrust_and_stays_if_told_to() -> None:
    hover = hover_frequency_hz(QUAD)
    no_low_pass = {"gyro_filter_hz": 0.0}
    assert abs(Filters(QUAD, 1.5, **no_low_pass).response(hover * np.sqrt(1.5))) < 0.05
    assert abs(Filters(QUAD, 1.5, **no_low_pass).response(hover)) > 0.3
    fixed = no_low_pass | {"notch_mode": 0.0, "notch_hz": 97.0}
    assert abs(Filters(QUAD, 1.5, **fixed).response(97.0)) < 0.05
    # Without thrust, as on the ground, it waits where slow rotors will be.
    assert abs(Filters(QUAD, 0.0, **no_low_pass).response(0.7 * hover)) < 0.05


@pytest.mark.parametrize("facts", [QUAD, SMALL], ids=["quad", "small"])
def test_the_design_knows_how_late_the_rates_come(facts: MultirotorFacts) -> None:
    slow_hz = 2.0
    phase = -float(np.angle(Filters(facts).response(slow_hz)))
    # Near half the sample rate a filter is faster than its formula.
    assert 0.7 < phase / (2.0 * np.pi * slow_hz) / gyro_filter_lag_s(facts) < 1.1


@pytest.mark.parametrize("facts", [QUAD, SMALL], ids=["quad", "small"])
def test_the_rate_loop_keeps_its_phase_margin(facts: MultirotorFacts) -> None:
    """Without the filters it is 44 to 45 degrees; the gains make room for what they cost."""
    assert phase_margin_deg(facts) > 44.0


def phase_margin_deg(facts: MultirotorFacts) -> float:
    """Of the loop cut open at the rotors: rate PID, filters, three ticks, lag, inertia."""
    values = attitude_values(facts)
    gain, integral, damping = (
        float(np.asarray(values[name])[0])
        for name in (
            "fw_mc_rate_gain_per_s",
            "fw_mc_rate_integral_gain_per_s2",
            "fw_mc_rate_derivative_gain",
        )
    )
    cutoff = float(np.asarray(values["fw_mc_derivative_filter_per_s"]))
    frequency = np.geomspace(0.3, 60.0, 3000)
    s = 2j * np.pi * frequency
    low = 2.0 * np.pi * gyro_filter_hz(facts)
    notch = 2.0 * np.pi * hover_frequency_hz(facts)
    filters = low**2 / (s**2 + np.sqrt(2.0) * low * s + low**2)
    filters = filters * (s**2 + notch**2) / (s**2 + NOTCH_WIDTH * notch * s + notch**2)
    control = gain + integral / s + damping * cutoff * s / (s + cutoff)
    late = np.exp(-s * 3.0 / RATE_HZ) / (1.0 + s * facts.rotor_lag_s)
    loop = control * filters * late / s
    crossing = int(np.argmax(np.abs(loop) < 1.0))
    return float(180.0 + np.degrees(np.unwrap(np.angle(loop))[crossing]))


def test_settled_filters_pass_on_at_once() -> None:
    filters = Filters(QUAD)
    filters.gyro.notch_memory[:] = settled_memory((0.3, -0.2, 0.1))
    filters.gyro.low_pass_memory[:] = settled_memory((0.3, -0.2, 0.1))
    assert filters.step(0.3, -0.2, 0.1) == pytest.approx([0.3, -0.2, 0.1], abs=1e-12)
