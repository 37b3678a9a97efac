"""The way home: straight with its heights, or back along the way flown."""

from itertools import pairwise
from math import cos, hypot, pi, sin, sqrt

import pytest
from flight_puppet import NAN, PASS_S, Place, Puppet

from simloop.firmware.codes import Airframe, Answer, GoalKind, Mode, Phase, RequestKind
from simloop.firmware.fields.mission import PATH_POINTS

FINE = (Answer.ACCEPTED, 0.0)


def flying(airframe: float = Airframe.MULTIROTOR, height_m: float = 10.0) -> Puppet:
    puppet = Puppet(airframe)
    puppet.arm()
    if airframe < Airframe.ROVER:
        puppet.ask(RequestKind.TAKEOFF, height_m, NAN)
        puppet.until_phase(Phase.HOLD)
    return puppet


def go(puppet: Puppet, *places: Place) -> None:
    """Fly from place to place."""
    for n, e, d in places:
        puppet.ask(RequestKind.GO_TO, n, e, d, NAN, 0.0, 0.0)
        puppet.run(2 * PASS_S)
        puppet.until(lambda: puppet.get("fw_goal_reached") == 1.0)


def path_of(puppet: Puppet) -> list[Place]:
    numbers = puppet.read("fw_path_ned_m")
    count = int(puppet.get("fw_path_count"))
    return [(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]) for i in range(count)]


def off_way(place: Place, way: list[Place]) -> float:
    """Distance of a place from a line of points."""
    best = 1e9
    for a, b in pairwise(way):
        ab = [q - p for p, q in zip(a, b, strict=True)]
        ap = [q - p for p, q in zip(a, place, strict=True)]
        square = sum(x * x for x in ab)
        share = sum(x * y for x, y in zip(ab, ap, strict=True)) / square if square else 0.0
        share = max(0.0, min(1.0, share))
        off = [y - share * x for x, y in zip(ab, ap, strict=True)]
        best = min(best, sqrt(sum(x * x for x in off)))
    return best


# Return


@pytest.mark.parametrize(
    ("height", "rtl", "return_height"),
    [(10.0, 30.0, 30.0), (40.0, 30.0, 40.0), (10.0, 0.0, 10.0), (2.0, 0.0, 5.0)],
)
def test_return_climbs_first_then_goes_home_and_lands(
    height: float, rtl: float, return_height: float
) -> None:
    puppet = flying()
    puppet.set(fw_rtl_altitude_m=rtl)
    go(puppet, (60.0, 20.0, -height))
    puppet.track.clear()
    assert puppet.ask(RequestKind.MODE, Mode.RTL) == FINE
    puppet.until_phase(Phase.DESCEND)
    # Far from home it is as high as it should be, or still goes straight up.
    for n, e, d in puppet.track:
        level = hypot(n - 60.0, e - 20.0) > 2.0
        assert not level or d == pytest.approx(-return_height, abs=1.1)
    assert max(-d for _, _, d in puppet.track) == pytest.approx(return_height, abs=1.1)
    assert hypot(*puppet.place[:2]) < 1.0
    puppet.until_phase(Phase.LANDED)


def test_near_home_nobody_climbs() -> None:
    puppet = flying()
    puppet.set(fw_rtl_altitude_m=50.0)
    go(puppet, (3.0, 0.0, -8.0))
    puppet.ask(RequestKind.MODE, Mode.RTL)
    puppet.track.clear()
    puppet.until_phase(Phase.DESCEND)
    assert min(d for _, _, d in puppet.track) > -10.1


def test_return_leads_to_the_home_that_was_told() -> None:
    puppet = flying()
    puppet.ask(RequestKind.SET_HOME, -20.0, 10.0, 0.0)
    puppet.ask(RequestKind.MODE, Mode.RTL)
    puppet.until_phase(Phase.LANDED)
    assert puppet.place[:2] == pytest.approx([-20.0, 10.0], abs=1.0)


def test_return_may_end_above_home() -> None:
    puppet = flying()
    puppet.set(fw_rtl_end=1.0)
    go(puppet, (30.0, 0.0, -10.0))
    puppet.ask(RequestKind.MODE, Mode.RTL)
    puppet.until_phase(Phase.HOLD)
    puppet.run(20.0)
    assert puppet.get("fw_phase") == Phase.HOLD
    assert hypot(*puppet.place[:2]) < 1.0


def test_a_wing_goes_home_on_a_line_and_lands_or_circles() -> None:
    for end, phase in ((0.0, Phase.DESCEND), (1.0, Phase.HOLD)):
        wing = flying(Airframe.WING, 50.0)
        wing.set(fw_rtl_end=end, fw_rtl_altitude_m=80.0)
        wing.set(fw_position_ned_m=[400.0, 0.0, -50.0])
        wing.ask(RequestKind.MODE, Mode.RTL)
        assert wing.get("fw_goal_kind") == GoalKind.PASS
        assert wing.read("fw_goal_ned_m") == [0.0, 0.0, -80.0]
        wing.until_phase(phase)
        assert hypot(*wing.place[:2]) < 25.0


def test_a_rover_drives_home_and_stops() -> None:
    rover = flying(Airframe.ROVER)
    go(rover, (30.0, 0.0, 0.0))
    rover.ask(RequestKind.MODE, Mode.RTL)
    assert rover.get("fw_phase") == Phase.RETURN
    assert rover.get("fw_goal_kind") == GoalKind.STOP
    rover.until_phase(Phase.HOLD)
    rover.run(5.0)
    assert hypot(*rover.place[:2]) < 1.0
    assert rover.get("fw_armed") == 1.0


