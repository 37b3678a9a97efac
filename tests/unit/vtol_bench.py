"""A quadplane in a world, flown by the tasks of a VTOL on the truth."""

from collections.abc import Sequence

from wing_bench import WING_FIELDS, WingBench, facts_of_kit, wing_values

from simloop.firmware.codes import GoalKind, Phase
from simloop.firmware.field import Field
from simloop.firmware.fields.command import Requests
from simloop.firmware.fields.multirotor import PARAMETERS, STATE
from simloop.firmware.fields.vtol import Transition, VtolSettings
from simloop.firmware.multirotor.gains import design_gains
from simloop.firmware.vtol.tasks import VTOL_TASKS
from simloop.firmware.wing.mission_design import design_vtol
from simloop.sitl.multirotor_facts import multirotor_facts
from simloop.world.plugin import Value, VehicleKit

VTOL_FIELDS: tuple[Field, ...] = (
    *WING_FIELDS,
    *Requests.columns,
    *PARAMETERS,
    *STATE,
    *VtolSettings.columns,
    *Transition.columns,
    Field("fw_vtol_request", 1, "1", "-", "VTOL: 1 hover, 2 cruise", 1.0),
    Field("fw_mixer_valid", 1, "1", "-", "1 if the outputs can be driven", 1.0),
)


def vtol_values(kit: VehicleKit) -> dict[str, Value]:
    """Columns of an armed VTOL: the designs of rotors, wing and transition."""
    rotors = design_gains(multirotor_facts(kit.facts["multirotor"], kit.tick_rate_hz))
    return {**wing_values(kit), **rotors, **design_vtol(facts_of_kit(kit))}


class VtolBench(WingBench):
    """A quadplane that begins in hover, or on its feet."""

    def __init__(
        self,
        vehicle: str = "quadplane",
        *,
        height_m: float | None = None,
        wind: str | None = None,
        sets: Sequence[str] = (),
        compiled: bool = True,
    ) -> None:
        super().__init__(
            vehicle,
            height_m=height_m,
            wind=wind,
            sets=sets,
            tasks=VTOL_TASKS,
            fields=VTOL_FIELDS,
            values=vtol_values,
            compiled=compiled,
        )

    def go(self, goal: Sequence[float], request: float, *, stop: bool = False) -> None:
        """Fly to a place, on rotors (1) or on the wing (2)."""
        self.fly(
            Phase.WAYPOINT,
            fw_goal_kind=GoalKind.STOP if stop else GoalKind.PASS,
            fw_goal_start_ned_m=self.read("position_ned_m"),
            fw_goal_ned_m=list(goal),
            fw_goal_speed_mps=4.0 if request == 1.0 else 0.0,
            fw_vtol_request=request,
        )
