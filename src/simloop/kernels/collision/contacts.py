"""The list of contacts: adding one, and thinning out the corners of one face."""

from simloop.kernels.collision.arrays import IntegerTable, Table
from simloop.kernels.collision.layout import FEATURE, GAP, NORMAL, POINT, SHAPE_A, SHAPE_B
from simloop.kernels.collision.vectors import tangent

# More corners than this on one face are thinned out to the outermost.
ENOUGH_CORNERS = 8
DIRECTIONS_KEPT = 4


def add_contact(
    codes: IntegerTable,
    contacts: Table,
    count: int,
    a: int,
    b: int,
    feature: int,
    nx: float,
    ny: float,
    nz: float,
    px: float,
    py: float,
    pz: float,
    gap: float,
) -> int:
    """Note a contact if there is room, and return how many there would be."""
    if count < codes.shape[0]:
        codes[count, SHAPE_A] = a
        codes[count, SHAPE_B] = b
        codes[count, FEATURE] = feature
        contacts[count, NORMAL] = nx
        contacts[count, NORMAL + 1] = ny
        contacts[count, NORMAL + 2] = nz
        contacts[count, POINT] = px
        contacts[count, POINT + 1] = py
        contacts[count, POINT + 2] = pz
        contacts[count, GAP] = gap
    return count + 1


def add_corners(
    codes: IntegerTable,
    contacts: Table,
    count: int,
    a: int,
    b: int,
    feature: int,
    nx: float,
    ny: float,
    nz: float,
    side: float,
    corners: Table,
    found: int,
) -> int:
    """Note the corners of a face: rows of place, gap and feature; the outermost if too many.

    The normal is that of A; `side` says on which side of the middle between the surfaces the
    corners are: 1 if they belong to A, -1 if to B.
    """
    if found > ENOUGH_CORNERS:
        keep_outermost(corners, found, nx, ny, nz)
    for k in range(found):
        if corners[k, 4] >= 0.0:
            half = 0.5 * side * corners[k, 3]
            count = add_contact(
                codes, contacts, count, a, b, feature + int(corners[k, 4]), nx, ny, nz,
                corners[k, 0] - half * nx,
                corners[k, 1] - half * ny,
                corners[k, 2] - half * nz,
                corners[k, 3],
            )  # fmt: skip
    return count


def keep_outermost(corners: Table, found: int, nx: float, ny: float, nz: float) -> None:
    """Keep the deepest corner and the outermost in four directions; others get no feature."""
    tx, ty, tz = tangent(nx, ny, nz)
    ux = ny * tz - nz * ty
    uy = nz * tx - nx * tz
    uz = nx * ty - ny * tx
    for k in range(found):
        corners[k, 5] = 0.0
    for turn in range(DIRECTIONS_KEPT + 1):
        best = 0
        highest = -1e30
        for k in range(found):
            along = corners[k, 0] * tx + corners[k, 1] * ty + corners[k, 2] * tz
            across = corners[k, 0] * ux + corners[k, 1] * uy + corners[k, 2] * uz
            value = -corners[k, 3]
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
        corners[best, 5] = 1.0
    for k in range(found):
        if corners[k, 5] == 0.0:
            corners[k, 4] = -1.0


def mirror(contacts: Table, first: int, last: int) -> None:
    """Turn the normals of contacts around, after the shapes of the pair changed places."""
    for k in range(first, last):
        for axis in range(3):
            contacts[k, NORMAL + axis] = -contacts[k, NORMAL + axis]
