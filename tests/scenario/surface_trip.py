"""Runs a mission of a rover or a boat and keeps what tests ask of it."""

from dataclasses import dataclass, field
from math import atan2, degrees, hypot, inf, pi

from simloop.firmware.navigation.geodesy import metres_per_radian
from simloop.server.simulation import Simulation
from simloop.world.entities import Entity

LOOK_S = 0.25


@dataclass
class Trip:
    """One vehicle's way, by truth: its estimate's errors, and how near it came to places."""

    simulation: Simulation
    name: str
    waypoints: list[tuple[float, float]]
    nearest_m: list[float] = field(default_factory=list)
    position_error_m: float = 0.0
    heading_error_deg: float = 0.0

    def __post_init__(self) -> None:
        self.nearest_m = [inf] * len(self.waypoints)

    @property
    def entity(self) -> Entity:
        return self.simulation.world.by_name(self.name)

    def read(self, column: str) -> list[float]:
        numbers: list[float] = self.simulation.world.vector(self.entity, column).tolist()
        return numbers

    @property
    def place(self) -> tuple[float, float]:
        north, east, _ = self.read("position_ned_m")
        return north, east

    @property
    def estimated_place(self) -> tuple[float, float]:
        """Where the firmware believes to be, in the world's frame."""
        own, world = self.read("fw_origin_llh"), self.read("origin_llh")
        north_scale, east_scale = metres_per_radian(own[0], own[2])
        north, east, _ = self.read("fw_position_ned_m")
        return north + north_scale * (own[0] - world[0]), east + east_scale * (own[1] - world[1])

    def off(self, north: float, east: float) -> float:
        """True distance from a place."""
        return hypot(self.place[0] - north, self.place[1] - east)

    def look(self) -> None:
        """Note how things are."""
        self.nearest_m = [
            min(before, self.off(*place))
            for before, place in zip(self.nearest_m, self.waypoints, strict=True)
        ]
        # Before it is under way, the filter still settles.
        if self.read("fw_flying")[0] > 0.0:
            self.position_error_m = max(self.position_error_m, self.off(*self.estimated_place))
            turned = heading(self.read("fw_attitude_wxyz")) - heading(self.read("attitude_wxyz"))
            wrong = abs(degrees((turned + pi) % (2.0 * pi) - pi))
            self.heading_error_deg = max(self.heading_error_deg, wrong)

    @property
    def speed(self) -> float:
        """True speed over ground."""
        return hypot(*self.read("velocity_frd_mps")[:2])


def heading(attitude_wxyz: list[float]) -> float:
    w, x, y, z = attitude_wxyz
    return atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))


def trips_of(simulation: Simulation) -> list[Trip]:
    """A trip for every vehicle with a mission."""
    return [
        Trip(simulation, each.name, [(n, e) for n, e, _ in each.mission.waypoints_ned_m])
        for each in simulation.scenario.vehicles
        if each.mission is not None
    ]


def go(simulation: Simulation, trips: list[Trip], until_s: float = inf) -> None:
    """Run to a time, or to the end of all missions."""
    until_s = min(until_s, simulation.scenario.duration_s)
    while not simulation.over and simulation.seconds < until_s:
        simulation.advance(round(LOOK_S * simulation.tick_rate_hz))
        for trip in trips:
            trip.look()
