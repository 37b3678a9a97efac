"""A scenario with every name looked up and every vehicle in its place: all a run needs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from simloop.server.files.range_check import plain_name
from simloop.server.files.scenario_file import Event, Patience, Point, Record, Success, Trim
from simloop.server.files.settings import Settings
from simloop.server.files.vehicle_file import VehicleFile
from simloop.server.files.world_file import WorldFile

# Every vehicle has room for the longest mission of all.
MAX_VEHICLES = 100_000
MAX_WAYPOINTS = 1_000_000


def check_totals(vehicles: int, longest: int) -> None:
    """Refuse what would not fit into memory, laps written out."""
    if vehicles > MAX_VEHICLES:
        raise ValueError(f"vehicles: {vehicles:,} of them: use {MAX_VEHICLES:,} at most")
    if vehicles * longest > MAX_WAYPOINTS:
        raise ValueError(
            f"vehicles: {longest:,} waypoints, laps written out, for {vehicles:,} of them: "
            f"use {MAX_WAYPOINTS:,} in all at most, by fewer laps, waypoints or vehicles"
        )


@dataclass(frozen=True, slots=True)
class ResolvedMission:
    """A mission; only what the autopilot knows best is left open."""

    takeoff_altitude_m: float | None
    """Height above the start to climb to first, m."""
    waypoints_ned_m: tuple[Point, ...]
    """Places to fly to in the world's NED frame, laps written out, m."""
    cruise_speed_mps: float | None
    """Speed over ground, of a wing through the air, m/s."""
    hold_s: float
    """How long to stay at each waypoint, s."""
    land: bool
    """Whether to return to the start and land at the end."""
    on_wing: bool = False
    """Whether a VTOL flies the waypoints on its wing."""


@dataclass(frozen=True, slots=True)
class ResolvedVehicle:
    """One vehicle of a run."""

    name: str
    """Unique in the run."""
    model: str
    """Key into the scenario's models."""
    position_ned_m: Point
    """Where its lowest contact point stands, NED, m."""
    heading_deg: float
    """Heading at the start, clockwise from north, degrees."""
    mission: ResolvedMission | None
    """What to fly, if anything."""
    attitude_deg: Point | None = None
    """Roll, pitch and heading at the start, degrees; level with `heading_deg` if left out."""
    initial: Mapping[str, float | tuple[float, ...]] = field(default_factory=dict)
    """Columns and their numbers at the start."""
    trim: Trim | None = None
    """A steady state to start in."""
    adapter: str = "lightweight"
    """Which simulator moves it."""
    id: int | None = None
    """Its number and MAVLink system id; the lowest free if nobody asked for one."""


@dataclass(frozen=True, slots=True)
class ResolvedMemory:
    """What the vehicles of a run have kept from runs before."""

    images: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Bytes in base64, by vehicle and by number of the slot."""
    directory: str | None = None
    """Where they keep what they save; a lock has none, since it repeats a run."""


@dataclass(frozen=True, slots=True)
class ResolvedScenario:
    """A run, complete."""

    name: str
    """The scenario's name."""
    description: str
    """One line."""
    seed: int
    """Where all chance comes from."""
    tick_rate_hz: int
    """Ticks per second."""
    duration_s: float
    """The run ends at this simulated time at the latest, s."""
    speed: float | Literal["max"]
    """Simulated seconds per second of the wall clock, or `max`."""
    time_mode: Literal["scaled", "free_running", "lockstep"]
    """What paces the run."""
    step_size_us: int | None
    """Length of a lockstep step, microseconds."""
    success: Success
    """What counts as success."""
    timeline: tuple[Event, ...]
    """What happens when, in order of time."""
    systems: Mapping[str, Settings]
    """World-wide plugins: defaults less those removed, the world's, the scenario's."""
    world: WorldFile
    """The world file."""
    models: Mapping[str, VehicleFile]
    """The vehicle files in use, by key."""
    vehicles: tuple[ResolvedVehicle, ...]
    """Who takes part."""
    real_time_multiplier: float = 1.0
    """How many times faster than `speed` says."""
    default_pub_rate_us: float = 100.0
    """Simulated time between two messages on `clock`, microseconds."""
    links: Mapping[str, Settings] = field(default_factory=dict)
    """Ways to the outside, by plugin."""
    adapters: Mapping[str, Settings] = field(default_factory=dict)
    """Simulators that move vehicles, by name."""
    patience: Patience = field(default_factory=Patience)
    """How long to wait for simulators and autopilots of other processes."""
    record: Record | None = None
    """What to record, if anything."""
    stop_after_s: float | None = None
    """Where the user asked the run to stop, before its mission may be over, s."""
    memory: ResolvedMemory | None = None
    """What vehicles have kept; without it they begin with nothing and forget what they save."""

    def __post_init__(self) -> None:
        """Refuse what no scenario file could have led to: a lock may be anybody's."""
        plain_name(self)
        check_totals(len(self.vehicles), max(map(_length, self.vehicles), default=0))
        names = {vehicle.name for vehicle in self.vehicles}
        if len(names) < len(self.vehicles):
            raise ValueError("vehicles of one name: change one 'name'")
        for vehicle in self.vehicles:
            if vehicle.model not in self.models:
                raise ValueError(f"models lacks '{vehicle.model}': run the scenario again")

    def model_of(self, vehicle: ResolvedVehicle) -> VehicleFile:
        """The vehicle file of one vehicle."""
        return self.models[vehicle.model]


def _length(vehicle: ResolvedVehicle) -> int:
    return 0 if vehicle.mission is None else len(vehicle.mission.waypoints_ned_m)
