"""How autopilots number the motors of a multirotor, and how a vehicle's rotors are found there."""

from collections.abc import Sequence
from dataclasses import dataclass

CW, CCW = 1, -1


@dataclass(frozen=True, slots=True)
class Layout:
    """A frame: for each motor, in the autopilot's order, its angle and its turning direction."""

    name: str
    motors: tuple[tuple[float, int], ...]
    """Degrees clockwise from the nose; +1 turns clockwise seen from above."""


# The motor matrices of ArduPilot; PX4's generic airframes number hexa, octo and coaxial frames
# in the same way.
MATRIX_LAYOUTS = (
    Layout("quad X", ((45.0, CCW), (225.0, CCW), (315.0, CW), (135.0, CW))),
    Layout("quad +", ((90.0, CCW), (270.0, CCW), (0.0, CW), (180.0, CW))),
    Layout(
        "hexa X", ((90.0, CW), (270.0, CCW), (330.0, CW), (150.0, CCW), (30.0, CCW), (210.0, CW))
    ),
    Layout(
        "hexa +", ((0.0, CW), (180.0, CCW), (240.0, CW), (60.0, CCW), (300.0, CCW), (120.0, CW))
    ),
    Layout("Y6B", ((60.0, CW), (60.0, CCW), (180.0, CW), (180.0, CCW), (300.0, CW), (300.0, CCW))),
    Layout(
        "octo X",
        (
            (22.5, CW),
            (202.5, CW),
            (67.5, CCW),
            (157.5, CCW),
            (337.5, CCW),
            (247.5, CCW),
            (292.5, CW),
            (112.5, CW),
        ),
    ),
    Layout(
        "octo +",
        (
            (0.0, CW),
            (180.0, CW),
            (45.0, CCW),
            (135.0, CCW),
            (315.0, CCW),
            (225.0, CCW),
            (270.0, CW),
            (90.0, CW),
        ),
    ),
    Layout(
        "coaxial octo X",
        (
            (45.0, CCW),
            (315.0, CW),
            (225.0, CCW),
            (135.0, CW),
            (315.0, CCW),
            (45.0, CW),
            (135.0, CCW),
            (225.0, CW),
        ),
    ),
)

# Betaflight's simulator sends four motors; propellers turn inwards at the front.
BETAFLIGHT_LAYOUTS = (Layout("quad X", ((135.0, CW), (45.0, CCW), (225.0, CCW), (315.0, CW))),)


def match(
    angles_deg: Sequence[float], directions: Sequence[int], layouts: Sequence[Layout], *, who: str
) -> tuple[int, ...]:
    """For each rotor of a vehicle the number of its motor, from 0, in the layout nearest to it.

    Raises:
        ValueError: no layout has these places, or the rotors there turn the other way.
    """
    count = len(angles_deg)
    tried = [layout for layout in layouts if len(layout.motors) == count]
    fits = [(layout, _misfit(angles_deg, layout)) for layout in tried]
    fits = [(layout, misfit) for layout, misfit in fits if misfit < _reach(layout)]
    if not fits:
        raise ValueError(
            f"{who} has no frame with {count} rotors at these angles: write 'channels:' with "
            "the channel of each rotor"
        )
    layout, _ = min(fits, key=lambda fit: fit[1])
    places: list[int | None] = [
        _motor(angle, direction, layout)
        for angle, direction in zip(angles_deg, directions, strict=True)
    ]
    found = [place for place in places if place is not None]
    if len(set(found)) < count:
        raise ValueError(_wrong_way(angles_deg, layout, who))
    return tuple(found)


def _apart(first_deg: float, second_deg: float) -> float:
    return abs((first_deg - second_deg + 180.0) % 360.0 - 180.0)


def _misfit(angles_deg: Sequence[float], layout: Layout) -> float:
    """How far the worst rotor is from its motor, both sides in the order of their angles."""
    arms = sorted({angle for angle, _ in layout.motors})
    nearest = [min(arms, key=lambda arm: _apart(arm, angle)) for angle in angles_deg]
    per_arm = len(layout.motors) // len(arms)
    if any(nearest.count(arm) != per_arm for arm in arms):
        return 360.0
    return max(_apart(arm, angle) for arm, angle in zip(nearest, angles_deg, strict=True))


def _reach(layout: Layout) -> float:
    """Half of the way to the next arm."""
    return 180.0 / len({angle for angle, _ in layout.motors})


def _motor(angle_deg: float, direction: int, layout: Layout) -> int | None:
    """The motor of this direction on the nearest arm; None if all there turn the other way."""
    arm = min((angle for angle, _ in layout.motors), key=lambda a: _apart(a, angle_deg))
    return next((n for n, motor in enumerate(layout.motors) if motor == (arm, direction)), None)


def _wrong_way(angles_deg: Sequence[float], layout: Layout, who: str) -> str:
    wanted, left = [], list(layout.motors)
    for angle in angles_deg:
        motor = min(left, key=lambda motor: _apart(motor[0], angle))
        left.remove(motor)
        wanted.append(motor[1])
    return (
        f"rotor_rotation_directions is not what {who} has for {layout.name}: write {wanted} there, "
        "or 'channels:' with the channel of each rotor"
    )
