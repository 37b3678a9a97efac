"""Linear models: against derivatives by hand, SciPy's matrix functions and published aircraft."""

from dataclasses import replace
from math import log, pi

import numpy as np
import pytest
from scipy.linalg import expm, logm

from simloop.server.analysis import STATE_NAMES, Bench, LinearModel, linearise
from simloop.server.analysis.linearise import _continuous, _logarithm
from simloop.server.analysis.modes import Mode, find_modes
from simloop.server.files import load_vehicle

GRAVITY = 9.80665
MASS, INERTIA = 3.5, (0.08, 0.08, 0.12)
ROTOR_DRAG = 0.05


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench(replace(load_vehicle("quad"), sensors={}))


@pytest.fixture(scope="module")
def hover(bench: Bench) -> LinearModel:
    return linearise(bench, speed_mps=0.0)


def entry(model: LinearModel, row: str, column: str) -> float:
    return float(model.A[STATE_NAMES.index(row), STATE_NAMES.index(column)])


def test_hover_has_the_derivatives_of_the_textbook(hover: LinearModel) -> None:
    expected = np.zeros((12, 12))

    def put(row: str, column: str, number: float) -> None:
        expected[STATE_NAMES.index(row), STATE_NAMES.index(column)] = number

    put("u_mps", "theta_rad", -GRAVITY)
    put("v_mps", "phi_rad", GRAVITY)
    # Rotor drag: per newton of thrust, which carries the weight.
    put("u_mps", "u_mps", -ROTOR_DRAG * GRAVITY)
    put("v_mps", "v_mps", -ROTOR_DRAG * GRAVITY)
    for angle, rate in zip(STATE_NAMES[6:9], STATE_NAMES[3:6], strict=True):
        put(angle, rate, 1.0)
    for place, speed in zip(STATE_NAMES[9:12], STATE_NAMES[0:3], strict=True):
        put(place, speed, 1.0)
    # Heave depends on how thrust answers inflow and density: it must damp, and little else.
    index = STATE_NAMES.index("w_mps")
    found = hover.A.copy()
    assert found[index, index] < -0.1
    # A rotor that goes down on its arm is a rotor that sinks.
    arm_m = 0.25 * 0.5**0.5
    damping_per_s = found[index, index] * MASS * arm_m**2 / INERTIA[0]
    put("p_radps", "p_radps", damping_per_s)
    put("q_radps", "q_radps", damping_per_s)
    found[index, index] = found[index, 11] = 0.0
    assert found == pytest.approx(expected, abs=2e-5)
    assert hover.converged
    assert hover.disagreement < 1e-4


def test_inputs_act_where_the_rotors_are(bench: Bench, hover: LinearModel) -> None:
    # Thrust of one rotor per unit of its command, from the heave of all four.
    per_command = -hover.B[2, 0] * MASS / 4.0
    arm = 0.25 * 0.5**0.5
    assert hover.inputs == ("throttle", "roll", "pitch", "yaw")
    assert hover.B[3, 1] == pytest.approx(4.0 * arm * per_command / INERTIA[0], rel=1e-4)
    assert hover.B[4, 2] == pytest.approx(4.0 * arm * per_command / INERTIA[1], rel=1e-4)
    assert abs(hover.B[5, 1]) < 1e-6
    assert hover.B[5, 3] > 0.0


def test_the_tick_rate_does_not_show(bench: Bench, hover: LinearModel) -> None:
    slow = Bench(bench.vehicle, tick_rate_hz=100)
    model = linearise(slow, speed_mps=8.0)
    fine = linearise(bench, speed_mps=8.0)
    # Rotor speeds are held over a tick, so a trace of its length remains.
    assert np.max(np.abs(model.A - fine.A)) < 1e-3
    assert np.max(np.abs(model.B - fine.B)) < 1e-3 * np.max(np.abs(fine.B))


def test_a_turn_couples_what_level_flight_keeps_apart(bench: Bench) -> None:
    turn = linearise(bench, speed_mps=8.0, turn_radius_m=25.0)
    level = linearise(bench, speed_mps=8.0)
    assert abs(entry(level, "v_mps", "u_mps")) < 1e-6
    rate = 8.0 / 25.0
    assert abs(entry(turn, "v_mps", "u_mps")) > 0.5 * rate


def random_dynamics(seed: int, size: float) -> np.ndarray:
    return size * np.random.default_rng(seed).standard_normal((6, 6))


