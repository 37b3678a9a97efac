"""The arrays that a tick of collisions works in, made once and enlarged when too small."""

import numpy as np
from numpy.typing import NDArray

from simloop.component import View
from simloop.kernels.collision import arrays, layout
from simloop.systems.collisions.crowd import Crowd

FIRST_ROOM = 64


class Room:
    """Scratch for a number of bodies; lists of pairs and contacts grow by doubling."""

    def __init__(self, crowd: Crowd) -> None:
        bodies = len(crowd)
        places = _floats(bodies, layout.Place)
        places[:, layout.Place.spans["reach"].first] = crowd.reaches
        self.bodies = arrays.Bodies(crowd.body_codes, places, _floats(bodies, layout.Body))
        self.order = np.arange(bodies, dtype=np.int64)
        # Nobody has room before it is measured.
        self.rooms = arrays.Rooms(
            _floats(bodies, layout.Ball), _integers(bodies), _integers(bodies)
        )
        self.lists = arrays.Lists(
            _integers(FIRST_ROOM + 2 * bodies, 2),
            _floats(arrays.CORNER_LISTS * arrays.CORNERS_MOST, layout.Corner),
            _pairs(FIRST_ROOM + 2 * bodies),
            _contacts(0),
            arrays.Groups(_integers(bodies), _integers(bodies + 1), _integers(bodies)),
            _memory(0),
            _touches(0, _floats(bodies, layout.Result)),
        )
        self.grow_contacts(FIRST_ROOM + 4 * bodies)

    @property
    def contacts_most(self) -> int:
        """How many contacts fit."""
        return len(self.lists.contacts.codes)

    def grow_near(self, count: int) -> None:
        """Make room for pairs of what is near."""
        self.lists = self.lists._replace(near=_integers(count, 2))

    def grow_pairs(self, count: int) -> None:
        """Make room for pairs of shapes."""
        self.lists = self.lists._replace(pairs=_pairs(count))

    def grow_contacts(self, count: int) -> None:
        """Make room for contacts; what is remembered stays."""
        old, memory, groups = self.lists.memory, _memory(count), self.lists.groups
        memory.codes[: len(old.codes)] = old.codes
        memory.numbers[: len(old.numbers)] = old.numbers
        self.lists = self.lists._replace(
            contacts=_contacts(count),
            groups=groups._replace(sequence=_integers(max(count, len(groups.parents)))),
            memory=memory,
            touches=_touches(count, self.lists.touches.results),
        )


def _integers(*shape: int) -> NDArray[np.int64]:
    return np.zeros(shape, dtype=np.int64)


def _floats(count: int, view: type[View]) -> NDArray[np.float64]:
    return np.zeros((count, view.width))


def _pairs(count: int) -> arrays.Pairs:
    return arrays.Pairs(_integers(count, 2), np.zeros(count))


def _contacts(count: int) -> arrays.Contacts:
    return arrays.Contacts(
        _integers(count, layout.ContactCode.width), _floats(count, layout.Contact), _integers(1)
    )


def _memory(count: int) -> arrays.Memory:
    return arrays.Memory(_integers(count, layout.Feature.width), _floats(count, layout.Remembered))


def _touches(count: int, results: NDArray[np.float64]) -> arrays.Touches:
    return arrays.Touches(
        np.zeros(count), results, _integers(count, 2), _floats(count, layout.Begun)
    )
