"""The outputs of a vehicle with a mixer: commands in, standard commands out, faults between."""

from collections.abc import Sequence

from simloop.kernels.actuators import actuators
from simloop.world.component import Change, Column, Component, Kind
from simloop.world.lag import lag_gain
from simloop.world.mixer import Mixing, least_of
from simloop.world.plugin import VehicleKit
from simloop.world.system import BlockSystem, Stage

OUTPUT_MODEL = Component(
    "output_model",
    Kind.PARAM,
    "What each output drives, how fast it follows, and what is wrong with it.",
    (
        Column("mixer_inverse", "6*OUTPUTS", "1", "FRD", "standard commands per output"),
        Column("output_least", "OUTPUTS", "1", "-", "lowest command: -1 for servos, 0 for motors"),
        Column("output_lag_gain", "OUTPUTS", "1", "-", "share made up in one tick", 1.0),
        Column("output_stuck", "OUTPUTS", "1", "-", "fault: 1 stays where it is"),
        Column("output_effectiveness", "OUTPUTS", "1", "-", "fault: share of its effect", 1.0),
        Column("output_bias", "OUTPUTS", "1", "-", "fault: offset of its effect"),
    ),
    Change.ONE_TIME,
)

ACTUATOR_COMMAND = Component(
    "actuator_command",
    Kind.INTENT,
    "What the outputs are asked for.",
    (Column("actuator_command", "OUTPUTS", "1", "-", "-1 to 1 for servos, 0 to 1 for motors"),),
)

OUTPUT_STATE = Component(
    "output_state",
    Kind.TRUTH,
    "Where the outputs are.",
    (
        Column("output_position", "OUTPUTS", "1", "-", "as commanded, with the servo's lag"),
        Column("standard_command", 6, "1", "FRD", "Fx, Fy, Fz, Qx, Qy, Qz that outputs mean"),
    ),
)

ACTUATORS_SYSTEM = BlockSystem(
    name="actuators",
    stage=Stage.ACTUATION,
    block=actuators,
)


def equip_actuators(kit: VehicleKit, mixing: Mixing, time_constants_s: Sequence[float]) -> None:
    """Give the vehicle outputs; `time_constants_s` has the lag of each, 0 for none.

    Whoever reads `standard_command` in stage ACTUATION runs after this by itself.
    """
    count = len(mixing.outputs)
    if "mixer" in kit.facts:
        raise ValueError("this vehicle has a mixer already; give one plugin all outputs")
    kit.fact("mixer", mixing)
    kit.constant("OUTPUTS", count)
    for component in (OUTPUT_MODEL, ACTUATOR_COMMAND, OUTPUT_STATE):
        kit.component(component)
    kit.value("mixer_inverse", [number for row in mixing.inverse for number in row])
    kit.value("output_least", [least_of(output) for output in mixing.outputs])
    kit.value("output_lag_gain", [_servo_gain(tau, kit.tick_rate_hz) for tau in time_constants_s])
    kit.system(ACTUATORS_SYSTEM)


def _servo_gain(time_constant_s: float, tick_rate_hz: int) -> float:
    if not time_constant_s >= 0.0:
        raise ValueError(f"mixer: a servo's time constant is {time_constant_s}, must be >= 0")
    return lag_gain(time_constant_s, tick_rate_hz)
