"""The columns of aeroplanes and VTOLs, designed from the vehicle's own facts."""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any

from simloop.firmware.wing.design import design_wing
from simloop.firmware.wing.facts import WingFacts, wing_facts_from
from simloop.firmware.wing.mission_design import (
    design_missions,
    design_roll_out,
    design_rolling,
    design_vtol,
    design_vtol_missions,
)
from simloop.sitl.imu_rate import imu_rate_hz
from simloop.sitl.wing_facts import wing_facts_of
from simloop.systems.aero_table.config import Config as TableConfig
from simloop.systems.fixed_wing.config import Config as WingConfig
from simloop.world.mixer import Mixing, least_of
from simloop.world.plugin import VehicleKit

Values = Mapping[str, float | Sequence[float]]

# What has no default.
NEEDED_OF_A_WING = tuple(fact.name for fact in fields(WingFacts) if fact.default is MISSING)


def winged_airframe(
    kit: VehicleKit, told: Mapping[str, Any], lift: Values | None
) -> tuple[str, Values] | None:
    """The name of the stack and the values of its columns; `lift` are those of its rotors."""
    aeroplane = _wing_facts(kit, told)
    if aeroplane is None:
        return None
    if lift is not None:
        values = {**design_wing(aeroplane), **lift, **design_vtol(aeroplane)}
        return "vtol", {**values, **design_vtol_missions(aeroplane), **_mixer_values(kit)}
    missions = design_missions(aeroplane) | design_rolling(aeroplane)
    ground = _roll_out_values(kit)
    return "wing", {**design_wing(aeroplane), **missions, **ground, **_mixer_values(kit)}


def _wing_facts(kit: VehicleKit, told: Mapping[str, Any]) -> WingFacts | None:
    if told:
        return wing_facts_from(told)
    for name in ("fixed_wing", "aero_table"):
        config = kit.facts.get(name)
        if isinstance(config, WingConfig | TableConfig):
            return wing_facts_of(config, round(imu_rate_hz(kit)))
    return None


def _roll_out_values(kit: VehicleKit) -> Values:
    """The way to a stop of a body that meets the ground by our own contacts, without brakes."""
    friction = kit.values.get("contact_friction")
    return design_roll_out(friction) if isinstance(friction, int | float) else {}


def _mixer_values(kit: VehicleKit) -> Values:
    mixing = kit.facts["mixer"]
    if not isinstance(mixing, Mixing):
        raise ValueError("autopilot firmware needs a mixer between its commands and the surfaces")
    return {
        "fw_output_mix": [number for row in mixing.matrix for number in row],
        "fw_output_least": [least_of(output) for output in mixing.outputs],
    }
