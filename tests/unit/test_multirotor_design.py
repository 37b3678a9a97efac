"""Gains, allocation, canned mixers and motor curve from the facts of a multirotor."""

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite, pi, radians, sqrt

import numpy as np
import pytest

from simloop.firmware.fields.multirotor import PARAMETERS, STATE
from simloop.firmware.maths import ordered_sum
from simloop.firmware.multirotor.allocation import allocation, invert_allocation
from simloop.firmware.multirotor.canned_mixers import (
    CANNED_MIXERS,
    MIXER_CUSTOM,
    MIXER_ESC_CALIBRATION,
    MIXER_GEOMETRY,
    MIXER_HEXA_PLUS,
    MIXER_HEXA_X,
    MIXER_OCTO_PLUS,
    MIXER_OCTO_X,
    MIXER_QUAD_PLUS,
    MIXER_QUAD_X,
    MIXER_X8,
    MIXER_Y6,
    canned_shares,
    mixer_columns,
)
from simloop.firmware.multirotor.facts import MultirotorFacts, motor_curve
from simloop.firmware.multirotor.gains import design_gains, torque_reserves

DIAMETER_M = 0.381
AREA = 1.225 * DIAMETER_M**4 / (4.0 * pi * pi)

QUAD = MultirotorFacts(
    mass_kg=3.5,
    inertia_kgm2=(0.08, 0.08, 0.12),
    rotor_dists_m=(0.25, 0.25, 0.25, 0.25),
    rotor_radial_angles_rad=tuple(radians(a) for a in (45.0, 135.0, 225.0, 315.0)),
    rotor_rotation_directions=(-1.0, 1.0, -1.0, 1.0),
    thrust_per_speed2=0.08729101 * AREA,
    torque_per_speed2=0.00428594 * AREA * DIAMETER_M,
    motor_constant=0.028937,
    motor_resistance_ohm=0.042,
    no_load_current_a=1.5,
    max_voltage_v=24.0,
    rotor_lag_s=0.03,
)


def frame(*angles_deg: float) -> MultirotorFacts:
    """The quad's rotors on another frame, neighbours turning in opposite directions."""
    count = len(angles_deg)
    return replace(
        QUAD,
        rotor_dists_m=(0.4,) * count,
        rotor_radial_angles_rad=tuple(radians(angle) for angle in angles_deg),
        rotor_rotation_directions=tuple(-1.0 if i % 2 == 0 else 1.0 for i in range(count)),
    )


FRAMES = {
    MIXER_QUAD_PLUS: frame(0.0, 90.0, 180.0, 270.0),
    MIXER_QUAD_X: frame(45.0, 135.0, 225.0, 315.0),
    MIXER_HEXA_PLUS: frame(*(60.0 * i for i in range(6))),
    MIXER_HEXA_X: frame(*(30.0 + 60.0 * i for i in range(6))),
    MIXER_OCTO_PLUS: frame(*(45.0 * i for i in range(8))),
    MIXER_OCTO_X: frame(*(22.5 + 45.0 * i for i in range(8))),
    MIXER_Y6: frame(60.0, 60.0, 180.0, 180.0, 300.0, 300.0),
    MIXER_X8: frame(45.0, 45.0, 135.0, 135.0, 225.0, 225.0, 315.0, 315.0),
}


def mixer_is_valid(columns: Sequence[Sequence[float]]) -> bool:
    """Can these columns lift the vehicle and turn it about every axis, each by itself?"""
    if not all(isfinite(share) for row in columns for share in row):
        return False
    if ordered_sum(columns[0]) <= 0.0:
        return False
    try:
        invert_allocation(columns)
    except ValueError:
        return False
    return True


