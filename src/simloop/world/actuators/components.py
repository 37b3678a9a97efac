"""The outputs of a vehicle with a mixer, from what they are asked for to what they mean."""

from typing import NamedTuple

from simloop.component import Component, FloatRow, intent, param, truth


class StandardCommand(NamedTuple):
    """Forces and torques along the body's axes, as shares of the most that there is."""

    fx: float
    fy: float
    fz: float
    qx: float
    qy: float
    qz: float


class Outputs(Component, prefix="output"):
    """Outputs: what each drives, how fast it follows, what is wrong with it, where it is."""

    mixer_inverse: FloatRow = param(
        "1", "standard commands per output", frame="FRD", size="6*OUTPUTS", column="mixer_inverse"
    )
    least: FloatRow = param("1", "lowest command: -1 for servos, 0 for motors", size="OUTPUTS")
    lag_gain: FloatRow = param("1", "share made up in one tick", size="OUTPUTS", default=1.0)
    stuck: FloatRow = param("1", "fault: 1 stays where it is", size="OUTPUTS")
    effectiveness: FloatRow = param("1", "fault: share of its effect", size="OUTPUTS", default=1.0)
    bias: FloatRow = param("1", "fault: offset of its effect", size="OUTPUTS")
    command: FloatRow = intent(
        "1", "-1 to 1 for servos, 0 to 1 for motors", size="OUTPUTS", column="actuator_command"
    )
    position: FloatRow = truth("1", "as commanded, with the servo's lag", size="OUTPUTS")
    standard_command: StandardCommand = truth(
        "1", "Fx, Fy, Fz, Qx, Qy, Qz that outputs mean", frame="FRD", column="standard_command"
    )
