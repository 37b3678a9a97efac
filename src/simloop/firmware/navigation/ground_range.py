"""Height above the ground from the sonar."""

from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.navigation import SonarFacts, SonarWatch
from simloop.firmware.fields.samples import Sonar


def watch_ground(
    period_s: float, facts: SonarFacts, watch: Mut[SonarWatch], craft: Mut[Craft], sonar: Sonar
) -> None:
    """Takes over a fresh range that is short enough to be an echo, freed of the tilt."""
    level = craft.attitude_wxyz.tilt_cosine()
    fresh = sonar.sequence != watch.seen
    watch.seen = sonar.sequence
    # Beyond 45 degrees of tilt the beam no longer points at the ground below.
    if fresh & (sonar.range_m < facts.max_m) & (level > 0.7):
        craft.ground_clearance_m = sonar.range_m * level
        craft.ground_age_s = 0.0
    else:
        craft.ground_age_s += period_s
