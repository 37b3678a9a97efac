"""The steady coefficients of a wing over angle of attack and elevator, by the kernel's formulas."""

from simloop.math.scalar import PI, exp, sin_cos
from simloop.systems.fixed_wing.config import Config
from simloop.systems.fixed_wing.stall import attached_share, drag_curve, lift_curve, moment_alpha


def stall_numbers(config: Config) -> tuple[float, float, float]:
    """What the blend into the stall needs: M, alpha0 and exp(-2 M alpha0)."""
    return (config.wing_M, config.wing_alpha0, exp(-2.0 * config.wing_M * config.wing_alpha0))


def induced_factor(config: Config) -> float:
    """Induced drag coefficient per square of the lift coefficient: 1/(pi e AR)."""
    if config.wing_epsilon == 0.0:
        return 0.0
    aspect_ratio = config.wing_b * config.wing_b / config.wing_s
    return 1.0 / (PI * config.wing_epsilon * aspect_ratio)


def lift_coefficient(
    config: Config, alpha_rad: float, elevator_rad: float = 0.0, attached: float | None = None
) -> float:
    """C_L in straight flight; who knows the share of attached flow already hands it in."""
    sine, cosine = sin_cos(alpha_rad)
    if attached is None:
        attached = attached_share(alpha_rad, *stall_numbers(config))
    curve = lift_curve(attached, cosine, sine, alpha_rad, config.C_L[0], config.C_L[1])
    return curve + config.C_L[7] * elevator_rad


def drag_coefficient(config: Config, alpha_rad: float, elevator_rad: float = 0.0) -> float:
    """C_D in straight flight."""
    sine, _ = sin_cos(alpha_rad)
    attached = attached_share(alpha_rad, *stall_numbers(config))
    line = config.C_L[0] + config.C_L[1] * alpha_rad
    steady = config.C_D[0] + config.C_D[1] * moment_alpha(attached, sine, alpha_rad)
    steady += drag_curve(attached, sine, line, induced_factor(config))
    return max(0.0, steady + config.C_D[7] * elevator_rad)


def trimmed_elevator(config: Config, alpha_rad: float) -> float:
    """The elevator at which nothing pitches the aircraft in straight flight, rad."""
    sine, _ = sin_cos(alpha_rad)
    attached = attached_share(alpha_rad, *stall_numbers(config))
    steady = config.C_m[0] + config.C_m[1] * moment_alpha(attached, sine, alpha_rad)
    if config.C_m[7] == 0.0:
        raise ValueError("fixed_wing: C_m has no elevator derivative, so there is no trim")
    return -steady / config.C_m[7]


def trimmed_lift(config: Config, alpha_rad: float) -> float:
    """C_L in straight flight with the elevator in trim."""
    return lift_coefficient(config, alpha_rad, trimmed_elevator(config, alpha_rad))


def trimmed_drag(config: Config, alpha_rad: float) -> float:
    """C_D in straight flight with the elevator in trim."""
    return drag_coefficient(config, alpha_rad, trimmed_elevator(config, alpha_rad))
