"""The scenario file: which vehicles fly where, on which mission, and what counts as success."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from simloop.server.files.mistake import FileMistake
from simloop.server.files.range_check import above_zero, between, not_negative, plain_name
from simloop.server.files.settings import Settings
from simloop.server.files.yaml_tree import Node
from simloop.sitl.vehicle_id import VehicleId
from simloop.systems.recorder.selection import DEFAULT_TOPICS

Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Reference:
    """The name or path of another file, or its content written in place."""

    node: Node

    IN_WORDS: ClassVar[str] = "a name"

    @classmethod
    def from_node(cls, node: Node, name: str) -> "Reference":
        """Take text or a mapping."""
        if not isinstance(node.value, (str, dict)) or not node.value:
            fix = "write a name, a path, or a mapping with 'extends: NAME'"
            raise FileMistake(node.mark, f"'{name}' names nothing", fix)
        return cls(node)

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """Text, or a mapping."""
        return {"type": ["string", "object"]}


@dataclass(frozen=True, slots=True)
class Mission:
    """Go to the waypoints, then home; what flies takes off before and lands after."""

    waypoints_ned_m: tuple[Point, ...] = ()
    """Places to go to, north, east, down from the vehicle's start, m; down is 0 on the surface."""
    takeoff_altitude_m: float | None = None
    """Height to climb to first, m; the vehicle's own value if left out, none on the surface."""
    cruise_speed_mps: float | None = None
    """Speed over ground, of a wing through the air, m/s; the vehicle's own if left out."""
    hold_s: float = 1.0
    """How long to stay at each waypoint, s."""
    laps: int = 1
    """How often to fly the waypoints."""
    land: bool = True
    """Whether to return to the start at the end: to land, to stop, or to stay there afloat."""
    on_wing: bool = False
    """Whether a VTOL flies the waypoints on its wing; rotors take off and land."""

    def __post_init__(self) -> None:
        """Refuse a mission that could not be flown."""
        above_zero(self, "takeoff_altitude_m", "cruise_speed_mps")
        between(self, "laps", 1, 10_000)
        not_negative(self, "hold_s")
        for index, (_, _, down_m) in enumerate(self.waypoints_ned_m):
            if down_m > 0.0:
                raise ValueError(
                    f"waypoints_ned_m[{index}] is below ground: down is negative upwards"
                )


@dataclass(frozen=True, slots=True)
class Trim:
    """A steady state to start in, found before the run."""

    speed_mps: float
    """Airspeed of an aircraft, speed through water or over ground of the others, m/s."""
    flight_path_deg: float = 0.0
    """Climb angle, degrees."""
    turn_radius_m: float | None = None
    """Radius of a steady turn, positive to the right, m; straight if left out."""

    def __post_init__(self) -> None:
        """Refuse what is no motion."""
        not_negative(self, "speed_mps")
        between(self, "flight_path_deg", -60.0, 60.0)


@dataclass(frozen=True, slots=True)
class ScenarioVehicle:
    """One vehicle of the scenario, or several of a kind."""

    model: Reference
    """Name or path of a vehicle file, or a mapping with `extends: NAME` and changes."""
    name: str | None = None
    """Name of the vehicle; the model's name and a number if left out."""
    count: int = 1
    """How many; more than one stand on a square grid."""
    position_ned_m: Point = (0.0, 0.0, 0.0)
    """Where the first one stands, north, east, down, m."""
    spacing_m: float = 10.0
    """Distance between neighbours of the grid, m."""
    heading_deg: float = 0.0
    """Heading at the start, clockwise from north, degrees."""
    mission: Mission | None = None
    """What to fly; without one the vehicle stays where it is."""
    autopilot: Reference | None = None
    """Another pilot than its file has: a name, or a mapping with `kind` and `settings`."""
    set: Settings = field(default_factory=lambda: Settings.of({}))
    """Changes to the vehicle file, as dotted path and value."""
    attitude_deg: Point | None = None
    """Roll, pitch and heading at the start, degrees; level with `heading_deg` if left out."""
    initial: Mapping[str, float | tuple[float, ...]] = field(default_factory=dict)
    """Columns and their numbers at the start, over all else: speeds, rates, commands, faults."""
    trim: Trim | None = None
    """Start in steady flight (or cruise) instead of at rest."""
    adapter: str | None = None
    """Which of `adapters:` moves it; simloop itself (`lightweight`) if left out."""
    id: int | None = None
    """Its number and MAVLink system id, 1 to 254, further ones count up; the lowest free."""

    def __post_init__(self) -> None:
        """Refuse a group that could not stand."""
        above_zero(self, "count", "spacing_m")
        between(self, "count", 1, 1_000_000)
        if self.position_ned_m[2] > 0.0:
            raise ValueError("position_ned_m is below ground: down is negative upwards")
        if self.id is not None:
            for number in (self.id, self.id + self.count - 1):
                VehicleId(number)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens at a given time."""

    at_s: float
    """Simulated time, s."""
    command: str
    """Name of a user command."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """What the command needs."""

    def __post_init__(self) -> None:
        """Refuse the past."""
        not_negative(self, "at_s")


@dataclass(frozen=True, slots=True)
class Expectation:
    """A number that has to lie within bounds when the run ends."""

    column: str
    """Name of a column, as in docs/components.md."""
    vehicle: str = ""
    """Name of a vehicle; every vehicle if left out."""
    element: int = 0
    """Which of the column's numbers, counted from 0."""
    at_least: float | None = None
    """Lower bound; none if left out."""
    at_most: float | None = None
    """Upper bound; none if left out."""


