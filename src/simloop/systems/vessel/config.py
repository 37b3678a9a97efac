"""The vehicle-file section of a vessel; symbols are those of SNAME and Fossen.

All is about the centre of mass, in FRD. A derivative is force per motion: drag and added mass
oppose, so their derivatives are negative or zero.
"""

from typing import Annotated, Literal

from simloop.world.mixer import Mixer, Mixing
from simloop.world.setting import (
    NotNegative,
    NotPositive,
    Positive,
    Share,
    Within,
    required,
    setting,
    settings,
)

Point = tuple[float, float, float]


@settings
class AddedMass:
    """Force per acceleration: the water that moves along."""

    X_udot: NotPositive = setting(0.0, "Surge, kg.")
    Y_vdot: NotPositive = setting(0.0, "Sway, kg.")
    Z_wdot: NotPositive = setting(0.0, "Heave, kg.")
    K_pdot: NotPositive = setting(0.0, "Roll, kg m^2.")
    M_qdot: NotPositive = setting(0.0, "Pitch, kg m^2.")
    N_rdot: NotPositive = setting(0.0, "Yaw, kg m^2.")
    Y_rdot: float = setting(0.0, "Sway force per yaw acceleration, kg m.")
    N_vdot: float = 0.0
    """Yaw torque per sway acceleration, kg m; the same in theory, 6dof takes the mean."""
    Z_qdot: float = setting(0.0, "Heave force per pitch acceleration, kg m; likewise with M_wdot.")
    M_wdot: float = setting(0.0, "Pitch torque per heave acceleration, kg m.")


@settings
class Damping:
    """Force per speed, and per speed times its size."""

    X_u: NotPositive = setting(0.0, "Surge, N s/m.")
    Y_v: NotPositive = setting(0.0, "Sway, N s/m.")
    Z_w: NotPositive = setting(0.0, "Heave, N s/m.")
    K_p: NotPositive = setting(0.0, "Roll, N m s.")
    M_q: NotPositive = setting(0.0, "Pitch, N m s.")
    N_r: NotPositive = setting(0.0, "Yaw, N m s.")
    X_uu: NotPositive = setting(0.0, "Surge, quadratic, N s^2/m^2.")
    Y_vv: NotPositive = setting(0.0, "Sway, quadratic.")
    Z_ww: NotPositive = setting(0.0, "Heave, quadratic.")
    K_pp: NotPositive = setting(0.0, "Roll, quadratic, N m s^2.")
    M_qq: NotPositive = setting(0.0, "Pitch, quadratic.")
    N_rr: NotPositive = setting(0.0, "Yaw, quadratic.")
    Y_r: float = setting(0.0, "Sway force per yaw rate, N s; either sign.")
    N_v: float = setting(0.0, "Yaw torque per sway speed, N s; either sign.")


@settings
class Thruster:
    """A propeller that pushes along the keel."""

    output: int = setting(0, "Which output of the mixer drives it, from 0.")
    position_frd_m: Point = setting((0.0, 0.0, 0.0), "Where it pushes.")
    max_thrust_n: float = 50.0
    """Pull at rest and full command; it goes with the square of the command."""
    max_reverse_n: NotNegative | None = setting(None, "Pull astern; as ahead if left out.")
    zero_thrust_speed_mps: Positive | None = None
    """Speed at which full command no longer pushes; no loss with speed if left out."""
    time_constant_s: NotNegative = setting(0.0, "Lag of the motor; 0 follows at once.")


@settings
class Rudder:
    """A blade in the flow of hull and propellers."""

    output: int = setting(0, "Which output of the mixer turns it, from 0.")
    position_frd_m: Point = setting((-1.0, 0.0, 0.0), "Its centre.")
    area_m2: Positive = setting(0.05, "Area of the blade.")
    aspect_ratio: Positive = 1.5
    """Height over chord: sets the lift slope 6.13 A/(A + 2.25) of Fujii."""
    max_angle_deg: Annotated[float, Within(0.0, 80.0, is_open=True)] = 35.0
    """Angle at full command."""
    wash: Share = setting(0.0, "Share of the blade that the propellers' wash meets.")
    propeller_diameter_m: Positive = 0.3
    """Of all propellers as one disc, for the speed of the wash."""
    time_constant_s: NotNegative = setting(0.0, "Lag of the steering gear.")


