"""The autopilot `external`: a program on the bus flies the vehicle, sensors out, pulses in."""

from dataclasses import dataclass

from simloop.messages.rosflight_msgs import PWM_CHANNELS
from simloop.sitl.external_autopilot.line import FACT, ExternalLine
from simloop.sitl.remote_pilots import RemotePilots
from simloop.world.plugin import App, VehicleKit

__all__ = ["Config", "build", "equip"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """How the program is waited for."""

    lockstep: bool = True
    """Whether every command is waited for; without, the last one holds until a new one comes."""
    rate_hz: float | None = None
    """Commands per second that are waited for; one per tick if left out."""
    topic: str = "sim/pwm_command"
    """Where commands come in, as rosflight_msgs/PwmOutput; in a fleet after the vehicle's name."""


def equip(kit: VehicleKit, config: Config) -> None:
    """Check that the vehicle has outputs, and no more than a message carries."""
    count = kit.constants.get("ROTORS", 0) + kit.constants.get("OUTPUTS", 0)
    if count == 0:
        raise ValueError("this vehicle has no outputs that a program could command")
    if count > PWM_CHANNELS:
        raise ValueError(
            f"this vehicle has {count} outputs, but a command carries {PWM_CHANNELS}: "
            "take one with fewer rotors or a smaller mixer"
        )
    kit.fact(FACT, config)


def build(app: App, config: Config) -> None:
    """Listen to the commands of every vehicle that a program flies."""
    RemotePilots(app, "external", FACT, lambda record, _: ExternalLine(app, record)).join()
