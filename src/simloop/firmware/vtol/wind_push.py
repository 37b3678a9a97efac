"""The pusher of a wing that hovers in wind: it holds against it, so that the nose need not.

A wing that leans far into the wind is pressed down and turned over by it: rotors hold that only in
weak wind. So leaning is for gusts, and what lasts is handed over to the pusher.
"""

from simloop.firmware.maths import clamp, larger

# From this wind on it looks into the wind, and the pusher helps.
WINDY_MPS = 4.0
# A nose lower than this for long lets the pusher rise, a higher one lets it fall. The wing carries
# little there, so that rotors keep a load to steer with.
NOSE_DOWN_RAD = 0.06
PUSH_PER_RAD_S = 1.5
# Next to the ground what holds is kept.
KEPT_BELOW_M = 2.0
# Along its nose slower than this over the ground it has stopped, whatever the airspeed.
STOPPED_MPS = 1.5


def push_against(head_wind_mps: float, low_throttle: float, low_mps: float) -> float:
    """The throttle that about holds against a wind, by that of the slowest level flight."""
    share = (head_wind_mps - WINDY_MPS) / larger(low_mps - WINDY_MPS, 1.0)
    return clamp(low_throttle * share, 0.0, 1.0)


def push_on(pusher: float, nose_down_rad: float, height_m: float, period_s: float) -> float:
    """The throttle one step on, by how far the nose is asked down."""
    step = PUSH_PER_RAD_S * (nose_down_rad - NOSE_DOWN_RAD) * period_s
    return clamp(pusher + step, 0.0, 1.0) if height_m > KEPT_BELOW_M else pusher