def test_reference_points_of_the_rosflight_quad() -> None:
    """Hover at 387.8 rad/s and throttle 0.480, full 793.5 rad/s, thrust-to-weight 4.19."""
    hover_n = QUAD.weight_n / 4.0
    c0, c1, c2 = motor_curve(QUAD)
    assert sqrt(hover_n / QUAD.thrust_per_speed2) == pytest.approx(387.8, abs=0.1)
    assert c0 + c1 * sqrt(hover_n) + c2 * hover_n == pytest.approx(0.480, abs=5e-4)
    assert QUAD.max_rotor_speed_radps == pytest.approx(793.5, abs=0.1)
    assert QUAD.thrust_to_weight == pytest.approx(4.19, abs=5e-3)


def test_motor_curve_ends_at_full_command() -> None:
    c0, c1, c2 = motor_curve(QUAD)
    full = QUAD.max_rotor_thrust_n
    assert c0 + c1 * sqrt(full) + c2 * full == pytest.approx(1.0, abs=1e-12)


def test_what_rosflight_applies_after_inversion() -> None:
    """Largest shares per output of Fz, Qx, Qy and Qz, as worked out from its tables."""
    s8 = 0.1768
    expected = {
        MIXER_QUAD_PLUS: (1.0, 0.5, 0.5, 0.25),
        MIXER_QUAD_X: (1.0, 0.3536, 0.3536, 0.25),
        MIXER_HEXA_PLUS: (0.9998, 0.2887, 1.0 / 3.0, 1.0 / 6.0),
        MIXER_HEXA_X: (0.9998, 1.0 / 3.0, 0.2887, 1.0 / 6.0),
        MIXER_OCTO_PLUS: (1.0, 0.25, 0.25, 0.125),
        MIXER_OCTO_X: (1.0, 0.231, 0.231, 0.125),
        MIXER_Y6: (0.9998, 0.2887, 1.0 / 3.0, 1.0 / 6.0),
        MIXER_X8: (1.0, s8, s8, 0.125),
    }
    assert set(expected) == set(CANNED_MIXERS)
    for number, largest in expected.items():
        shares = canned_shares(number)
        assert max(shares[0]) < 0.0, "force down is negative for lift"
        assert [max(abs(x) for x in row) for row in shares] == pytest.approx(largest, abs=1e-4)
    assert canned_shares(MIXER_ESC_CALIBRATION)[0] == (1.0,) * 10


def test_signs_of_quad_x() -> None:
    _, roll, pitch, yaw = canned_shares(MIXER_QUAD_X)
    assert roll == pytest.approx((-0.35355, -0.35355, 0.35355, 0.35355), abs=1e-4)
    assert pitch == pytest.approx((0.35355, -0.35355, -0.35355, 0.35355), abs=1e-4)
    assert yaw == pytest.approx((0.25, -0.25, 0.25, -0.25))


@pytest.mark.parametrize("number", FRAMES)
def test_a_canned_mixer_is_that_of_its_geometry(number: int) -> None:
    facts = FRAMES[number]
    assert np.allclose(
        mixer_columns(number, facts), mixer_columns(MIXER_GEOMETRY, facts), atol=2e-4
    )
    product = np.array(allocation(facts)) @ np.array(mixer_columns(MIXER_GEOMETRY, facts)).T
    assert np.allclose(product, np.eye(4), atol=1e-12)
    assert mixer_is_valid(mixer_columns(number, facts))


def test_coaxial_rotors_share_their_arm_evenly() -> None:
    thrust, roll, pitch, _ = mixer_columns(MIXER_GEOMETRY, FRAMES[MIXER_X8])
    for row in (thrust, roll, pitch):
        assert [row[i] for i in range(0, 8, 2)] == pytest.approx([row[i] for i in range(1, 8, 2)])


def test_a_custom_mixer_is_taken_as_it_is() -> None:
    canned = canned_shares(MIXER_QUAD_X)
    flat = [share for row in canned for share in (*row, *(0.0,) * 6)]
    assert np.allclose(mixer_columns(MIXER_CUSTOM, QUAD, flat), mixer_columns(MIXER_QUAD_X, QUAD))


