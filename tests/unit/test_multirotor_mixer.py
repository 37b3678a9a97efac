"""The mixer: motor model, who gives way at the limits, which mixer is in use, dead motors."""

from math import sqrt

import numpy as np
import pytest
from multirotor_bench import FIELDS, TaskBench
from test_multirotor_design import FRAMES, QUAD

from simloop.firmware.codes import Level
from simloop.firmware.fields.outputs import Motors
from simloop.firmware.multirotor.allocation import allocation
from simloop.firmware.multirotor.canned_mixers import (
    MIXER_CUSTOM,
    MIXER_HEXA_X,
    MIXER_OCTO_X,
    MIXER_QUAD_PLUS,
    MIXER_QUAD_X,
    MIXER_X8,
    MIXER_Y6,
    canned_shares,
    mixer_columns,
)
from simloop.firmware.multirotor.facts import MultirotorFacts
from simloop.firmware.multirotor.gains import design_gains
from simloop.firmware.multirotor.tasks import MULTIROTOR_TASKS

HOVER_N = QUAD.weight_n


def rig(
    thrust_n: float = HOVER_N, torque_nm: tuple[float, float, float] = (0.0, 0.0, 0.0)
) -> TaskBench:
    """The quad's mixer with a wrench to give."""
    bench = TaskBench((*FIELDS, *Motors.columns), MULTIROTOR_TASKS, {"ROTORS": 4})
    bench.set(**design_gains(QUAD), fw_armed=1.0, fw_flying=1.0)
    bench.set(fw_thrust_n=thrust_n, fw_torque_frd_nm=torque_nm)
    bench.tasks.run_one("fw_mc_mixer_choice")
    return bench


def thrusts_of(bench: TaskBench) -> list[float]:
    """What the rotors give at the commands they get."""
    c0, c1, c2 = bench.lane.read("fw_mc_motor_curve")
    roots = [
        (-c1 + sqrt(max(c1 * c1 - 4.0 * c2 * (c0 - command), 0.0))) / (2.0 * c2)
        for command in bench.lane.read("motor_command")
    ]
    return [max(root, 0.0) ** 2 for root in roots]


def wrench(bench: TaskBench) -> list[float]:
    """Run the mixer and turn its commands back into thrust and torques."""
    bench.tasks.run_one("fw_mc_mixer")
    arms = (1.0, QUAD.arm_m, QUAD.arm_m, QUAD.drag_arm_m)
    return [
        arm * sum(a * b for a, b in zip(row, thrusts_of(bench), strict=True))
        for arm, row in zip(arms, allocation(QUAD), strict=True)
    ]


def test_hover_needs_the_reference_command() -> None:
    bench = rig()
    bench.tasks.run_one("fw_mc_mixer")
    assert bench.lane.read("motor_command") == pytest.approx([0.480] * 4, abs=5e-4)


def test_a_wrench_within_the_limits_is_given_exactly() -> None:
    bench = rig(HOVER_N, (0.8, -0.5, 0.1))
    assert wrench(bench) == pytest.approx([HOVER_N, 0.8, -0.5, 0.1], abs=1e-9)
    assert bench.lane.read("fw_mc_torque_given") == [1.0, 1.0]


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
    bench = rig(HOVER_N, (9.0, 3.0, 5.0))
    _, roll, pitch, yaw = wrench(bench)
    assert (roll, pitch) == pytest.approx((9.0, 3.0), abs=1e-6)
    assert 0.0 < yaw < 2.0
    tilt_given, yaw_given = bench.lane.read("fw_mc_torque_given")
    assert tilt_given == 1.0
    assert yaw_given == pytest.approx(yaw / 5.0)


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
    bench = rig(0.5 * HOVER_N, (20.0, 0.0, 0.0))
    bench.set(fw_mc_torque_first=0.0)
    thrust, roll, _, _ = wrench(bench)
    assert thrust == pytest.approx(0.5 * HOVER_N, rel=1e-6)
    assert 1.0 < roll < 5.0


