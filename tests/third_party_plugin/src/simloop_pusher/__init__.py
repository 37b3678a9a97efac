"""Pushes one vehicle for a while."""

from dataclasses import dataclass

from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Whom to push, how hard and when."""

    vehicle: str = "quad_0"
    """Name of the vehicle."""
    force_ned_n: tuple[float, float, float] = (5.0, 0.0, 0.0)
    """Force at the centre of mass, N NED."""
    from_s: float = 0.0
    """When the push begins, s."""
    for_s: float = 1.0
    """How long it lasts, s."""


def build(app: App, config: Config) -> None:
    """Put the push into the schedule."""
    if config.for_s <= 0.0:
        raise ValueError(f"pusher: for_s must be positive, not {config.for_s}")
    try:
        app.world.by_name(config.vehicle)
    except KeyError as unknown:
        raise ValueError(f"pusher: vehicle: {unknown.args[0]}") from None
    app.add_system(_system(app, config))


def _system(app: App, config: Config) -> PythonSystem:
    world, rate_hz = app.world, app.tick_rate_hz
    # Tick k takes the world from (k - 1) / rate to k / rate.
    first = round(config.from_s * rate_hz) + 1
    after = round((config.from_s + config.for_s) * rate_hz) + 1

    def run(info: TickInfo) -> None:
        entity = world.entities.by_name(config.vehicle)
        if entity is not None:
            pushing = first <= info.tick < after
            force = config.force_ned_n if pushing else (0.0, 0.0, 0.0)
            world.vector(entity, "external_force_ned_n")[:] = force

    # Awake at the two ticks in which something changes; all others stay fused.
    return PythonSystem(
        name="pusher",
        stage=Stage.CONTROL,
        run=run,
        writes=("external_force_ned_n",),
        active=lambda: world.tick < after,
        next_tick=lambda: first if world.tick < first else after,
    )
