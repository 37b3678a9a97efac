"""Height above the ground from the sonar."""

from simloop.firmware.component import Mut
from simloop.firmware.fields.estimate import Estimate
from simloop.firmware.fields.navigation import SonarFacts, SonarWatch
from simloop.firmware.fields.samples import Sonar


def watch_ground(
    period_s: float,
    facts: SonarFacts,
    watch: Mut[SonarWatch],
    estimate: Mut[Estimate],
    sonar: Sonar,
) -> None:
    """Takes over a fresh range that is short enough to be an echo, freed of the tilt."""
    level = estimate.attitude_wxyz.tilt_cosine()
    fresh = sonar.sequence != watch.seen
    watch.seen = sonar.sequence
    # Beyond 45 degrees of tilt the beam no longer points at the ground below.
    if fresh & (sonar.range_m < facts.max_m) & (level > 0.7):
        estimate.ground_clearance_m = sonar.range_m * level
        estimate.ground_age_s = 0.0
    else:
        estimate.ground_age_s += period_s
