"""Aircraft that JSBSim flies: it brings forces, engines, landing gear and motion of its own.

A vehicle file names the aircraft below `dynamics:`. Sensors, wind, air, ground, pushes and commands
are the world's, as for every other vehicle. Only this package imports jsbsim.
"""

from simloop.adapters.jsbsim.airframe import Airframe, Begin, State
from simloop.adapters.jsbsim.components import JsbsimAirframe, JsbsimPilot
from simloop.adapters.jsbsim.config import Config, check
from simloop.adapters.jsbsim.earth import Earth
from simloop.adapters.jsbsim.system import FACT, SYSTEM, Hangar
from simloop.world.actuators import equip_actuators
from simloop.world.mass import set_mass
from simloop.world.mixer import work_out
from simloop.world.plugin import App, VehicleKit

__all__ = ["Config", "build", "equip"]

_AT_REST = State((0.0, 0.0, -1e4), (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle the mass, outputs and columns of the aircraft."""
    check(config)
    mixing = work_out(config.mixer)
    probe = _probe(config, kit.tick_rate_hz)
    kit.fact(FACT, config)
    kit.fact("moved_by", SYSTEM)
    kit.fact("standing_height_m", probe.standing_height_m())
    kit.constant("ENGINES", max(1, probe.engines))
    kit.component(JsbsimPilot)
    kit.component(JsbsimAirframe)
    set_mass(kit, probe.mass_kg, probe.inertia_kgm2(), "jsbsim")
    # JSBSim's own flight control system has the servos.
    equip_actuators(kit, mixing, [0.0] * len(mixing.outputs))


def build(app: App, config: object) -> None:
    """Let JSBSim move its vehicles; once for a world, however many ask."""
    if FACT in app.provided:
        return
    hangar = Hangar(app.world)
    hangar.open()
    for system in hangar.systems():
        app.add_system(system)
    app.provide(FACT, hangar)


def _probe(config: Config, tick_rate_hz: int) -> Airframe:
    """The aircraft high above everything, for its numbers."""
    earth = Earth("wgs84", (0.0, 0.0, 0.0), 9.80665)
    probe = Airframe(config.aircraft, config.root, earth, dt_s=1.0 / tick_rate_hz)
    probe.begin(Begin(_AT_REST, running=False))
    return probe
