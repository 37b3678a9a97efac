"""From drive and turn effort to standard commands Fx and Qz, as motors and rudders follow them."""

from math import sqrt

from simloop.firmware.codes import TurnKind
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.outputs import OutputState
from simloop.firmware.fields.surface import PilotAxes, RudderFlow, Surface, SurfaceLoops, Thruster
from simloop.firmware.maths import atan2, clamp

# Steered wheels are set as for at least this speed, m/s.
SLOWEST_MPS = 0.1


def allocate(
    period_s: float, surface: Surface, craft: Craft, loops: SurfaceLoops, output: Mut[OutputState]
) -> None:
    """Give every way of turning its commands, and sticks theirs."""
    kind, drive, turn = surface.turn_kind, loops.drive_effort, loops.turn_effort
    sides = side_commands(
        surface.thruster, surface.forward_mps, drive, turn if kind == TurnKind.SIDES else 0.0
    )
    push, steer = sides.push, sides.turn
    wheels = wheel_command(surface, surface.forward_mps, loops.speed_reference_mps, turn)
    rudder = rudder_command(surface.rudder_flow_m2ps2, surface.forward_mps, drive, turn)
    steer = wheels if kind == TurnKind.WHEELS else steer
    steer = rudder if kind == TurnKind.RUDDER else steer
    step = surface.steering_slew_ps * period_s
    before = output.standard_command[5]
    steer = before + clamp(clamp(steer, -1.0, 1.0) - before, -step, step)

    push = surface.pilot_share.push if surface.pilot_direct.push > 0.0 else push
    steer = surface.pilot_share.turn if surface.pilot_direct.turn > 0.0 else steer
    drives = craft.armed > 0.0 and craft.flying > 0.0
    output.standard_command[0] = push if drives else 0.0
    output.standard_command[5] = steer if drives else 0.0


def side_commands(thruster: Thruster, speed: float, drive: float, turn: float) -> PilotAxes:
    """Each side has its own motor, or one motor drives all and turns nothing."""
    lost = thruster.lost_per_mps * speed
    astern = thruster.astern if thruster.astern > 0.05 else 0.05
    left, right = drive + turn, drive - turn
    left_bent = thruster_command(left, lost, astern)
    right_bent = thruster_command(right, lost, astern)
    bent = thruster.quadratic > 0.0
    left = clamp(left_bent if bent else left, -1.0, 1.0)
    right = clamp(right_bent if bent else right, -1.0, 1.0)
    return PilotAxes(0.5 * (left + right), 0.5 * (left - right))


def thruster_command(effort: float, lost: float, astern_share: float) -> float:
    """The command at which a propeller pulls with a share of its most: pull = c |c - lost|.

    `lost` is the command at which it just goes along with the water. A little brake is had by
    turning slower than that; for more it turns backwards.
    """
    inside = lost * lost + 4.0 * effort
    ahead = 0.5 * (lost + sqrt(inside if inside > 0.0 else 0.0))
    pull = -effort if effort < 0.0 else 0.0
    astern = 0.5 * (sqrt(lost * lost + 4.0 * pull / astern_share) - lost)
    forward = effort > 0.0 or (inside > 0.0 and lost > 0.0)
    command = ahead if forward else -astern
    return 0.0 if effort == 0.0 else command


def wheel_command(surface: Surface, speed: float, wanted_mps: float, turn_radps: float) -> float:
    """Front wheels along the curve, forward or back; if slow, the way it is about to go."""
    moves = abs(speed) > SLOWEST_MPS
    onward = speed if moves else wanted_mps
    rolling = abs(speed) if moves else SLOWEST_MPS
    curvature = (-turn_radps if onward < 0.0 else turn_radps) / rolling
    reach = surface.steering.base_m + surface.steering.understeer * speed * speed
    return atan2(curvature * reach, 1.0) * surface.steering.per_rad


def rudder_command(water: RudderFlow, speed: float, drive: float, turn: float) -> float:
    """A rudder turns the less the slower the flow; from behind, water turns its effect around."""
    pushed = drive if drive > 0.0 else 0.0
    flow = speed * abs(speed) + water.wash * pushed
    size = abs(flow) if abs(flow) > water.least else water.least
    return (-turn if flow < -water.least else turn) * water.design / size
