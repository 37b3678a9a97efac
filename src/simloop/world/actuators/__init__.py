"""The outputs of a vehicle with a mixer: commands in, standard commands out, faults between."""

from collections.abc import Sequence

from simloop.world.actuators.components import Outputs
from simloop.world.actuators.kernel import actuators
from simloop.world.lag import lag_gain
from simloop.world.mixer import Mixing, least_of
from simloop.world.plugin import VehicleKit
from simloop.world.system import BlockSystem, Stage

ACTUATORS_SYSTEM = BlockSystem(name="actuators", stage=Stage.ACTUATION, block=actuators)


def equip_actuators(kit: VehicleKit, mixing: Mixing, time_constants_s: Sequence[float]) -> None:
    """Give the vehicle outputs; `time_constants_s` has the lag of each, 0 for none.

    Whoever reads `standard_command` in stage ACTUATION runs after this by itself.
    """
    count = len(mixing.outputs)
    if "mixer" in kit.facts:
        raise ValueError("this vehicle has a mixer already; give one plugin all outputs")
    kit.fact("mixer", mixing)
    kit.constant("OUTPUTS", count)
    kit.component(
        Outputs,
        mixer_inverse=[number for row in mixing.inverse for number in row],
        least=[least_of(output) for output in mixing.outputs],
        lag_gain=[_servo_gain(tau, kit.tick_rate_hz) for tau in time_constants_s],
    )
    kit.system(ACTUATORS_SYSTEM)


def _servo_gain(time_constant_s: float, tick_rate_hz: int) -> float:
    if not time_constant_s >= 0.0:
        raise ValueError(f"mixer: a servo's time constant is {time_constant_s}, must be >= 0")
    return lag_gain(time_constant_s, tick_rate_hz)
