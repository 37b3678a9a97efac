"""Ground contact for any body: feet with friction on any slope, and crash detection."""

from math import ceil, hypot, sqrt

from simloop.math.scalar import PI, cos
from simloop.systems.contacts.components import Feet, Spring
from simloop.systems.contacts.kernel import touch_ground
from simloop.world.body import Ground
from simloop.world.plugin import VehicleKit
from simloop.world.setting import NotNegative, Positive, setting, settings
from simloop.world.system import BlockSystem, Stage

Point = tuple[float, float, float]

# How far all points together may turn a swing, and damp it, in one substep: below 2 it is stable.
MAX_PHASE_PER_SUBSTEP = 0.2
MAX_DAMPING_PER_SUBSTEP = 0.5
# A mean force held over a tick is stable below half a swing of the fastest mode.
MAX_PHASE_PER_TICK = 2.5
# The reach is rounded up so that the early-out can never miss a touching point.
REACH_MARGIN_M = 1e-3

FEET_AND_HUBS: tuple[Point, ...] = (
    (0.18, 0.18, 0.12),
    (-0.18, 0.18, 0.12),
    (-0.18, -0.18, 0.12),
    (0.18, -0.18, 0.12),
    (0.18, 0.18, -0.05),
    (-0.18, 0.18, -0.05),
    (-0.18, -0.18, -0.05),
    (0.18, -0.18, -0.05),
)


@settings
class Config:
    """Where a body touches the ground, how it holds on, and what it does not survive."""

    points_frd_m: tuple[Point, ...] = FEET_AND_HUBS
    """Contact points; give some on every side, or an upturned body sinks in."""
    friction: NotNegative = setting(0.6, "Coulomb's coefficient, sticking and sliding.")
    frequency_radps: Positive = 60.0
    """Natural frequency of the contact, the same at any usual tick rate."""
    damping_ratio: Positive = setting(0.7, "Damping of the contact; 1 just does not bounce.")
    ground_down_m: float = 0.0
    """NED down coordinate of the ground, where no terrain tells it."""
    crash_speed_mps: Positive = 4.0
    """An impact faster than this, normal to the ground, is a crash."""
    crash_tilt_deg: Positive = 60.0
    """Touching the ground while tilted more than this from its normal is a crash."""


CONTACT_SYSTEM = BlockSystem(name="contact", stage=Stage.CONTACT, block=touch_ground)


def equip(kit: VehicleKit, config: Config) -> None:
    """Let the vehicle meet the ground."""
    if not config.points_frd_m:
        raise ValueError("contacts: points_frd_m is empty; give at least one point")
    kit.constant("CONTACT_POINTS", len(config.points_frd_m))
    kit.constant("CONTACT_SUBSTEPS", substeps(config, kit.tick_rate_hz))
    reach = max(hypot(*point) for point in config.points_frd_m)
    frequency = carried_frequency_radps(config, kit.tick_rate_hz)
    stiffness = frequency * frequency
    x_m, y_m, z_m = zip(*config.points_frd_m, strict=True)
    kit.component(
        Feet,
        config,
        x_m=x_m,
        y_m=y_m,
        z_m=z_m,
        reach_m=reach + REACH_MARGIN_M,
        spring=Spring(stiffness, 2.0 * config.damping_ratio * frequency, 1.0 / stiffness),
        crash_tilt_cosine=cos(config.crash_tilt_deg * PI / 180.0),
    )
    kit.component(Ground, down_m=config.ground_down_m)
    kit.fact("standing_height_m", standing_height_m(config))
    kit.fact("contact_points_frd_m", config.points_frd_m)
    kit.system(CONTACT_SYSTEM)


def carried_frequency_radps(config: Config, tick_rate_hz: int) -> float:
    """The set frequency, or the highest at which all points together stay stable."""
    most = MAX_PHASE_PER_TICK * tick_rate_hz / sqrt(len(config.points_frd_m))
    return min(config.frequency_radps, most)


def substeps(config: Config, tick_rate_hz: int) -> int:
    """Into how many steps a tick is cut, so that the stiffest contact is followed closely."""
    points = len(config.points_frd_m)
    frequency = carried_frequency_radps(config, tick_rate_hz)
    phase = frequency * sqrt(points) / tick_rate_hz
    damping = 2.0 * config.damping_ratio * frequency * points / tick_rate_hz
    return ceil(max(phase / MAX_PHASE_PER_SUBSTEP, damping / MAX_DAMPING_PER_SUBSTEP))


def standing_height_m(config: Config) -> float:
    """How high the centre of mass is when the level body just touches the ground."""
    return max(point[2] for point in config.points_frd_m)
