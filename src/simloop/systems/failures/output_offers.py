"""Which motors and servos can fail."""

from simloop.systems.failures.column_ledger import ColumnLedger
from simloop.systems.failures.desk import FailureDesk
from simloop.systems.failures.effect import Effect
from simloop.systems.failures.fault import offer_kinds
from simloop.systems.failures.output_faults import OutputFault, OutputKind, RotorFault
from simloop.systems.failures.output_kinds import OUTPUT_KINDS, SERVO_KINDS
from simloop.systems.failures.output_map import ROTORS, chosen
from simloop.systems.failures.output_stage import OutputStage
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.together import Together
from simloop.systems.failures.victim import Victim
from simloop.world.world import World


def offer_outputs(
    desk: FailureDesk, ledger: ColumnLedger, stage: OutputStage, world: World
) -> None:
    """Offer the failures of motors, of their controllers (the same to us) and of servos."""

    def make(victim: Victim, request: FailureRequest, kind: OutputKind) -> Effect:
        outputs = chosen(victim, request.component, request.instance)
        rest, parts = outputs, list[Effect]()
        if kind.felt is not None:
            rotors = [output for output in outputs if output.group == ROTORS]
            rest = tuple(output for output in outputs if output.group != ROTORS)
            if rotors:
                parts.append(RotorFault(stage, victim, request, kind, rotors))
        if rest:
            parts.append(OutputFault(ledger, victim, request, kind, rest))
        return parts[0] if len(parts) == 1 else Together(parts)

    for component, kinds in (
        ("motor", OUTPUT_KINDS),
        ("esc", OUTPUT_KINDS),
        ("servo", SERVO_KINDS),
    ):
        offer_kinds(desk, world, component, kinds, make)
