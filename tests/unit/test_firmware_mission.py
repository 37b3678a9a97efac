"""The sequencer's phases and the set point that walks ahead of the vehicle."""

from math import hypot

import pytest

from simloop.firmware.board import Lanes
from simloop.firmware.fake_board import FakeBoard
from simloop.firmware.firmware import Firmware
from simloop.firmware.maths import GRAVITY_MPS2
from simloop.firmware.phases import (
    PHASE_ALIGN,
    PHASE_DESCEND,
    PHASE_LANDED,
    PHASE_RETURN,
    PHASE_SPIN_UP,
    PHASE_TAKEOFF,
    PHASE_TOUCH_DOWN,
    PHASE_WAYPOINT,
)
from simloop.firmware.trajectory import approach_speed, landing_share

LANES = Lanes()
PERIOD_S = 0.02


def rig(**parameters: float | list[float]) -> Firmware:
    values: dict[str, float | list[float]] = {
        "fw_mass_kg": 2.0,
        "fw_takeoff_altitude_m": 5.0,
        "fw_waypoint_count": 2.0,
        "fw_waypoint_north_m": [10.0] * 16,
        "fw_waypoint_east_m": [0.0, 10.0] + [0.0] * 14,
        "fw_waypoint_down_m": [-5.0, -7.0] + [0.0] * 14,
        "fw_touch_torque_nm": 0.5,
        **parameters,
    }
    return Firmware(FakeBoard(LANES), LANES, values)


def column(firmware: Firmware, name: str) -> list[float]:
    return [float(value) for value in firmware.columns[name][0]]


def set_column(firmware: Firmware, name: str, *values: float) -> None:
    firmware.columns[name][0, :] = values


def step(firmware: Firmware, times: int = 1) -> None:
    """The sequencer and the set point, with a clock, and a vehicle that does not move."""
    for _ in range(times):
        firmware.columns["fw_time_s"] += PERIOD_S
        firmware.run_task("fw_sequencer")
        firmware.run_task("fw_trajectory")


def follow(firmware: Firmware, times: int) -> list[float]:
    """Let the vehicle be exactly where the set point is; the phases it goes through."""
    seen: list[float] = []
    for _ in range(times):
        step(firmware)
        phase = column(firmware, "fw_phase")[0]
        seen = seen if seen and seen[-1] == phase else [*seen, phase]
        if phase >= PHASE_TAKEOFF:
            set_column(
                firmware, "fw_position_ned_m", *column(firmware, "fw_setpoint_position_ned_m")
            )
        # Level ground at home height: the vehicle stops there and the rotors need not carry it.
        grounded = column(firmware, "fw_position_ned_m")[2] > 0.0
        set_column(firmware, "fw_thrust_setpoint_n", 0.0 if grounded else 2.0 * GRAVITY_MPS2)
        velocity = 0.0 if grounded else column(firmware, "fw_setpoint_velocity_ned_mps")[2]
        set_column(firmware, "fw_velocity_ned_mps", 0.0, 0.0, velocity)
    return seen


def ready(firmware: Firmware) -> None:
    set_column(firmware, "fw_home_fixes", 10.0)


def in_descent(**parameters: float) -> Firmware:
    firmware = rig(**parameters)
    set_column(firmware, "fw_phase", PHASE_DESCEND)
    set_column(firmware, "fw_flying", 1.0)
    set_column(firmware, "fw_position_ned_m", 0.0, 0.0, -1.0)
    set_column(firmware, "fw_velocity_ned_mps", 0.0, 0.0, 0.5)
    set_column(firmware, "fw_setpoint_velocity_ned_mps", 0.0, 0.0, 0.5)
    set_column(firmware, "fw_thrust_setpoint_n", 2.0 * GRAVITY_MPS2)
    return firmware


def test_a_mission_goes_through_all_phases_in_order() -> None:
    firmware = rig()
    ready(firmware)
    assert follow(firmware, 50 * 80) == [
        PHASE_ALIGN,
        PHASE_SPIN_UP,
        PHASE_TAKEOFF,
        PHASE_WAYPOINT,
        PHASE_RETURN,
        PHASE_DESCEND,
        PHASE_TOUCH_DOWN,
        PHASE_LANDED,
    ]
    assert column(firmware, "fw_waypoint_index") == [2.0]
    assert column(firmware, "fw_armed") == [0.0]
    takeoff_s, landed_s = (
        column(firmware, "fw_takeoff_time_s")[0],
        column(firmware, "fw_landed_time_s")[0],
    )
    assert 3.0 < takeoff_s < landed_s < 80.0