@pytest.mark.parametrize("number", [9, 10, 12, 254, MIXER_CUSTOM, MIXER_ESC_CALIBRATION])
def test_mixers_that_cannot_fly_are_found(number: int) -> None:
    assert not mixer_is_valid(mixer_columns(number, QUAD))


def test_other_mixers_that_cannot_fly() -> None:
    good = mixer_columns(MIXER_GEOMETRY, QUAD)
    thrust, roll, pitch, yaw = good
    assert mixer_is_valid(good)
    assert not mixer_is_valid([thrust, roll, roll, yaw])
    assert not mixer_is_valid([tuple(-share for share in thrust), roll, pitch, yaw])
    assert not mixer_is_valid([thrust, roll, pitch, (float("nan"),) * 4])


def test_rotors_in_one_line_are_refused() -> None:
    line = replace(QUAD, rotor_radial_angles_rad=(0.0, 0.0, pi, pi))
    with pytest.raises(ValueError, match="independently"):
        design_gains(line)


def test_a_vehicle_that_cannot_fly_is_refused() -> None:
    with pytest.raises(ValueError, match=r"thrust-to-weight is 1\.2.*1\.3"):
        replace(QUAD, mass_kg=12.0)
    with pytest.raises(ValueError, match="equally many"):
        replace(QUAD, rotor_dists_m=(0.25, 0.25, 0.25))


def test_slower_rotors_make_every_loop_slower() -> None:
    fast, slow = design_gains(QUAD), design_gains(replace(QUAD, rotor_lag_s=0.08))
    # What the rate loop takes back of its own acceleration makes its gain larger, not the loop.
    for name in ("rate_integral_gain_per_s2", "attitude_gain_per_s", "velocity_gain_per_s"):
        quick, sluggish = fast[f"fw_mc_{name}"], slow[f"fw_mc_{name}"]
        assert isinstance(quick, tuple) and isinstance(sluggish, tuple)
        assert sluggish[0] < quick[0]


def test_a_weak_vehicle_may_not_tilt_as_far() -> None:
    strong, weak = design_gains(QUAD), design_gains(replace(QUAD, mass_kg=9.0))
    strong_tilt, weak_tilt = strong["fw_mc_tilt_limit_rad"], weak["fw_mc_tilt_limit_rad"]
    assert isinstance(strong_tilt, float) and isinstance(weak_tilt, float)
    assert 0.2 < weak_tilt < strong_tilt < 1.02


def test_torque_reserve_stops_one_rotor() -> None:
    rx, ry, rz = torque_reserves(QUAD)
    # Half the weight on two rotors 0.25 sin(45 deg) from the axis.
    assert rx == pytest.approx(QUAD.weight_n * 0.25 * sqrt(0.5))
    assert ry == pytest.approx(rx)
    assert rz == pytest.approx(QUAD.weight_n * QUAD.drag_arm_m)


def test_inverting_an_even_octo_gives_even_shares() -> None:
    thrust, roll, _, _ = invert_allocation(allocation(FRAMES[MIXER_OCTO_PLUS]))
    assert thrust == pytest.approx((0.125,) * 8)
    assert max(roll) == pytest.approx(0.25)


def test_parameters_are_within_their_ranges_and_names_fit() -> None:
    names = [name for field in PARAMETERS for name in field.names]
    assert len(names) == len(set(names))
    assert all(0 < len(name) <= 16 and name == name.upper() for name in names)
    columns = [field.name for field in (*PARAMETERS, *STATE)]
    assert len(columns) == len(set(columns))
    designed = design_gains(QUAD)
    assert set(designed) <= set(columns)
    for field in PARAMETERS:
        value = designed.get(field.name, field.default)
        for number in value if isinstance(value, tuple) else (value,):
            assert field.low <= number <= field.high, field.name
        if isinstance(field.size, int) and field.names:
            assert len(field.names) == field.size
