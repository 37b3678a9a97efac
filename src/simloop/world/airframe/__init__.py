"""What force models of aircraft with wings share: mass, outputs, control surfaces, propeller."""

from typing import Annotated, Protocol

from simloop.math.scalar import PI
from simloop.world.actuators import equip_actuators
from simloop.world.airframe.components import Surfaces, WingSize
from simloop.world.airframe.kernel import control_surfaces
from simloop.world.mass import Inertia, set_mass
from simloop.world.mixer import Mixer, work_out
from simloop.world.plugin import VehicleKit
from simloop.world.propeller import Propeller, equip_propeller
from simloop.world.setting import Within
from simloop.world.system import BlockSystem, Stage

Deflection = Annotated[float, Within(0.0, 90.0)]
"""How far a surface may turn, degrees."""


class Airframe(Protocol):
    """The settings that every plugin for a winged aircraft has, under these names."""

    @property
    def mass_kg(self) -> float: ...
    @property
    def inertia_kgm2(self) -> Inertia: ...
    @property
    def wing_s(self) -> float: ...
    @property
    def wing_b(self) -> float: ...
    @property
    def wing_c(self) -> float: ...
    @property
    def mixer(self) -> Mixer: ...
    @property
    def servo_time_constant_s(self) -> float: ...
    @property
    def max_aileron_deflection_angle_deg(self) -> float: ...
    @property
    def max_elevator_deflection_angle_deg(self) -> float: ...
    @property
    def max_rudder_deflection_angle_deg(self) -> float: ...
    @property
    def propeller(self) -> Propeller | None: ...


SURFACES_SYSTEM = BlockSystem(
    name="control_surfaces", stage=Stage.ACTUATION, block=control_surfaces
)


def equip_airframe(kit: VehicleKit, config: Airframe, who: str) -> None:
    """Give the vehicle mass, servos that lag, surfaces, and the propeller if it has one."""
    set_mass(kit, config.mass_kg, config.inertia_kgm2, who)
    mixing = work_out(config.mixer)
    # A motor's lag is that of its propeller.
    lags = [config.servo_time_constant_s * (kind == "servo") for kind in mixing.outputs]
    equip_actuators(kit, mixing, lags)
    kit.component(WingSize, area_m2=config.wing_s, span_m=config.wing_b, chord_m=config.wing_c)
    kit.component(Surfaces, limit_rad=surface_limits_rad(config))
    kit.system(SURFACES_SYSTEM)
    if config.propeller is not None:
        equip_propeller(kit, config.propeller, who)


def surface_limits_rad(config: Airframe) -> tuple[float, float, float]:
    """Full deflection of aileron, elevator and rudder."""
    return (
        config.max_aileron_deflection_angle_deg * PI / 180.0,
        config.max_elevator_deflection_angle_deg * PI / 180.0,
        config.max_rudder_deflection_angle_deg * PI / 180.0,
    )
