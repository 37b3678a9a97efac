"""Attitude and position control: directions, limits, integrals."""

from math import pi, sqrt, tan

import pytest
from test_firmware_gains import QUAD

from simloop.firmware.attitude_control import attitude_error
from simloop.firmware.board import Lanes
from simloop.firmware.fake_board import FakeBoard
from simloop.firmware.firmware import Firmware
from simloop.firmware.gains import design_gains
from simloop.firmware.maths import GRAVITY_MPS2, body_to_ned
from simloop.firmware.phases import PHASE_TOUCH_DOWN
from simloop.firmware.position_control import attitude_for_thrust
from simloop.math.quaternion import from_euler, multiply, to_euler

LANES = Lanes()
WEIGHT_N = 3.5 * GRAVITY_MPS2


def rig() -> Firmware:
    firmware = Firmware(FakeBoard(LANES), LANES, design_gains(QUAD))
    firmware.columns["fw_flying"][:] = 1.0
    return firmware


def row(firmware: Firmware, name: str) -> list[float]:
    return [float(value) for value in firmware.columns[name][0]]


def set_column(firmware: Firmware, name: str, *values: float) -> None:
    firmware.columns[name][0, :] = values


def thrust_direction(firmware: Firmware) -> tuple[float, float, float]:
    w, x, y, z = row(firmware, "fw_attitude_setpoint_wxyz")
    return body_to_ned(w, x, y, z, 0.0, 0.0, -1.0)


@pytest.mark.parametrize("yaw", [0.0, 1.0, pi, -2.0])
@pytest.mark.parametrize("start", [(0.3, 0.0), (0.0, -0.4), (-0.2, 0.1)])
def test_error_is_the_turn_that_is_missing(start: tuple[float, float], yaw: float) -> None:
    now = from_euler(*start, yaw)
    turn = (0.02, -0.01, 0.03)
    wanted = multiply(*now, 1.0, *(0.5 * part for part in turn))
    *error, cosine = attitude_error(*now, *wanted)
    assert error == pytest.approx(turn, abs=5e-4)
    assert cosine == pytest.approx(1.0, abs=1e-3)


def test_a_heading_error_does_not_bend_the_tilt() -> None:
    """Thrust direction first: the tilt error is the same with and without a large heading error."""
    level = from_euler(0.0, 0.0, 0.0)
    straight = attitude_error(*level, *attitude_for_thrust(3.0, 0.0, -10.0, 0.0))
    turned = attitude_error(*level, *attitude_for_thrust(3.0, 0.0, -10.0, 2.5))
    assert turned[:2] == pytest.approx(straight[:2], abs=1e-12)
    assert turned[2] > 1.5


def test_the_short_way_round() -> None:
    *_, yaw_error, _ = attitude_error(*from_euler(0.0, 0.0, 3.0), *from_euler(0.0, 0.0, -3.0))
    assert 0.2 < yaw_error < 0.3


@pytest.mark.parametrize("yaw", [0.0, 2.0, -3.0])
def test_attitude_points_the_thrust(yaw: float) -> None:
    force = (4.0, -3.0, -12.0)
    q = attitude_for_thrust(*force, yaw)
    up = body_to_ned(*q, 0.0, 0.0, -1.0)
    assert up == pytest.approx([part / 13.0 for part in force], abs=1e-12)
    assert to_euler(*attitude_for_thrust(0.0, 0.0, -1.0, yaw))[2] == pytest.approx(yaw)


def test_torque_opposes_rate_and_follows_attitude() -> None:
    firmware = rig()
    set_column(firmware, "fw_rate_frd_radps", 0.1, -0.2, 0.3)
    set_column(firmware, "fw_smooth_rate_frd_radps", 0.1, -0.2, 0.3)
    firmware.run_task("fw_attitude_control")
    x, y, z = row(firmware, "fw_torque_frd_nm")
    assert x < 0.0 < y
    assert z < 0.0
    firmware = rig()
    set_column(firmware, "fw_attitude_setpoint_wxyz", *from_euler(0.1, 0.0, 0.0))
    firmware.run_task("fw_attitude_control")
    assert row(firmware, "fw_torque_frd_nm")[0] > 0.0


def test_rate_integral_is_limited_and_resets_on_the_ground() -> None:
    firmware = rig()
    set_column(firmware, "fw_attitude_setpoint_wxyz", *from_euler(0.5, 0.0, 0.0))
    for _ in range(4000):
        firmware.run_task("fw_attitude_control")
    limit = row(firmware, "fw_rate_integral_limit_nm")[0]
    assert row(firmware, "fw_rate_integral_nm")[0] == pytest.approx(limit)
    set_column(firmware, "fw_flying", 0.0)
    firmware.run_task("fw_attitude_control")
    assert row(firmware, "fw_rate_integral_nm") == [0.0, 0.0, 0.0]
    assert row(firmware, "fw_torque_frd_nm") == [0.0, 0.0, 0.0]


def test_derivative_opposes_angular_acceleration() -> None:
    firmware = rig()
    set_column(firmware, "fw_rate_frd_radps", 0.2, 0.0, 0.0)
    firmware.run_task("fw_attitude_control")
    with_slope = row(firmware, "fw_torque_frd_nm")[0]
    for _ in range(400):
        firmware.run_task("fw_attitude_control")
    steady = row(firmware, "fw_torque_frd_nm")[0] - row(firmware, "fw_rate_integral_nm")[0]
    assert with_slope < steady < 0.0


