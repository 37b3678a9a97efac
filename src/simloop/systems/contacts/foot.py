"""One foot on the ground: a spring and damper that only pushes, and a bristle that grips.

A bristle is a spring along the ground that stretches until Coulomb's limit and then slips, so that
a landed body keeps its place. Stiffness follows from the mass that a point has to carry at most,
1 / (1/m + |r|^2 / I): with it the fastest mode of n points is at most sqrt(n) times the set
frequency, whatever the geometry.
"""

from simloop.component import Mut
from simloop.math.vector import Vec3
from simloop.systems.contacts.components import Feet, Spring
from simloop.systems.contacts.plane import Plane
from simloop.world.body import Body

# Below this a bristle's pull has no direction.
SMALLEST_GRIP_N = 1e-12


def place_of(feet: Feet, i: int) -> Vec3:
    """Where a foot is, from the centre of mass."""
    return Vec3(feet.x_m[i], feet.y_m[i], feet.z_m[i])


def softness_pkg(body: Body, place: Vec3) -> float:
    """One over the mass that a point may have to carry."""
    # From an upper bound of 1/I (Gershgorin).
    xx, yy, zz, xy, xz, yz = body.inverse_inertia
    x = xx + abs(xy) + abs(xz)
    y = yy + abs(xy) + abs(yz)
    z = zz + abs(xz) + abs(yz)
    return 1.0 / body.mass_kg + largest(x, largest(y, z)) * place.dot(place)


def carrying(spring: Spring, softness: float) -> Spring:
    """The spring of a point that carries so much."""
    carried_kg = 1.0 / softness
    return Spring(
        spring.stiffness * carried_kg, spring.damping * carried_kg, spring.compliance * softness
    )


def reaction_on(
    feet: Mut[Feet], i: int, spring: Spring, plane: Plane, velocity: Vec3, step_s: float
) -> Vec3:
    """The ground's force on a foot below it that moves like this, in body axes."""
    into = plane.normal.dot(velocity)
    north = plane.along_n.dot(velocity)
    east = plane.along_e.dot(velocity)
    # The ground pushes and never pulls.
    push = largest(spring.stiffness * feet.depth_m[i] + spring.damping * into, 0.0)

    # The bristle stretches with the motion along the ground up to Coulomb's limit; beyond, the foot
    # slips and the bristle keeps what the limit can hold.
    grip_n = spring.stiffness * (feet.stretch_n_m[i] + north * step_s) + spring.damping * north
    grip_e = spring.stiffness * (feet.stretch_e_m[i] + east * step_s) + spring.damping * east
    grip = Vec3(grip_n, grip_e, plane.slope.x * grip_n + plane.slope.y * grip_e).norm()
    kept = feet.friction * push / largest(grip, SMALLEST_GRIP_N)
    kept = kept if kept < 1.0 else 1.0
    grip_n = grip_n * kept
    grip_e = grip_e * kept
    feet.stretch_n_m[i] = (grip_n - spring.damping * north) * spring.compliance
    feet.stretch_e_m[i] = (grip_e - spring.damping * east) * spring.compliance
    pressed: Vec3 = grip_n * plane.grip_n + grip_e * plane.grip_e + push * plane.normal
    return -pressed


def largest(a: float, b: float) -> float:
    """The larger of two numbers; of equal ones the second."""
    return a if a > b else b
