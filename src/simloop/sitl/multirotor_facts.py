"""What the firmware must know about a multirotor, from the same file as the simulation."""

from math import radians

from simloop.firmware.multirotor.facts import MultirotorFacts
from simloop.systems.multirotor.config import Config
from simloop.systems.multirotor.performance import mean_thrust_gain, mean_torque_gain
from simloop.systems.multirotor.rotor_model import mean_share, thrust_shares, torque_shares

# Gains are designed for the air that motors are rated in; control absorbs the difference.
DESIGN_DENSITY_KGPM3 = 1.225


def multirotor_facts(config: Config, tick_rate_hz: int) -> MultirotorFacts:
    """A multirotor's facts as the firmware wants them."""
    return MultirotorFacts(
        mass_kg=config.mass_kg,
        inertia_kgm2=config.inertia_kgm2[:3],
        rotor_dists_m=config.rotor_dists,
        rotor_radial_angles_rad=tuple(radians(a) for a in config.rotor_radial_angles_deg),
        rotor_rotation_directions=tuple(float(d) for d in config.rotor_rotation_directions),
        rotor_thrust_shares=_over_mean(thrust_shares(config)),
        rotor_torque_shares=_over_mean(torque_shares(config)),
        thrust_per_speed2=DESIGN_DENSITY_KGPM3 * mean_thrust_gain(config),
        torque_per_speed2=DESIGN_DENSITY_KGPM3 * mean_torque_gain(config),
        motor_constant=config.K_Q,
        motor_resistance_ohm=config.R_motor,
        no_load_current_a=config.I_0,
        max_voltage_v=config.V_max,
        rotor_lag_s=0.5 * (config.rotor_time_constant_up_s + config.rotor_time_constant_down_s),
        rotor_inertia_kgm2=config.rotor_inertia_kgm2,
        tick_rate_hz=float(tick_rate_hz),
    )


def _over_mean(shares: tuple[float, ...]) -> tuple[float, ...]:
    mean = mean_share(shares)
    return tuple(share / mean for share in shares)
