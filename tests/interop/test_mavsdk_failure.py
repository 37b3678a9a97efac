"""MAVSDK's failure plugin lets a vehicle's parts fail, and is told honestly what cannot fail."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, TypeVar

import pytest
from ground_vehicle import free_port, waiting_vehicle

mavsdk = pytest.importorskip("mavsdk")
failure = pytest.importorskip("mavsdk.failure")

T = TypeVar("T")
STEP_S = 60.0


async def first(stream: AsyncIterator[T], wanted: Any, what: str) -> T:
    async def look() -> T:
        async for item in stream:
            if wanted(item):
                return item
        raise AssertionError(f"the stream ended before: {what}")

    try:
        return await asyncio.wait_for(look(), STEP_S)
    except TimeoutError:
        raise AssertionError(f"not within {STEP_S} s: {what}") from None


async def refused(drone: Any, unit: Any, kind: Any) -> str:
    with pytest.raises(failure.FailureError) as told:
        await asyncio.wait_for(drone.failure.inject(unit, kind, 0), STEP_S)
    return str(told.value)


async def let_things_fail(port: int) -> None:
    unit, kind = failure.FailureUnit, failure.FailureType
    drone = mavsdk.System(port=free_port())
    await drone.connect(f"udpin://127.0.0.1:{port}")
    await first(drone.core.connection_state(), lambda s: s.is_connected, "connected")
    await first(drone.telemetry.gps_info(), lambda g: g.num_satellites > 5, "a fix")

    await asyncio.wait_for(drone.failure.inject(unit.SENSOR_GPS, kind.OFF, 0), STEP_S)
    await first(drone.telemetry.health(), lambda h: not h.is_global_position_ok, "position is lost")
    await asyncio.wait_for(drone.failure.inject(unit.SENSOR_GPS, kind.OK, 0), STEP_S)
    await first(drone.telemetry.health(), lambda h: h.is_global_position_ok, "position is back")

    # Over a line that is cut: the simulator answers beside it, and mends it.
    await asyncio.wait_for(drone.failure.inject(unit.SYSTEM_MAVLINK_SIGNAL, kind.OFF, 0), STEP_S)
    await first(drone.core.connection_state(), lambda s: not s.is_connected, "silence")
    await asyncio.wait_for(drone.failure.inject(unit.SYSTEM_MAVLINK_SIGNAL, kind.OK, 0), STEP_S)
    await first(drone.core.connection_state(), lambda s: s.is_connected, "connected again")

    assert "UNSUPPORTED" in await refused(drone, unit.SENSOR_OPTICAL_FLOW, kind.OFF)
    assert "UNSUPPORTED" in await refused(drone, unit.SYSTEM_MAVLINK_SIGNAL, kind.STUCK)


@pytest.mark.timeout(900)
def test_the_failure_plugin_injects_and_clears_and_is_refused() -> None:
    port = free_port()
    with waiting_vehicle(f"udpout:127.0.0.1:{port}", speed=4.0):
        asyncio.run(let_things_fail(port))
