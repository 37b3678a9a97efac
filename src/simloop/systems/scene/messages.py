"""What the simulator tells viewers: one dataclass per message, the source of the client's types."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from math import isfinite
from typing import Any, Literal, get_args

Point = tuple[float, float, float]
Turn = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class SolidLook:
    """A shape by which a body touches others, on the body."""

    shape: str
    """sphere, box, cylinder, capsule or convex; cylinders and capsules stand along z."""
    offset_frd_m: Point
    attitude_wxyz: Turn
    box_m: Point | None = None
    radius_m: float | None = None
    length_m: float | None = None
    points_m: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class WheelLook:
    """A wheel: where it touches the ground, and whether it steers."""

    place_frd_m: Point
    radius_m: float
    steers: bool


@dataclass(frozen=True, slots=True)
class LampLook:
    """What a light gives."""

    kind: str
    """point shines to all sides, spot along its forward axis."""
    power: float
    """1 is a bright lamp."""
    reach_m: float


@dataclass(frozen=True, slots=True)
class Look:
    """How a thing is drawn, from primitives; lengths in m, body axes forward-right-down."""

    shape: str
    """quad, plane, wing, vtol, rover, boat, box, sphere, convex, height_field, light ..."""
    colour: str
    """As #rrggbb."""
    size_m: float
    """Its largest extent."""
    box_m: Point | None = None
    """Full lengths of a box."""
    radius_m: float | None = None
    """Of a sphere, cylinder or capsule."""
    length_m: float | None = None
    """Of a cylinder, or of a capsule's straight part."""
    rotors_frd_m: tuple[Point, ...] = ()
    """Where the hubs are."""
    rotor_directions: tuple[float, ...] = ()
    """+1 turns clockwise seen from above."""
    wing_span_m: float | None = None
    """Tip to tip, of what has a wing."""
    standing_height_m: float = 0.0
    """From the ground to the body's origin when it stands."""
    tail: Literal["cross", "v", "none"] = "cross"
    """How a wing is steered: elevator and rudder, a V, or elevons alone."""
    wheels: tuple[WheelLook, ...] = ()
    rudder_frd_m: Point | None = None
    """Where a boat's rudder is."""
    solids: tuple[SolidLook, ...] = ()
    """What the body touches others with."""
    points_m: tuple[Point, ...] = ()
    """Corners of a convex shape."""
    heights_m: tuple[tuple[float, ...], ...] = ()
    """Of a height field around its middle: rows from south to north, in each west to east."""
    spacing_m: float = 1.0
    """Between the points of a height field."""
    lamp: LampLook | None = None
    """Of a light."""
    mesh: str | None = None
    """Digest of the mesh that is drawn in place of the shape: /api/meshes/DIGEST."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing of the scene: who it is, where it is, and how it looks."""

    index: int
    """Names it in poses; reused after it is gone."""
    name: str
    kind: str
    model: str
    position_ned_m: Point | None
    attitude_wxyz: Turn | None
    look: Look | None
    home_ned_m: Point | None = None
    plan_ned_m: tuple[Point, ...] = ()
    """Where its mission leads, in order."""
    ghost: bool = False
    """Of another run, drawn to be compared with this one."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Heights above NED zero, first row south, first column west."""

    south_west_ne_m: tuple[float, float]
    spacing_m: float
    heights_m: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Water:
    """The sea: its level, and the largest waves of the physics."""

    level_down_m: float
    waves: tuple[tuple[float, ...], ...]
    """Amplitude m, wave number to the north and east rad/m, frequency rad/s, phase rad."""


@dataclass(frozen=True, slots=True)
class Hello:
    """What run this is."""

    scenario: str
    description: str
    tick_rate_hz: int
    vehicles: tuple[str, ...]
    """Models that may be spawned."""
    verbs: tuple[str, ...] = ()
    """User commands that are understood here."""
    questions: tuple[str, ...] = ()
    """Questions that are answered here."""
    source: Literal["run", "recording"] = "run"
    role: Literal["view", "operate", "admin"] = "view"
    """What this browser may do; the studio says it, by the token."""
    type: Literal["hello"] = "hello"


