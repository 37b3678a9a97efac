"""A propeller with an electric motor that pulls or pushes along x: what it is, how it is equipped.

Force models of aircraft share it: thrust and torque are quadratic in rotor speed and inflow.
"""

from math import sqrt

from simloop.math.scalar import PI
from simloop.world.lag import lag_gain
from simloop.world.plugin import VehicleKit
from simloop.world.power import BATTERY_SYSTEM, equip_bus
from simloop.world.propeller.components import Prop
from simloop.world.propeller.kernel import propeller
from simloop.world.propeller.wrench import propeller_wrench
from simloop.world.setting import NotNegative, Positive, setting, settings
from simloop.world.system import BlockSystem, Stage

# Propeller data are trusted up to this multiple of the advance ratio at which thrust ends.
WINDMILL_RANGE = 2.0
NEVER = 1e9  # an advance ratio that no propeller sees

Three = tuple[float, float, float]


@settings
class Propeller:
    """A propeller and its motor. Symbols are those of ROSflight's parameter file."""

    D_prop: Positive = setting(0.508, "Propeller diameter, m.")
    C_T: Three = (0.09357, -0.06044, -0.1079)
    """Thrust coefficient as a polynomial in the advance ratio, rising powers."""
    C_Q: Three = setting((0.00523, 0.00497, -0.01664), "Torque coefficient likewise.")
    V_max: Positive = setting(44.4, "Voltage of the bus that the motor is made for, V.")
    R_motor: Positive = setting(0.042, "Winding resistance, ohm.")
    I_0: NotNegative = setting(1.5, "No-load current, A.")
    K_Q: Positive = setting(0.06586, "Torque constant, N m/A; also the back-EMF constant in V s.")
    time_constant_s: NotNegative = setting(0.0, "Lag of the rotor speed, s; 0 follows at once.")


PROPELLER_SYSTEM = BlockSystem(
    name="propeller", stage=Stage.ACTUATION, block=propeller, after=(BATTERY_SYSTEM, "rotors")
)


def equip_propeller(kit: VehicleKit, config: Propeller, who: str) -> None:
    """Give the vehicle a propeller that follows the standard command Fx; it needs outputs."""
    check_propeller(config, who)
    equip_bus(kit, config.V_max, who)
    kit.component(
        Prop,
        thrust_gain=thrust_gains(config),
        torque_gain=torque_gains(config),
        inflow_limit_m=windmill_limit(config) * config.D_prop / (2.0 * PI),
        motor_gain=(config.K_Q, 1.0 / config.R_motor, config.I_0),
        lag_gain=lag_gain(config.time_constant_s, kit.tick_rate_hz),
    )
    kit.system(PROPELLER_SYSTEM)
    kit.forces(propeller_wrench)


def check_propeller(config: Propeller, who: str) -> None:
    """Refuse numbers that no propeller can have, naming the field."""
    for name in ("C_T", "C_Q"):
        if not getattr(config, name)[0] > 0.0:
            raise ValueError(f"{who}: {name} must start with a positive number")


def thrust_gains(config: Propeller) -> Three:
    """Thrust per air density: of speed^2, speed * inflow and inflow^2."""
    turn = config.D_prop / (2.0 * PI)
    area = config.D_prop * config.D_prop
    zero, one, two = config.C_T
    return area * turn * turn * zero, area * turn * one, area * two


def torque_gains(config: Propeller) -> Three:
    """Drag torque per air density, in the same order."""
    turn = config.D_prop / (2.0 * PI)
    volume = config.D_prop * config.D_prop * config.D_prop
    zero, one, two = config.C_Q
    return volume * turn * turn * zero, volume * turn * one, volume * two


def windmill_limit(config: Propeller) -> float:
    """The advance ratio beyond which coefficients stay: a multiple of that without thrust."""
    zero, one, two = config.C_T
    inside = one * one - 4.0 * zero * two
    # The smaller positive root of the polynomial, written without a difference.
    below = -one + sqrt(max(0.0, inside))
    if inside < 0.0 or below <= 0.0:
        return NEVER
    return WINDMILL_RANGE * 2.0 * zero / below