def test_thrust_waits_until_the_body_points_there() -> None:
    firmware = rig()
    set_column(firmware, "fw_thrust_setpoint_n", 40.0)
    set_column(firmware, "fw_attitude_setpoint_wxyz", *from_euler(1.0, 0.0, 0.0))
    firmware.run_task("fw_attitude_control")
    assert row(firmware, "fw_thrust_n")[0] == pytest.approx(40.0 * 0.5403023, abs=1e-5)


def test_hover_asks_for_the_weight_straight_up() -> None:
    firmware = rig()
    firmware.run_task("fw_position_control")
    assert row(firmware, "fw_thrust_setpoint_n")[0] == pytest.approx(WEIGHT_N)
    assert row(firmware, "fw_attitude_setpoint_wxyz") == pytest.approx([1.0, 0.0, 0.0, 0.0])


def test_a_target_to_the_north_pitches_down() -> None:
    firmware = rig()
    set_column(firmware, "fw_setpoint_position_ned_m", 0.5, 0.0, 0.0)
    firmware.run_task("fw_position_control")
    roll, pitch, _ = to_euler(*row(firmware, "fw_attitude_setpoint_wxyz"))
    assert pitch < -0.01
    assert roll == pytest.approx(0.0, abs=1e-12)


def test_tilt_and_thrust_stay_within_their_limits() -> None:
    firmware = rig()
    set_column(firmware, "fw_setpoint_position_ned_m", 100.0, -50.0, 0.0)
    set_column(firmware, "fw_velocity_ned_mps", -20.0, 10.0, 0.0)
    firmware.run_task("fw_position_control")
    up = thrust_direction(firmware)
    slope = sqrt(up[0] ** 2 + up[1] ** 2) / -up[2]
    assert slope == pytest.approx(row(firmware, "fw_tilt_limit_tan")[0])
    assert slope == pytest.approx(tan(58.0 * pi / 180.0))


def test_height_comes_before_the_way() -> None:
    """Falling fast and blown away: the rotors lift first, and what is left goes sideways."""
    firmware = rig()
    set_column(firmware, "fw_velocity_ned_mps", 30.0, 0.0, 12.0)
    firmware.run_task("fw_position_control")
    thrust = row(firmware, "fw_thrust_setpoint_n")[0]
    up = thrust_direction(firmware)
    assert thrust == pytest.approx(row(firmware, "fw_thrust_limit_n")[0])
    assert -up[2] * thrust == pytest.approx(row(firmware, "fw_lift_limits_n")[1])


def test_wind_integral_grows_and_is_limited() -> None:
    firmware = rig()
    set_column(firmware, "fw_velocity_ned_mps", -0.5, 0.0, 0.0)
    firmware.run_task("fw_position_control")
    first = row(firmware, "fw_velocity_integral_ned_mps2")[0]
    assert first > 0.0
    for _ in range(6000):
        firmware.run_task("fw_position_control")
    north, east, _ = row(firmware, "fw_velocity_integral_ned_mps2")
    assert first < north <= row(firmware, "fw_velocity_integral_limit_mps2")[0] + 1e-12
    assert east == 0.0


def test_integral_stands_still_while_tilt_is_limited() -> None:
    firmware = rig()
    set_column(firmware, "fw_velocity_ned_mps", -50.0, 0.0, 0.0)
    firmware.run_task("fw_position_control")
    assert row(firmware, "fw_velocity_integral_ned_mps2") == [0.0, 0.0, 0.0]


def test_after_touch_down_it_lies_down_level_and_fades() -> None:
    firmware = rig()
    set_column(firmware, "fw_phase", PHASE_TOUCH_DOWN)
    set_column(firmware, "fw_setpoint_position_ned_m", 5.0, 0.0, 0.0)
    firmware.run_task("fw_position_control")
    assert row(firmware, "fw_thrust_setpoint_n")[0] == pytest.approx(0.6 * WEIGHT_N)
    assert row(firmware, "fw_attitude_setpoint_wxyz") == pytest.approx([1.0, 0.0, 0.0, 0.0])
    set_column(firmware, "fw_phase_time_s", 0.7)
    firmware.run_task("fw_position_control")
    assert row(firmware, "fw_thrust_setpoint_n")[0] == 0.0


def test_ground_torque_is_what_the_rotors_did_not_give() -> None:
    """In the air torque turns the body; on a foot the same torque turns nothing."""
    in_air, on_foot = rig(), rig()
    rate = 0.0
    lagging = 0.0
    for _ in range(40):
        lagging += (0.5 - lagging) * (0.01 / 0.04)
        rate += lagging / 0.08 * 0.01
        for firmware in (in_air, on_foot):
            set_column(firmware, "fw_torque_frd_nm", 0.5, 0.0, 0.0)
        set_column(in_air, "fw_rate_frd_radps", rate, 0.0, 0.0)
        in_air.run_task("fw_ground_torque")
        on_foot.run_task("fw_ground_torque")
    assert row(in_air, "fw_ground_torque_nm")[0] == pytest.approx(0.0, abs=0.01)
    assert row(on_foot, "fw_ground_torque_nm")[0] == pytest.approx(-0.5, abs=0.01)
