"""Which motors and servos can fail how."""

from collections.abc import Mapping

from simloop.systems.failures import output_faults as mixed
from simloop.systems.failures import rotor_faults as rotors
from simloop.systems.failures.column_ledger import ColumnLedger
from simloop.systems.failures.desk import FailureDesk
from simloop.systems.failures.effect import Effect, MakeEffect
from simloop.systems.failures.output_map import ROTORS, chosen
from simloop.systems.failures.output_stage import OutputStage
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.together import Together
from simloop.systems.failures.victim import Victim
from simloop.world.world import World

MixedFault = type[mixed.OutputFault]
RotorFault = type[rotors.RotorFault]
Row = tuple[str, MixedFault, RotorFault | None, str, Mapping[str, float]]

ROWS: tuple[Row, ...] = (
    ("off", mixed.Dead, None, "no effect: a motor stops, a surface trails", {}),
    ("partial", mixed.Partial, None, "a share of the effect is left", {"left": 0.6}),
    ("stuck", mixed.StuckOutput, rotors.StuckRotor, "stays at its last command", {}),
    (
        "slow",
        mixed.SlowOutput,
        rotors.SlowRotor,
        "its time constant grows by time_s",
        {"time_s": 0.3},
    ),
    ("reversed", mixed.Reversed, None, "does the opposite", {}),
    (
        "saturated",
        mixed.HardOver,
        rotors.FullRotor,
        "runs to its stop and stays there",
        {"at": 1.0},
    ),
    (
        "garbage",
        mixed.Jitter,
        rotors.WildRotor,
        "runs here and there, to a new place every hold_s",
        {"hold_s": 0.05},
    ),
    (
        "intermittent",
        mixed.Flickering,
        None,
        "cuts out with chance lost, for hold_s at a time",
        {"lost": 0.3, "hold_s": 0.1},
    ),
    (
        "delayed",
        mixed.LateOutput,
        rotors.LateRotor,
        "does what was asked a moment ago",
        {"delay_s": 0.1},
    ),
    ("wrong", mixed.Partial, None, "does much more or less than asked", {"left": 0.3}),
)


def offer_outputs(
    desk: FailureDesk, ledger: ColumnLedger, stage: OutputStage, world: World
) -> None:
    """Offer the failures of motors, of their controllers (the same to us) and of servos."""
    for component in ("motor", "esc", "servo"):
        for kind, mixed_fault, rotor_fault, meaning, strength in ROWS:
            make = _maker(ledger, stage, world, mixed_fault, rotor_fault)
            desk.offer(component, kind, make, meaning=meaning, strength=strength)
    make = _maker(ledger, stage, world, mixed.OffCentre, None)
    desk.offer("servo", "bias", make, meaning="its middle has moved", strength={"bias": 0.2})


def _maker(
    ledger: ColumnLedger,
    stage: OutputStage,
    world: World,
    mixed_fault: MixedFault,
    rotor_fault: RotorFault | None,
) -> MakeEffect:
    def make(request: FailureRequest) -> Effect:
        victim = Victim(world, request)
        outputs = chosen(victim, request.component, request.instance)
        by_command = [o for o in outputs if rotor_fault is not None and o.group == ROTORS]
        rest = [output for output in outputs if output not in by_command]
        parts: list[Effect] = []
        if rotor_fault is not None and by_command:
            parts.append(rotor_fault(stage, victim, request, by_command))
        if rest:
            parts.append(mixed_fault(ledger, victim, request, rest))
        return parts[0] if len(parts) == 1 else Together(parts)

    return make
