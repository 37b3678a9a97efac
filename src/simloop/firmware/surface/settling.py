"""Tells when a vehicle that was told to stop has stopped."""

from math import sqrt

from simloop.firmware.phases import PHASE_DESCEND, PHASE_TOUCH_DOWN
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

# Slower than this many parking speeds counts: estimates have noise.
SLOW = 2.0


def settle(
    period_s: float,
    fw_park_mps: Row,
    fw_settle_s: Row,
    fw_phase: Row,
    fw_velocity_ned_mps: Row,
    fw_standing_s: Row,
    fw_touched: Row,
    fw_settled: Row,
) -> None:
    """Count how long it has stood, or drifted slowly, since it was told to stop."""
    for j in range(W):
        north = fw_velocity_ned_mps[j]
        east = fw_velocity_ned_mps[W + j]
        ends = (fw_phase[j] == PHASE_DESCEND) | (fw_phase[j] == PHASE_TOUCH_DOWN)
        slow = sqrt(north * north + east * east) < SLOW * fw_park_mps[j]
        still = fw_standing_s[j] + period_s if ends & slow else 0.0
        done = 1.0 if still >= fw_settle_s[j] else 0.0
        fw_standing_s[j] = still
        fw_touched[j] = done
        fw_settled[j] = done
