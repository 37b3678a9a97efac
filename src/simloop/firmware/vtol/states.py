"""Who carries a VTOL, as the number in column fw_vtol_state; and what fw_vtol_request asks."""

VTOL_HOVER = 0.0
VTOL_TO_CRUISE = 1.0
VTOL_CRUISE = 2.0
VTOL_TO_HOVER = 3.0

REQUEST_HOVER = 1.0
REQUEST_CRUISE = 2.0
