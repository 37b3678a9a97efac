"""Yaw-rate control: feed-forward from what a turn needs, then proportional-integral."""

from simloop.firmware.codes import TurnKind
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.surface import SurfaceLoops
from simloop.firmware.maths import clamp
from simloop.firmware.surface.allocation import SLOWEST_MPS
from simloop.firmware.surface.components import Surface

# A turn that needs force against friction gets it in full from this rate on, rad/s.
TURNS_RADPS = 0.1
# Steering at the limit may ask for so much more than the tightest turn.
BEYOND = 1.1


def control_turn(period_s: float, surface: Surface, craft: Craft, loops: Mut[SurfaceLoops]) -> None:
    """Find the turn effort."""
    rests = surface.resting > 0.0 and loops.drive_effort == 0.0
    flying = craft.armed > 0.0 and craft.flying > 0.0
    off = rests or not (flying and surface.pilot_direct.turn == 0.0)
    target = surface.turn_target_radps
    error = target - craft.rate_frd_radps.z
    sense = clamp(target / TURNS_RADPS, -1.0, 1.0)
    curve, gains, integral = surface.turn_curve, surface.turn_gain, loops.turn_integral
    known = curve.friction * sense + curve.rate * target + curve.square * target * abs(target)

    grown = integral + gains.growth * period_s * error
    effort = known + gains.error * error + grown
    most, limit = most_effort(surface, surface.forward_mps, loops.drive_effort), surface.turn_most
    stuck = abs(effort) > most and effort * error > 0.0
    kept = clamp(integral if stuck else grown, -limit, limit)
    loops.turn_integral = 0.0 if off else kept
    loops.turn_effort = 0.0 if off else clamp(effort, -most, most)


def most_effort(surface: Surface, speed: float, drive: float) -> float:
    """What there is to turn with: all, or what speed and flow allow."""
    rolling = abs(speed) if abs(speed) > SLOWEST_MPS else SLOWEST_MPS
    tightest = surface.turn_radius_m if surface.turn_radius_m > 0.0 else 1.0
    wheels = BEYOND * rolling / tightest
    water, pushed = surface.rudder_flow_m2ps2, drive if drive > 0.0 else 0.0
    rudder = abs(speed * abs(speed) + water.wash * pushed) / water.design
    most = wheels if surface.turn_kind == TurnKind.WHEELS else surface.turn_most
    return rudder if surface.turn_kind == TurnKind.RUDDER else most
