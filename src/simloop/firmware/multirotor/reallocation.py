"""How the rotors that still work share what all of them did.

Mixers, and the allocation that they invert, are matrices with a column for each rotor.
"""

from simloop.firmware.component import Row

# The work space is a matrix of four rows, a left half and a right half.
WIDTH = 8
LEAST_PIVOT = 1e-6
# No share of the lift is below this: every rotor that works counts.
COUNT_ALL = -1e30
# A rotor with less than this share of an even lift has no room to give torque both ways.
LEAST_LIFT = 0.05


def reallocate(allocation: Row, motor_ok: Row, work: Row, mix: Row) -> None:
    """A mixer of the rotors that work; where they cannot hold the vehicle it does what it can.

    First all four effects by the rotors that are left. Where that leaves a rotor without lift, as
    the one opposite to a hexarotor's dead one, it could not give way to a torque: then roll and
    pitch go to the others, whatever yaw they cause, and that rotor gives only yaw, one way.
    """
    fill_products(4, allocation, motor_ok, COUNT_ALL, mix, work)
    if invert_products(4, work) > 0.0:
        store_shares(0, 4, 4, allocation, motor_ok, COUNT_ALL, work, mix)
    # The lift keeps its shares, which cause no torque; what stands by has none at all.
    least = LEAST_LIFT / float(len(motor_ok))
    weak = False
    for rotor in range(len(motor_ok)):
        if mix[rotor] < least or motor_ok[rotor] <= 0.0:
            weak = weak or motor_ok[rotor] > 0.0
            mix[rotor] = 0.0
    if weak:
        fill_products(3, allocation, motor_ok, least, mix, work)
        if invert_products(3, work) > 0.0:
            store_shares(1, 3, 3, allocation, motor_ok, least, work, mix)


def counts(rotor: int, motor_ok: Row, mix: Row, least_share: float) -> bool:
    """A rotor counts if it works and its share of the lift is not below the least."""
    is_counted: bool = motor_ok[rotor] > 0.0 and mix[rotor] >= least_share
    return is_counted


def fill_products(
    rows: int, columns: Row, motor_ok: Row, least_share: float, mix: Row, work: Row
) -> None:
    """Products of the rows of a matrix over the rotors that count, with the unit matrix beside."""
    rotors = len(motor_ok)
    for r in range(rows):
        for s in range(rows):
            total = 0.0
            for i in range(rotors):
                if counts(i, motor_ok, mix, least_share):
                    total += columns[r * rotors + i] * columns[s * rotors + i]
            work[r * WIDTH + s] = total
            work[r * WIDTH + 4 + s] = 1.0 if r == s else 0.0


def invert_products(rows: int, work: Row) -> float:
    """Turn the right half into the inverse of the left; 1 if there is one, else 0."""
    largest = 0.0
    for r in range(rows):
        size = abs(work[r * WIDTH + r])
        largest = size if size > largest else largest
    found = 1.0
    for c in range(rows):
        pivot = c
        for r in range(c + 1, rows):
            if abs(work[r * WIDTH + c]) > abs(work[pivot * WIDTH + c]):
                pivot = r
        size = work[pivot * WIDTH + c]
        usable = abs(size) > LEAST_PIVOT * largest
        found = found if usable else 0.0
        scale = 1.0 / size if usable else 0.0
        for k in range(WIDTH):
            swapped = work[pivot * WIDTH + k]
            work[pivot * WIDTH + k] = work[c * WIDTH + k]
            work[c * WIDTH + k] = swapped * scale
        for r in range(rows):
            factor = work[r * WIDTH + c] if r != c else 0.0
            for k in range(WIDTH):
                work[r * WIDTH + k] -= factor * work[c * WIDTH + k]
    return found


def store_shares(
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
    rotors = len(motor_ok)
    for i in range(rotors):
        is_used = counts(i, motor_ok, mix, least_share)
        for r in range(first, last):
            total = 0.0
            for k in range(rows):
                total += columns[k * rotors + i] * work[k * WIDTH + 4 + r]
            mix[r * rotors + i] = total if is_used else 0.0
