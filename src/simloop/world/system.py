"""What a system is: a function with a stage, a rate, and the columns it reads and writes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any, NamedTuple

from simloop.component.column import Kind
from simloop.world.fused_work import FusedWork
from simloop.world.kernel_columns import Parameter, columns_of, parameters_of
from simloop.world.motion.motion_model import MotionModel


class Phase(Enum):
    """The parts of a system's life, in order."""

    CONFIGURE = "once, at load"
    PRE_UPDATE = "say what should happen"
    UPDATE = "let it happen"
    POST_UPDATE = "look at the result"
    RESET = "back to the start"


class Stage(Enum):
    """The order inside a tick; members run in the order in which they stand here."""

    COMMANDS = "user commands and external input become intent"
    ESTIMATE = "vehicles turn samples of the last tick into estimates"
    CONTROL = "vehicles turn estimates into actuator commands"
    ENVIRONMENT = "wind, air, water"
    ACTUATION = "motors and servos follow their commands"
    MOTION = "forces and moments move the bodies"
    CONTACT = "bodies meet the ground and each other"
    SENSE = "sensors sample the truth"
    OBSERVE = "scene, statistics, recording, verdicts"


PHASE_OF_STAGE: Mapping[Stage, Phase] = MappingProxyType(
    {
        Stage.COMMANDS: Phase.PRE_UPDATE,
        Stage.ESTIMATE: Phase.PRE_UPDATE,
        Stage.CONTROL: Phase.PRE_UPDATE,
        Stage.ENVIRONMENT: Phase.UPDATE,
        Stage.ACTUATION: Phase.UPDATE,
        Stage.MOTION: Phase.UPDATE,
        Stage.CONTACT: Phase.UPDATE,
        Stage.SENSE: Phase.POST_UPDATE,
        Stage.OBSERVE: Phase.POST_UPDATE,
    }
)

MAY_READ: Mapping[Phase, frozenset[Kind]] = MappingProxyType(
    {
        Phase.PRE_UPDATE: frozenset({Kind.PARAM, Kind.INTENT, Kind.SAMPLE}),
        Phase.UPDATE: frozenset({Kind.PARAM, Kind.INTENT, Kind.TRUTH}),
        Phase.POST_UPDATE: frozenset(Kind),
    }
)

MAY_WRITE: Mapping[Phase, frozenset[Kind]] = MappingProxyType(
    {
        Phase.PRE_UPDATE: frozenset({Kind.INTENT}),
        Phase.UPDATE: frozenset({Kind.TRUTH}),
        Phase.POST_UPDATE: frozenset({Kind.SAMPLE}),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockSystem:
    """A kernel that the schedule runs for every vehicle of a class.

    The parameters of `block` are `tick`, `dt_s` (one tick) and `period_s` (between two calls), then
    components by their annotations, and shared arrays by their names. `bind` puts other columns in
    the place of those that components declare. What follows `*` in the kernel are the components
    that `hook` asks for: the motion model, whose functions replace those of the same names in the
    kernel's module. A system without a name of its own has that of its kernel.
    """

    stage: Stage
    block: Callable[..., None]
    name: str = ""
    rate_hz: float | None = None
    delay_s: float = 0.0
    bind: Mapping[str, str] = field(default_factory=dict)
    hook: MotionModel | None = None
    after: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.block.__name__)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """What the kernel is called with: its own parameters, then what its motion model wants."""
        hooked = () if self.hook is None else self.hook.components
        return (*parameters_of(self.block), *hooked)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns and shared arrays that the kernel and its motion model work on."""
        hooked = () if self.hook is None else self.hook.columns
        return self._bound((*columns_of(self.block).used, *hooked))

    @property
    def writes(self) -> tuple[str, ...]:
        """The columns that the kernel writes."""
        return self._bound(columns_of(self.block).written)

    def _bound(self, names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.bind.get(name, name) for name in names))


class TickInfo(NamedTuple):
    """What a Python system learns about the tick it runs in."""

    tick: int
    tick_rate_hz: int
    paused: bool = False

    @property
    def seconds(self) -> float:
        """The time that this tick reaches."""
        return self.tick / self.tick_rate_hz


@dataclass(frozen=True, slots=True, kw_only=True)
class PythonSystem:
    """Per-event or cross-vehicle work in plain Python; a tick in which it is due ends a fused run.

    `active` says whether there is anything to do at all (a subscriber, a waiting command): an idle
    system costs nothing. `next_tick` names the next tick of a system that runs at no fixed rate.
    What a system holds beside the columns it gives to snapshots by `save` and takes back by
    `load`. One that can do its work compiled offers it by `fused`. One with `own_vehicles` touches
    only those: it needs no order with others of this sort, nor with block systems.
    """

    name: str
    stage: Stage
    run: Callable[[TickInfo], None]
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    rate_hz: float | None = None
    active: Callable[[], bool] | None = None
    next_tick: Callable[[], int] | None = None
    reset: Callable[[], None] | None = None
    save: Callable[[], Any] | None = None
    load: Callable[[Any], None] | None = None
    after: tuple[str, ...] = ()
    own_vehicles: bool = False
    fused: Callable[[], FusedWork] | None = None


System = BlockSystem | PythonSystem
