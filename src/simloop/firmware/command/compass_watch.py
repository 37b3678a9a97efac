"""Tells the pilot when the compass is disturbed, and when it is not any more."""

from math import sqrt

from simloop.firmware.command.notices import post
from simloop.firmware.command.reasons import COMPASS_BACK, COMPASS_DISTURBED
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

MICROTESLA = 1e6


def watch_compass(
    fw_mag_disturbed: Row,
    fw_mag_smooth_frd_t: Row,
    fw_mag_told: Row,
    fw_event: Row,
    fw_event_count: Row,
) -> None:
    """Post a change; the number with it is what the field has too much of, in microtesla."""
    for j in range(W):
        if fw_mag_disturbed[j] == fw_mag_told[j]:
            continue
        x = MICROTESLA * fw_mag_smooth_frd_t[j]
        y = MICROTESLA * fw_mag_smooth_frd_t[W + j]
        z = MICROTESLA * fw_mag_smooth_frd_t[2 * W + j]
        code = COMPASS_DISTURBED if fw_mag_disturbed[j] > 0.0 else COMPASS_BACK
        post(fw_event, fw_event_count, j, code, sqrt(x * x + y * y + z * z))
        fw_mag_told[j] = fw_mag_disturbed[j]
