"""The autopilot `firmware`: hands the flight stack's block functions to a vehicle's schedule."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from math import atan2

from simloop.firmware.columns import PARAMETERS
from simloop.firmware.gains import design_gains
from simloop.firmware.pipeline import PIPELINE, Task
from simloop.sitl.estimator_alignment import align_estimator
from simloop.sitl.firmware_columns import FIRMWARE_PARAMETERS, FIRMWARE_STATE
from simloop.sitl.vehicle_facts import facts_of
from simloop.systems.multirotor.config import Config as MultirotorConfig
from simloop.world.plugin import VehicleKit
from simloop.world.set_state import ALIGNMENT_FACT
from simloop.world.system import BlockSystem, Stage

_STAGES = {"estimate": Stage.ESTIMATE, "control": Stage.CONTROL}


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Settings of the flight stack."""

    parameters: Mapping[str, float] = field(default_factory=dict)
    """Firmware parameters by name, over those designed from the vehicle file."""


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a flight stack, tuned from the vehicle's own facts."""
    chosen = {_known_parameter(name): number for name, number in config.parameters.items()}
    multirotor = kit.facts.get("multirotor")
    if not isinstance(multirotor, MultirotorConfig):
        raise ValueError("autopilot firmware flies multirotors: give the vehicle that dynamics")
    _check_imu(kit)
    kit.fact("autopilot", "firmware")
    kit.fact(ALIGNMENT_FACT, align_estimator)
    kit.component(FIRMWARE_PARAMETERS)
    kit.component(FIRMWARE_STATE)
    if "WAYPOINTS" not in kit.constants:
        kit.constant("WAYPOINTS", 16)
    for name, value in design_gains(facts_of(multirotor, kit.tick_rate_hz)).items():
        kit.value(name, value)
    _tell_surroundings(kit)
    for name, number in chosen.items():
        kit.value(name, number)
    _add_tasks(kit)


def _check_imu(kit: VehicleKit) -> None:
    """The estimators run once per IMU sample, and in the schedule that is once per tick."""
    imu = next((system for system in kit.systems if system.name == "imu"), None)
    if imu is None:
        raise ValueError("autopilot firmware needs an IMU: add 'imu:' to the sensors")
    if imu.rate_hz is not None and imu.rate_hz != kit.tick_rate_hz:
        raise ValueError(
            f"autopilot firmware wants an IMU sample in every tick, not {imu.rate_hz:g} Hz: "
            f"leave imu.rate_hz out, or set tick_rate_hz to {imu.rate_hz:g}"
        )


def _tell_surroundings(kit: VehicleKit) -> None:
    """What a pilot would set before flight: declination, and how old GNSS fixes are."""
    magnetic = kit.facts.get("magnetic_field_ned_t")
    if magnetic is not None:
        kit.value("fw_declination_rad", atan2(magnetic[1], magnetic[0]))
    if "gnss_delay_s" in kit.facts:
        kit.value("fw_gnss_delay_s", float(kit.facts["gnss_delay_s"]))


def _add_tasks(kit: VehicleKit) -> None:
    columns = {column.name for part in kit.components for column in part.columns}
    earlier: list[str] = []
    for task in PIPELINE:
        if task.sensor is not None and f"{task.sensor}_sequence" not in columns:
            continue
        kit.system(_as_system(task, tuple(earlier), kit.tick_rate_hz))
        earlier.append(task.name)


def _as_system(task: Task, earlier: tuple[str, ...], tick_rate_hz: int) -> BlockSystem:
    return BlockSystem(
        name=task.name,
        stage=_STAGES[task.group],
        block=task.block,
        writes=task.writes,
        rate_hz=task.rate_hz,
        # The first IMU sample is there after the first tick: firmware counts samples, not ticks.
        delay_s=1.0 / tick_rate_hz,
        after=earlier,
    )


def _known_parameter(name: str) -> str:
    names = [parameter.name for parameter in PARAMETERS]
    if name not in names:
        near = get_close_matches(name, names, 1)
        hint = f"did you mean '{near[0]}'?" if near else "see docs/parameters.md"
        raise ValueError(f"the firmware has no parameter '{name}': {hint}")
    return name
