"""Who drives the outputs: the firmware while it is armed, whoever else commanded them before."""

from simloop.component import Mut
from simloop.firmware.fields.command import Intention
from simloop.sitl.output_takeover.components import FirmwareOutputs
from simloop.world.actuators.components import Outputs


def take_outputs(pilot: Intention, firmware: Mut[FirmwareOutputs], outputs: Mut[Outputs]) -> None:
    """Give the outputs to armed firmware; once it disarms, set them to zero and let go.

    A twist or a hand that commands them later finds them free.
    """
    armed = pilot.armed > 0.0
    for i in range(len(outputs.command)):
        if armed:
            outputs.command[i] = firmware.command[i]
        elif firmware.taken > 0.0:
            outputs.command[i] = 0.0
    firmware.taken = 1.0 if armed else 0.0
