"""Where the wheels are, what each carries and does, and how fine the steps must be."""

from dataclasses import dataclass
from math import ceil, sqrt

from simloop.systems.rover.config import MAX_SUBSTEPS, STANDARD_GRAVITY_MPS2, Config
from simloop.systems.rover.wheel_rates import WINDUP_DAMPING, WINDUP_RAD

# Damping of a vehicle that stands on its tyres.
TYRE_DAMPING_RATIO = 0.3
# Runge-Kutta's limit is 2.7; half of it keeps the fastest modes accurate too.
MOST_PER_STEP = 1.4


@dataclass(frozen=True, slots=True)
class Wheel:
    """One wheel: its place, its part of the load, and what it is for."""

    forward_m: float
    right_m: float
    load_share: float
    pitch_gain_pm: float
    """Load gained per moment that shifts load backward."""
    roll_gain_pm: float
    """Load gained per moment that shifts load to the left."""
    driven: bool
    steered: bool
    counted: float
    """Its part in the odometry of its side."""
    cornering_stiffness: float


def wheels_of(config: Config) -> list[Wheel]:
    """All wheels with tyres: front left, front right, rear left, rear right; a caster has none."""
    both = config.kind != "differential"
    axles = ("front", "rear") if both else ("rear" if config.caster == "front" else "front",)
    return [_wheel(config, axle, side) for axle in axles for side in (-1.0, 1.0)]


def _wheel(config: Config, axle: str, side: float) -> Wheel:
    front = axle == "front"
    base, ahead = config.wheel_base_m, config.cg_to_front_m
    lone = config.kind == "differential"
    axle_share = (base - ahead) / base if front else ahead / base
    counts = {"differential": 1.0, "skid": 0.5, "ackermann": 0.0 if front else 1.0}
    return Wheel(
        forward_m=ahead if front else ahead - base,
        right_m=0.5 * side * config.track_m,
        load_share=0.5 * axle_share,
        pitch_gain_pm=(-0.5 if front else 0.5) / base,
        # A caster carries nothing sideways.
        roll_gain_pm=-side * (1.0 if lone else axle_share) / config.track_m,
        driven=lone or config.driven in ("all", axle),
        steered=front and config.kind == "ackermann",
        counted=counts[config.kind],
        cornering_stiffness=config.cornering_stiffness[0 if front else 1],
    )


def tyre_stiffness_pm(config: Config, stiffness: float) -> float:
    """Force per load and stretch, 1/m."""
    return stiffness / config.relaxation_length_m


def tyre_damping_spm(config: Config, stiffness: float) -> float:
    """Force per load and rate of stretch: damps a standing vehicle's swaying on its tyres."""
    per_length = tyre_stiffness_pm(config, stiffness)
    return 2.0 * TYRE_DAMPING_RATIO * sqrt(per_length / STANDARD_GRAVITY_MPS2)


def substeps_of(config: Config, tick_rate_hz: int) -> int:
    """Steps per tick that keep the fastest mode well inside Runge-Kutta's stable region."""
    if config.substeps is not None:
        return config.substeps
    count = ceil(fastest_mode_ps(config) / (MOST_PER_STEP * tick_rate_hz))
    if count > MAX_SUBSTEPS:
        raise ValueError(
            f"rover: its wheels need {count} steps per tick; make wheel_inertia_kgm2 or "
            f"relaxation_length_m larger, brake_torque_nm smaller, or raise the tick rate"
        )
    return max(count, 1)


def fastest_mode_ps(config: Config) -> float:
    """A bound on the size of the eigenvalues of wheels, body and tyres, 1/s."""
    stiffest = max(config.longitudinal_stiffness, *config.cornering_stiffness)
    spring, damper = tyre_stiffness_pm(config, stiffest), tyre_damping_spm(config, stiffest)
    weight = config.mass_kg * STANDARD_GRAVITY_MPS2
    wheels = wheels_of(config)
    # A wheel may carry twice its share.
    load = 2.0 * max(wheel.load_share for wheel in wheels) * weight
    give = config.wheel_radius_m**2 / config.wheel_inertia_kgm2 + 1.0 / config.mass_kg
    dry = config.brake_torque_nm + config.rolling_resistance * load * config.wheel_radius_m
    brake = dry / (WINDUP_RAD * config.wheel_inertia_kgm2)
    motor = config.stall_torque_nm / (config.no_load_speed_radps * config.wheel_inertia_kgm2)
    wheel = sqrt(spring * load * give + brake)
    wheel += damper * load * give + 2.0 * WINDUP_DAMPING * sqrt(brake) + motor

    reach = max(w.forward_m**2 + w.right_m**2 for w in wheels)
    give = 1.0 / config.mass_kg + reach / config.yaw_inertia_kgm2
    body = sqrt(spring * weight * give) + damper * weight * give
    rolling = config.no_load_speed_radps * config.wheel_radius_m / config.relaxation_length_m
    return max(wheel, body) + rolling
