"""Between the loops of rotors and wing: one attitude for both, and who drives the outputs.

A wing that hovers leans gently, lands above its place, and feels no false ground. That runs behind
the transition and before the multirotor's position loops.
"""

from simloop.firmware.codes import Level, Phase, VtolState
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.multirotor import Loops
from simloop.firmware.fields.multirotor_gains import GuidanceLimits
from simloop.firmware.fields.multirotor_loops import AttitudeSetPoint, SetPoint
from simloop.firmware.fields.outputs import Motors, OutputState
from simloop.firmware.fields.vtol import Vtol
from simloop.firmware.fields.wing import Wing
from simloop.firmware.maths import clamp, larger, smaller
from simloop.firmware.multirotor.landing import clearance_of
from simloop.firmware.vector import attitude_of

# Lean at the end of a transition, and what may be added each second: wind pushes a wing that leans.
LEVEL_TILT_TAN = 0.1
TILT_TAN_PER_S = 0.06
# Lean in air in which the wing could carry: its lift leans along, and the pusher holds the wind.
BORNE_TILT_TAN = 0.2
# A landing sinks once it is this near to its place, or has tried to get there for so long.
LAND_NEAR_M = 5.0
LAND_WAIT_S = 30.0
# From this share of the stall speed on the wing may carry so much that it feels like the ground;
# twice as fast it carries.
BORNE_SHARE = 0.4


def share_attitude(
    craft: Craft, vtol: Vtol, wing: Wing, setpoint: SetPoint, aim: Mut[AttitudeSetPoint]
) -> None:
    """In a transition the rotors hold the wing's attitude; in cruise they ask for nothing."""
    if vtol.state == VtolState.HOVER:
        return
    shared = attitude_of(wing.roll_setpoint_rad, wing.pitch_setpoint_rad, setpoint.yaw_rad)
    aim.wxyz = craft.attitude_wxyz if vtol.state == VtolState.CRUISE else shared


def share_outputs(vtol: Vtol, craft: Craft, outputs: Mut[OutputState], motors: Mut[Motors]) -> None:
    """Scale the lift rotors, drive the pusher, and let surfaces move where there is air."""
    for rotor in range(len(motors.command)):
        motors.command[rotor] = motors.command[rotor] * vtol.lift_share
    slow = vtol.speeds_mps.rotors
    surfaces = clamp((craft.airspeed_mps - 0.5 * slow) / (0.5 * slow), 0.0, 1.0)
    surfaces = 0.0 if vtol.state == VtolState.HOVER else surfaces
    outputs.standard_command[0] = vtol.pusher if craft.flying > 0.0 else 0.0
    for axis in range(3, 6):
        outputs.standard_command[axis] = surfaces * outputs.standard_command[axis]


def hover_wing(
    wing: Mut[Wing],
    limits: GuidanceLimits,
    craft: Craft,
    vtol: Vtol,
    loops: Mut[Loops],
    setpoint: Mut[SetPoint],
) -> None:
    """Change what the multirotor's guidance asks for, where a wing asks for other things.

    In cruise the wing carries, and its own tasks are engaged.
    """
    wing.engaged = 1.0 if vtol.state == VtolState.CRUISE else 0.0
    hovering = vtol.state == VtolState.HOVER
    by_goal = craft.control_level >= Level.GOAL
    least = BORNE_SHARE * wing.stall_speed_mps
    borne = clamp(craft.airspeed_mps / least - 1.0, 0.0, 1.0) if by_goal else 0.0
    tilt = smaller(setpoint.tilt_limit_tan, LEVEL_TILT_TAN + TILT_TAN_PER_S * vtol.time_s)
    tilt = tilt - borne * larger(tilt - BORNE_TILT_TAN, 0.0)
    setpoint.tilt_limit_tan = tilt if hovering else LEVEL_TILT_TAN

    # First to the place, then down.
    way = (craft.goal_ned_m - craft.position_ned_m).xy()
    off = way.dot(way) > LAND_NEAR_M * LAND_NEAR_M
    lands = craft.phase == Phase.DESCEND and by_goal
    if hovering and lands and off and vtol.time_s < LAND_WAIT_S:
        setpoint.position_ned_m = setpoint.position_ned_m.with_z(craft.position_ned_m.z)
        setpoint.velocity_ned_mps = setpoint.velocity_ned_mps.with_z(0.0)
        setpoint.acceleration_ned_mps2 = setpoint.acceleration_ned_mps2.with_z(0.0)

    # Far from the ground a wing that bears is no touch-down.
    far = clearance_of(craft) > limits.landing_height_m
    carried = far and craft.airspeed_mps > least
    loops.touch_time_s = loops.touch_time_s if hovering and not carried else 0.0
