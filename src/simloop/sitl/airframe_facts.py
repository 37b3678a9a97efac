"""Which flight stack a vehicle needs, and its columns designed from the vehicle's own facts."""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any

from simloop.firmware.multirotor.gains import design_gains
from simloop.firmware.vtol.design import design_vtol
from simloop.firmware.wing.design import design_wing
from simloop.firmware.wing.facts import WingFacts, wing_facts_from
from simloop.firmware.wing.mission_design import (
    design_missions,
    design_roll_out,
    design_rolling,
    design_vtol_missions,
)
from simloop.sitl.imu_rate import imu_rate_hz
from simloop.sitl.multirotor_facts import multirotor_facts
from simloop.sitl.surface_facts import surface_facts, surface_values
from simloop.sitl.wing_facts import wing_facts_of
from simloop.systems.aero_table.config import Config as TableConfig
from simloop.systems.fixed_wing.config import Config as WingConfig
from simloop.systems.multirotor.config import Config as MultirotorConfig
from simloop.world.mixer import Mixing, least_of
from simloop.world.plugin import VehicleKit

# What has no default.
_NEEDED_OF_A_WING = tuple(fact.name for fact in fields(WingFacts) if fact.default is MISSING)

Values = Mapping[str, float | Sequence[float]]


def airframe_of(kit: VehicleKit, wing: Mapping[str, Any]) -> tuple[str, Values]:
    """The name of the stack and the values of its columns.

    `wing` tells how an aeroplane answers, for dynamics that cannot tell it themselves.
    """
    multirotor = kit.facts.get("multirotor")
    aeroplane = _wing_facts(kit, wing)
    if isinstance(multirotor, MultirotorConfig):
        values = _multirotor_values(kit, multirotor)
        if aeroplane is None:
            return "multirotor", values
        lift = {**design_wing(aeroplane), **values, **design_vtol(aeroplane)}
        return "vtol", {**lift, **design_vtol_missions(aeroplane), **_mixer_values(kit)}
    if aeroplane is not None:
        missions = design_missions(aeroplane) | design_rolling(aeroplane)
        ground = _roll_out_values(kit)
        return "wing", {**design_wing(aeroplane), **missions, **ground, **_mixer_values(kit)}
    surface = surface_facts(kit)
    if surface is not None:
        return "boat" if surface.boat else "rover", surface_values(surface, kit.facts["mixer"])
    if "moved_by" in kit.facts:
        raise ValueError(
            f"autopilot firmware cannot find out how an aircraft of {kit.facts['moved_by']} "
            f"answers: add 'wing:' to 'autopilot.settings' with {', '.join(_NEEDED_OF_A_WING)}"
        )
    raise ValueError(
        "autopilot firmware does not know how to move this vehicle: give it a multirotor, wing, "
        "rover or vessel as dynamics, or set 'autopilot.kind' to none"
    )


def _multirotor_values(kit: VehicleKit, config: MultirotorConfig) -> Values:
    values = dict(design_gains(multirotor_facts(config, round(imu_rate_hz(kit)))))
    if "battery" in kit.facts:
        values["fw_nominal_voltage_v"] = config.V_max
    return values


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
