"""Velocity and position of the last quarter second, for samples that arrive late."""

from simloop.firmware.maths import clamp, smaller
from simloop.firmware.navigation.indices import HISTORY_SLOTS
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

HISTORY_STEP_S = 0.02


def keep_history(
    fw_time_s: Row,
    fw_ekf_velocity_ned_mps: Row,
    fw_ekf_position_ned_m: Row,
    fw_history_time_s: Row,
    fw_history_velocity_ned_mps: Row,
    fw_history_position_ned_m: Row,
) -> None:
    """Move every slot on by one and put the present into slot 0."""
    size = 3 * W
    for i in range(HISTORY_SLOTS * size - 1, size - 1, -1):
        fw_history_velocity_ned_mps[i] = fw_history_velocity_ned_mps[i - size]
        fw_history_position_ned_m[i] = fw_history_position_ned_m[i - size]
    for i in range(size):
        fw_history_velocity_ned_mps[i] = fw_ekf_velocity_ned_mps[i]
        fw_history_position_ned_m[i] = fw_ekf_position_ned_m[i]
    for j in range(W):
        fw_history_time_s[j] = fw_time_s[j]


def slot_weight(slot: int, since_s: float, delay_s: float) -> float:
    """The share of a slot in the state of `delay_s` ago, by linear interpolation.

    `since_s` is the age of slot 0; what the slots leave of 1 belongs to the present.
    """
    oldest = since_s + HISTORY_STEP_S * (HISTORY_SLOTS - 1)
    wanted = smaller(delay_s, oldest)
    age = since_s + HISTORY_STEP_S * slot
    share = clamp(1.0 - abs(wanted - age) * (1.0 / HISTORY_STEP_S), 0.0, 1.0)
    # Before slot 0 lies the present: there the slot fades over its own age.
    before = (slot == 0) & (wanted < since_s)
    return wanted / (since_s if since_s > 1e-9 else 1.0) if before else share
