"""The list of contacts: adding one, and thinning out the corners of one face."""

from simloop.kernels.collision.arrays import Contacts, Table
from simloop.kernels.collision.layout import Corner
from simloop.kernels.collision.vectors import tangent
from simloop.math.vector import Vec3

# More corners than this on one face are thinned out to the outermost.
ENOUGH_CORNERS = 8
DIRECTIONS_KEPT = 4


def add_contact(contacts: Contacts, feature: int, normal: Vec3, point: Vec3, gap: float) -> None:
    """Note a contact if there is room, and count it."""
    count = contacts.found[0]
    if count < contacts.codes.shape[0]:
        code = contacts.code(count)
        code.feature = feature
        contact = contacts.contact(count)
        contact.normal = normal
        contact.point = point
        contact.gap = gap
    contacts.found[0] = count + 1


def add_corners(
    contacts: Contacts, feature: int, normal: Vec3, side: float, corners: Table, found: int
) -> None:
    """Note the corners of a face; the outermost if too many.

    The normal is that of A; `side` says on which side of the middle between the surfaces the
    corners are: 1 if they belong to A, -1 if to B.
    """
    if found > ENOUGH_CORNERS:
        keep_outermost(corners, found, normal)
    for k in range(found):
        corner = Corner(corners[k])
        if corner.feature >= 0.0:
            half = 0.5 * side * corner.gap
            point = corner.place - half * normal
            add_contact(contacts, feature + int(corner.feature), normal, point, corner.gap)


def keep_outermost(corners: Table, found: int, normal: Vec3) -> None:
    """Keep the deepest corner and the outermost in four directions; others get no feature."""
    t = tangent(normal)
    u = normal.cross(t)
    for k in range(found):
        corner = Corner(corners[k])
        corner.mark = 0.0
    for turn in range(DIRECTIONS_KEPT + 1):
        best = 0
        highest = -1e30
        for k in range(found):
            corner = Corner(corners[k])
            along = corner.place.dot(t)
            across = corner.place.dot(u)
            value = -corner.gap
            if turn == 1:
                value = along + 1e-3 * across
            elif turn == 2:
                value = across - 1e-3 * along
            elif turn == 3:
                value = -along - 1e-3 * across
            elif turn == 4:
                value = -across + 1e-3 * along
            if value > highest:
                highest = value
                best = k
        chosen = Corner(corners[best])
        chosen.mark = 1.0
    for k in range(found):
        corner = Corner(corners[k])
        if corner.mark == 0.0:
            corner.feature = -1.0


def copy_corner(corner: Corner, other: Corner) -> None:
    """Let a corner be what another one is."""
    corner.place = other.place
    corner.gap = other.gap
    corner.feature = other.feature


def mirror(contacts: Contacts, first: int, last: int) -> None:
    """Turn the normals of contacts around, after the shapes of the pair changed places."""
    for k in range(first, last):
        contact = contacts.contact(k)
        contact.normal = -contact.normal