def test_a_return_may_be_paused() -> None:
    puppet = flying()
    go(puppet, (60.0, 0.0, -10.0))
    puppet.ask(RequestKind.MODE, Mode.RTL)
    puppet.run(2.0)
    puppet.ask(RequestKind.PAUSE, 1.0)
    puppet.run(30.0)
    assert puppet.get("fw_phase") == Phase.HOLD
    assert puppet.place[0] > 30.0
    puppet.ask(RequestKind.PAUSE, 0.0)
    puppet.until_phase(Phase.LANDED)


# Smart return


DETOUR = [(40.0, 0.0, -10.0), (40.0, 30.0, -15.0), (80.0, 30.0, -15.0), (80.0, -40.0, -20.0)]


def test_smart_return_flies_back_the_way_it_came() -> None:
    puppet = flying()
    go(puppet, *DETOUR)
    way = list(puppet.track)[::10]
    puppet.track.clear()
    assert puppet.ask(RequestKind.MODE, Mode.SMART_RTL) == FINE
    assert puppet.get("fw_phase") == Phase.RETURN
    puppet.until_phase(Phase.DESCEND)
    back = list(puppet.track)[::10]
    assert max(off_way(place, way) for place in back) < 2.5
    # And it leaves nothing of the way out.
    assert max(off_way(corner, back) for corner in DETOUR) < 3.5
    puppet.until_phase(Phase.LANDED)
    assert hypot(*puppet.place[:2]) < 1.0


def test_straight_ways_are_few_points() -> None:
    puppet = flying()
    go(puppet, *DETOUR)
    # 180 m, of which every third would be a point.
    assert 5 <= len(path_of(puppet)) <= 10


def test_a_circle_is_remembered_within_the_accuracy() -> None:
    puppet = flying()
    around: list[Place] = []
    for i in range(1, 300):
        turn = 1.5 * pi * i / 300.0
        around.append((60.0 * sin(turn), 60.0 - 60.0 * cos(turn), -10.0))
        puppet.set(fw_position_ned_m=around[-1])
        puppet.blocked = True
        puppet.run(PASS_S)
    path = path_of(puppet)
    assert max(off_way(place, path) for place in around[:-5]) <= 2.0
    # Chords of 2 m height in a circle of 60 m: about 31 m long, and not one in 3 m.
    assert len(path) < 25


def test_the_memory_never_overflows_and_keeps_both_ends() -> None:
    puppet = flying()
    puppet.blocked = True
    puppet.set(fw_path_accuracy_m=0.1, fw_path_spacing_m=1.0)
    zigzag = [(4.0 * i, 3.0 if i % 2 else -3.0, -10.0) for i in range(1, 200)]
    for place in zigzag:
        puppet.set(fw_position_ned_m=place)
        puppet.run(PASS_S)
        assert puppet.get("fw_path_count") <= PATH_POINTS
    path = path_of(puppet)
    assert len(path) == PATH_POINTS
    assert path[0] == pytest.approx((0.0, 0.0, 0.0))
    assert path[-1] == pytest.approx(zigzag[-1])
    # The way got coarser everywhere, not lost anywhere.
    assert max(off_way(place, path) for place in zigzag) < 8.0


def test_a_loop_is_left_out() -> None:
    puppet = flying()
    go(puppet, (30.0, 0.0, -10.0))
    before = len(path_of(puppet))
    go(puppet, (60.0, 0.0, -10.0), (60.0, 40.0, -10.0), (30.0, 40.0, -10.0), (30.0, -5.0, -10.0))
    path = path_of(puppet)
    assert all(e < 10.0 for _, e, _ in path)
    assert len(path) <= before + 2


def test_there_and_back_is_nothing_to_retrace() -> None:
    puppet = flying()
    go(puppet, (90.0, 0.0, -10.0), (10.0, 0.0, -10.0))
    assert all(n < 18.0 for n, _, _ in path_of(puppet))


def test_the_way_begins_with_each_arming_and_rests_on_the_ground() -> None:
    puppet = flying()
    go(puppet, (30.0, 0.0, -10.0))
    puppet.set(fw_armed=0.0)
    puppet.run(PASS_S)
    puppet.set(fw_position_ned_m=[50.0, 50.0, 0.0])
    puppet.arm()
    assert path_of(puppet) == [(50.0, 50.0, 0.0)]


def test_smart_return_that_was_left_can_be_taken_up() -> None:
    puppet = flying()
    go(puppet, *DETOUR)
    puppet.ask(RequestKind.MODE, Mode.SMART_RTL)
    puppet.run(10.0)
    puppet.set(fw_rc_stick=[0.0, 0.0, 0.0, 0.5])
    puppet.ask(RequestKind.MODE, Mode.STABILISE)
    puppet.run(1.0)
    assert puppet.ask(RequestKind.MODE, Mode.SMART_RTL) == FINE
    puppet.until_phase(Phase.LANDED)
    assert hypot(*puppet.place[:2]) < 1.0


def test_a_wing_does_not_retrace_its_take_off_to_the_ground() -> None:
    wing = flying(Airframe.WING, 50.0)
    wing.set(fw_takeoff_altitude_m=30.0)
    wing.blocked = True
    for place in ((30.0, 0.0, -52.0), (200.0, 0.0, -50.0), (200.0, 150.0, -50.0)):
        wing.set(fw_position_ned_m=place)
        wing.run(2 * PASS_S)
    wing.blocked = False
    wing.track.clear()
    wing.ask(RequestKind.MODE, Mode.SMART_RTL)
    wing.until_phase(Phase.DESCEND)
    assert max(d for _, _, d in wing.track) < -29.0
