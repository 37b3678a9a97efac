"""Between the loops of rotors and wing: one attitude for both, and who drives the outputs."""

from simloop.firmware.maths import clamp, sin_cos
from simloop.firmware.row import Row
from simloop.firmware.vtol.states import VTOL_CRUISE, VTOL_HOVER

# Lanes per block; compiled copies set it.
W = 1
# Lift rotors; compiled copies set it.
ROTORS = 4


def attitude_of(roll: float, pitch: float, heading: float) -> tuple[float, float, float, float]:
    """The attitude of a bank, a pitch and a heading."""
    sr, cr = sin_cos(0.5 * roll)
    sp, cp = sin_cos(0.5 * pitch)
    sy, cy = sin_cos(0.5 * heading)
    return (
        cr * cp * cy + sr * sp * sy,
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
    )


def share_attitude(
    fw_vtol_state: Row,
    fw_wing_roll_setpoint_rad: Row,
    fw_wing_pitch_setpoint_rad: Row,
    fw_yaw_setpoint_rad: Row,
    fw_attitude_wxyz: Row,
    fw_attitude_setpoint_wxyz: Row,
) -> None:
    """In a transition the rotors hold the wing's attitude; in cruise they ask for nothing."""
    for j in range(W):
        w, x, y, z = attitude_of(
            fw_wing_roll_setpoint_rad[j], fw_wing_pitch_setpoint_rad[j], fw_yaw_setpoint_rad[j]
        )
        hover = fw_vtol_state[j] == VTOL_HOVER
        cruise = fw_vtol_state[j] == VTOL_CRUISE
        w = fw_attitude_wxyz[j] if cruise else w
        x = fw_attitude_wxyz[W + j] if cruise else x
        y = fw_attitude_wxyz[2 * W + j] if cruise else y
        z = fw_attitude_wxyz[3 * W + j] if cruise else z
        fw_attitude_setpoint_wxyz[j] = fw_attitude_setpoint_wxyz[j] if hover else w
        fw_attitude_setpoint_wxyz[W + j] = fw_attitude_setpoint_wxyz[W + j] if hover else x
        fw_attitude_setpoint_wxyz[2 * W + j] = fw_attitude_setpoint_wxyz[2 * W + j] if hover else y
        fw_attitude_setpoint_wxyz[3 * W + j] = fw_attitude_setpoint_wxyz[3 * W + j] if hover else z


def share_outputs(
    fw_vtol_speeds_mps: Row,
    fw_flying: Row,
    fw_airspeed_mps: Row,
    fw_vtol_state: Row,
    fw_vtol_lift_share: Row,
    fw_vtol_pusher: Row,
    fw_standard_command: Row,
    motor_command: Row,
) -> None:
    """Scale the lift rotors, drive the pusher, and let surfaces move where there is air."""
    for j in range(W):
        lift = fw_vtol_lift_share[j]
        flying = fw_flying[j] > 0.0
        for i in range(ROTORS):
            motor_command[i * W + j] = motor_command[i * W + j] * lift
        slow = fw_vtol_speeds_mps[W + j]
        surfaces = clamp((fw_airspeed_mps[j] - 0.5 * slow) / (0.5 * slow), 0.0, 1.0)
        surfaces = 0.0 if fw_vtol_state[j] == VTOL_HOVER else surfaces
        fw_standard_command[j] = fw_vtol_pusher[j] if flying else 0.0
        fw_standard_command[3 * W + j] = surfaces * fw_standard_command[3 * W + j]
        fw_standard_command[4 * W + j] = surfaces * fw_standard_command[4 * W + j]
        fw_standard_command[5 * W + j] = surfaces * fw_standard_command[5 * W + j]
