"""What a wing by tables has: grids, coefficients over them, and derivatives of the rates."""

from typing import NamedTuple

from simloop.component import Component, FloatRow, param

_RATES = "per p b/(2V), q c/(2V), r b/(2V)"


class GridPlace(NamedTuple):
    """Equally spaced angles: the first, and how many there are per radian."""

    first_rad: float
    points_prad: float


class RateDerivatives(NamedTuple):
    """A coefficient per p b/(2V), q c/(2V), r b/(2V)."""

    p: float
    q: float
    r: float


class AeroTable(Component, frame="FRD", size="ALPHA_POINTS"):
    """Aerodynamic coefficients over equally spaced angles; outside of them the ends hold."""

    alpha_grid: GridPlace = param(
        "rad, 1/rad", "first angle of attack, points per radian", frame="-"
    )
    beta_grid: GridPlace = param("rad, 1/rad", "first sideslip angle, points per radian", frame="-")
    C_L_alpha: FloatRow = param("1", "lift, over angle of attack")
    C_D_alpha: FloatRow = param("1", "drag, over angle of attack")
    C_m_alpha: FloatRow = param("1", "pitch moment per chord, over angle of attack")
    C_Y_beta: FloatRow = param("1", "force to the right, over sideslip", size="BETA_POINTS")
    C_ell_beta: FloatRow = param("1", "roll moment per span, over sideslip", size="BETA_POINTS")
    C_n_beta: FloatRow = param("1", "yaw moment per span, over sideslip", size="BETA_POINTS")
    C_Y_aileron: FloatRow = param("1/rad", "force to the right per aileron, over angle of attack")
    C_ell_aileron: FloatRow = param(
        "1/rad", "roll moment per span and aileron, over angle of attack"
    )
    C_n_aileron: FloatRow = param("1/rad", "yaw moment per span and aileron, over angle of attack")
    C_L_elevator: FloatRow = param("1/rad", "lift per elevator, over angle of attack")
    C_D_elevator: FloatRow = param("1/rad", "drag per elevator, over angle of attack")
    C_m_elevator: FloatRow = param(
        "1/rad", "pitch moment per chord and elevator, over angle of attack"
    )
    C_Y_rudder: FloatRow = param("1/rad", "force to the right per rudder, over angle of attack")
    C_ell_rudder: FloatRow = param("1/rad", "roll moment per span and rudder, over angle of attack")
    C_n_rudder: FloatRow = param("1/rad", "yaw moment per span and rudder, over angle of attack")
    C_L_rates: RateDerivatives = param("1", _RATES)
    C_D_rates: RateDerivatives = param("1", _RATES)
    C_Y_rates: RateDerivatives = param("1", _RATES)
    C_ell_rates: RateDerivatives = param("1", _RATES)
    C_m_rates: RateDerivatives = param("1", _RATES)
    C_n_rates: RateDerivatives = param("1", _RATES)
