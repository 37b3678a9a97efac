"""A whole flight of a wing on its estimates, and how far those and the path were off."""

from dataclasses import dataclass, field
from itertools import pairwise
from math import hypot
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.firmware.codes import Phase, Stage
from simloop.math.quaternion import rotate_to_world
from simloop.server.simulation import Simulation

Array = NDArray[np.float64]

LOOKS_PER_S = 10
# Legs are judged from this share of their length on: before, the turn is not over.
SETTLED_SHARE = 0.55


@dataclass
class WingRecord:
    """One vehicle, looked at ten times a second while it flies."""

    way_ned_m: Array
    start_ned_m: tuple[float, float, float]
    rows: list[tuple[float, ...]] = field(default_factory=list)

    def look(self, simulation: Simulation, entity: Any) -> None:
        """Take down truth and estimate."""

        def read(name: str) -> list[float]:
            numbers: list[float] = simulation.world.vector(entity, name).tolist()
            return numbers

        if not Phase.TAKEOFF <= read("fw_phase")[0] <= Phase.TOUCH_DOWN:
            return
        velocity = rotate_to_world(*read("attitude_wxyz"), *read("velocity_frd_mps"))
        air = [a - b for a, b in zip(velocity, read("wind_ned_mps"), strict=True)]
        turned = sum(
            a * b for a, b in zip(read("attitude_wxyz"), read("fw_attitude_wxyz"), strict=True)
        )
        north, east, down = read("position_ned_m")
        at_n, at_e, _ = read("fw_position_ned_m")
        start_n, start_e, _ = self.start_ned_m
        off = [a - b for a, b in zip(read("fw_velocity_ned_mps"), velocity, strict=True)]
        speed = hypot(*air)
        self.rows.append(
            (
                read("fw_wing_stage")[0],
                read("fw_waypoint_index")[0],
                north,
                east,
                -down - read("fw_wing_height_setpoint_m")[0],
                speed,
                speed - read("fw_wing_speed_setpoint_mps")[0],
                read("fw_airspeed_mps")[0] - speed,
                2.0 * float(np.degrees(np.arccos(min(1.0, abs(turned))))),
                hypot(*off),
                # Its own origin is where it stood.
                hypot(at_n + start_n - north, at_e + start_e - east),
            )
        )

    def column(self, number: int) -> Array:
        """One of the numbers over time."""
        return np.array(self.rows)[:, number]

    @property
    def cruise(self) -> NDArray[np.bool_]:
        """When it flew from waypoint to waypoint."""
        return self.column(0) == Stage.CRUISE

    @property
    def aloft(self) -> NDArray[np.bool_]:
        """When it was clear of the ground."""
        stage = self.column(0)
        return (stage >= Stage.CLIMB_OUT) & (stage < Stage.FLARE)

    def rms(self, number: int) -> float:
        """Of a number in cruise."""
        return float(np.sqrt(np.mean(self.column(number)[self.cruise] ** 2)))

    def passed_m(self) -> list[float]:
        """How near it came to each waypoint."""
        place = np.stack([self.column(2), self.column(3)], axis=1)
        return [float(np.linalg.norm(place - w[:2], axis=1).min()) for w in self.way_ned_m]

    def off_lines_m(self) -> float:
        """RMS distance from the lines between waypoints, once each turn is over."""
        place = np.stack([self.column(2), self.column(3)], axis=1)
        off = []
        for number, (start, end) in enumerate(pairwise(self.way_ned_m[:, :2])):
            way = end - start
            length = float(np.linalg.norm(way))
            # Item 0 is the take-off: to the second waypoint leads item 2.
            here = place[(self.column(1) == number + 2) & self.cruise] - start
            settled = here @ way / length > SETTLED_SHARE * length
            off += (here[settled] @ np.array([-way[1], way[0]]) / length).tolist()
        return float(np.sqrt(np.mean(np.square(off))))


def fly(simulation: Simulation) -> list[WingRecord]:
    """Fly to the end; the records of all vehicles."""
    vehicles = simulation.scenario.vehicles
    entities = [simulation.world.by_name(vehicle.name) for vehicle in vehicles]
    records = []
    for vehicle in vehicles:
        assert vehicle.mission is not None
        way = np.array(vehicle.mission.waypoints_ned_m)
        records.append(WingRecord(way, vehicle.position_ned_m))
    last = round(simulation.scenario.duration_s * simulation.tick_rate_hz)
    step = simulation.tick_rate_hz // LOOKS_PER_S
    while not simulation.over and simulation.world.tick < last:
        simulation.advance(min(step, last - simulation.world.tick))
        for record, entity in zip(records, entities, strict=True):
            record.look(simulation, entity)
    return records
