"""Refuses vessels that cannot be, naming the field."""

from dataclasses import fields

from simloop.systems.vessel.config import Config, Rudder, Thruster, devices
from simloop.world.mixer import Mixing

# Their sign depends on the hull.
EITHER_SIGN = ("Y_r", "N_v", "Y_rdot", "N_vdot", "Z_qdot", "M_wdot")


def check(config: Config, mixing: Mixing | None) -> None:
    """Refuse impossible numbers and devices without an output."""
    for name in ("mass_kg", "ride_period_s", "water_density_kgpm3"):
        _require(getattr(config, name) > 0.0, name, "must be positive")
    for name in ("acceleration_noise", "yaw_acceleration_noise"):
        _require(getattr(config, name) >= 0.0, name, "must not be negative")
    for group in (config.added_mass, config.damping):
        for item in fields(group):
            if item.name not in EITHER_SIGN:
                what = "must not be positive: it opposes the motion"
                _require(getattr(group, item.name) <= 0.0, item.name, what)
    windage = config.windage
    for name in ("frontal_area_m2", "lateral_area_m2", "frontal_drag", "lateral_drag"):
        _require(getattr(windage, name) >= 0.0, name, "must not be negative")
    _check_hull(config)
    _check_devices(config, mixing)


def _check_hull(config: Config) -> None:
    if config.motion == "6dof":
        _require(bool(config.hull), "hull", "is empty; motion 6dof floats on its boxes")
    for cell in config.hull:
        for name in ("length_m", "width_m", "height_m", "fullness"):
            _require(getattr(cell, name) > 0.0, name, "of a hull box must be positive")


def _check_devices(config: Config, mixing: Mixing | None) -> None:
    parts = devices(config)
    if mixing is None:
        _require(not parts, "mixer", "is missing: thrusters and rudder need outputs")
        return
    _require(bool(parts), "mixer", "has outputs, but there is no thruster and no rudder")
    used = [device.output for device in parts]
    for output in used:
        fits = 0 <= output < len(mixing.outputs)
        _require(fits, "output", f"is {output}; the mixer has 0 to {len(mixing.outputs) - 1}")
    _require(len(set(used)) == len(used), "output", "drives two devices; give each its own")
    for device in parts:
        _require(device.time_constant_s >= 0.0, "time_constant_s", "must not be negative")
        if isinstance(device, Thruster):
            _check_thruster(device)
        else:
            _check_rudder(device)


def _check_thruster(thruster: Thruster) -> None:
    _require(thruster.max_thrust_n > 0.0, "max_thrust_n", "must be positive")
    if thruster.max_reverse_n is not None:
        _require(thruster.max_reverse_n >= 0.0, "max_reverse_n", "must not be negative")
    if thruster.zero_thrust_speed_mps is not None:
        positive = thruster.zero_thrust_speed_mps > 0.0
        _require(positive, "zero_thrust_speed_mps", "must be positive")


def _check_rudder(rudder: Rudder) -> None:
    for name in ("area_m2", "aspect_ratio", "propeller_diameter_m"):
        _require(getattr(rudder, name) > 0.0, name, "of the rudder must be positive")
    _require(0.0 < rudder.max_angle_deg <= 80.0, "max_angle_deg", "must be above 0 and at most 80")
    _require(0.0 <= rudder.wash <= 1.0, "wash", "is a share: give 0 to 1")


def _require(condition: bool, name: str, what: str) -> None:
    if not condition:
        raise ValueError(f"vessel: {name} {what}")