@pytest.mark.parametrize("size", [0.01, 0.2, 0.5])
def test_the_logarithm_is_scipys(size: float) -> None:
    matrix = expm(random_dynamics(3, size))
    assert _logarithm(matrix) == pytest.approx(np.real(logm(matrix)), abs=1e-10)


def test_the_continuous_model_gives_the_tick_back() -> None:
    A, B, dt_s = random_dynamics(5, 4.0), random_dynamics(6, 1.0)[:, :2], 0.01
    both = np.zeros((8, 8))
    both[:6, :6], both[:6, 6:] = A, B
    tick = expm(both * dt_s)
    found_a, found_b = _continuous(tick[:6, :6] - np.eye(6), tick[:6, 6:], dt_s)
    assert found_a == pytest.approx(A, abs=1e-9)
    assert found_b == pytest.approx(B, abs=1e-9)


# The Navion in level flight at 176 ft/s, as Nelson's Flight Stability and Automatic Control has it.
NAVION_LONGITUDINAL = [
    [-0.045, 0.036, 0.0, -32.2],
    [-0.369, -2.02, 176.0, 0.0],
    [0.0019, -0.0396, -2.948, 0.0],
    [0.0, 0.0, 1.0, 0.0],
]
NAVION_LATERAL = [
    [-0.254, 0.0, -1.0, 0.182],
    [-16.02, -8.40, 2.19, 0.0],
    [4.488, -0.350, -0.760, 0.0],
    [0.0, 1.0, 0.0, 0.0],
]


def navion() -> np.ndarray:
    A = np.zeros((12, 12))
    for block, names in (
        (NAVION_LONGITUDINAL, ("u_mps", "w_mps", "q_radps", "theta_rad")),
        (NAVION_LATERAL, ("v_mps", "p_radps", "r_radps", "phi_rad")),
    ):
        index = [STATE_NAMES.index(name) for name in names]
        A[np.ix_(index, index)] = block
    return A


def test_the_navion_has_its_five_modes() -> None:
    modes = {mode.name: mode for mode in find_modes(navion(), STATE_NAMES, "wing", turning=False)}
    assert set(modes) == {"short period", "phugoid", "dutch roll", "roll", "spiral"}
    assert modes["short period"].real_per_s == pytest.approx(-2.5, abs=0.05)
    assert modes["short period"].imaginary_radps == pytest.approx(2.6, abs=0.05)
    assert modes["phugoid"].real_per_s == pytest.approx(-0.017, abs=0.002)
    assert modes["phugoid"].imaginary_radps == pytest.approx(0.213, abs=0.005)
    assert modes["dutch roll"].real_per_s == pytest.approx(-0.487, abs=0.01)
    assert modes["dutch roll"].imaginary_radps == pytest.approx(2.335, abs=0.02)
    assert modes["roll"].real_per_s == pytest.approx(-8.435, abs=0.02)
    assert modes["spiral"].real_per_s == pytest.approx(-0.0088, abs=0.001)


def test_the_numbers_of_a_mode_belong_together() -> None:
    mode = Mode("x", -3.0, 4.0)
    assert mode.frequency_radps == pytest.approx(5.0)
    assert mode.damping_ratio == pytest.approx(0.6)
    assert mode.period_s == pytest.approx(pi / 2.0)
    assert mode.time_to_half_s == pytest.approx(log(2.0) / 3.0)
    growing = Mode("y", 0.5, 0.0)
    assert not growing.stable
    assert growing.time_to_half_s == pytest.approx(-log(2.0) / 0.5)
    assert growing.period_s == float("inf")


def test_modes_of_a_multirotor_are_named_by_what_moves(hover: LinearModel) -> None:
    modes = hover.modes
    assert sorted(mode.name for mode in modes) == ["heave", "pitch", "roll", "surge", "sway"]
    surge = next(mode for mode in modes if mode.name == "surge")
    assert surge.real_per_s == pytest.approx(-ROTOR_DRAG * GRAVITY, rel=1e-4)


def test_a_short_period_that_does_not_swing_leaves_the_phugoid_its_name() -> None:
    A = navion()
    # Weak stability and strong damping: two real roots in the place of the quick pair.
    A[STATE_NAMES.index("q_radps"), STATE_NAMES.index("w_mps")] = -0.001
    modes = find_modes(A, STATE_NAMES, "wing", turning=False)
    swinging = [mode for mode in modes if mode.imaginary_radps > 0.0]
    assert sorted(mode.name for mode in swinging) == ["dutch roll", "phugoid"]
    assert [mode.name for mode in modes].count("short period") == 0
