"""Who drives the outputs: the firmware while it is armed, whoever else commanded them before."""

from simloop.component import FloatRow, Mut
from simloop.sitl.output_takeover.components import FirmwareOutputs
from simloop.world.actuators.components import Outputs


def take_outputs(fw_armed: FloatRow, firmware: Mut[FirmwareOutputs], outputs: Mut[Outputs]) -> None:
    """Give the outputs to armed firmware; once it disarms, set them to zero and let go.

    A twist or a hand that commands them later finds them free.
    """
    armed = fw_armed[0] > 0.0
    for i in range(len(outputs.command)):
        if armed:
            outputs.command[i] = firmware.command[i]
        elif firmware.taken > 0.0:
            outputs.command[i] = 0.0
    firmware.taken = 1.0 if armed else 0.0
