"""What each class of vehicle can do: figures for `simloop info`, from the simulation's formulas."""

from collections.abc import Mapping
from math import degrees, inf
from typing import Any

from simloop.server.analysis import Bench, Condition, TrimNotFound, trim, trim_curve
from simloop.systems.battery.config import Config as BatteryConfig
from simloop.systems.differential_drive import Config as DriveConfig
from simloop.systems.fixed_wing import performance as wing
from simloop.systems.fixed_wing.config import Config as WingConfig
from simloop.systems.multirotor import performance as multirotor
from simloop.systems.multirotor.config import Config as MultirotorConfig
from simloop.systems.rover import performance as rover
from simloop.systems.rover.config import Config as RoverConfig
from simloop.systems.slalom_boat import Config as SlalomBoatConfig
from simloop.systems.slalom_boat import terminal_speed_mps
from simloop.systems.vessel import performance as vessel
from simloop.systems.vessel.config import Config as VesselConfig

Facts = dict[str, object]

# Where the search begins for a vehicle that names no speed.
_SOME_SPEED_MPS = 5.0
# A cruise below this many stall speeds is none.
_LEAST_CRUISE = 1.2
_USUAL_CRUISE = 1.5


def figures(bench: Bench) -> Facts:
    """The figures of every class a vehicle belongs to."""
    told: Facts = {}
    for name, describe in _CLASSES.items():
        config = bench.facts.get(name)
        if config is not None:
            told |= describe(bench, config)
    return told or _of_a_body(bench)


def cruise_speed_mps(bench: Bench) -> float:
    """The file's own cruise speed, or what suits the wing."""
    own = bench.vehicle.autopilot.cruise_speed_mps or _SOME_SPEED_MPS
    config = bench.facts.get("fixed_wing")
    if not isinstance(config, WingConfig):
        return own
    stall = wing.stall_speed_mps(config)
    return own if own > _LEAST_CRUISE * stall else _USUAL_CRUISE * stall


def _of_a_multirotor(bench: Bench, config: MultirotorConfig) -> Facts:
    told: Facts = {
        "mass_kg": config.mass_kg,
        "rotors": len(config.rotor_dists),
        "hover_speed_radps": multirotor.hover_speed_radps(config),
        "hover_throttle": multirotor.hover_throttle(config),
        "max_thrust_n": multirotor.max_thrust_n(config),
        "thrust_to_weight": multirotor.thrust_to_weight(config),
    }
    return told | _hover_on_battery(bench)


def _hover_on_battery(bench: Bench) -> Facts:
    battery = bench.facts.get("battery")
    if not isinstance(battery, BatteryConfig) or not bench.has("bus_current_a"):
        return {}
    try:
        trim(bench, speed_mps=0.0)
    except TrimNotFound:
        return {}
    current = float(bench.get("bus_current_a")[0]) + battery.idle_current_a
    return {
        "hover_current_a": current,
        "hover_time_min": battery.capacity_c * battery.state_of_charge / current / 60.0,
    }


def _of_a_wing(bench: Bench, config: WingConfig) -> Facts:
    cruise = cruise_speed_mps(bench)
    glide = wing.best_glide(config)
    told: Facts = {
        "mass_kg": config.mass_kg,
        "wing_loading_kgpm2": config.mass_kg / config.wing_s,
        "stall_speed_mps": wing.stall_speed_mps(config),
        "best_glide_ratio": glide.ratio,
        "best_glide_speed_mps": glide.airspeed_mps,
    }
    if config.propeller is None:
        return told
    steady = wing.trim(config, cruise)
    return told | {
        **_on_the_bus(bench, config, cruise),
        "cruise_speed_mps": cruise,
        "cruise_alpha_deg": degrees(steady.alpha_rad),
        "cruise_elevator_deg": degrees(steady.elevator_rad),
    }


def _on_the_bus(bench: Bench, config: WingConfig, cruise_mps: float) -> Facts:
    """What depends on the voltage there is, as `trim` finds it; a rated one may be less."""
    try:
        curve = trim_curve(bench, Condition(cruise_mps))
    except TrimNotFound:
        return {"max_level_speed_mps": wing.max_level_speed_mps(config)}
    by_wing = [point for point in curve if point.how == "wing"]
    steady = next((p for p in by_wing if p.condition.speed_mps == cruise_mps), None)
    if steady is None:
        return {"max_level_speed_mps": wing.max_level_speed_mps(config)}
    return {
        "max_level_speed_mps": by_wing[-1].condition.speed_mps,
        "cruise_throttle": steady.controls["throttle"],
    }


def _of_a_table(bench: Bench, config: object) -> Facts:
    """A wing by tables: no formula, so the numbers are those of trim."""
    told: Facts = {"mass_kg": float(bench.get("mass_kg")[0])}
    speed = bench.vehicle.autopilot.cruise_speed_mps or _SOME_SPEED_MPS
    for _ in range(8):
        try:
            steady = trim(bench, speed_mps=speed)
        except TrimNotFound:
            speed *= 1.4
            continue
        return told | {
            "cruise_speed_mps": speed,
            "cruise_alpha_deg": steady.angle_of_attack_deg,
            "cruise_elevator": steady.controls.get("elevator", 0.0),
            "cruise_throttle": steady.controls.get("throttle", 0.0),
        }
    return told


def _of_a_rover(bench: Bench, config: RoverConfig) -> Facts:
    top = rover.max_speed_mps(config)
    return {
        "mass_kg": config.mass_kg,
        "max_speed_mps": top,
        "turning_radius_m": rover.turning_radius_m(config),
        "stopping_distance_m": rover.stopping_distance_m(config, top),
        "steepest_climb_deg": rover.steepest_climb_deg(config),
        "tipping_accel_mps2": rover.tipping_acceleration_mps2(config),
    }


def _of_a_drive(bench: Bench, config: DriveConfig) -> Facts:
    return {
        "mass_kg": config.mass_kg,
        "max_speed_mps": config.max_speed_mps,
        "max_turn_rate_radps": config.max_turn_rate_radps,
        "turning_radius_m": 0.0,
    }


def _of_a_vessel(bench: Bench, config: VesselConfig) -> Facts:
    return dict(vessel.figures(config))


def _of_a_slalom_boat(bench: Bench, config: SlalomBoatConfig) -> Facts:
    return {
        "mass_kg": config.mass_kg,
        "max_speed_mps": terminal_speed_mps(config, inf),
        "time_constant_s": config.mass_kg / config.damping_nspm,
    }


def _of_a_body(bench: Bench) -> Facts:
    return {
        "mass_kg": float(bench.get("mass_kg")[0]),
        "inertia_kgm2": bench.get("inertia_kgm2").tolist(),
        "moved_by": bench.moved_by or ", ".join(bench.motion_systems),
    }


_CLASSES: Mapping[str, Any] = {
    "multirotor": _of_a_multirotor,
    "fixed_wing": _of_a_wing,
    "aero_table": _of_a_table,
    "rover": _of_a_rover,
    "differential_drive": _of_a_drive,
    "vessel": _of_a_vessel,
    "slalom_boat": _of_a_slalom_boat,
}


def finite(facts: Facts) -> Facts:
    """For JSON, which has no infinity."""
    return {name: None if value in (inf, -inf) else value for name, value in facts.items()}
