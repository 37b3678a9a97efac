"""How the rotors that still work share what all of them did."""

from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1
# Rotors of the vehicle; compiled copies set it.
ROTORS = 4

# The work space is a matrix of four rows, a left half and a right half.
WIDTH = 8
LEAST_PIVOT = 1e-6
# No share of the lift is below this: every rotor that works counts.
COUNT_ALL = -1e30
# A rotor with less than this share of an even lift has no room to give torque both ways.
LEAST_LIFT = 0.05


def fill_products(
    j: int, rows: int, columns: Row, motor_ok: Row, least_share: float, mix: Row, work: Row
) -> None:
    """Products of the rows of a matrix over the rotors that count, with the unit matrix beside.

    A rotor counts if it works and its share of the lift in `mix` is not below the least.
    """
    for r in range(rows):
        for s in range(rows):
            total = 0.0
            for i in range(ROTORS):
                counts = motor_ok[i * W + j] > 0.0 and mix[i * W + j] >= least_share
                if counts:
                    total += columns[(r * ROTORS + i) * W + j] * columns[(s * ROTORS + i) * W + j]
            work[(r * WIDTH + s) * W + j] = total
            work[(r * WIDTH + 4 + s) * W + j] = 1.0 if r == s else 0.0


def invert_products(j: int, rows: int, work: Row) -> float:
    """Turn the right half into the inverse of the left; 1 if there is one, else 0."""
    largest = 0.0
    for r in range(rows):
        size = abs(work[(r * WIDTH + r) * W + j])
        largest = size if size > largest else largest
    found = 1.0
    for c in range(rows):
        pivot = c
        for r in range(c + 1, rows):
            if abs(work[(r * WIDTH + c) * W + j]) > abs(work[(pivot * WIDTH + c) * W + j]):
                pivot = r
        size = work[(pivot * WIDTH + c) * W + j]
        usable = abs(size) > LEAST_PIVOT * largest
        found = found if usable else 0.0
        scale = 1.0 / size if usable else 0.0
        for k in range(WIDTH):
            swapped = work[(pivot * WIDTH + k) * W + j]
            work[(pivot * WIDTH + k) * W + j] = work[(c * WIDTH + k) * W + j]
            work[(c * WIDTH + k) * W + j] = swapped * scale
        for r in range(rows):
            factor = work[(r * WIDTH + c) * W + j] if r != c else 0.0
            for k in range(WIDTH):
                work[(r * WIDTH + k) * W + j] -= factor * work[(c * WIDTH + k) * W + j]
    return found


def store_shares(
    j: int,
    first: int,
    last: int,
    rows: int,
    columns: Row,
    motor_ok: Row,
    least_share: float,
    work: Row,
    mix: Row,
) -> None:
    """Write rows `first` to `last` of the pseudo-inverse into the mixer, from its inverse."""
    for i in range(ROTORS):
        counts = motor_ok[i * W + j] > 0.0 and mix[i * W + j] >= least_share
        for r in range(first, last):
            total = 0.0
            for k in range(rows):
                total += columns[(k * ROTORS + i) * W + j] * work[(k * WIDTH + 4 + r) * W + j]
            mix[(r * ROTORS + i) * W + j] = total if counts else 0.0


def reallocate(j: int, allocation: Row, motor_ok: Row, work: Row, mix: Row) -> None:
    """A mixer of the rotors that work; where they cannot hold the vehicle it does what it can.

    First all four effects by the rotors that are left. Where that leaves a rotor without lift, as
    the one opposite to a hexarotor's dead one, it could not give way to a torque: then roll and
    pitch go to the others, whatever yaw they cause, and that rotor gives only yaw, one way.
    """
    fill_products(j, 4, allocation, motor_ok, COUNT_ALL, mix, work)
    if invert_products(j, 4, work) > 0.0:
        store_shares(j, 0, 4, 4, allocation, motor_ok, COUNT_ALL, work, mix)
    # The lift keeps its shares, which cause no torque; what stands by has none at all.
    least = LEAST_LIFT / float(ROTORS)
    weak = False
    for i in range(ROTORS):
        if mix[i * W + j] < least or motor_ok[i * W + j] <= 0.0:
            weak = weak or motor_ok[i * W + j] > 0.0
            mix[i * W + j] = 0.0
    if weak:
        fill_products(j, 3, allocation, motor_ok, least, mix, work)
        if invert_products(j, 3, work) > 0.0:
            store_shares(j, 1, 3, 3, allocation, motor_ok, least, work, mix)
