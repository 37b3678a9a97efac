"""Gains, mixer matrix and motor curve from the facts of a vehicle."""

from dataclasses import replace
from math import pi, radians, sqrt

import pytest

from simloop.firmware.columns import VEHICLE_PARAMETERS
from simloop.firmware.gains import (
    VehicleFacts,
    allocation,
    design_gains,
    invert_allocation,
    motor_curve,
    torque_reserves,
)

DIAMETER_M = 0.381
AREA = 1.225 * DIAMETER_M**4 / (4.0 * pi * pi)

QUAD = VehicleFacts(
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


def test_reference_points_of_the_rosflight_quad() -> None:
    """Hover at 387.8 rad/s and throttle 0.480, full 793.5 rad/s, thrust-to-weight 4.19."""
    hover_n = 3.5 * 9.80665 / 4.0
    c0, c1, c2 = motor_curve(QUAD)
    assert sqrt(hover_n / QUAD.thrust_per_speed2) == pytest.approx(387.8, abs=0.1)
    assert c0 + c1 * sqrt(hover_n) + c2 * hover_n == pytest.approx(0.480, abs=5e-4)
    assert QUAD.max_rotor_speed_radps == pytest.approx(793.5, abs=0.1)
    assert QUAD.thrust_to_weight == pytest.approx(4.19, abs=5e-3)


def test_motor_curve_ends_at_full_command() -> None:
    c0, c1, c2 = motor_curve(QUAD)
    full = QUAD.max_rotor_thrust_n
    assert c0 + c1 * sqrt(full) + c2 * full == pytest.approx(1.0, abs=1e-12)


def test_inverse_of_rosflights_quad_x() -> None:
    """Section 2.9 of the sheet: Fz -1 each, Qx and Qy 0.3536, Qz 0.25."""
    s = sqrt(0.5)
    rows = [[-0.25] * 4, [-s, -s, s, s], [s, -s, -s, s], [1.0, -1.0, 1.0, -1.0]]
    thrust, roll, pitch, yaw = invert_allocation(rows)
    assert thrust == pytest.approx((-1.0, -1.0, -1.0, -1.0))
    assert roll == pytest.approx((-0.35355, -0.35355, 0.35355, 0.35355), abs=1e-5)
    assert pitch == pytest.approx((0.35355, -0.35355, -0.35355, 0.35355), abs=1e-5)
    assert yaw == pytest.approx((0.25, -0.25, 0.25, -0.25))


def test_inverse_of_an_octo_has_the_sheets_largest_shares() -> None:
    angles = [radians(45.0 * i) for i in range(8)]
    octo = replace(
        QUAD,
        rotor_dists_m=(1.0,) * 8,
        rotor_radial_angles_rad=tuple(angles),
        rotor_rotation_directions=(-1.0, 1.0) * 4,
    )
    rows = allocation(octo)
    _, roll, pitch, _ = invert_allocation(rows)
    assert max(roll) == pytest.approx(0.25)
    assert max(pitch) == pytest.approx(0.25)


def test_mixer_gives_back_the_wrench_that_was_asked() -> None:
    rows = allocation(QUAD)
    columns = invert_allocation(rows)
    for asked in range(4):
        got = [sum(a * b for a, b in zip(row, columns[asked], strict=True)) for row in rows]
        assert got == pytest.approx([1.0 if row == asked else 0.0 for row in range(4)], abs=1e-12)


def test_rotors_in_one_line_are_refused() -> None:
    line = replace(QUAD, rotor_radial_angles_rad=(0.0, 0.0, pi, pi))
    with pytest.raises(ValueError, match="independently"):
        design_gains(line)


def test_a_vehicle_that_cannot_fly_is_refused() -> None:
    with pytest.raises(ValueError, match=r"thrust-to-weight is 1\.2.*1\.3"):
        replace(QUAD, mass_kg=12.0)


def test_unequal_rotor_lists_are_refused() -> None:
    with pytest.raises(ValueError, match="equally many"):
        replace(QUAD, rotor_dists_m=(0.25, 0.25, 0.25))


def test_slower_rotors_make_every_loop_slower() -> None:
    fast, slow = design_gains(QUAD), design_gains(replace(QUAD, rotor_lag_s=0.08))
    for name in ("fw_rate_gain_nms", "fw_attitude_gain_per_s", "fw_velocity_gain_per_s"):
        quick, sluggish = fast[name], slow[name]
        assert isinstance(quick, tuple) and isinstance(sluggish, tuple)
        assert sluggish[0] < quick[0]


def test_a_weak_vehicle_may_not_tilt_as_far() -> None:
    strong, weak = design_gains(QUAD), design_gains(replace(QUAD, mass_kg=9.0))
    strong_tilt, weak_tilt = strong["fw_tilt_limit_tan"], weak["fw_tilt_limit_tan"]
    assert isinstance(strong_tilt, float) and isinstance(weak_tilt, float)
    assert 0.2 < weak_tilt < strong_tilt


def test_torque_reserve_stops_one_rotor() -> None:
    rx, ry, rz = torque_reserves(QUAD)
    # Half the weight on two rotors 0.25 sin(45 deg) from the axis.
    assert rx == pytest.approx(3.5 * 9.80665 * 0.25 * sqrt(0.5))
    assert ry == pytest.approx(rx)
    assert rz == pytest.approx(3.5 * 9.80665 * QUAD.torque_per_speed2 / QUAD.thrust_per_speed2)


def test_every_vehicle_parameter_is_designed() -> None:
    """The two others are chosen by hand: they do not follow from mass and motors."""
    chosen = {"fw_idle_command", "fw_nominal_voltage_v"}
    assert set(design_gains(QUAD)) == {field.name for field in VEHICLE_PARAMETERS} - chosen
