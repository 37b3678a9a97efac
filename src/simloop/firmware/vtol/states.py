"""Who carries a VTOL, as the number in column fw_vtol_state; and what fw_vtol_request asks."""


class VtolState:
    """Column fw_vtol_state."""

    HOVER = 0.0
    TO_CRUISE = 1.0
    CRUISE = 2.0
    TO_HOVER = 3.0


class VtolRequest:
    """Column fw_vtol_request."""

    HOVER = 1.0
    CRUISE = 2.0