def test_without_waypoints_it_returns_at_once() -> None:
    firmware = rig(fw_waypoint_count=0.0)
    ready(firmware)
    assert PHASE_WAYPOINT not in follow(firmware, 50 * 60)
    assert column(firmware, "fw_phase") == [PHASE_LANDED]


@pytest.mark.parametrize("count", [0.0, 2.0])
def test_a_mission_that_does_not_land_stays_in_the_air(count: float) -> None:
    firmware = rig(fw_waypoint_count=count, fw_land_at_end=0.0)
    ready(firmware)
    phases = follow(firmware, 50 * 60)
    assert phases[-1] == PHASE_WAYPOINT
    assert PHASE_RETURN not in phases
    assert column(firmware, "fw_waypoint_index") == [max(count - 1.0, 0.0)]
    assert column(firmware, "fw_armed") == [1.0]


@pytest.mark.parametrize(
    ("name", "value"),
    [("fw_home_fixes", 4.0), ("fw_mission_start", 0.0), ("fw_align_time_s", 1e9)],
)
def test_it_waits_until_it_is_ready(name: str, value: float) -> None:
    firmware = rig()
    ready(firmware)
    set_column(firmware, name, value)
    step(firmware, 50 * 20)
    assert column(firmware, "fw_phase") == [PHASE_ALIGN]
    assert column(firmware, "fw_armed") == [0.0]


def test_a_waypoint_counts_only_after_the_hold() -> None:
    firmware = rig(fw_hold_time_s=1.0)
    set_column(firmware, "fw_phase", PHASE_WAYPOINT)
    set_column(firmware, "fw_position_ned_m", 10.0, 0.0, -5.0)
    step(firmware, 45)
    assert column(firmware, "fw_waypoint_index") == [0.0]
    set_column(firmware, "fw_position_ned_m", 10.0, 5.0, -5.0)
    step(firmware)
    set_column(firmware, "fw_position_ned_m", 10.0, 0.0, -5.0)
    step(firmware, 45)
    assert column(firmware, "fw_waypoint_index") == [0.0]
    step(firmware, 10)
    assert column(firmware, "fw_waypoint_index") == [1.0]
    assert column(firmware, "fw_goal_ned_m") == [10.0, 10.0, -7.0]


def test_heading_of_arming_is_held_and_waypoints_may_turn_it() -> None:
    firmware = rig(fw_waypoint_yaw_rad=[1.0] * 16, fw_yaw_speed_radps=0.5)
    set_column(firmware, "fw_attitude_wxyz", 0.8, 0.0, 0.0, 0.6)
    step(firmware)
    heading = column(firmware, "fw_yaw_setpoint_rad")[0]
    assert heading == pytest.approx(1.2870022)
    set_column(firmware, "fw_phase", PHASE_WAYPOINT)
    step(firmware, 10)
    assert column(firmware, "fw_yaw_setpoint_rad")[0] == heading
    set_column(firmware, "fw_waypoint_yaw_used", 1.0)
    step(firmware, 10)
    assert column(firmware, "fw_yaw_setpoint_rad")[0] == pytest.approx(heading - 0.1)


def test_a_foot_on_the_ground_is_noticed_at_once() -> None:
    firmware = in_descent()
    step(firmware, 10)
    assert column(firmware, "fw_phase") == [PHASE_DESCEND]
    set_column(firmware, "fw_ground_torque_nm", 0.0, -0.8)
    step(firmware, 2)
    assert column(firmware, "fw_phase") == [PHASE_TOUCH_DOWN]
    assert column(firmware, "fw_torque_first") == [0.0]
    step(firmware, 45)
    assert column(firmware, "fw_phase") == [PHASE_LANDED]


def test_torque_high_above_ground_is_no_foot() -> None:
    firmware = in_descent()
    set_column(firmware, "fw_position_ned_m", 0.0, 0.0, -8.0)
    set_column(firmware, "fw_ground_torque_nm", 0.0, -0.8)
    step(firmware, 50)
    assert column(firmware, "fw_phase") == [PHASE_DESCEND]