def test_commands_on_the_ground() -> None:
    bench = rig(HOVER_N, (1.0, 0.0, 0.0))
    bench.set(fw_flying=0.0)
    bench.tasks.run_one("fw_mc_mixer")
    assert bench.lane.read("motor_command") == pytest.approx([0.05] * 4)
    bench.set(fw_armed=0.0)
    bench.tasks.run_one("fw_mc_mixer")
    assert bench.lane.read("motor_command") == [0.0] * 4


def test_a_weak_battery_is_driven_harder() -> None:
    bench = rig()
    bench.set(fw_supply_scale=1.25)
    bench.tasks.run_one("fw_mc_mixer")
    assert bench.lane.read("motor_command") == pytest.approx([0.600] * 4, abs=1e-3)


def chosen(bench: TaskBench) -> np.ndarray:
    """The mixer in use, one row per effect."""
    bench.tasks.run_one("fw_mc_mixer_choice")
    return np.array(bench.lane.read("fw_mc_mix")).reshape(4, -1)


def test_a_mixer_is_chosen_by_number_while_it_runs() -> None:
    bench = rig()
    for number in (MIXER_QUAD_PLUS, MIXER_QUAD_X, 255):
        bench.set(fw_mc_mixer_number=[float(number), 255.0])
        assert np.allclose(chosen(bench), mixer_columns(number, QUAD), atol=1e-12)
        assert bench.get("fw_mixer_valid") == 1.0


@pytest.mark.parametrize("number", [0.0, 9.0, 10.0, 11.0, 12.0])
def test_a_mixer_that_cannot_fly_is_told(number: float) -> None:
    bench = rig()
    bench.set(fw_mc_mixer_number=[number, 255.0])
    bench.tasks.run_one("fw_mc_mixer_choice")
    assert bench.get("fw_mixer_valid") == 0.0


def test_a_custom_mixer_may_change_at_any_time() -> None:
    bench = rig()
    bench.set(fw_mc_mixer_number=[float(MIXER_CUSTOM), 255.0])
    for number in (MIXER_QUAD_X, MIXER_QUAD_PLUS):
        flat = [share for row in canned_shares(number) for share in (*row, *(0.0,) * 6)]
        bench.set(fw_mc_custom_primary=flat)
        assert np.allclose(chosen(bench), mixer_columns(number, QUAD), atol=1e-12)
        assert bench.get("fw_mixer_valid") == 1.0


@pytest.mark.parametrize(
    ("override", "kind", "lift_by", "torque_by"),
    [
        (0.0, 1.0, MIXER_QUAD_PLUS, MIXER_QUAD_PLUS),
        (2.0, 1.0, MIXER_QUAD_X, MIXER_QUAD_PLUS),
        (32.0, 1.0, MIXER_QUAD_X, MIXER_QUAD_PLUS),
        (1.0, 1.0, MIXER_QUAD_PLUS, MIXER_QUAD_X),
        (16.0, 1.0, MIXER_QUAD_PLUS, MIXER_QUAD_X),
        (4.0 + 32.0, 1.0, MIXER_QUAD_X, MIXER_QUAD_X),
        (0.0, 0.0, MIXER_QUAD_X, MIXER_QUAD_X),
        (0.0, 2.0, MIXER_QUAD_X, MIXER_QUAD_X),
    ],
)
def test_sticks_use_the_primary_mixer_and_programs_the_secondary(
    override: float, kind: float, lift_by: int, torque_by: int
) -> None:
    bench = rig()
    # Twice the thrust shares tell the two apart.
    table = design_gains(QUAD)["fw_mc_mixer_table"]
    assert isinstance(table, tuple)
    plus = 16 * MIXER_QUAD_PLUS
    doubled = [2.0 * x if plus <= k < plus + 4 else x for k, x in enumerate(table)]
    bench.set(
        fw_mc_mixer_table=doubled,
        fw_mc_mixer_number=[float(MIXER_QUAD_X), float(MIXER_QUAD_PLUS)],
        fw_control_level=Level.ANGLE,
        fw_override=override,
        fw_offboard_kind=kind,
    )
    mix = chosen(bench)
    assert mix[0] == pytest.approx([0.5 if lift_by == MIXER_QUAD_PLUS else 0.25] * 4)
    assert np.allclose(mix[1:], mixer_columns(torque_by, QUAD)[1:])


