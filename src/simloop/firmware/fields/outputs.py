"""What the firmware drives: rotors, and servos or motors behind a mixer."""

from simloop.firmware.component import Component, Row, column


class Motors(Component, prefix="motor"):
    """What turns the rotors of a multirotor."""

    command: Row = column("1", "motor commands from 0 to 1", size="ROTORS")


class Actuators(Component, prefix="actuator"):
    """Servos and motors behind the output mixer."""

    command: Row = column("1", "-1 to 1 for servos, 0 to 1 for motors", size="OUTPUTS")


class WheelBrakes(Component, prefix="brake"):
    """Brakes of wheels."""

    command: float = column("1", "0 free to 1 full")


class OutputMixer(Component, prefix="fw_output"):
    """Two mixers of outputs, and the lowest that each output may be told."""

    mix: Row = column("1", "outputs per standard command", "FRD", size="6*OUTPUTS")
    secondary: Row = column("1", "the same, for commands of a program", "FRD", size="6*OUTPUTS")
    least: Row = column("1", "lowest command: -1 for servos, 0 for motors", size="OUTPUTS")
    idle: Row = column("1", "lowest command while armed", size="OUTPUTS", default=-1.0)


class OutputState(Component):
    """What is asked of the output mixer, by which of the two, and what hands have set."""

    standard_command: Row = column("1", "Fx, Fy, Fz, Qx, Qy, Qz asked of the mixer", "FRD", size=6)
    aux_command: Row = column("1", "what an output was set to by hand", size="OUTPUTS")
    aux_used: Row = column("1", "1 while an output follows fw_aux_command", size="OUTPUTS")
    output_choice: Row = column("1", "1 where forces, torques go by the secondary mixer", size=2)
