"""Total energy control on bare columns: who answers to height and to speed, and what limits it."""

import pytest
from test_wing_attitude import FIELDS
from test_wing_facts import facts_of
from wing_bench import TaskBench

from simloop.firmware.codes import Level, Stage
from simloop.firmware.fields.wing import Wing
from simloop.firmware.fields.wing_model import LowCruiseHigh, UpDown
from simloop.firmware.maths import GRAVITY_MPS2
from simloop.firmware.vector import Range
from simloop.firmware.wing.design import design_wing
from simloop.firmware.wing.tasks import WING_ENERGY, WING_PROFILE
from simloop.firmware.wing.tecs_task import throttle_for

FACTS = facts_of("trainer")
# Climbs by 4 m/s at full throttle, sinks by 1.6 m/s at idle, cruises at 15 m/s by 0.6 of it.
MODEL = Wing(
    design_speed_mps=15.0,
    throttle_curve=LowCruiseHigh(0.5, 0.6, 0.9),
    curve_speeds_mps=Range(11.0, 22.0),
    energy_rates_mps=UpDown(4.0, 1.6),
)


def bench(**values: float | list[float]) -> TaskBench:
    """A trainer in level cruise at 100 m, settled."""
    found = TaskBench(FIELDS, (WING_ENERGY,), {"OUTPUTS": 5})
    found.set(**design_wing(FACTS))
    cruise = FACTS.cruise_speed_mps
    found.set(
        fw_armed=1.0,
        fw_flying=1.0,
        fw_control_level=Level.GOAL,
        fw_wing_stage=Stage.CRUISE,
        fw_airspeed_mps=cruise,
        fw_wing_smooth_speed_mps=cruise,
        fw_velocity_ned_mps=[cruise, 0.0, 0.0],
        fw_acceleration_frd_mps2=[0.0, 0.0, -GRAVITY_MPS2],
        fw_position_ned_m=[0.0, 0.0, -100.0],
        fw_wing_height_setpoint_m=100.0,
        fw_wing_speed_setpoint_mps=cruise,
        fw_wing_throttle=FACTS.throttle[1],
    )
    found.set(**values)
    return found


def after(found: TaskBench, seconds: float = 1.0) -> tuple[float, float]:
    """Throttle and pitch."""
    found.run(seconds)
    return found.get("fw_wing_throttle"), found.get("fw_wing_pitch_setpoint_rad")


def test_level_cruise_is_throttle_and_angle_of_attack_of_the_facts() -> None:
    throttle, pitch = after(bench())
    assert throttle == pytest.approx(FACTS.throttle[1], abs=1e-6)
    assert pitch == pytest.approx(sum(FACTS.alpha_rad), abs=1e-6)


def test_too_low_raises_throttle_and_nose() -> None:
    throttle, pitch = after(bench(fw_wing_height_setpoint_m=105.0))
    assert throttle > FACTS.throttle[1] + 0.1
    assert pitch > sum(FACTS.alpha_rad) + 0.05


def test_too_fast_closes_the_throttle_and_raises_the_nose_a_little() -> None:
    fast = FACTS.cruise_speed_mps + 2.0
    throttle, pitch = after(
        bench(
            fw_airspeed_mps=fast,
            fw_wing_smooth_speed_mps=fast,
            fw_velocity_ned_mps=[fast, 0.0, 0.0],
        )
    )
    share = (FACTS.cruise_speed_mps / fast) ** 2
    alpha = FACTS.alpha_rad[0] + FACTS.alpha_rad[1] * share
    assert throttle < FACTS.throttle[1] - 0.1
    assert alpha < pitch < alpha + 0.1


def test_below_the_lowest_speed_throttle_is_full_and_the_nose_goes_down() -> None:
    slow = 0.88 * FACTS.speeds_mps[0]
    found = bench(
        fw_airspeed_mps=slow,
        fw_wing_smooth_speed_mps=slow,
        fw_velocity_ned_mps=[slow, 0.0, 0.0],
        fw_wing_height_setpoint_m=110.0,
    )
    throttle, pitch = after(found)
    share = (FACTS.cruise_speed_mps / slow) ** 2
    assert throttle == 1.0
    assert pitch < FACTS.alpha_rad[0] + FACTS.alpha_rad[1] * share - 0.03


