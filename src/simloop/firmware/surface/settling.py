"""Tells when a vehicle that was told to stop has stopped."""

from simloop.firmware.codes import Phase
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.surface.components import Surface

# Slower than this many parking speeds counts: estimates have noise.
SLOW = 2.0


def settle(period_s: float, surface: Mut[Surface], craft: Mut[Craft]) -> None:
    """Count how long it has stood, or drifted slowly, since it was told to stop."""
    ends = craft.phase in (Phase.DESCEND, Phase.TOUCH_DOWN)
    slow = craft.velocity_ned_mps.xy().norm() < SLOW * surface.park_mps
    surface.standing_s = surface.standing_s + period_s if ends and slow else 0.0
    done = 1.0 if surface.standing_s >= surface.settle_s else 0.0
    craft.touched = done
    craft.settled = done
