"""Body rates for the rate loop: a notch that follows the rotors, then a low pass.

What rotors shake lies above what the rate loop can act on. Let through, it would come back as
motor commands that swing from stop to stop, and the mean thrust with them.
"""

from math import sqrt
from typing import NamedTuple

from simloop.firmware.component import Mut, Row
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.gyro_filter import GyroFilter
from simloop.firmware.fields.multirotor import Multirotor
from simloop.firmware.fields.multirotor_loops import Wrench
from simloop.firmware.maths import GRAVITY_MPS2, PI, TWO_PI, clamp, larger
from simloop.firmware.vector import Vec3

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


def filter_rates(
    period_s: float, model: Multirotor, craft: Craft, wrench: Wrench, gyro: Mut[GyroFilter]
) -> None:
    """One IMU sample; 0 Hz switches a filter off.

    Rotor speed goes with the root of thrust: at the thrust of its weight it is the notch's own
    frequency. The width is a share of the frequency, so the notch keeps its shape as it moves.
    """
    lift = larger(wrench.thrust_n, 0.0) / (GRAVITY_MPS2 * model.mass_kg)
    faster = larger(sqrt(lift), model.notch_least)
    moves = model.notch_mode == NOTCH_BY_THRUST
    centre = model.notch_hz * faster if moves else model.notch_hz
    wide = model.notch_width_hz / larger(model.notch_hz, 1e-3)
    cut = wide * (1.0 - NOTCH_LEFT) if model.notch_hz > 0.0 else 0.0
    notch = warped(period_s * centre)
    low = warped(period_s * model.gyro_filter_hz)
    raw = craft.rate_frd_radps
    notched = raw - cut * three_bands(raw, gyro.notch_memory, notch, wide).middle
    smooth = three_bands(notched, gyro.low_pass_memory, low, BUTTERWORTH).low
    gyro.rate_frd_radps = notched if model.gyro_filter_hz <= 0.0 else smooth


class Bands(NamedTuple):
    """What band pass and low pass let through."""

    middle: Vec3
    low: Vec3


def three_bands(rate: Vec3, memory: Row, g: float, k: float) -> Bands:
    """State-variable filters of three axes, one sample on."""
    mx, lx = bands(rate.x, 0, memory, g, k)
    my, ly = bands(rate.y, 2, memory, g, k)
    mz, lz = bands(rate.z, 4, memory, g, k)
    return Bands(Vec3(mx, my, mz), Vec3(lx, ly, lz))


def bands(value: float, place: int, memory: Row, g: float, k: float) -> tuple[float, float]:
    """Band pass and low pass of a state-variable filter with two integrals, one sample on."""
    first, second = memory[place], memory[place + 1]
    high = (value - second - (g + k) * first) / (1.0 + g * (g + k))
    middle = first + g * high
    low = second + g * middle
    memory[place] = 2.0 * middle - first
    memory[place + 1] = 2.0 * low - second
    return middle, low


def filter_lag_s(low_pass_hz: float, notch_hz: float, width_hz: float) -> float:
    """How late slow rates come out of the filters; 0 Hz is a filter that is off."""
    low = BUTTERWORTH / larger(low_pass_hz, 1e-3) if low_pass_hz > 0.0 else 0.0
    notch = width_hz / larger(notch_hz * notch_hz, 1e-6) if notch_hz > 0.0 else 0.0
    return (low + notch) / TWO_PI


def settled_memory(rate_frd_radps: tuple[float, float, float]) -> tuple[float, ...]:
    """What both filters remember of rates that have lasted: nothing moves, all is passed on."""
    p, q, r = rate_frd_radps
    return (0.0, p, 0.0, q, 0.0, r)
