"""The autopilot `firmware`: hands the flight stack's block functions to a vehicle's schedule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from math import atan2, sqrt
from typing import Any, Literal

from simloop.firmware.field import Field, size_of
from simloop.firmware.fields.samples import SENSORS
from simloop.firmware.output_mixer import OUTPUT_MIXER
from simloop.firmware.parameters.parameter import as_float32
from simloop.firmware.stack import STACKS, Stack
from simloop.firmware.task import Task
from simloop.sitl.air_start import AIR_START_FACT, air_start
from simloop.sitl.airframe_facts import airframe_of
from simloop.sitl.board_equipment import equip_board
from simloop.sitl.estimator_alignment import align_estimator
from simloop.sitl.firmware_columns import firmware_components, silent_samples
from simloop.sitl.firmware_links import SYSTEM as LINKS
from simloop.sitl.firmware_links import FirmwareLinks
from simloop.sitl.imu_rate import fitted_tasks, imu_rate_hz
from simloop.sitl.mission_verb import mission_verb
from simloop.sitl.newcomers import JSBSIM_NEWCOMERS
from simloop.sitl.output_takeover import equip_takeover
from simloop.sitl.parameter_command import parameter_verb
from simloop.sitl.pilot_orders import PilotOrders
from simloop.sitl.secondary_mixer import set_secondary_mixer
from simloop.sitl.sensor_noise import noise_parameters
from simloop.sitl.sil_boards import SilBoards
from simloop.sitl.simulated_station import SimulatedStations
from simloop.sitl.vehicle_memory import MEMORIES, VehicleMemories
from simloop.sitl.whole_pulses import equip_whole_pulses
from simloop.systems.rc.components import RcReceiver
from simloop.timing.rates import period_ticks
from simloop.world.commands import VerbDesk
from simloop.world.mixer import Mixer
from simloop.world.plugin import App, Value, VehicleKit
from simloop.world.set_state import ALIGNMENT_FACT
from simloop.world.system import BlockSystem, Stage

# The command tasks end a pass; in the schedule they begin the next tick, before the estimators.
_STAGES = {"estimate": Stage.ESTIMATE, "control": Stage.CONTROL, "command": Stage.ESTIMATE}
_ORDER = {"command": 0, "estimate": 1, "control": 2}
_DEFAULT_ITEMS = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Settings of the flight stack."""

    parameters: Mapping[str, float] = field(default_factory=dict)
    """Firmware parameters by name, over those designed from the vehicle file."""
    wing: Mapping[str, Any] = field(default_factory=dict)
    """How an aeroplane answers its surfaces, for dynamics that cannot tell it themselves."""
    secondary_mixer: Mixer | None = None
    """The mixer for commands of a program; without it the vehicle's own serves both."""
    board: Literal["fused", "sil"] = "fused"
    """`fused`: the firmware is part of the schedule; `sil`: it runs apart, on a simulated board."""
    simulation_loop_frequency: float | None = None
    """Passes per second on a board, Hz; one per tick if left out."""
    use_timer: bool = True
    """Whether the schedule drives a board, or callers of the service `sil_board/run`."""
    whole_microseconds: bool = False
    """Whether outputs are pulses of whole microseconds, as those of a timer, 1000 to 2000."""

    def __post_init__(self) -> None:
        """Refuse settings of a board that is not there."""
        asked = self.simulation_loop_frequency is not None or not self.use_timer
        if asked and self.board == "fused":
            name = "use_timer" if not self.use_timer else "simulation_loop_frequency"
            raise ValueError(f"{name} is for a firmware on a board: add 'board: sil'")


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a flight stack, tuned from the vehicle's own facts."""
    _equip_stack(kit, config)
    if config.whole_microseconds:
        equip_whole_pulses(kit)


