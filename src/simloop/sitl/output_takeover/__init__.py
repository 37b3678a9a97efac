"""Lets the firmware's mixer share the outputs with twists, hands and scenarios.

The mixer writes a column of its own. While the firmware is armed that column is the outputs'
command in every tick, so that no twist gets through; disarmed, outputs belong to whoever commands
them.
"""

from simloop.firmware.output_mixer import OUTPUT_MIXER
from simloop.sitl.output_takeover.components import FirmwareOutputs
from simloop.sitl.output_takeover.kernel import take_outputs
from simloop.world.plugin import VehicleKit
from simloop.world.system import BlockSystem, Stage

TAKEOVER_SYSTEM = BlockSystem(
    name="output_takeover",
    stage=Stage.CONTROL,
    block=take_outputs,
    after=("drive_control", OUTPUT_MIXER.name),
)


def equip_takeover(
    kit: VehicleKit, after: tuple[str, ...] = (), rate_hz: float | None = None, delay_s: float = 0.0
) -> None:
    """Give the vehicle the firmware's mixer, after the tasks named, and the switch behind it."""
    kit.component(FirmwareOutputs)
    kit.system(
        BlockSystem(
            name=OUTPUT_MIXER.name,
            stage=Stage.CONTROL,
            block=OUTPUT_MIXER.block,
            bind={"actuator_command": "fw_actuator_command"},
            rate_hz=rate_hz,
            delay_s=delay_s,
            after=after,
        )
    )
    kit.system(TAKEOVER_SYSTEM)
