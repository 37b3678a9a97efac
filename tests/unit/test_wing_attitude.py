"""The inner loops of a wing on bare columns: axes in hand, rates, angles, and their limits."""

from math import cos, sin

import pytest
from test_wing_facts import facts_of
from wing_bench import WING_FIELDS, TaskBench

from simloop.firmware.codes import Axis, Level, Stage
from simloop.firmware.fields.outputs import Actuators
from simloop.firmware.maths import GRAVITY_MPS2
from simloop.firmware.wing.design import design_wing
from simloop.firmware.wing.tasks import WING_ATTITUDE

FIELDS = (*WING_FIELDS, *Actuators.columns)


def bench(vehicle: str = "trainer", **values: float | list[float]) -> TaskBench:
    """An armed wing in level cruise, with one task."""
    found = TaskBench(FIELDS, (WING_ATTITUDE,), {"OUTPUTS": 5})
    facts = facts_of(vehicle)
    found.set(**design_wing(facts))
    found.set(
        fw_armed=1.0,
        fw_flying=1.0,
        fw_wing_stage=Stage.CRUISE,
        fw_airspeed_mps=facts.cruise_speed_mps,
        fw_velocity_ned_mps=[facts.cruise_speed_mps, 0.0, 0.0],
        fw_acceleration_frd_mps2=[0.0, 0.0, -GRAVITY_MPS2],
    )
    found.set(**values)
    return found


def piloted(level: float, kind: float, roll: float, pitch: float, **more: float) -> TaskBench:
    """A wing whose first three axes a pilot commands."""
    return bench(
        fw_control_level=level,
        fw_command=[0.6, 0.0, 0.0, roll, pitch, 0.0],
        fw_command_type=[Axis.THROTTLE, 0.0, 0.0, kind, kind, kind],
        **more,
    )


def shares(found: TaskBench) -> list[float]:
    """Standard commands after one step."""
    found.run(1.0 / 400.0)
    return found.lane.read("fw_standard_command")


def test_pass_through_is_the_stick_itself() -> None:
    command = shares(piloted(Level.PASS_THROUGH, Axis.PASS_THROUGH, 0.3, -0.2))
    assert command == pytest.approx([0.6, 0.0, 0.0, 0.3, -0.2, 0.0])


@pytest.mark.parametrize("missing", ["fw_armed", "fw_flying"])
def test_nothing_moves_unless_armed_and_flying(missing: str) -> None:
    found = piloted(Level.PASS_THROUGH, Axis.PASS_THROUGH, 0.3, -0.2, **{missing: 0.0})
    assert shares(found) == [0.0] * 6


def test_rates_and_angles_have_the_sense_of_the_stick() -> None:
    for level, kind in ((Level.RATE, Axis.RATE), (Level.ANGLE, Axis.ANGLE)):
        rest = shares(piloted(level, kind, 0.0, 0.0))
        moved = shares(piloted(level, kind, 0.3, 0.1))
        assert moved[3] > rest[3] + 0.02
        assert moved[4] > rest[4] + 0.02


def test_a_rate_that_is_met_needs_its_forward_share_alone() -> None:
    facts = facts_of("trainer")
    found = piloted(Level.RATE, Axis.RATE, 0.5, 0.0)
    found.set(fw_rate_frd_radps=[0.5, 0.0, 0.0])
    assert shares(found)[3] == pytest.approx(
        0.5 * facts.damping_per_s[0] / facts.power_radps2[0], rel=1e-6
    )


def test_gains_fall_with_the_square_of_airspeed_and_damping_with_airspeed() -> None:
    facts = facts_of("trainer")
    found = piloted(Level.RATE, Axis.RATE, 0.0, 0.0)
    found.set(fw_rate_frd_radps=[-0.5, 0.0, 0.0])
    slow = shares(found)[3]
    found.set(fw_airspeed_mps=1.5 * facts.cruise_speed_mps, fw_wing_rate_integral=[0.0, 0.0, 0.0])
    assert shares(found)[3] == pytest.approx(slow / 2.25, rel=1e-6)


def test_a_turn_in_balance_asks_for_nothing_but_trim() -> None:
    facts = facts_of("trainer")
    roll = 0.5
    turn = GRAVITY_MPS2 * sin(roll) / cos(roll) / facts.cruise_speed_mps
    found = bench(
        fw_control_level=Level.GOAL,
        fw_wing_roll_setpoint_rad=roll,
        fw_attitude_wxyz=[cos(roll / 2.0), sin(roll / 2.0), 0.0, 0.0],
        fw_rate_frd_radps=[0.0, turn * sin(roll), turn * cos(roll)],
        fw_acceleration_frd_mps2=[0.0, 0.0, -GRAVITY_MPS2 / cos(roll)],
    )
    command = shares(found)
    forward = found.lane.read("fw_wing_rate_forward_s")
    trim = facts.elevator[0] + facts.elevator[1] / cos(roll)
    assert command[3] == pytest.approx(0.0, abs=1e-9)
    assert command[4] == pytest.approx(trim + forward[1] * turn * sin(roll), rel=1e-6)
    assert command[5] == pytest.approx(forward[2] * turn * cos(roll), rel=1e-6)


