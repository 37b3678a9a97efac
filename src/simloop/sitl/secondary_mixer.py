"""The mixer for commands of a program, where a vehicle has one beside its own."""

from simloop.world.mixer import Mixer, Mixing, work_out
from simloop.world.plugin import VehicleKit


def set_secondary_mixer(kit: VehicleKit, chosen: Mixer | None) -> None:
    """Give the firmware its second matrix: the chosen one, or that of the vehicle."""
    mixing = kit.facts.get("mixer")
    if not isinstance(mixing, Mixing):
        if chosen is not None:
            raise ValueError(
                "secondary_mixer: this vehicle has no outputs behind a mixer; "
                "multirotors choose theirs by the parameter SECONDARY_MIXER"
            )
        return
    second = mixing if chosen is None else work_out(chosen)
    if second.outputs != mixing.outputs:
        raise ValueError(
            f"secondary_mixer: it drives {', '.join(second.outputs)}, but the vehicle's own "
            f"{', '.join(mixing.outputs)}: both must drive the same outputs"
        )
    kit.value("fw_output_secondary", [number for row in second.matrix for number in row])
