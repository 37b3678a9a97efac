"""The vehicle-file section of a wing by tables; the defaults are a plain wing of small angles."""

from simloop.world.airframe import Deflection
from simloop.world.mixer import Mixer
from simloop.world.propeller import Propeller
from simloop.world.setting import NotNegative, Positive, setting, settings

Numbers = tuple[float, ...]
Rates = tuple[float, float, float]

THREE_SURFACES = Mixer(kind="fixed_wing")


@settings
class Config:
    """Mass, wing, tables of coefficients, servos and propeller.

    A table has one number per angle of its grid, or a single one that holds everywhere. Angles may
    be unequally spaced: tables are resampled to the smallest step. Outside of a grid its end holds.
    """

    mass_kg: Positive = setting(2.0, "Take-off mass.")
    inertia_kgm2: tuple[float, float, float, float, float, float] = (0.09, 0.12, 0.19, 0, 0, 0)
    """Inertia tensor about the centre of mass in FRD: elements xx, yy, zz, xy, xz, yz."""

    wing_s: Positive = setting(0.345, "Wing area, m^2.")
    wing_b: Positive = setting(1.5, "Wing span, m.")
    wing_c: Positive = setting(0.23, "Mean aerodynamic chord, m.")

    alpha_deg: Numbers = (-10.0, 0.0, 10.0)
    """Angles of attack of the tables, rising, degrees."""
    C_L: Numbers = setting((-0.5, 0.3, 1.1), "Lift, over alpha_deg.")
    C_D: Numbers = setting((0.05, 0.035, 0.09), "Drag, over alpha_deg.")
    C_m: Numbers = setting((0.15, 0.02, -0.11), "Pitch moment per chord, over alpha_deg.")

    beta_deg: Numbers = setting((-20.0, 20.0), "Sideslip angles of the tables, rising, degrees.")
    C_Y: Numbers = setting((0.12, -0.12), "Force to the right, over beta_deg.")
    C_ell: Numbers = setting((0.024, -0.024), "Roll moment per span, over beta_deg.")
    C_n: Numbers = setting((-0.026, 0.026), "Yaw moment per span, over beta_deg.")

    C_Y_aileron: Numbers = (0.0,)
    """Force to the right per radian of aileron, over alpha_deg."""
    C_ell_aileron: Numbers = (0.17,)
    """Roll moment per span and radian of aileron, over alpha_deg."""
    C_n_aileron: Numbers = (-0.01,)
    """Yaw moment per span and radian of aileron, over alpha_deg."""
    C_L_elevator: Numbers = setting((0.35,), "Lift per radian of elevator, over alpha_deg.")
    C_D_elevator: Numbers = setting((0.0,), "Drag per radian of elevator, over alpha_deg.")
    C_m_elevator: Numbers = (-0.95,)
    """Pitch moment per chord and radian of elevator, over alpha_deg."""
    C_Y_rudder: Numbers = (0.17,)
    """Force to the right per radian of rudder, over alpha_deg."""
    C_ell_rudder: Numbers = (0.01,)
    """Roll moment per span and radian of rudder, over alpha_deg."""
    C_n_rudder: Numbers = (-0.07,)
    """Yaw moment per span and radian of rudder, over alpha_deg."""

    C_L_rates: Rates = setting((0.0, 6.0, 0.0), "Lift per p b/(2V), q c/(2V), r b/(2V).")
    C_D_rates: Rates = setting((0.0, 0.0, 0.0), "Drag per the same three.")
    C_Y_rates: Rates = setting((0.0, 0.0, 0.2), "Force to the right per the same three.")
    C_ell_rates: Rates = setting((-0.45, 0.0, 0.1), "Roll moment per span and the same three.")
    C_m_rates: Rates = setting((0.0, -13.0, 0.0), "Pitch moment per chord and the same three.")
    C_n_rates: Rates = setting((-0.03, 0.0, -0.11), "Yaw moment per span and the same three.")

    mixer: Mixer = THREE_SURFACES
    """How throttle (Fx), aileron (Qx), elevator (Qy) and rudder (Qz) share the outputs."""
    servo_time_constant_s: NotNegative = setting(0.02, "Lag of every servo, s; 0 follows at once.")
    max_aileron_deflection_angle_deg: Deflection = 25.0
    """Aileron at full command, degrees."""
    max_elevator_deflection_angle_deg: Deflection = 25.0
    """Elevator at full command, degrees."""
    max_rudder_deflection_angle_deg: Deflection = setting(25.0, "Rudder at full command, degrees.")

    propeller: Propeller | None = setting(None, "Propeller and motor along x; null for a glider.")
