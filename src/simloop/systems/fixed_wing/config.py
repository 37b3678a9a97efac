"""The vehicle-file section of a fixed wing; the defaults are the Aerosonde of Beard and McLain."""

from typing import Annotated

from simloop.world.airframe import Deflection
from simloop.world.mass import Inertia
from simloop.world.mixer import Mixer
from simloop.world.propeller import Propeller
from simloop.world.setting import NotNegative, Positive, Within, setting, settings

# Of one coefficient: 1, alpha, beta, p, q, r, aileron, elevator, rudder.
Derivatives = tuple[float, float, float, float, float, float, float, float, float]
Drag = tuple[NotNegative, float, float, float, float, float, float, float, float]

THREE_SURFACES = Mixer(kind="fixed_wing")
AEROSONDE_PROPELLER = Propeller()

COEFFICIENTS = ("C_L", "C_D", "C_Y", "C_ell", "C_m", "C_n")


@settings
class Config:
    """Mass, wing, coefficients, servos and propeller, with the symbols of Beard and McLain.

    Each coefficient has nine derivatives: 1, alpha, beta, p, q, r, aileron, elevator, rudder.
    """

    mass_kg: Positive = setting(11.0, "Take-off mass.")
    inertia_kgm2: Inertia = (0.8244, 1.135, 1.759, 0.0, -0.1204, 0.0)
    """Inertia tensor about the centre of mass in FRD: elements xx, yy, zz, xy, xz, yz. The book's
    Jxz goes in as -Jxz."""

    wing_s: Positive = setting(0.55, "Wing area, m^2.")
    wing_b: Positive = setting(2.8956, "Wing span, m.")
    wing_c: Positive = setting(0.18994, "Mean aerodynamic chord, m.")
    wing_M: Annotated[float, Within(1.0, 1e4)] = 50.0  # noqa: N815 - the symbol of ROSflight's file
    """How sharp the stall is: the flow comes off within about 5/M of alpha0, 1/rad."""
    wing_alpha0: Annotated[float, Within(0.0, 1.57, is_open=True)] = 0.47
    """Angle of attack at which half of the flow has come off, rad."""
    wing_epsilon: Annotated[float, Within(0.0, 2.0)] = 0.9
    """Oswald's efficiency factor of induced drag; 0 for none, where column alpha of C_D has it."""

    C_L: Derivatives = setting((0.23, 5.61, 0.0, 0.0, 7.95, 0.0, 0.0, 0.13, 0.0), "Lift.")
    C_D: Drag = (0.043, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0135, 0.0)
    """Drag besides the induced drag; the first number is the parasitic drag."""
    C_Y: Derivatives = (0.0, 0.0, -0.98, 0.0, 0.0, 0.0, 0.075, 0.0, 0.19)
    """Force to the right."""
    C_ell: Derivatives = (0.0, 0.0, -0.13, -0.51, 0.0, 0.25, 0.17, 0.0, 0.0024)
    """Roll moment per span."""
    C_m: Derivatives = (0.0135, -2.74, 0.0, 0.0, -38.21, 0.0, 0.0, -0.99, 0.0)
    """Pitch moment per chord."""
    C_n: Derivatives = (0.0, 0.0, 0.073, 0.069, 0.0, -0.095, -0.011, 0.0, -0.069)
    """Yaw moment per span."""

    mixer: Mixer = THREE_SURFACES
    """How throttle (Fx), aileron (Qx), elevator (Qy) and rudder (Qz) share the outputs."""
    servo_time_constant_s: NotNegative = setting(0.02, "Lag of every servo, s; 0 follows at once.")
    max_aileron_deflection_angle_deg: Deflection = 40.0
    """Aileron at full command, degrees."""
    max_elevator_deflection_angle_deg: Deflection = 40.0
    """Elevator at full command, degrees."""
    max_rudder_deflection_angle_deg: Deflection = setting(40.0, "Rudder at full command, degrees.")

    propeller: Propeller | None = AEROSONDE_PROPELLER
    """Propeller and motor along x; null for a glider."""
