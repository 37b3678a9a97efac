"""Rally points: which of them a return leads to, how high, and who asks."""

from collections.abc import Sequence
from math import hypot

import pytest
from flight_puppet import NAN, Puppet

from simloop.firmware.codes import Airframe, Mode, Phase, RequestKind
from simloop.firmware.command.way_home import NO_RALLY, chosen_rally, home_is_better
from simloop.firmware.fields.link import RallyPoints
from simloop.firmware.fields.mission import FlightSettings
from simloop.firmware.vector import Vec3
from simloop.server.simulation import Simulation

Place = tuple[float, float, float]
NEAR, FAR = (50.0, 10.0, -20.0), (-80.0, 0.0, -12.0)


def rows(*places: Place) -> list[float]:
    return [number for place in places for number in place] + [0.0] * (24 - 3 * len(places))


def airborne(*rally: Place, **settings: float) -> Puppet:
    """60 m north of home, 8 m up."""
    puppet = Puppet()
    puppet.set(fw_rally=rows(*rally), fw_rally_count=float(len(rally)), **settings)
    puppet.arm()
    puppet.ask(RequestKind.TAKEOFF, 8.0, NAN)
    puppet.until_phase(Phase.HOLD)
    puppet.ask(RequestKind.GO_TO, 60.0, 0.0, -8.0, NAN, 0.0, 0.0)
    puppet.until(lambda: puppet.place[0] > 59.5)
    return puppet


def landed_at(puppet: Puppet, mode: float = Mode.RTL) -> Sequence[float]:
    puppet.ask(RequestKind.MODE, mode)
    puppet.track.clear()
    puppet.until_phase(Phase.LANDED)
    return puppet.place[:2]


@pytest.mark.parametrize(
    ("home_m", "rally_m", "limit_m", "includes_home", "home"),
    [
        (10.0, 20.0, 300.0, True, True),
        (20.0, 10.0, 300.0, True, False),
        (10.0, 20.0, 300.0, False, False),
        (10.0, 400.0, 300.0, False, True),
        (500.0, 400.0, 300.0, False, False),
        (10.0, 400.0, 0.0, False, False),
    ],
)
def test_home_or_rally(
    home_m: float, rally_m: float, limit_m: float, includes_home: bool, home: bool
) -> None:
    assert home_is_better(home_m, rally_m, limit_m, includes_home) is home


def test_the_nearest_of_those_that_are_there() -> None:
    points = [
        RallyPoints(ned_m=rows(FAR, NEAR, (51.0, 0.0, -5.0)), count=count) for count in range(4)
    ]
    settings = FlightSettings(rally_limit_km=0.3, rally_includes_home=1.0)
    found = [chosen_rally(some, settings, Vec3(60.0, 0.0, 0.0), 60.0) for some in points]
    # The one far behind home is nothing; the third is nearer than the second.
    assert found == [NO_RALLY, NO_RALLY, 1, 2]


def test_it_returns_to_the_nearest_at_the_height_of_that_point() -> None:
    puppet = airborne(FAR, NEAR)
    assert landed_at(puppet) == pytest.approx(NEAR[:2], abs=1.0)
    assert min(down for _, _, down in puppet.track) == pytest.approx(-20.0, abs=1.0)


def test_home_is_one_of_them_unless_the_parameter_says_no() -> None:
    assert landed_at(airborne(FAR)) == pytest.approx((0.0, 0.0), abs=1.0)
    without_home = airborne(FAR, fw_rally_includes_home=0.0)
    assert landed_at(without_home) == pytest.approx(FAR[:2], abs=1.0)
    left_over = airborne(FAR, fw_rally_includes_home=0.0, fw_rally_limit_km=0.1)
    assert landed_at(left_over) == pytest.approx((0.0, 0.0), abs=1.0)


def test_smart_return_goes_back_along_its_way_or_else_as_any_return() -> None:
    assert landed_at(airborne(NEAR), Mode.SMART_RTL) == pytest.approx((0.0, 0.0), abs=1.0)
    lost = airborne(NEAR)
    # A failsafe that asks for a smart return without a way gets a plain one.
    lost.set(fw_path_count=0.0, fw_failsafe_mode=Mode.SMART_RTL)
    lost.until_phase(Phase.LANDED)
    assert lost.place[:2] == pytest.approx(NEAR[:2], abs=1.0)


def test_a_rover_drives_there() -> None:
    puppet = Puppet(Airframe.ROVER)
    puppet.set(fw_rally=rows(NEAR), fw_rally_count=1.0)
    puppet.arm()
    puppet.ask(RequestKind.GO_TO, 60.0, 0.0, 0.0, NAN, 0.0, 0.0)
    puppet.until(lambda: puppet.place[0] > 59.0)
    puppet.ask(RequestKind.MODE, Mode.RTL)
    puppet.run(60.0)
    assert puppet.place == pytest.approx([*NEAR[:2], 0.0], abs=1.0)


def test_the_quad_of_the_library_lands_at_its_rally_point() -> None:
    """The square ends in a return; here it leads to a point beside the square."""
    place = (12.0, 30.0, -16.0)
    sets = [
        f"vehicles[0].initial={{fw_rally: {rows(place)}, fw_rally_count: 1.0}}",
        "vehicles[0].model.autopilot.settings.parameters={RALLY_INCL_HOME: 0}",
    ]
    simulation = Simulation.load("square", sets=sets)
    quad = simulation.world.by_name("quad_0")
    highest_m = 0.0
    while not simulation.over and simulation.seconds < 90.0:
        simulation.advance(100)
        highest_m = max(highest_m, -simulation.world.vector(quad, "position_ned_m")[2])
    north, east, _ = simulation.world.vector(quad, "position_ned_m")
    assert simulation.over and not simulation.monitor.flights["quad_0"].crashed
    assert hypot(north - place[0], east - place[1]) < 2.0
    assert highest_m == pytest.approx(16.0, abs=1.0)