def _equip_stack(kit: VehicleKit, config: Config) -> None:
    """Columns, parameters and tasks."""
    name, values = airframe_of(kit, config.wing)
    stack = STACKS[name]
    kit.fact("autopilot", "firmware")
    kit.fact("firmware_stack", name)
    kit.fact(ALIGNMENT_FACT, align_estimator)
    kit.fact(AIR_START_FACT, air_start)
    kit.component(RcReceiver)
    for component in firmware_components(name, stack):
        kit.component(component)
    sensors = _carried(kit)
    if "ITEMS" not in kit.constants:
        kit.constant("ITEMS", _DEFAULT_ITEMS)
    kit.value("fw_airframe", stack.airframe)
    for column, value in {**values, **_surroundings(kit)}.items():
        kit.value(column, value)
    set_secondary_mixer(kit, config.secondary_mixer)
    _set_parameters(kit, stack, config.parameters)
    if config.board == "sil":
        frequency_hz = config.simulation_loop_frequency
        equip_board(kit, name, sensors, frequency_hz=frequency_hz, use_timer=config.use_timer)
        return
    silent = silent_samples(column.name for part in kit.components for column in part.columns)
    if silent is not None:
        kit.component(silent)
    _add_tasks(kit, (*stack.fitting(sensors), *_brakes(kit)), imu_rate_hz(kit))


def build(app: App, config: Config) -> None:
    """Start the boards, open all serial lines, let ground stations be rehearsed on them."""
    memories = app.provided.get(MEMORIES)
    if not isinstance(memories, VehicleMemories):
        memories = VehicleMemories()
    boards = SilBoards(app, memories)
    app.provide("sil_boards", boards)
    FirmwareLinks(app, boards, memories).join()
    # A board takes over from what a vehicle begins with.
    app.add_system(boards.system(after=(LINKS, JSBSIM_NEWCOMERS)))
    stations = SimulatedStations(app)
    stations.join()
    desk = app.provided.get("user_commands")
    if isinstance(desk, VerbDesk):
        desk.offer("ground_station", stations.make_command)
        orders = PilotOrders(app)
        orders.join()
        desk.offer("order", orders.make_command)
        desk.offer("mission", mission_verb(orders))
        desk.offer("parameter", parameter_verb(app))


def _carried(kit: VehicleKit) -> set[str]:
    """The sensors whose samples the vehicle has, by the firmware's names."""
    return {sensor for sensor in SENSORS if _has_column(kit, f"{sensor}_sequence")}


def _has_column(kit: VehicleKit, name: str) -> bool:
    return any(column.name == name for part in kit.components for column in part.columns)


def _surroundings(kit: VehicleKit) -> dict[str, Value]:
    """What a pilot would set before flight: of the place, the battery and the sensors."""
    values: dict[str, Value] = {}
    magnetic = kit.facts.get("magnetic_field_ned_t")
    if magnetic is not None:
        values["fw_declination_rad"] = atan2(magnetic[1], magnetic[0])
        values["fw_field_t"] = (sqrt(magnetic[0] ** 2 + magnetic[1] ** 2), magnetic[2])
    if "gnss_delay_s" in kit.facts:
        values["fw_gnss_delay_s"] = float(kit.facts["gnss_delay_s"])
    if "gravity_mps2" in kit.values:
        values["fw_gravity_mps2"] = _number(kit.values["gravity_mps2"])
    if "battery_open_circuit_v" in kit.values:
        curve = [float(volts) for volts in kit.values["battery_open_circuit_v"]]  # type: ignore[union-attr]
        values["fw_battery_full_v"] = curve[-1]
        values["fw_battery_empty_v"] = curve[0]
        values["fw_battery_capacity_c"] = _number(kit.values["battery_capacity_c"])
        values["fw_battery_resistance_ohm"] = _number(kit.values["battery_resistance_ohm"])
        values |= _battery_limits(curve)
    return values | noise_parameters(kit)


