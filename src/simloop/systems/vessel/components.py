"""What a vessel has: drag, rudder, windage, thrusters; mass with water and a hull to float on.

Defaults are harmless numbers, so that an unused lane computes nothing odd.
"""

from typing import NamedTuple

from simloop.component import Component, FloatRow, param, truth
from simloop.systems.vessel.forces import RudderBlade, RudderFlow, ThrusterWrench, Windage


class HullDamping(NamedTuple):
    """Drag per speed and per speed squared; sway force per yaw rate, yaw torque per sway speed.

    Positive opposes the motion.
    """

    surge: float
    sway: float
    heave: float
    roll: float
    pitch: float
    yaw: float
    surge_squared: float
    sway_squared: float
    heave_squared: float
    roll_squared: float
    pitch_squared: float
    yaw_squared: float
    sway_per_yaw_rate: float
    yaw_per_sway: float


class Vessel(Component, frame="FRD"):
    """How water, air, rudder and thrusters hold or push a vessel, about its centre of mass."""

    damping: HullDamping = param(
        "N s/m, N m s, N s^2/m^2, N m s^2, N s",
        "six linear, six quadratic; sway force per yaw rate, yaw torque per sway speed",
        column="hull_damping",
    )
    rudder: RudderBlade = param(
        "m^2, m, m",
        "half of lift slope times area; its place forward and down",
        column="rudder_model",
    )
    windage: Windage = param(
        "m^2, m^2, m, m",
        "half of drag times area from ahead and from the side; its place forward and down",
    )
    thrust: ThrusterWrench = truth(
        "N, N s/m, N m, N s, N m, N s, N m s, N m s, N m s",
        "constant and loss per forward speed of forward force, pitch and yaw torque; losses of "
        "pitch per pitch rate, of each per the other's rate, of yaw per yaw rate",
        column="thruster_wrench",
    )
    rudder_flow: RudderFlow = truth(
        "1, 1, m^2/s^2",
        "sine and cosine of the angle; speed squared that propellers add to the flow",
        default=(0.0, 1.0, 0.0),
        frame="-",
        column="rudder_state",
    )


class Thrusters(Component, prefix="thruster", size="THRUSTERS"):
    """Which output drives which thruster, what each can do, and what it does."""

    output: FloatRow = param("1", "1 where an output drives it", size="THRUSTERS*OUTPUTS")
    most_n: FloatRow = param("N", "pull at rest, ahead and astern", frame="FRD", size="2*THRUSTERS")
    loss_spm: FloatRow = param("s/m", "share of command lost per speed")
    right_m: FloatRow = param("m", "place, right", frame="FRD")
    down_m: FloatRow = param("m", "place, down", frame="FRD")
    command: FloatRow = truth("1", "-1 to 1, lag and faults included")


class SteeringGear(Component, prefix="rudder"):
    """What turns the rudder, and how much of the propellers' wash meets it."""

    output: FloatRow = param("rad", "largest angle, at the rudder's output", size="OUTPUTS")
    wash_gain: float = param("1/m^2", "flow energy per thrust over density")


# The upper half by rows of a matrix over surge, sway, heave, roll, pitch and yaw.
UNIT_MATRIX = tuple(1.0 if place in (0, 6, 11, 15, 18, 20) else 0.0 for place in range(21))


class HullMass(Component, frame="FRD", size=21):
    """The mass of a floating body with the water's."""

    matrix: FloatRow = param(
        "kg, kg m, kg m^2",
        "rigid and added mass, upper half row by row",
        default=UNIT_MATRIX,
        column="hull_mass_matrix",
    )
    inverse: FloatRow = param(
        "1/kg, 1/(kg m), 1/(kg m^2)",
        "its inverse, computed at spawn",
        default=UNIT_MATRIX,
        column="hull_inverse_mass",
    )


class Hull(Component, prefix="hull", frame="FRD", size="HULL_CELLS"):
    """The boxes of a floating body that displace water."""

    cell_x_m: FloatRow = param("m", "centre of each box, forward")
    cell_y_m: FloatRow = param("m", "centre of each box, right")
    cell_bottom_m: FloatRow = param("m", "lower face of each box, down")
    cell_height_m: FloatRow = param("m", "height of each box", default=1.0)
    cell_length_m: FloatRow = param("m", "extent along the keel", default=1.0)
    cell_width_m: FloatRow = param("m", "extent across", default=1.0)
    cell_area_m2: FloatRow = param("m^2", "cross-section of each box")
    wet_gain_pm3: float = param(
        "1/m^3", "times displaced volume, at most 1: drag's share", frame="-"
    )
