"""What the firmware's mixer asks of the outputs, beside what others ask of them."""

from simloop.component import Component, FloatRow, intent


class FirmwareOutputs(Component):
    """What the firmware's mixer gives to the outputs."""

    command: FloatRow = intent(
        "1", "as actuator_command, of the firmware", size="OUTPUTS", column="fw_actuator_command"
    )
    taken: float = intent("1", "1 if it was armed in the last tick", column="fw_outputs_taken")