def _battery_limits(curve_v: Sequence[float]) -> dict[str, Value]:
    """How the voltage falls with the charge, and where it is too low whatever the charge says."""
    empty_v, tenth_v, full_v = curve_v[0], curve_v[1], curve_v[-1]
    span_v = full_v - empty_v
    shares = [(volts - empty_v) / span_v for volts in curve_v] if span_v > 0.0 else []
    # Off to arm: what is left decides that. Low is as at 5 % without load, critical as at 2.5 %.
    least_v = [0.0, *(empty_v + share * (tenth_v - empty_v) for share in (0.5, 0.25))]
    limits: dict[str, Value] = {"fw_battery_least_v": least_v}
    return limits | {"fw_battery_curve": shares} if shares else limits


def _number(value: Any) -> float:
    return float(value)


def _set_parameters(kit: VehicleKit, stack: Stack, chosen: Mapping[str, float]) -> None:
    """Set parameters by the names that pilots use, or whole columns by theirs."""
    fields = [f for f in (*stack.parameters, *stack.state) if f.names]
    places = {
        name: (f, number)
        for f in fields
        for number, name in enumerate(f.names[: size_of(f, kit.constants)])
    }
    columns = {f.name: f for f in stack.parameters}
    for name, value in chosen.items():
        if name in columns:
            kit.value(name, value)
            continue
        if name not in places:
            near = get_close_matches(name, [*places, *columns], 1)
            hint = f"did you mean '{near[0]}'?" if near else "see docs/parameters.md"
            raise ValueError(f"the firmware has no parameter '{name}': {hint}")
        _set_element(kit, *places[name], value)


def _set_element(kit: VehicleKit, column: Field, number: int, value: float) -> None:
    if not column.low <= value <= column.high or (column.whole and value != round(value)):
        kind = "a whole number" if column.whole else "a number"
        raise ValueError(
            f"{column.names[number]} is {value:g}: write {kind} "
            f"from {column.low:g} to {column.high:g}"
        )
    size = size_of(column, kit.constants)
    now: Any = kit.values.get(column.name, column.default)
    elements = [float(now)] * size if isinstance(now, float | int) else [float(n) for n in now]
    # Files and links have 32 bits: who writes back what he read changes nothing.
    if as_float32(value) == as_float32(elements[number]):
        return
    elements[number] = value
    kit.value(column.name, elements if size > 1 else elements[0])


def _brakes(kit: VehicleKit) -> tuple[Task, ...]:
    """The task of an aeroplane's wheel brakes, if it has any; they hold until it is armed."""
    if not all(_has_column(kit, name) for name in ("brake_command", "fw_wing_brake")):
        return ()
    # Only wings have such a column, and their tasks are loaded by now.
    from simloop.firmware.wing.tasks import WING_BRAKES

    kit.value("brake_command", 1.0)
    return (WING_BRAKES,)


def _add_tasks(kit: VehicleKit, tasks: tuple[Task, ...], rate_hz: float) -> None:
    """Let a pass run in the tick after each IMU sample, as on a board."""
    tasks = fitted_tasks(tasks, rate_hz)
    between = period_ticks(rate_hz, kit.tick_rate_hz, "imu")
    earlier: list[str] = []
    for task in sorted(tasks, key=lambda task: _ORDER[task.group]):
        # The command tasks end a pass: here they begin the next one.
        late = 1 + between if task.group == "command" else 1
        delay_s = late / kit.tick_rate_hz
        if task is OUTPUT_MIXER:
            equip_takeover(kit, after=tuple(earlier), rate_hz=rate_hz, delay_s=delay_s)
        else:
            kit.system(_as_system(task, tuple(earlier), rate_hz, delay_s))
        earlier.append(task.name)


def _as_system(
    task: Task, earlier: tuple[str, ...], imu_rate_hz: float, delay_s: float
) -> BlockSystem:
    return BlockSystem(
        name=task.name,
        stage=_STAGES[task.group],
        block=task.block,
        rate_hz=imu_rate_hz if task.rate_hz is None else task.rate_hz,
        delay_s=delay_s,
        after=earlier,
    )
