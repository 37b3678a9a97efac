"""The water at each vehicle: level, waves and current, from a table of waves that all share."""

from simloop.math.row import Row
from simloop.math.waves import depth_below, wave

# Lanes per block; compiled copies set it
W = 1


def water(
    tick: int,
    dt_s: float,
    wave_table: Row,
    water_level_down_m: Row,
    water_depth_m: Row,
    water_current_ned_mps: Row,
    position_ned_m: Row,
    water_down_m: Row,
    water_slope_ne: Row,
    water_velocity_ned_mps: Row,
) -> None:
    """Sum up the waves where each vehicle is, at the time the tick leads to."""
    time_s = tick * dt_s
    for j in range(W):
        water_down_m[j] = water_level_down_m[j]
        water_slope_ne[j] = 0.0
        water_slope_ne[W + j] = 0.0
        water_velocity_ned_mps[j] = 0.0
        water_velocity_ned_mps[W + j] = 0.0
        water_velocity_ned_mps[2 * W + j] = 0.0
    # Waves outside, lanes inside: a loop inside the lanes would stop vectorisation.
    for i in range(wave_table.shape[0]):
        for j in range(W):
            depth_m = depth_below(
                position_ned_m[2 * W + j], water_level_down_m[j], water_depth_m[j]
            )
            up, slope_n, slope_e, vn, ve, vd = wave(
                wave_table[i, 0],
                wave_table[i, 1],
                wave_table[i, 2],
                wave_table[i, 3],
                wave_table[i, 4],
                wave_table[i, 5],
                wave_table[i, 6],
                wave_table[i, 7],
                wave_table[i, 8],
                wave_table[i, 9],
                position_ned_m[j],
                position_ned_m[W + j],
                depth_m,
                time_s,
            )
            water_down_m[j] -= up
            water_slope_ne[j] += slope_n
            water_slope_ne[W + j] += slope_e
            water_velocity_ned_mps[j] += vn
            water_velocity_ned_mps[W + j] += ve
            water_velocity_ned_mps[2 * W + j] += vd
    for j in range(W):
        water_velocity_ned_mps[j] += water_current_ned_mps[j]
        water_velocity_ned_mps[W + j] += water_current_ned_mps[W + j]
        water_velocity_ned_mps[2 * W + j] += water_current_ned_mps[2 * W + j]