def test_throttle_moves_no_faster_than_its_slew() -> None:
    found = bench(fw_wing_height_setpoint_m=110.0)
    before = found.get("fw_wing_throttle")
    slew = found.get("fw_wing_throttle_slew_per_s")
    throttle, _ = after(found, 0.1)
    assert throttle == pytest.approx(before + 0.1 * slew, abs=1e-6)


def test_integrals_stop_where_the_throttle_is_open() -> None:
    found = bench(fw_wing_height_setpoint_m=200.0, fw_wing_climb_setpoint_mps=50.0)
    after(found, 2.0)
    held = found.get("fw_wing_energy_integral_mps")
    assert after(found, 5.0)[0] == 1.0
    assert found.get("fw_wing_energy_integral_mps") == pytest.approx(held, abs=1e-9)


def test_a_bank_needs_more_throttle_and_more_angle_of_attack() -> None:
    level = after(bench())
    banked = after(bench(fw_wing_roll_setpoint_rad=0.7))
    assert banked[0] > level[0] + 0.005
    assert banked[1] > level[1] + 0.02


def test_stages_on_the_ground_and_in_the_flare_say_the_throttle() -> None:
    assert after(bench(fw_wing_stage=Stage.ROLL), 2.0)[0] == 1.0
    assert after(bench(fw_wing_stage=Stage.FLARE), 2.0)[0] == 0.0


def test_a_flare_in_wind_keeps_power_until_it_is_low() -> None:
    # Above the speed of a flare in still air, yet a lull would take more away than there is.
    speed = 1.4 * FACTS.stall_speed_mps
    air = {"fw_wing_stage": Stage.FLARE, "fw_airspeed_mps": speed}
    assert after(bench(**air, fw_wing_clearance_m=1.9), 2.0)[0] == 0.0
    windy = air | {"fw_wind_ned_mps": [-10.0, 0.0]}
    assert after(bench(**windy, fw_wing_clearance_m=1.9), 2.0)[0] > 0.9
    # What is added low down is left over as a long way to float: it fades.
    assert after(bench(**windy, fw_wing_clearance_m=1.3), 2.0)[0] == pytest.approx(0.5)
    assert after(bench(**windy, fw_wing_clearance_m=0.6), 2.0)[0] == 0.0


def test_a_flare_that_a_gust_holds_up_asks_for_more_sink() -> None:
    found = TaskBench(FIELDS, (WING_PROFILE,), {"OUTPUTS": 5})
    design = design_wing(FACTS)
    found.set(**design)
    approach = design["fw_wing_approach"]
    assert isinstance(approach, tuple)
    constant = approach[2]
    found.set(fw_flying=1.0, fw_control_level=Level.GOAL, fw_wing_stage=Stage.FLARE)
    found.set(fw_wing_clearance_m=0.3)
    asked = []
    for flare_s in (0.0, 1.4 * constant, 1.5 * constant + 1.0, 10.0 * constant):
        found.set(fw_wing_stage_time_s=flare_s)
        found.run(0.02)
        asked.append(-found.get("fw_wing_climb_setpoint_mps"))
    assert asked == pytest.approx([0.35, 0.35, 0.65, 0.9])


def test_the_nose_stays_within_the_highest_angle_above_the_path() -> None:
    # It sinks fast in a flare: more nose would only stall it.
    sinking = bench(
        fw_wing_stage=Stage.FLARE,
        fw_wing_clearance_m=1.0,
        fw_velocity_ned_mps=[14.0, 0.0, 4.0],
        fw_wing_climb_setpoint_mps=-0.4,
    )
    _, pitch = after(sinking, 3.0)
    assert pitch < sinking.get("fw_wing_alpha_limit_rad") + 0.1 - 4.0 / 16.0