@settings
class Windage:
    """What the wind takes hold of."""

    frontal_area_m2: NotNegative = setting(0.0, "Area seen from ahead.")
    lateral_area_m2: NotNegative = setting(0.0, "Area seen from the side.")
    frontal_drag: NotNegative = setting(0.7, "Drag coefficient from ahead.")
    lateral_drag: NotNegative = setting(0.9, "Drag coefficient from the side.")
    centre_frd_m: Point = setting((0.0, 0.0, 0.0), "Where the wind pushes.")


@settings
class Cell:
    """A box of the hull, upright in the body's axes."""

    x_m: float = setting(0.0, "Centre, forward.")
    y_m: float = setting(0.0, "Centre, right.")
    length_m: Positive = required("Extent along the keel.")
    width_m: Positive = required("Extent across.")
    bottom_m: float = required("Lower face, down from the centre of mass.")
    height_m: Positive = required("From the lower face to the deck.")
    fullness: Positive = 1.0
    """Area over length times width; a cylinder of radius r has sides 1.732 r and 1.0472."""


@settings
class Config:
    """A vessel that moves in the plane (3dof) or freely (6dof)."""

    motion: Literal["3dof", "6dof"] = "3dof"
    """Surge, sway, yaw on the surface; or a body that floats on its hull."""
    mass_kg: Positive = setting(50.0, "Mass.")
    inertia_kgm2: tuple[float, float, float, float, float, float] = (5.0, 15.0, 18.0, 0, 0, 0)
    """Inertia tensor without water: elements xx, yy, zz, xy, xz, yz; 3dof uses zz."""
    added_mass: AddedMass = setting(AddedMass(), "The water that moves along.")
    damping: Damping = setting(Damping(), "Drag of the hull.")
    hull: tuple[Cell, ...] = setting((), "Boxes that displace water; needed for 6dof.")
    thrusters: tuple[Thruster, ...] = setting((), "Propellers.")
    rudder: Rudder | None = setting(None, "The rudder, if there is one.")
    windage: Windage = setting(Windage(), "What is above the water.")
    mixer: Mixer | None = None
    """What the outputs mean: thruster, twin_thruster, thruster_rudder or custom."""
    waterline_frd_m: float = 0.0
    """3dof: where the waterline is, down from the centre of mass."""
    ride: Literal["flat", "waves"] = "flat"
    """3dof: stay level, or let heave, roll and pitch follow the surface."""
    ride_period_s: Positive = setting(1.5, "3dof: how quickly they follow; critically damped.")
    acceleration_noise: NotNegative = 0.0
    """3dof: white acceleration in surge and sway, m/s^2 per sqrt(Hz)."""
    yaw_acceleration_noise: NotNegative = 0.0
    """3dof: white yaw acceleration, rad/s^2 per sqrt(Hz)."""
    water_density_kgpm3: Positive = 1025.0
    """For the draft at the start and the figures; the run takes the world's."""


def devices(config: Config) -> tuple[Thruster | Rudder, ...]:
    """All that hangs on an output."""
    return config.thrusters if config.rudder is None else (*config.thrusters, config.rudder)


def check(config: Config, mixing: Mixing | None) -> None:
    """Refuse impossible numbers and devices without an output."""
    if config.motion == "6dof":
        _require(bool(config.hull), "hull", "is empty; motion 6dof floats on its boxes")
    parts = devices(config)
    if mixing is None:
        _require(not parts, "mixer", "is missing: thrusters and rudder need outputs")
        return
    _require(bool(parts), "mixer", "has outputs, but there is no thruster and no rudder")
    used = [device.output for device in parts]
    for output in used:
        fits = 0 <= output < len(mixing.outputs)
        _require(fits, "output", f"is {output}; the mixer has 0 to {len(mixing.outputs) - 1}")
    _require(len(set(used)) == len(used), "output", "drives two devices; give each its own")
    for thruster in config.thrusters:
        _require(thruster.max_thrust_n > 0.0, "max_thrust_n", "must be positive")


def _require(condition: bool, name: str, what: str) -> None:
    if not condition:
        raise ValueError(f"vessel: {name} {what}")
