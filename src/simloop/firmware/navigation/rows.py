"""Three numbers of a row as a vector."""

from simloop.firmware.component import Row
from simloop.firmware.vector import Vec3


def vector_at(row: Row, first: int) -> Vec3:
    """The numbers from `first` on."""
    return Vec3(row[first], row[first + 1], row[first + 2])


def put_vector(row: Row, first: int, vector: Vec3) -> None:
    """Write them."""
    row[first] = vector.x
    row[first + 1] = vector.y
    row[first + 2] = vector.z


def fill(row: Row, number: float) -> None:
    """The same number in every element."""
    for k in range(len(row)):
        row[k] = number
