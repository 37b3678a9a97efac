"""Names of the columns through which a firmware moves its vehicle."""

MOTOR_COMMAND = "motor_command"
ACTUATOR_COMMAND = "actuator_command"
OUTPUT_COLUMNS = (MOTOR_COMMAND, ACTUATOR_COMMAND)
# Outputs that others command too have a column of the firmware's own, see output_takeover.
SHARED_COMMAND = "fw_actuator_command"
# The lowest command of each output behind a mixer: negative for servos.
OUTPUT_LEAST = "output_least"
