"""What the firmware must know about a multirotor, from the same file as the simulation."""

from math import pi, radians

from simloop.firmware.multirotor.facts import MultirotorFacts
from simloop.systems.multirotor.config import Config

# Gains are designed for the air that motors are rated in; control absorbs the difference.
DESIGN_DENSITY_KGPM3 = 1.225


def multirotor_facts(config: Config, tick_rate_hz: int) -> MultirotorFacts:
    """A multirotor's facts as the firmware wants them."""
    scale = DESIGN_DENSITY_KGPM3 * config.prop_diameter_m**4 / (4.0 * pi * pi)
    return MultirotorFacts(
        mass_kg=config.mass_kg,
        inertia_kgm2=config.inertia_kgm2[:3],
        rotor_dists_m=config.rotor_dists,
        rotor_radial_angles_rad=tuple(radians(a) for a in config.rotor_radial_angles_deg),
        rotor_rotation_directions=tuple(float(d) for d in config.rotor_rotation_directions),
        thrust_per_speed2=scale * config.C_T[0],
        torque_per_speed2=scale * config.prop_diameter_m * config.C_Q[0],
        motor_constant=config.K_Q,
        motor_resistance_ohm=config.R_motor,
        no_load_current_a=config.I_0,
        max_voltage_v=config.V_max,
        rotor_lag_s=0.5 * (config.rotor_time_constant_up_s + config.rotor_time_constant_down_s),
        tick_rate_hz=float(tick_rate_hz),
    )