def test_sonar_overrules_height_over_home() -> None:
    firmware = in_descent()
    set_column(firmware, "fw_ground_clearance_m", 7.0)
    set_column(firmware, "fw_ground_age_s", 0.0)
    step(firmware)
    assert column(firmware, "fw_near_ground") == [0.0]


def test_falling_after_a_false_touch_down_is_caught() -> None:
    firmware = in_descent()
    set_column(firmware, "fw_phase", PHASE_TOUCH_DOWN)
    set_column(firmware, "fw_velocity_ned_mps", 0.0, 0.0, 3.0)
    step(firmware)
    assert column(firmware, "fw_phase") == [PHASE_DESCEND]
    assert column(firmware, "fw_flying") == [1.0]


def test_a_landed_vehicle_stays_disarmed() -> None:
    firmware = rig()
    ready(firmware)
    set_column(firmware, "fw_phase", PHASE_LANDED)
    step(firmware, 500)
    assert column(firmware, "fw_phase") == [PHASE_LANDED]
    assert column(firmware, "fw_armed") == [0.0]


def test_set_point_keeps_speed_and_acceleration() -> None:
    firmware = rig(fw_cruise_speed_mps=4.0, fw_cruise_acceleration_mps2=2.0, fw_hold_time_s=1e9)
    set_column(firmware, "fw_phase", PHASE_WAYPOINT)
    set_column(firmware, "fw_position_ned_m", -20.0, 0.0, -5.0)
    set_column(firmware, "fw_setpoint_position_ned_m", -20.0, 0.0, -5.0)
    fastest, furthest = 0.0, -20.0
    for _ in range(50 * 20):
        step(firmware)
        north, east, down = column(firmware, "fw_setpoint_position_ned_m")
        set_column(firmware, "fw_position_ned_m", north, east, down)
        vn, ve, _ = column(firmware, "fw_setpoint_velocity_ned_mps")
        an, ae, _ = column(firmware, "fw_setpoint_acceleration_ned_mps2")
        assert hypot(an, ae) <= 2.0 + 1e-9
        fastest, furthest = max(fastest, hypot(vn, ve)), max(furthest, north)
    assert fastest == pytest.approx(4.0, abs=0.05)
    assert furthest < 10.0 + 0.05
    assert north == pytest.approx(10.0, abs=0.01)


def test_set_point_waits_for_a_vehicle_that_lags() -> None:
    firmware = rig(fw_hold_time_s=1e9)
    set_column(firmware, "fw_phase", PHASE_WAYPOINT)
    set_column(firmware, "fw_position_ned_m", -20.0, 0.0, -5.0)
    set_column(firmware, "fw_setpoint_position_ned_m", -20.0, 0.0, -5.0)
    step(firmware, 50 * 10)
    ahead = column(firmware, "fw_setpoint_position_ned_m")[0] + 20.0
    assert 2.0 < ahead < 6.0
    assert column(firmware, "fw_setpoint_velocity_ned_mps")[0] == pytest.approx(0.0, abs=1e-9)


def test_on_the_ground_the_set_point_sits_on_the_vehicle() -> None:
    firmware = rig()
    set_column(firmware, "fw_position_ned_m", 0.3, -0.2, 0.1)
    step(firmware)
    assert column(firmware, "fw_setpoint_position_ned_m") == [0.3, -0.2, 0.1]


@pytest.mark.parametrize(("distance", "speed"), [(100.0, 5.0), (0.1, 0.12), (0.0, 0.0)])
def test_approach_speed(distance: float, speed: float) -> None:
    assert approach_speed(distance, 5.0, 2.0) == pytest.approx(speed)


@pytest.mark.parametrize(
    ("level", "waited_s", "share"),
    [(1.0, 0.0, 1.0), (0.775, 0.0, 0.5), (0.6, 0.0, 0.0), (0.6, 40.0, 1.0)],
)
def test_landing_waits_for_a_gust_but_not_forever(
    level: float, waited_s: float, share: float
) -> None:
    assert landing_share(level, waited_s) == pytest.approx(share)


def test_near_the_ground_a_tilted_vehicle_does_not_sink() -> None:
    firmware = in_descent()
    set_column(firmware, "fw_attitude_setpoint_wxyz", 0.9, 0.436, 0.0, 0.0)
    step(firmware, 50)
    assert column(firmware, "fw_near_ground") == [1.0]
    assert column(firmware, "fw_setpoint_velocity_ned_mps")[2] == pytest.approx(0.0, abs=1e-12)
