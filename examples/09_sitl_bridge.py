"""The SITL bridge: two rovers, one moved by "Gazebo", one by simloop, in one lockstep run.

Gazebo is played by a second simloop that speaks the protocol of ardupilot_gazebo. With the real
one running, leave `stand_in_for_gazebo` out and let GazeboConfig have its port.
"""

import asyncio
from threading import Thread

from simloop import (
    GazeboAdapter,
    GazeboConfig,
    LightweightAdapter,
    LightweightConfig,
    SitlBridge,
    VehicleConfig,
    VehicleId,
)

TICK_RATE_HZ = 100
MISSION = {"waypoints_ned_m": [[1.5, 0.0, 0.0]]}


def stand_in_for_gazebo() -> tuple[SitlBridge, int]:
    """A world with one rover that waits for servo packets, and the port on which it waits."""
    world = SitlBridge(tick_rate_hz=TICK_RATE_HZ, compiled=False)
    settings = {"port": 0, "channels": [1, 2]}
    autopilot = {"kind": "ardupilot", "settings": settings}
    world.spawn_vehicle(VehicleConfig(model="pico_rover", autopilot=autopilot))
    (line,) = world.simulation.provided["ardupilot"].lines.values()
    return world, line.port


async def drive(port: int) -> None:
    """Register adapters, spawn vehicles, assign them, and run until both are home."""
    # Short runs are over before the compiler would be.
    with SitlBridge(tick_rate_hz=TICK_RATE_HZ, compiled=False) as bridge:
        bridge.register_adapter(GazeboAdapter(GazeboConfig(port=port)))
        bridge.register_adapter(LightweightAdapter(LightweightConfig()))

        v1 = bridge.spawn_vehicle(VehicleConfig(id=VehicleId(1), mission=MISSION))
        v2 = bridge.spawn_vehicle(
            VehicleConfig(id=VehicleId(2), position_ned_m=(0.0, 5.0, 0.0), mission=MISSION)
        )

        bridge.assign_vehicle_to_adapter(v1, "gazebo")
        bridge.assign_vehicle_to_adapter(v2, "lightweight")

        await bridge.run()

        print(f"{len(bridge.vehicles)} vehicles on {', '.join(bridge.adapters)}")
        for number, vehicle in bridge.vehicles.items():
            north, east, _ = vehicle.status.position_ned_m
            place = f"{north:5.2f} m north, {east:5.2f} m east"
            print(f"vehicle {number} on {vehicle.adapter}: {vehicle.status.phase} at {place}")
        for event in bridge.simulation.log.events:
            if event.name == "arrived":
                print(f"{event.time_s:6.2f} s  {event.vehicle} arrived")


def main() -> None:
    """Let both worlds run side by side."""
    gazebo, port = stand_in_for_gazebo()
    running = Thread(target=gazebo.run_for, args=(600.0,))
    running.start()
    try:
        asyncio.run(drive(port))
    finally:
        gazebo.stop()
        running.join()
        gazebo.close()


if __name__ == "__main__":
    main()
