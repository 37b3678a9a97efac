"""Trunks at random places: the same for the same seed, on every machine."""

from simloop.math.address import address_key
from simloop.systems.collisions.config import WHO, Grove, Obstacle

# Tries per trunk before the square counts as full
TRIES = 200


def trunks(grove: Grove) -> list[Obstacle]:
    """The obstacles of a grove."""
    places: list[tuple[float, float]] = []
    found = []
    for number in range(grove.count):
        name = f"{grove.name}_{number}"
        place = _free_place(grove, name, places)
        places.append(place)
        radius, height = (
            low + (high - low) * _chance(grove.seed, f"{name} {what}")
            for what, (low, high) in (("radius", grove.radius_m), ("height", grove.height_m))
        )
        north, east, down = grove.centre_ned_m
        found.append(
            Obstacle(
                name=name,
                shape="cylinder",
                position_ned_m=(north + place[0], east + place[1], down - 0.5 * height),
                radius_m=radius,
                length_m=height,
                friction=grove.friction,
                restitution=grove.restitution,
                colour=grove.colour,
            )
        )
    return found


def _free_place(grove: Grove, name: str, places: list[tuple[float, float]]) -> tuple[float, float]:
    for attempt in range(TRIES):
        north, east = (
            grove.width_m * (_chance(grove.seed, f"{name} {axis} {attempt}") - 0.5)
            for axis in ("north", "east")
        )
        clear = north * north + east * east >= grove.clear_m**2
        apart = all((north - n) ** 2 + (east - e) ** 2 >= grove.apart_m**2 for n, e in places)
        if clear and apart:
            return north, east
    raise ValueError(
        f"{WHO}: count: no room for trunk {len(places) + 1} of {grove.count}; "
        "lower count or apart_m, or raise width_m"
    )


def _chance(seed: int, what: str) -> float:
    """A number from 0 to 1 with an address."""
    return int(address_key(seed, what)) / 2.0**64
