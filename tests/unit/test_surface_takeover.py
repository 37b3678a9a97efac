"""Twists, hands and an armed firmware on the same outputs: who drives?"""

from types import SimpleNamespace
from typing import Any

import pytest

from simloop.component.column import Column, ColumnGroup, Kind
from simloop.server.files.load import load_scenario
from simloop.server.plugins import Registry
from simloop.server.simulation import Simulation
from simloop.sitl.no_autopilot import Config
from simloop.sitl.output_takeover import equip_takeover
from simloop.world.plugin import VehicleKit

# Stands for all that the mixer reads.
MIXER = ColumnGroup(
    "mixer_bench",
    Kind.INTENT,
    "columns of the mixer",
    (
        Column("fw_armed", 1, "1", "-", "armed"),
        Column("fw_standard_command", 6, "1", "FRD", "commands"),
        Column("fw_output_mix", "6*OUTPUTS", "1", "FRD", "mixer"),
        Column("fw_output_secondary", "6*OUTPUTS", "1", "FRD", "second mixer"),
        Column("fw_output_choice", 2, "1", "-", "which mixer"),
        Column("fw_output_least", "OUTPUTS", "1", "-", "least", -1.0),
        Column("fw_output_idle", "OUTPUTS", "1", "-", "idle", -1.0),
        Column("fw_aux_command", "OUTPUTS", "1", "-", "by hand"),
        Column("fw_aux_used", "OUTPUTS", "1", "-", "by hand"),
    ),
)


class Driver:
    """A pico rover whose firmware is a mixer and nothing else."""

    def __init__(self) -> None:
        def equip(kit: VehicleKit, config: object) -> None:
            kit.component(MIXER)
            mix = [n for row in kit.facts["mixer"].matrix for n in row]
            kit.value("fw_output_mix", mix)
            equip_takeover(kit)

        pilot = SimpleNamespace(Config=Config, equip=equip)

        class Plugins(Registry):
            def load(self, name: str, group: str = "simloop.systems") -> Any:
                return pilot if group == "simloop.autopilots" else super().load(name, group)

        resolved = load_scenario("stand", vehicle="pico_rover")
        self.simulation = Simulation(resolved, registry=Plugins(), compiled=False)
        self.entity = self.simulation.world.by_name(self.simulation.scenario.vehicles[0].name)
        self.twists = 0

    def set(self, **columns: Any) -> None:
        for name, value in columns.items():
            self.simulation.world.set(self.entity, name, value)

    def twist(self, speed: float) -> None:
        self.twists += 1
        self.set(drive_speed_mps=speed, drive_yaw_rate_radps=0.0, drive_commanded_tick=self.twists)

    @property
    def outputs(self) -> list[float]:
        self.simulation.advance(4)
        told: list[float] = self.simulation.world.vector(self.entity, "actuator_command").tolist()
        return told


@pytest.fixture
def driver() -> Driver:
    return Driver()


def test_disarmed_a_twist_drives(driver: Driver) -> None:
    driver.twist(0.5)
    assert driver.outputs == [0.5, 0.5]
    assert driver.outputs == [0.5, 0.5]


def test_disarmed_a_hand_drives(driver: Driver) -> None:
    driver.set(actuator_command=[0.2, -0.1])
    assert driver.outputs == [0.2, -0.1]


def test_armed_the_firmware_drives_whatever_twists_come(driver: Driver) -> None:
    driver.twist(0.5)
    assert driver.outputs == [0.5, 0.5]
    driver.set(fw_armed=1.0, fw_standard_command=[0.3, 0.0, 0.0, 0.0, 0.0, 0.1])
    assert driver.outputs == pytest.approx([0.4, 0.2])
    driver.twist(-0.5)
    assert driver.outputs == pytest.approx([0.4, 0.2])


def test_armed_and_idle_the_firmware_stands(driver: Driver) -> None:
    driver.set(fw_armed=1.0)
    driver.twist(0.5)
    assert driver.outputs == [0.0, 0.0]


def test_disarming_stops_and_lets_go(driver: Driver) -> None:
    driver.set(fw_armed=1.0, fw_standard_command=[0.3, 0.0, 0.0, 0.0, 0.0, 0.0])
    assert driver.outputs == pytest.approx([0.3, 0.3])
    driver.set(fw_armed=0.0)
    assert driver.outputs == [0.0, 0.0]
    driver.twist(0.25)
    assert driver.outputs == [0.25, 0.25]
