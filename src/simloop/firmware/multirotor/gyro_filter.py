"""Body rates for the rate loop: a notch that follows the rotors, then a low pass.

What rotors shake lies above what the rate loop can act on. Let through, it would come back as
motor commands that swing from stop to stop, and the mean thrust with them.
"""

from math import sqrt

from simloop.firmware.maths import GRAVITY_MPS2, PI, TWO_PI, clamp, larger
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

# Two real parts of a pole pair without a hump: one over its quality.
BUTTERWORTH = 1.4142135623730951
# Corners as shares of the sample rate, at most: beyond lies what samples cannot show.
HIGHEST_SHARE = 0.45
# What the notch leaves at its centre: 40 dB less.
NOTCH_LEFT = 0.01
# Values of INS_HNTCH_MODE.
NOTCH_FIXED = 0.0
NOTCH_BY_THRUST = 1.0


def warped(share: float) -> float:
    """tan(pi share) for shares up to 0.45, by a fraction that is right within 3 percent there."""
    x = PI * clamp(share, 1e-6, HIGHEST_SHARE)
    square = x * x
    return x * (15.0 - square) / (15.0 - 6.0 * square)


def band(value: float, first: float, second: float, g: float, k: float) -> tuple[float, float]:
    """Band pass and low pass of a state-variable filter, from a sample and its two integrals."""
    high = (value - second - (g + k) * first) / (1.0 + g * (g + k))
    middle = first + g * high
    return middle, second + g * middle


def filter_rates(
    period_s: float,
    fw_mc_mass_kg: Row,
    fw_mc_gyro_filter_hz: Row,
    fw_mc_notch_mode: Row,
    fw_mc_notch_hz: Row,
    fw_mc_notch_width_hz: Row,
    fw_mc_notch_least: Row,
    fw_rate_frd_radps: Row,
    fw_thrust_n: Row,
    fw_mc_notch_memory: Row,
    fw_mc_low_pass_memory: Row,
    fw_mc_rate_frd_radps: Row,
) -> None:
    """One IMU sample; 0 Hz switches a filter off.

    Rotor speed goes with the root of thrust: at the thrust of its weight it is the notch's own
    frequency. The width is a share of the frequency, so the notch keeps its shape as it moves.
    """
    for j in range(W):
        lift = larger(fw_thrust_n[j], 0.0) / (GRAVITY_MPS2 * fw_mc_mass_kg[j])
        faster = larger(sqrt(lift), fw_mc_notch_least[j])
        centre = fw_mc_notch_hz[j]
        centre = centre * faster if fw_mc_notch_mode[j] == NOTCH_BY_THRUST else centre
        notch = warped(period_s * centre)
        wide = fw_mc_notch_width_hz[j] / larger(fw_mc_notch_hz[j], 1e-3)
        cut = wide * (1.0 - NOTCH_LEFT) if fw_mc_notch_hz[j] > 0.0 else 0.0
        low = warped(period_s * fw_mc_gyro_filter_hz[j])
        passes = fw_mc_gyro_filter_hz[j] <= 0.0
        for axis in range(3):
            i = axis * W + j
            n = (2 * axis) * W + j
            rate = fw_rate_frd_radps[i]
            middle, below = band(
                rate, fw_mc_notch_memory[n], fw_mc_notch_memory[n + W], notch, wide
            )
            fw_mc_notch_memory[n] = 2.0 * middle - fw_mc_notch_memory[n]
            fw_mc_notch_memory[n + W] = 2.0 * below - fw_mc_notch_memory[n + W]
            rate = rate - cut * middle
            middle, below = band(
                rate, fw_mc_low_pass_memory[n], fw_mc_low_pass_memory[n + W], low, BUTTERWORTH
            )
            fw_mc_low_pass_memory[n] = 2.0 * middle - fw_mc_low_pass_memory[n]
            fw_mc_low_pass_memory[n + W] = 2.0 * below - fw_mc_low_pass_memory[n + W]
            fw_mc_rate_frd_radps[i] = rate if passes else below


def filter_lag_s(low_pass_hz: float, notch_hz: float, width_hz: float) -> float:
    """How late slow rates come out of the filters; 0 Hz is a filter that is off."""
    low = BUTTERWORTH / larger(low_pass_hz, 1e-3) if low_pass_hz > 0.0 else 0.0
    notch = width_hz / larger(notch_hz * notch_hz, 1e-6) if notch_hz > 0.0 else 0.0
    return (low + notch) / TWO_PI


def settled_memory(rate_frd_radps: tuple[float, float, float]) -> tuple[float, ...]:
    """What both filters remember of rates that have lasted: nothing moves, all is passed on."""
    p, q, r = rate_frd_radps
    return (0.0, p, 0.0, q, 0.0, r)