@dataclass(frozen=True, slots=True)
class SceneMessage:
    """Everything there is: replaces all that was known."""

    tick: int
    items: tuple[Item, ...]
    ground: Ground | None
    water: Water | None
    ghost_water: Water | None = None
    """The sea of the run that this one is compared with, if it is another."""
    type: Literal["scene"] = "scene"


@dataclass(frozen=True, slots=True)
class DeltaMessage:
    """What came, changed and went."""

    tick: int
    items: tuple[Item, ...]
    """New ones, and those that changed, whole."""
    removed: tuple[int, ...]
    type: Literal["delta"] = "delta"


@dataclass(frozen=True, slots=True)
class VehicleStatus:
    """What a pilot would look at besides the pose."""

    index: int
    armed: bool
    mode: str
    doing: str
    waypoint: int
    battery: float | None
    """Share of the charge that is left."""
    gnss_fix: int | None
    """0 none, 3 a full fix."""
    health: Literal["good", "poor", "lost"]
    failures: tuple[str, ...] = ()
    """What was made to fail and fails now, as `gps off` or `motor 1 off`."""


@dataclass(frozen=True, slots=True)
class StatusMessage:
    """The status of those vehicles whose status changed."""

    vehicles: tuple[VehicleStatus, ...]
    type: Literal["status"] = "status"


@dataclass(frozen=True, slots=True)
class EventMessage:
    """Something that happened."""

    tick: int
    time_s: float
    vehicle: str
    name: str
    words: str
    level: Literal["info", "good", "warn", "bad"]
    type: Literal["event"] = "event"


@dataclass(frozen=True, slots=True)
class AnswerMessage:
    """What became of a command."""

    id: str
    state: Literal["queued", "executed", "refused"]
    tick: int
    reason: str
    data: Any = None
    """What a service said, when one was called."""
    type: Literal["answer"] = "answer"


@dataclass(frozen=True, slots=True)
class DataMessage:
    """What was asked for, or why there is no answer."""

    id: str
    tick: int
    data: Any
    refused: str = ""
    type: Literal["data"] = "data"


@dataclass(frozen=True, slots=True)
class VerdictMessage:
    """The run has met its verdict, and stands still: it can be played on, reset, flown again."""

    outcome: Literal["success", "failure"]
    reasons: tuple[str, ...]
    """Why it failed."""
    words: str
    tick: int
    time_s: float
    type: Literal["verdict"] = "verdict"


@dataclass(frozen=True, slots=True)
class EndMessage:
    """The run is over, or the simulator has gone."""

    words: str
    type: Literal["end"] = "end"


@dataclass(frozen=True, slots=True)
class CommandMessage:
    """What a client asks for."""

    id: str
    verb: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    type: Literal["command"] = "command"


@dataclass(frozen=True, slots=True)
class QuestionMessage:
    """What a client wants to know: nothing changes by it, so it is not logged."""

    id: str
    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    type: Literal["question"] = "question"


@dataclass(frozen=True, slots=True)
class JoinMessage:
    """The first words of a client: the token of the page's address."""

    token: str
    type: Literal["join"] = "join"


@dataclass(frozen=True, slots=True)
class AwayMessage:
    """Whether nobody sees the page: then poses once a second are enough."""

    away: bool
    type: Literal["away"] = "away"


ToViewer = (
    Hello
    | SceneMessage
    | DeltaMessage
    | StatusMessage
    | EventMessage
    | AnswerMessage
    | DataMessage
    | VerdictMessage
    | EndMessage
)
FROM_SIMULATOR: tuple[type, ...] = get_args(ToViewer)
FROM_CLIENT = (CommandMessage, QuestionMessage, JoinMessage, AwayMessage)


def plain(value: Any) -> Any:
    """A message as JSON-ready values."""
    if is_dataclass(value):
        return {part.name: plain(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, (tuple, list)):
        return [plain(each) for each in value]
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, float) and not isfinite(value):
        # JSON knows no such numbers; a gap says as much.
        return None
    return value
