"""Columns of a VTOL that starts on its wing or on its rotors."""

from simloop.firmware.codes import VtolRequest, VtolState
from simloop.firmware.command.air_start import Columns


def vtol_columns(*, on_wing: bool, pusher: float, heading_rad: float, height_m: float) -> Columns:
    """Who carries, and who is asked to."""
    return {
        "fw_vtol_state": VtolState.CRUISE if on_wing else VtolState.HOVER,
        "fw_vtol_request": VtolRequest.CRUISE if on_wing else VtolRequest.HOVER,
        "fw_vtol_hover": 0.0 if on_wing else 1.0,
        "fw_vtol_lift_share": 0.0 if on_wing else 1.0,
        "fw_vtol_pusher": pusher if on_wing else 0.0,
        "fw_vtol_heading_rad": heading_rad,
        "fw_vtol_height_m": height_m,
        "fw_wing_engaged": 1.0 if on_wing else 0.0,
    }