def test_bank_goes_no_further_than_its_limit() -> None:
    found = piloted(Level.ANGLE, Axis.ANGLE, 2.0, 0.0)
    limit = found.get("fw_wing_bank_limit_rad")
    found.set(fw_attitude_wxyz=[cos(limit / 2.0), sin(limit / 2.0), 0.0, 0.0])
    held = shares(found)[3]
    assert abs(held) < 0.02


def test_the_nose_stops_rising_where_the_wing_would_stall() -> None:
    facts = facts_of("trainer")
    found = piloted(Level.ANGLE, Axis.ANGLE, 0.0, 0.4)
    free = shares(found)[4]
    # The same speed with twice the lift: the angle of attack is near its limit.
    found.set(
        fw_acceleration_frd_mps2=[0.0, 0.0, -2.9 * GRAVITY_MPS2],
        fw_wing_rate_integral=[0.0, 0.0, 0.0],
    )
    assert facts.alpha_rad[0] + 2.9 * facts.alpha_rad[1] > found.get("fw_wing_alpha_limit_rad")
    assert shares(found)[4] < free - 0.2


def test_a_stalled_wing_is_not_pulled_further() -> None:
    # It falls at 8 m/s with the nose level and bears little: by its lift all would be well.
    found = bench(
        fw_control_level=Level.GOAL,
        fw_wing_pitch_setpoint_rad=0.4,
        fw_airspeed_mps=11.0,
        fw_velocity_ned_mps=[7.5, 0.0, 8.0],
        fw_acceleration_frd_mps2=[0.0, 0.0, -0.5 * GRAVITY_MPS2],
    )
    stalled = shares(found)[4]
    found.set(fw_velocity_ned_mps=[11.0, 0.0, 0.0], fw_wing_rate_integral=[0.0, 0.0, 0.0])
    assert shares(found)[4] > stalled + 0.3
    # Nor by an integral that wants it.
    found.set(fw_velocity_ned_mps=[7.5, 0.0, 8.0], fw_wing_rate_integral=[0.0, 0.5, 0.0])
    facts = facts_of("trainer")
    held = (found.get("fw_wing_alpha_limit_rad") - facts.alpha_rad[0]) / facts.alpha_rad[1]
    assert shares(found)[4] < facts.elevator[0] + facts.elevator[1] * held + 0.11


def test_thin_air_needs_larger_surfaces_at_the_same_airspeed() -> None:
    facts = facts_of("trainer")
    found = piloted(Level.RATE, Axis.RATE, 0.0, 0.0)
    found.set(fw_rate_frd_radps=[-0.5, 0.0, 0.0])
    dense = shares(found)[3]
    found.set(fw_air_density_kgpm3=1.0, fw_wing_rate_integral=[0.0, 0.0, 0.0])
    assert shares(found)[3] == pytest.approx(1.225 * dense, rel=1e-6)
    assert facts.power_radps2[2] > 0.0


def test_the_rudder_goes_with_the_ailerons() -> None:
    found = bench(fw_control_level=Level.GOAL, fw_wing_roll_setpoint_rad=0.5)
    command = shares(found)
    by_aileron = found.lane.read("fw_wing_coordination")[0]
    assert command[3] > 0.1
    assert command[5] == pytest.approx(by_aileron * command[3], abs=1e-6)


def test_rudder_learns_to_centre_the_ball() -> None:
    found = bench(fw_control_level=Level.GOAL)
    found.set(fw_acceleration_frd_mps2=[0.0, 1.0, -GRAVITY_MPS2])
    found.run(1.0)
    # Pushed to the right, the wind comes from the left: the nose turns left.
    assert found.lane.read("fw_standard_command")[5] < -0.01


def test_rudder_in_hand_adds_to_a_stabilised_bank() -> None:
    found = piloted(Level.ANGLE, Axis.ANGLE, 0.0, 0.0)
    before = shares(found)[5]
    found.set(
        fw_command=[0.6, 0.0, 0.0, 0.0, 0.0, 0.3],
        fw_command_type=[
            Axis.THROTTLE,
            Axis.NONE,
            Axis.NONE,
            Axis.ANGLE,
            Axis.ANGLE,
            Axis.PASS_THROUGH,
        ],
    )
    assert shares(found)[5] == pytest.approx(before + 0.3, abs=0.01)


def test_integrals_learn_in_the_air_and_not_on_the_ground() -> None:
    found = bench(fw_control_level=Level.GOAL, fw_wing_roll_setpoint_rad=0.2)
    found.run(0.5)
    assert found.lane.read("fw_wing_rate_integral")[0] > 0.01
    found.set(fw_wing_stage=Stage.ROLL)
    found.run(0.01)
    assert found.lane.read("fw_wing_rate_integral")[0] == 0.0
