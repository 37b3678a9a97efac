"""How much water a hull of upright boxes displaces, and where.

Each box is cut by the plane of the water's surface, and what is below it displaces water; so draft,
trim, heel and the righting moments come out by themselves, in calm water and on a slope. The cut
through a box is exact while it goes through all four walls.
"""

from simloop.math.scalar import clamp
from simloop.math.vector import ZERO, Vec3
from simloop.systems.vessel.components import Hull

# A box this close to lying on its side is cut as if it leaned a little.
LEAST_UPRIGHT = 1e-3


def displaced(hull: Hull, depth_m: float, lean: Vec3) -> tuple[float, Vec3]:
    """Displaced volume and its first moments in FRD.

    The depth below the surface is `depth_m` at the centre of mass, and grows by `lean` per metre
    forward, right and down in the body.
    """
    size = abs(lean.z)
    size = size if size > LEAST_UPRIGHT else LEAST_UPRIGHT
    per_upright = 1.0 / size
    upright = lean.z > 0.0
    # How the wet length of a box changes across it.
    along = lean.x * per_upright
    across = lean.y * per_upright
    volume = 0.0
    moment = ZERO
    for i in range(len(hull.cell_x_m)):
        x = hull.cell_x_m[i]
        y = hull.cell_y_m[i]
        height = hull.cell_height_m[i]
        bottom = hull.cell_bottom_m[i]
        # The end that is lower, be it the keel or, upside down, the deck.
        low_z = bottom if upright else bottom - height
        depth = depth_m + lean.x * x + lean.y * y + lean.z * low_z
        wet = clamp(depth * per_upright, 0.0, height)

        # Half a box may be wetter than the other; that fades out when a corner leaves the cut.
        length = hull.cell_length_m[i]
        width = hull.cell_width_m[i]
        corner = 0.5 * (abs(along) * length + abs(across) * width)
        room = height - wet
        room = room if room < wet else wet
        share = clamp(room / (corner if corner > 1e-12 else 1e-12), 0.0, 1.0)
        spread_x = share * along * length * length * (1.0 / 12.0)
        spread_y = share * across * width * width * (1.0 / 12.0)

        area = hull.cell_area_m2[i]
        middle = wet * wet + (along * spread_x + across * spread_y)
        up = -0.5 if upright else 0.5
        volume += area * wet
        moment += area * Vec3(wet * x + spread_x, wet * y + spread_y, wet * low_z + up * middle)
    return volume, moment
