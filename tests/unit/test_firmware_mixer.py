"""The mixer: motor model, and who gives way when the rotors reach their limits."""

from math import sqrt

import pytest
from test_firmware_gains import QUAD

from simloop.firmware.board import Lanes
from simloop.firmware.fake_board import FakeBoard
from simloop.firmware.firmware import Firmware
from simloop.firmware.gains import allocation, design_gains

LANES = Lanes()
HOVER_N = 3.5 * 9.80665


def rig(thrust_n: float, torque_nm: tuple[float, float, float]) -> Firmware:
    firmware = Firmware(FakeBoard(LANES), LANES, design_gains(QUAD))
    firmware.columns["fw_armed"][:] = 1.0
    firmware.columns["fw_flying"][:] = 1.0
    firmware.columns["fw_thrust_n"][:] = thrust_n
    firmware.columns["fw_torque_frd_nm"][0, :] = torque_nm
    return firmware


def wrench(firmware: Firmware) -> list[float]:
    """Run the mixer and turn its commands back into thrust and torques."""
    firmware.run_task("fw_mixer")
    c0, c1, c2 = firmware.columns["fw_motor_curve"][0]
    thrusts = []
    for command in firmware.columns["motor_command"][0]:
        root = (-c1 + sqrt(c1 * c1 - 4.0 * c2 * (c0 - command))) / (2.0 * c2)
        thrusts.append(root * root)
    return [sum(a * b for a, b in zip(row, thrusts, strict=True)) for row in allocation(QUAD)]


def test_hover_needs_the_reference_command() -> None:
    firmware = rig(HOVER_N, (0.0, 0.0, 0.0))
    firmware.run_task("fw_mixer")
    assert firmware.columns["motor_command"][0] == pytest.approx([0.480] * 4, abs=5e-4)


def test_a_wrench_within_the_limits_is_given_exactly() -> None:
    asked = [HOVER_N, 0.8, -0.5, 0.1]
    assert wrench(rig(asked[0], (0.8, -0.5, 0.1))) == pytest.approx(asked, abs=1e-9)


def test_thrust_gives_way_to_torque() -> None:
    """Full thrust and roll: thrust falls until the roll fits. Little thrust: it rises."""
    full = 4.0 * QUAD.max_rotor_thrust_n
    thrust, roll, _, _ = wrench(rig(full, (5.0, 0.0, 0.0)))
    assert roll == pytest.approx(5.0, abs=1e-6)
    assert thrust < full - 1.0
    thrust, roll, _, _ = wrench(rig(0.1 * HOVER_N, (5.0, 0.0, 0.0)))
    assert roll == pytest.approx(5.0, abs=1e-6)
    assert thrust > 0.5 * HOVER_N


def test_yaw_gives_way_to_roll_and_pitch() -> None:
    _, roll, pitch, yaw = wrench(rig(HOVER_N, (9.0, 3.0, 5.0)))
    assert (roll, pitch) == pytest.approx((9.0, 3.0), abs=1e-6)
    assert 0.0 < yaw < 2.0


def test_yaw_comes_before_thrust() -> None:
    thrust, _, _, yaw = wrench(rig(4.0 * QUAD.max_rotor_thrust_n, (0.0, 0.0, 0.5)))
    assert yaw == pytest.approx(0.5, abs=1e-6)
    assert thrust < 3.95 * QUAD.max_rotor_thrust_n


def test_too_much_roll_keeps_its_direction() -> None:
    """Scaled down together, so the vehicle tips the way it was asked to."""
    _, roll, pitch, yaw = wrench(rig(HOVER_N, (60.0, 20.0, 3.0)))
    assert roll / pitch == pytest.approx(3.0, abs=1e-6)
    assert roll > 8.0
    assert yaw == pytest.approx(0.0, abs=1e-6)


def test_after_touch_down_torque_does_not_raise_the_thrust() -> None:
    firmware = rig(0.5 * HOVER_N, (20.0, 0.0, 0.0))
    firmware.columns["fw_torque_first"][:] = 0.0
    thrust, roll, _, _ = wrench(firmware)
    assert thrust == pytest.approx(0.5 * HOVER_N, rel=1e-6)
    assert 1.0 < roll < 5.0


def test_commands_on_the_ground() -> None:
    firmware = rig(HOVER_N, (1.0, 0.0, 0.0))
    firmware.columns["fw_flying"][:] = 0.0
    firmware.run_task("fw_mixer")
    assert firmware.columns["motor_command"][0] == pytest.approx([0.05] * 4)
    firmware.columns["fw_armed"][:] = 0.0
    firmware.run_task("fw_mixer")
    assert not firmware.columns["motor_command"].any()


def test_a_weak_battery_is_driven_harder() -> None:
    firmware = rig(HOVER_N, (0.0, 0.0, 0.0))
    firmware.columns["fw_supply_scale"][:] = 1.25
    firmware.run_task("fw_mixer")
    assert firmware.columns["motor_command"][0] == pytest.approx([0.600] * 4, abs=1e-3)