def without(facts: MultirotorFacts, *dead: int) -> np.ndarray:
    """The mixer that is left of a frame without some rotors."""
    bench = TaskBench((*FIELDS, *Motors.columns), MULTIROTOR_TASKS, {"ROTORS": facts.rotors})
    bench.set(**design_gains(facts))
    bench.set(fw_motor_ok=[0.0 if i in dead else 1.0 for i in range(facts.rotors)])
    mix = chosen(bench)
    assert bench.get("fw_mixer_valid") == 1.0
    return mix


@pytest.mark.parametrize("number", [MIXER_OCTO_X, MIXER_Y6, MIXER_X8])
@pytest.mark.parametrize("dead", [0, 1, 5])
def test_rotors_that_are_left_do_all_that_all_did(number: int, dead: int) -> None:
    mix = without(FRAMES[number], dead)
    product = np.array(allocation(FRAMES[number])) @ mix.T
    assert np.allclose(product, np.eye(4), atol=1e-9)
    assert np.all(mix[:, dead] == 0.0)
    assert sorted(mix[0])[1] > 0.05, "each of the others carries, so torque goes both ways"


@pytest.mark.parametrize("dead", range(6))
def test_a_hexa_gives_up_yaw_for_roll_and_pitch(dead: int) -> None:
    """The rotor opposite to the dead one carries nothing, and helps only to turn one way."""
    facts = FRAMES[MIXER_HEXA_X]
    opposite = (dead + 3) % 6
    mix = without(facts, dead)
    product = np.array(allocation(facts)) @ mix.T
    assert np.allclose(product[:3, :3], np.eye(3), atol=1e-9)
    assert product[3, 0] == pytest.approx(0.0, abs=1e-9)
    assert np.all(mix[:3, opposite] == 0.0)
    assert np.allclose(product[:, 3], [0.0, 0.0, 0.0, 1.0], atol=1e-9)
    assert abs(mix[3, opposite]) > 0.3


def test_a_quad_without_a_rotor_keeps_what_it_had() -> None:
    mix = without(QUAD, 2)
    assert np.all(np.isfinite(mix))
    assert mix[0, 2] == 0.0


def test_a_rotor_that_stands_by_turns_one_way_only() -> None:
    """By hand: rotor 3 carries nothing and can only push."""
    bench = rig(HOVER_N, (0.0, 0.0, 0.05))
    lift = [1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0]
    yaw = [0.0, -0.25, 0.0, 0.25]
    bench.set(fw_mc_mix=[*lift, *[0.0] * 8, *yaw])
    bench.tasks.run_one("fw_mc_mixer")
    assert bench.lane.read("motor_command")[3] > 0.0
    assert bench.lane.read("fw_mc_torque_given")[1] == 1.0
    bench.set(fw_torque_frd_nm=[0.0, 0.0, -0.05])
    bench.tasks.run_one("fw_mc_mixer")
    assert bench.lane.read("motor_command")[3] == 0.0
    assert bench.lane.read("fw_mc_torque_given")[1] == 0.0
    assert thrusts_of(bench)[:3] == pytest.approx([HOVER_N / 3.0] * 3, rel=1e-9)


def test_a_dead_motor_gets_no_command() -> None:
    bench = rig()
    bench.set(fw_motor_ok=[1.0, 0.0, 1.0, 1.0])
    bench.tasks.run_one("fw_mc_mixer_choice")
    bench.tasks.run_one("fw_mc_mixer")
    assert bench.lane.read("motor_command")[1] == 0.0
    assert min(bench.lane.read("motor_command")[k] for k in (0, 2)) > 0.0