@dataclass(frozen=True, slots=True)
class Success:
    """What every vehicle must do for the run to count as a success."""

    landed_within_m: float | None = None
    """Land, or come to rest, no further than this from the start, m; not asked if left out."""
    no_crash: bool = True
    """Never hit the ground too hard or upside down."""
    no_touch_before_landing: bool = True
    """Never touch the ground between take-off and landing."""
    max_time_s: float | None = None
    """Finish the mission by this simulated time, s; not asked if left out."""
    expect: tuple[Expectation, ...] = ()
    """What columns have to hold at the end of a run that was not cut short."""

    def __post_init__(self) -> None:
        """Refuse what nobody can reach."""
        above_zero(self, "landed_within_m", "max_time_s")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a run waits for simulators and autopilots of other processes."""

    policy: Literal["hold", "drop", "fail"] = "hold"
    """Wait on, go on without the party that is late until it comes back, or end the run."""
    timeout_s: float = 2.0
    """After so long on the wall clock a party that does not answer is late, s."""
    start_timeout_s: float = 60.0
    """How long it may take to come at all, s."""

    def __post_init__(self) -> None:
        """Refuse to wait for no time at all."""
        above_zero(self, "timeout_s", "start_timeout_s")


@dataclass(frozen=True, slots=True)
class Record:
    """What a run records into `run.mcap`; inputs, events and checkpoints are always in it."""

    topics: tuple[str, ...] = DEFAULT_TOPICS
    """Names with `*` for any text; without a vehicle's name they mean every vehicle."""
    rate_hz: float | Literal["max"] = 50.0
    """Messages per second of each topic at most, or `max` for every one."""
    checkpoint_ticks: int | None = None
    """Ticks from one recorded state to the next; a second's worth if left out."""
    when_slow: Literal["wait", "drop"] = "wait"
    """Let the run wait for a slow disk, or drop messages of topics."""
    on_error: Literal["continue", "stop"] = "continue"
    """Go on without the recording when it cannot be written, or stop the run."""
    max_mb: float | None = None
    """How large a file may grow, MB; as large as it gets if left out."""
    when_full: Literal["stop", "rotate"] = "stop"
    """Then record no more, or begin anew and keep one file before as `run_before.mcap`."""

    def __post_init__(self) -> None:
        """Refuse what would record nothing."""
        above_zero(self, "checkpoint_ticks", "max_mb")
        if self.rate_hz != "max":
            above_zero(self, "rate_hz")


@dataclass(frozen=True, slots=True)
class ScenarioFile:
    """A run, before the names in it are looked up."""

    EXTRA_KEYS: ClassVar[tuple[str, ...]] = ("extends",)

    name: str
    """How the command line calls this scenario; the file name if left out."""
    world: Reference
    """Name or path of a world file, or a mapping with `extends: NAME` and changes."""
    vehicles: tuple[ScenarioVehicle, ...]
    """Who takes part."""
    description: str = ""
    """One line for `simloop list scenarios`."""
    seed: int = 1
    """Where all chance comes from."""
    duration_s: float = 120.0
    """The run ends at this simulated time at the latest, s."""
    speed: float | Literal["max"] = 1.0
    """Simulated seconds per second of the wall clock, or `max`."""
    real_time_multiplier: float = 1.0
    """How many times faster than `speed` says; the name that ROSflight has for it."""
    default_pub_rate_us: float = 100.0
    """Simulated time between two messages on `clock`, microseconds; at least one tick."""
    time_mode: Literal["scaled", "free_running", "lockstep"] = "scaled"
    """What paces the run."""
    step_size_us: int | None = None
    """Length of a lockstep step, microseconds."""
    tick_rate_hz: int | None = None
    """Ticks per second, if other than the world's."""
    timeline: tuple[Event, ...] = ()
    """What happens when."""
    success: Success = Success()
    """What counts as success."""
    systems: Mapping[str, Settings] = field(default_factory=dict)
    """Plugins added to those of the world, by name, each with its settings."""
    links: Mapping[str, Settings] = field(default_factory=dict)
    """Ways to the outside, such as `mavlink`, by name, each with its settings."""
    adapters: Mapping[str, Settings] = field(default_factory=dict)
    """Simulators that move vehicles, by name: `kind` (the name if left out) and settings."""
    patience: Patience = Patience()
    """How long to wait for simulators and autopilots of other processes."""
    record: Record | None = None
    """What to record; nothing if left out. `{}` takes the defaults."""
    parameter_file: str | None = None
    """Firmware parameters for all vehicles: a .yaml, .params or .param file beside this one."""
    memory: str | None = None
    """Directory in which vehicles keep what they save; left out, they forget it after the run."""

    def __post_init__(self) -> None:
        """Refuse a run that could not start, or never see its own end."""
        plain_name(self)
        above_zero(self, "duration_s", "step_size_us", "tick_rate_hz")
        above_zero(self, "real_time_multiplier", "default_pub_rate_us")
        not_negative(self, "seed")
        if self.seed >= 2**63:
            raise ValueError(f"seed is {self.seed}: write a number below 2^63")
        if self.speed != "max":
            above_zero(self, "speed")
        if self.time_mode == "lockstep" and self.step_size_us is None:
            raise ValueError("time_mode is 'lockstep': add 'step_size_us:' with a whole number")
        late = [event.at_s for event in self.timeline if event.at_s > self.duration_s]
        if late:
            raise ValueError(
                f"timeline has an event at {late[0]:g} s, after the end: raise duration_s"
            )
        limit_s = self.success.max_time_s
        if limit_s is not None and limit_s > self.duration_s:
            raise ValueError(
                f"success asks for {limit_s:g} s, but the run ends sooner: raise duration_s"
            )
