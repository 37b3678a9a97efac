"""Height above the ground from the sonar."""

from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1


def watch_ground(
    period_s: float,
    fw_range_max_m: Row,
    fw_attitude_wxyz: Row,
    fw_sonar_seen: Row,
    fw_ground_age_s: Row,
    fw_ground_clearance_m: Row,
    sonar_range_m: Row,
    sonar_sequence: Row,
) -> None:
    """Takes over a fresh range that is short enough to be an echo, freed of the tilt."""
    for j in range(W):
        x = fw_attitude_wxyz[W + j]
        y = fw_attitude_wxyz[2 * W + j]
        level = 1.0 - 2.0 * (x * x + y * y)
        reading = sonar_range_m[j]
        fresh = sonar_sequence[j] != fw_sonar_seen[j]
        # Beyond 45 degrees of tilt the beam no longer points at the ground below.
        echo = fresh & (reading < fw_range_max_m[j]) & (level > 0.7)
        fw_ground_clearance_m[j] = reading * level if echo else fw_ground_clearance_m[j]
        fw_ground_age_s[j] = 0.0 if echo else fw_ground_age_s[j] + period_s
        fw_sonar_seen[j] = sonar_sequence[j]
