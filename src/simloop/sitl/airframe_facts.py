"""Which flight stack a vehicle needs, and its columns designed from the vehicle's own facts.

What is known of each kind of vehicle is loaded for the first vehicle of that kind.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from simloop.sitl.imu_rate import imu_rate_hz
from simloop.world.plugin import VehicleKit

Values = Mapping[str, float | Sequence[float]]

# Facts of dynamics that other modules look into.
_WINGS = ("fixed_wing", "aero_table")
_ON_SURFACE = ("rover", "differential_drive", "vessel")


def airframe_of(kit: VehicleKit, wing: Mapping[str, Any]) -> tuple[str, Values]:
    """The name of the stack and the values of its columns.

    `wing` tells how an aeroplane answers, for dynamics that cannot tell it themselves.
    """
    lift = _multirotor_values(kit)
    airframe = _winged(kit, wing, lift)
    if airframe is None and lift is not None:
        airframe = "multirotor", lift
    airframe = airframe or _on_surface(kit)
    if airframe is not None:
        return airframe
    if "moved_by" in kit.facts:
        from simloop.sitl.winged_airframe import NEEDED_OF_A_WING

        raise ValueError(
            f"autopilot firmware cannot find out how an aircraft of {kit.facts['moved_by']} "
            f"answers: add 'wing:' to 'autopilot.settings' with {', '.join(NEEDED_OF_A_WING)}"
        )
    raise ValueError(
        "autopilot firmware does not know how to move this vehicle: give it a multirotor, wing, "
        "rover or vessel as dynamics, or set 'autopilot.kind' to none"
    )


def _multirotor_values(kit: VehicleKit) -> Values | None:
    """None if no rotors lift it."""
    config = kit.facts.get("multirotor")
    if config is None:
        return None
    from simloop.firmware.multirotor.gains import design_gains
    from simloop.sitl.multirotor_facts import multirotor_facts
    from simloop.systems.multirotor.config import Config

    if not isinstance(config, Config):
        return None
    values = dict(design_gains(multirotor_facts(config, round(imu_rate_hz(kit)))))
    if "battery" in kit.facts:
        values["fw_nominal_voltage_v"] = config.V_max
    return values


def _winged(
    kit: VehicleKit, told: Mapping[str, Any], lift: Values | None
) -> tuple[str, Values] | None:
    """None if it has no wing."""
    if not told and not any(name in kit.facts for name in _WINGS):
        return None
    from simloop.sitl.winged_airframe import winged_airframe

    return winged_airframe(kit, told, lift)


def _on_surface(kit: VehicleKit) -> tuple[str, Values] | None:
    """None if it neither drives nor swims."""
    if not any(name in kit.facts for name in _ON_SURFACE):
        return None
    from simloop.sitl.surface_facts import surface_facts, surface_values

    surface = surface_facts(kit)
    if surface is None:
        return None
    return "boat" if surface.boat else "rover", surface_values(surface, kit.facts["mixer"])