def test_a_lull_is_answered_with_power_at_once() -> None:
    lowest = FACTS.speeds_mps[0]
    # The smooth airspeed has not seen it yet.
    found = bench(fw_airspeed_mps=0.85 * lowest)
    assert after(found, 0.4)[0] > FACTS.throttle[1] + 0.3


def test_thin_air_raises_the_lowest_speed() -> None:
    found = TaskBench(FIELDS, (WING_PROFILE,), {"OUTPUTS": 5})
    found.set(**design_wing(FACTS))
    found.set(
        fw_flying=1.0,
        fw_control_level=Level.GOAL,
        fw_wing_stage=Stage.CRUISE,
        fw_goal_speed_mps=1.0,
        fw_air_density_kgpm3=1.0,
    )
    found.run(0.1)
    lowest = FACTS.speeds_mps[0] * (1.225 / 1.0) ** 0.5
    assert found.get("fw_wing_speed_setpoint_mps") == pytest.approx(lowest, rel=1e-9)


@pytest.mark.parametrize(("wind_mps", "share"), [(0.0, 0.0), (6.0, 0.0), (12.0, 0.5), (30.0, 0.5)])
def test_against_the_wind_it_still_gets_ahead(wind_mps: float, share: float) -> None:
    found = TaskBench(FIELDS, (WING_PROFILE,), {"OUTPUTS": 5})
    found.set(**design_wing(FACTS))
    found.set(
        fw_flying=1.0,
        fw_control_level=Level.GOAL,
        fw_wing_stage=Stage.CRUISE,
        fw_goal_speed_mps=0.0,
        fw_velocity_ned_mps=[4.0, 0.0, 0.0],
        fw_wind_ned_mps=[-wind_mps, 0.0],
    )
    found.run(0.1)
    cruise, fastest = FACTS.cruise_speed_mps, FACTS.speeds_mps[1]
    wanted = min(max(cruise, wind_mps + share * cruise), fastest)
    assert found.get("fw_wing_speed_setpoint_mps") == pytest.approx(wanted)


def test_a_pilot_s_throttle_and_pitch_are_where_control_begins() -> None:
    found = bench(fw_control_level=Level.ANGLE, fw_command=[0.3, 0.0, 0.0, 0.0, 0.0, 0.0])
    throttle, pitch = after(found, 0.1)
    assert throttle == pytest.approx(0.3)
    assert pitch == pytest.approx(0.0, abs=1e-9)


def test_throttle_for_a_climb_lies_between_level_flight_and_full() -> None:
    def throttle(gain_mps: float) -> float:
        return throttle_for(MODEL, gain_mps, 15.0, 1.0)

    assert throttle(0.0) == pytest.approx(0.6)
    assert throttle(4.0) == pytest.approx(1.0)
    assert throttle(-1.6) == pytest.approx(0.0)


def test_climb_of_a_stick_moves_the_height_and_its_release_holds_it() -> None:
    found = TaskBench(FIELDS, (WING_PROFILE,), {"OUTPUTS": 5})
    found.set(**design_wing(FACTS))
    found.set(
        fw_flying=1.0,
        fw_control_level=Level.CLIMB,
        fw_wing_stage=Stage.CRUISE,
        fw_position_ned_m=[0.0, 0.0, -100.0],
        fw_wing_height_setpoint_m=100.0,
        fw_goal_velocity_ned_mps=[0.0, 0.0, -2.0],
    )
    found.run(3.0)
    assert found.get("fw_wing_climb_setpoint_mps") == pytest.approx(2.0)
    assert found.get("fw_wing_height_setpoint_m") == pytest.approx(105.0, abs=0.1)
    found.set(fw_goal_velocity_ned_mps=[0.0, 0.0, 0.0])
    found.run(3.0)
    held = found.get("fw_wing_height_setpoint_m")
    found.run(1.0)
    assert found.get("fw_wing_height_setpoint_m") == held
