"""Refuses vessels that cannot be, naming the field."""

from simloop.systems.vessel.config import Config, devices
from simloop.world.mixer import Mixing


def check(config: Config, mixing: Mixing | None) -> None:
    """Refuse impossible numbers and devices without an output."""
    if config.motion == "6dof":
        _require(bool(config.hull), "hull", "is empty; motion 6dof floats on its boxes")
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
    for thruster in config.thrusters:
        _require(thruster.max_thrust_n > 0.0, "max_thrust_n", "must be positive")


def _require(condition: bool, name: str, what: str) -> None:
    if not condition:
        raise ValueError(f"vessel: {name} {what}")
