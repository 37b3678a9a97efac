"""Tells the firmware of sensors that are noisier than its parameters assume."""

from math import hypot

import numpy as np

from simloop.firmware.fields.filter_parameters import FILTER_SETTINGS
from simloop.world.plugin import Value, VehicleKit

# Within this of what is assumed a sensor is as assumed.
MARGIN = 1.5
# Near the ground.
PASCAL_PER_METRE = 12.0

_ASSUMED = {field.name: field.default for field in FILTER_SETTINGS}


def noise_parameters(kit: VehicleKit) -> dict[str, Value]:
    """White noise of fixes, heading and height, where the vehicle's sensors have more of it."""
    values: dict[str, Value] = {}
    if "gnss_position_sigma_ned_m" in kit.values:
        north_m, _, down_m = np.asarray(kit.values["gnss_position_sigma_ned_m"]).tolist()
        values["fw_gnss_least_accuracy"] = (
            north_m,
            down_m,
            _number(kit, "gnss_velocity_sigma_mps"),
        )
    field_ned_t = kit.facts.get("magnetic_field_ned_t")
    if "mag_sigma_t" in kit.values and field_ned_t is not None:
        level_t = hypot(field_ned_t[0], field_ned_t[1])
        values["fw_heading_sigma_rad"] = _number(kit, "mag_sigma_t") / level_t
    if "baro_sigma_pa" in kit.values:
        values["fw_baro_sigma_m"] = _number(kit, "baro_sigma_pa") / PASCAL_PER_METRE
    return {name: _at_least(name, value) for name, value in values.items() if _noisier(name, value)}


def _noisier(name: str, value: Value) -> bool:
    return bool(np.any(np.greater(value, np.multiply(MARGIN, _ASSUMED[name]))))


def _at_least(name: str, value: Value) -> Value:
    more: list[float] = np.maximum(value, _ASSUMED[name]).tolist()
    return more


def _number(kit: VehicleKit, name: str) -> float:
    return float(np.asarray(kit.values[name]).item())
