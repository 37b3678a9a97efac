"""Speeds of the transition from the facts of the wing."""

from simloop.firmware.wing.facts import WingFacts

Value = float | tuple[float, ...]


def design_vtol(wing: WingFacts) -> dict[str, Value]:
    """Values of the VTOL parameters that depend on the aircraft."""
    stall = wing.stall_speed_mps
    return {"fw_vtol_speeds_mps": (max(1.15 * stall, wing.speeds_mps[0]), 0.6 * stall)}
