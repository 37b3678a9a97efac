"""What lies between the ends of a capsule: its line against other lines and against corners."""

from math import sqrt

from simloop.kernels.collision.arrays import Meeting, Shape, Shapes
from simloop.kernels.collision.contacts import add_contact
from simloop.kernels.collision.layout import Edge, ShapeCode
from simloop.kernels.collision.points import Distance, point_to_capsule
from simloop.kernels.collision.polytopes import (
    PARALLEL,
    point_to_polytope,
    segment_inside,
    segments_nearest,
)
from simloop.kernels.collision.vectors import direction
from simloop.math.vector import ZERO, Vec3

# Features of a capsule beyond its two ends
MIDDLE = 2
OTHER_ENDS = 3
FAR = 1e30


def capsule_capsule(meeting: Meeting, a: Shape, b: Shape) -> None:
    """Two capsules, beside what the ends of A find: the ends of B, and crossing lines."""
    ra, ha = a.size.radius, a.size.half.z
    rb, hb = b.size.radius, b.size.half.z
    for k in range(2):
        end = b.pose.to_world(Vec3(0.0, 0.0, hb - 2.0 * hb * k))
        p = a.pose.to_shape(end)
        # Ends against ends are found from A already.
        if -ha < p.z < ha:
            found = point_to_capsule(p, ra, ha)
            gap = found.out - rb
            if gap <= meeting.margin:
                normal = a.pose.turn @ -found.normal
                point = end + (rb + 0.5 * gap) * normal
                add_contact(meeting.contacts, OTHER_ENDS + k, normal, point, gap)
    start_a = a.pose.to_world(Vec3(0.0, 0.0, -ha))
    start_b = b.pose.to_world(Vec3(0.0, 0.0, -hb))
    u = a.pose.turn @ Vec3(0.0, 0.0, 2.0 * ha)
    v = b.pose.turn @ Vec3(0.0, 0.0, 2.0 * hb)
    s, t, sine = segments_nearest(start_a, u, start_b, v)
    if sine < PARALLEL or not (0.0 < s < 1.0 and 0.0 < t < 1.0):
        return
    on_b = start_b + t * v
    way = start_a + s * u - on_b
    gap = way.norm() - ra - rb
    if gap <= meeting.margin:
        normal = direction(way)
        point = on_b + (rb + 0.5 * gap) * normal
        add_contact(meeting.contacts, MIDDLE, normal, point, gap)


def line_to_edges(shapes: Shapes, code: ShapeCode, a: Vec3, u: Vec3) -> tuple[float, Vec3, float]:
    """Where the inner part of a segment is nearest to an edge: the way on it, and the difference.

    The last number is the squared distance, far away if an end of the segment is nearer.
    """
    best = FAR
    best_s = 0.5
    best_way = ZERO
    origin = code.first_vertex
    for number in range(code.first_edge, code.first_edge + code.edges):
        edge = Edge(shapes.edges[number])
        b = shapes.vertex(origin + edge.a)
        v = shapes.vertex(origin + edge.b) - b
        s, t, sine = segments_nearest(a, u, b, v)
        way = a + s * u - (b + t * v)
        squared = way.dot(way)
        if sine >= PARALLEL and 0.0 < s < 1.0 and squared < best:
            best = squared
            best_s = s
            best_way = way
    return best_s, best_way, best


def capsule_polytope(meeting: Meeting, a: Shape, b: Shape) -> None:
    """A capsule's line against the edges of B, or through its inside."""
    shapes = meeting.shapes
    radius, half = a.size.radius, a.size.half.z
    first = a.pose.to_world(Vec3(0.0, 0.0, -half))
    last = a.pose.to_world(Vec3(0.0, 0.0, half))
    start = b.pose.to_shape(first)
    end = b.pose.to_shape(last)
    low, high = segment_inside(shapes, b.code, start, end)
    if low < high:
        s = 0.5 * (low + high)
        found = point_to_polytope(shapes, b.code, start + s * (end - start))
    else:
        s, way, squared = line_to_edges(shapes, b.code, start, end - start)
        found = Distance(sqrt(squared), direction(way))
    gap = found.out - radius
    if gap <= meeting.margin:
        normal = b.pose.turn @ found.normal
        point = first + s * (last - first) - (radius + 0.5 * gap) * normal
        add_contact(meeting.contacts, MIDDLE, normal, point, gap)
