"""The vehicle-file section of a multirotor; the defaults are ROSflight's standard quadrotor."""

from typing import Annotated

from simloop.world.setting import NotNegative, Positive, Share, Within, setting, settings

Quartic = tuple[float, float, float, float, float]
Polynomial = tuple[Annotated[float, Within(1e-4, is_open=True)], float, float]
KeptShare = Annotated[float, Within(0.0, 1.0, is_open=True)]


@settings
class Config:
    """Mass, rotors, motors and drag. Symbols are those of ROSflight's parameter file."""

    mass_kg: Positive = setting(3.5, "Take-off mass.")
    inertia_kgm2: tuple[float, float, float, float, float, float] = (0.08, 0.08, 0.12, 0, 0, 0)
    """Inertia tensor about the centre of mass in FRD: elements xx, yy, zz, xy, xz, yz."""

    rotor_dists: tuple[float, ...] = (0.25, 0.25, 0.25, 0.25)
    """Distance of each hub from the centre of mass in m; one entry per rotor."""
    rotor_radial_angles_deg: tuple[float, ...] = (45.0, 135.0, 225.0, 315.0)
    """Direction of each hub, clockwise from forward seen from above."""
    rotor_rotation_directions: tuple[int, ...] = (-1, 1, -1, 1)
    """+1 for a rotor that turns clockwise seen from above, -1 for the other way."""

    rotor_thrust_shares: tuple[KeptShare, ...] = ()
    """Share of its thrust that each rotor keeps at its place, as below another; all if empty."""
    rotor_torque_shares: tuple[KeptShare, ...] = setting((), "Share of its torque likewise.")

    C_T: Polynomial = (0.08729101, -0.11006411, -0.12928596)
    """Thrust coefficient as a polynomial in the advance ratio, rising powers."""
    C_Q: Polynomial = (0.00428594, 0.00146105, -0.01440988)
    """Torque coefficient likewise."""
    prop_diameter_m: Positive = setting(0.381, "Propeller diameter.")

    V_max: Positive = setting(24.0, "Voltage at full command, V.")
    R_motor: Positive = setting(0.042, "Winding resistance, ohm.")
    I_0: NotNegative = setting(1.5, "No-load current, A.")
    K_Q: Positive = setting(0.028937, "Torque constant, N m/A; also the back-EMF constant in V s.")
    rotor_time_constant_up_s: NotNegative = 0.0
    """Lag of a rotor speeding up; 0 follows at once."""
    rotor_time_constant_down_s: NotNegative = 0.0
    """Lag of a rotor slowing down; 0 follows at once."""
    rotor_inertia_kgm2: NotNegative = 0.0
    """Inertia of propeller and motor bell about their axis: gyroscopic and reaction torque."""
    motor_effectiveness: tuple[Share, ...] = ()
    """Fault: share of the command that reaches each motor, 0 = dead; all sound if empty."""
    propeller_effectiveness: tuple[Share, ...] = ()
    """Fault: share of thrust and torque that each propeller has left; empty if none can break."""

    C_D: NotNegative = setting(2.05, "Drag coefficient of the body.")
    A_c: NotNegative = setting(0.04, "Area that C_D belongs to, m^2.")
    CD_induced: NotNegative = 0.05
    """Sideways rotor drag per newton of thrust and m/s of airspeed, s/m."""
    ground_effect: Quartic = (-55.3516, 181.8265, -203.9874, 85.3735, -7.6619)
    """Extra lift in N at hover thrust as a polynomial in height, falling powers; zeros for none."""


_OPTIONAL = (
    "rotor_thrust_shares", "rotor_torque_shares", "motor_effectiveness", "propeller_effectiveness",
)  # fmt: skip


def check(config: Config) -> None:
    """Refuse numbers that no vehicle can have, naming the field."""
    rotors = len(config.rotor_dists)
    if rotors == 0:
        raise ValueError("multirotor: rotor_dists is empty; give one distance per rotor")
    for name in ("rotor_radial_angles_deg", "rotor_rotation_directions", *_OPTIONAL):
        count = len(getattr(config, name))
        if count != rotors and not (count == 0 and name in _OPTIONAL):
            raise ValueError(
                f"multirotor: {name} has {count} entries, but rotor_dists has {rotors}"
            )
    if any(direction not in (-1, 1) for direction in config.rotor_rotation_directions):
        raise ValueError("multirotor: rotor_rotation_directions may hold only 1 and -1")
