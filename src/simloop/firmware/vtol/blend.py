"""Between the loops of rotors and wing: one attitude for both, and who drives the outputs."""

from simloop.firmware.codes import VtolState
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.multirotor_loops import AttitudeSetPoint, SetPoint
from simloop.firmware.fields.outputs import Motors, OutputState
from simloop.firmware.fields.vtol import Vtol
from simloop.firmware.fields.wing import Wing
from simloop.firmware.maths import clamp
from simloop.firmware.vector import attitude_of


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
