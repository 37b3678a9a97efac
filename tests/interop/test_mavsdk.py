"""MAVSDK and its real server fly a vehicle from connecting to disarming."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from typing import Any, TypeVar

import pytest
from ground_vehicle import free_port, waiting_vehicle

from simloop.server.simulation import Simulation

mavsdk = pytest.importorskip("mavsdk")
raw = pytest.importorskip("mavsdk.mission_raw")

T = TypeVar("T")
# Simulated over wall time, and what a step of the flight may take on the wall clock.
SPEED = 4.0
STEP_S = 60.0


async def first(stream: AsyncIterator[T], wanted: Callable[[T], bool], what: str) -> T:
    async def look() -> T:
        async for item in stream:
            if wanted(item):
                return item
        raise AssertionError(f"the stream ended before: {what}")

    try:
        return await asyncio.wait_for(look(), STEP_S)
    except TimeoutError:
        raise AssertionError(f"not within {STEP_S} s: {what}") from None


RELATIVE_INT, WAYPOINT = 6, 16


def item(sequence: int, latitude_deg: float, longitude_deg: float) -> Any:
    nan = float("nan")
    x, y = round(latitude_deg * 1e7), round(longitude_deg * 1e7)
    return raw.MissionItem(
        sequence, RELATIVE_INT, WAYPOINT, int(sequence == 0), 1, 1.0, 0.0, 0.0, nan, x, y, 12.0, 0
    )


async def fly(port: int) -> None:
    drone = mavsdk.System()
    await drone.connect(f"udpin://127.0.0.1:{port}")
    await first(drone.core.connection_state(), lambda s: s.is_connected, "connected")
    parameters = await drone.param.get_all_params()
    known = {p.name: p.value for p in (*parameters.float_params, *parameters.int_params)}
    assert len(known) > 300
    await first(
        drone.telemetry.health(),
        lambda h: h.is_global_position_ok and h.is_home_position_ok and h.is_armable,
        "healthy",
    )
    home = await first(drone.telemetry.home(), lambda h: True, "home")
    # Item 0 is home, as ArduPilot has it.
    latitude, longitude = home.latitude_deg, home.longitude_deg
    plan = [
        item(0, latitude, longitude),
        item(1, latitude + 0.0002, longitude),
        item(2, latitude + 0.0002, longitude + 0.0002),
    ]
    await drone.mission_raw.upload_mission(plan)
    back = await drone.mission_raw.download_mission()
    assert [(i.command, i.x, i.y, i.z) for i in back[1:]] == [
        (i.command, i.x, i.y, i.z) for i in plan[1:]
    ]
    await drone.action.set_takeoff_altitude(8.0)
    await drone.action.arm()
    await drone.action.takeoff()
    await first(
        drone.telemetry.position(), lambda p: p.relative_altitude_m > 7.0, "at take-off height"
    )
    await drone.mission_raw.start_mission()
    await first(
        drone.telemetry.position(),
        lambda p: abs(p.longitude_deg - longitude - 0.0002) < 2e-5,
        "at the last waypoint",
    )
    await drone.action.return_to_launch()
    await first(drone.telemetry.in_air(), lambda flying: not flying, "landed")
    await first(drone.telemetry.armed(), lambda armed: not armed, "disarmed")
    where = await first(drone.telemetry.position(), lambda p: True, "position")
    assert abs(where.latitude_deg - home.latitude_deg) < 2e-5
    assert abs(where.longitude_deg - home.longitude_deg) < 2e-5


@pytest.mark.timeout(900)
def test_a_script_connects_flies_a_mission_returns_and_lands() -> None:
    port = free_port()
    with waiting_vehicle(f"udpout:127.0.0.1:{port}", speed=SPEED):
        asyncio.run(fly(port))


async def meet(port: int) -> None:
    drone = mavsdk.System()
    await drone.connect(f"udpin://127.0.0.1:{port}")
    await first(drone.core.connection_state(), lambda s: s.is_connected, "connected")


@pytest.mark.timeout(300)
def test_a_script_meets_a_vehicle_that_is_still_compiled() -> None:
    port = free_port()
    endpoint = f'links.mavlink={{endpoints: ["udpout:127.0.0.1:{port}"]}}'
    with closing(Simulation.load("hover", compiled=False, sets=[endpoint])) as simulation:
        asyncio.run(meet(port))
        assert simulation.world.tick == 0
