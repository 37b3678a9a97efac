"""What force models of aircraft with wings share: mass, outputs, control surfaces, propeller."""

from typing import Protocol

from simloop.kernels.control_surfaces import control_surfaces
from simloop.math.scalar import PI
from simloop.world.actuators import equip_actuators
from simloop.world.component import Change, Column, Component, Kind
from simloop.world.mass import Inertia, set_mass
from simloop.world.mixer import Mixer, work_out
from simloop.world.plugin import VehicleKit
from simloop.world.propeller import Propeller, equip_propeller
from simloop.world.system import BlockSystem, Stage


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


AIRFRAME_MODEL = Component(
    "wing_size",
    Kind.PARAM,
    "The sizes that aerodynamic coefficients refer to, and how far surfaces move.",
    (
        Column("wing_area_m2", 1, "m^2", "-", "wing area", 1.0),
        Column("wing_span_m", 1, "m", "-", "wing span", 1.0),
        Column("wing_chord_m", 1, "m", "-", "mean aerodynamic chord", 1.0),
        Column("surface_limit_rad", 3, "rad", "-", "full deflection: aileron, elevator, rudder"),
    ),
    Change.ONE_TIME,
)

SURFACE_STATE = Component(
    "surface_state",
    Kind.TRUTH,
    "Where the control surfaces are.",
    (
        Column(
            "surface_rad",
            3,
            "rad",
            "-",
            "aileron, elevator, rudder; positive as in Beard and McLain",
        ),
    ),
)

SURFACES_SYSTEM = BlockSystem(
    name="control_surfaces",
    stage=Stage.ACTUATION,
    block=control_surfaces,
)


def equip_airframe(kit: VehicleKit, config: Airframe, who: str) -> None:
    """Give the vehicle mass, servos that lag, surfaces, and the propeller if it has one."""
    check_airframe(config, who)
    set_mass(kit, config.mass_kg, config.inertia_kgm2, who)
    mixing = work_out(config.mixer)
    # A motor's lag is that of its propeller.
    lags = [config.servo_time_constant_s * (kind == "servo") for kind in mixing.outputs]
    equip_actuators(kit, mixing, lags)
    kit.component(AIRFRAME_MODEL)
    kit.component(SURFACE_STATE)
    kit.value("wing_area_m2", config.wing_s)
    kit.value("wing_span_m", config.wing_b)
    kit.value("wing_chord_m", config.wing_c)
    kit.value("surface_limit_rad", surface_limits_rad(config))
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


def check_airframe(config: Airframe, who: str) -> None:
    """Refuse sizes and angles that no aircraft has, naming the field."""
    for name in ("wing_s", "wing_b", "wing_c"):
        if not getattr(config, name) > 0.0:
            raise ValueError(f"{who}: {name} must be positive, not {getattr(config, name)}")
    for surface in ("aileron", "elevator", "rudder"):
        name = f"max_{surface}_deflection_angle_deg"
        if not 0.0 <= getattr(config, name) <= 90.0:
            raise ValueError(f"{who}: {name} must be from 0 to 90, not {getattr(config, name)}")
    if not config.servo_time_constant_s >= 0.0:
        raise ValueError(
            f"{who}: servo_time_constant_s must not be negative, not {config.servo_time_constant_s}"
        )
