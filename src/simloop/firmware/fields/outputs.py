"""What the firmware drives: rotors, and servos or motors behind a mixer."""

from simloop.firmware.field import Field

MOTORS = (Field("motor_command", "ROTORS", "1", "-", "motor commands from 0 to 1"),)
ACTUATORS = (
    Field("actuator_command", "OUTPUTS", "1", "-", "-1 to 1 for servos, 0 to 1 for motors"),
)

MIXER_PARAMETERS = (
    Field("fw_output_mix", "6*OUTPUTS", "1", "FRD", "outputs per standard command"),
    Field("fw_output_secondary", "6*OUTPUTS", "1", "FRD", "the same, for commands of a program"),
    Field("fw_output_least", "OUTPUTS", "1", "-", "lowest command: -1 for servos, 0 for motors"),
    Field("fw_output_idle", "OUTPUTS", "1", "-", "lowest command while armed", -1.0),
)
MIXER_STATE = (
    Field("fw_standard_command", 6, "1", "FRD", "Fx, Fy, Fz, Qx, Qy, Qz asked of the mixer"),
    Field("fw_aux_command", "OUTPUTS", "1", "-", "what an output was set to by hand"),
    Field("fw_aux_used", "OUTPUTS", "1", "-", "1 while an output follows fw_aux_command"),
    Field("fw_output_choice", 2, "1", "-", "1 where forces, torques go by the secondary mixer"),
)
