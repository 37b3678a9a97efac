"""The arrays that a tick of collisions works in, made once and enlarged when too small."""

import numpy as np
from numpy.typing import NDArray

from simloop.kernels.collision import layout
from simloop.kernels.collision.bodies import RESULT_FIELDS
from simloop.kernels.collision.elbow_room import SAFE_FIELDS
from simloop.kernels.collision.touches import MEMORY_CODES, MEMORY_FIELDS

# Four lists of corners for the pair at hand, each 128 long: place, distance, feature, mark
SCRATCH_ROWS = 512
SCRATCH_FIELDS = 6
BEGUN_FIELDS = 5
FIRST_ROOM = 64


class Room:
    """Scratch for a number of bodies; lists of pairs and contacts grow by doubling."""

    def __init__(self, reaches: NDArray[np.float64]) -> None:
        self.count = bodies = len(reaches)
        self.places = np.zeros((bodies, layout.PLACE_FIELDS))
        self.places[:, layout.BODY_REACH] = reaches
        self.order = np.arange(bodies, dtype=np.int64)
        # Nobody has room before it is measured.
        self.safe = np.zeros((bodies, SAFE_FIELDS))
        self.crowded = np.zeros(bodies, dtype=np.int64)
        self.is_crowded = np.zeros(bodies, dtype=np.int64)
        self.bodies = np.zeros((bodies, layout.BODY_FIELDS))
        self.results = np.zeros((bodies, RESULT_FIELDS))
        self.parents = np.zeros(bodies, dtype=np.int64)
        self.starts = np.zeros(bodies + 1, dtype=np.int64)
        self.scratch = np.zeros((SCRATCH_ROWS, SCRATCH_FIELDS))
        self.grow_near(FIRST_ROOM + 2 * bodies)
        self.grow_pairs(FIRST_ROOM + 2 * bodies)
        self.memory_codes = np.zeros((0, MEMORY_CODES), dtype=np.int64)
        self.memory = np.zeros((0, MEMORY_FIELDS))
        self.grow_contacts(FIRST_ROOM + 4 * bodies)

    def grow_near(self, count: int) -> None:
        """Make room for pairs of what is near."""
        self.near = np.zeros((count, 2), dtype=np.int64)

    def grow_pairs(self, count: int) -> None:
        """Make room for pairs of shapes."""
        self.pairs = np.zeros((count, 2), dtype=np.int64)
        self.margins = np.zeros(count)

    def grow_contacts(self, count: int) -> None:
        """Make room for contacts; what is remembered stays."""
        self.codes = np.zeros((count, layout.CONTACT_CODES), dtype=np.int64)
        self.contacts = np.zeros((count, layout.CONTACT_FIELDS))
        self.sequence = np.zeros(max(count, self.count), dtype=np.int64)
        self.last_touch = np.zeros(count)
        self.begun_codes = np.zeros((count, 2), dtype=np.int64)
        self.begun = np.zeros((count, BEGUN_FIELDS))
        codes, memory = self.memory_codes, self.memory
        self.memory_codes = np.zeros((count, MEMORY_CODES), dtype=np.int64)
        self.memory = np.zeros((count, MEMORY_FIELDS))
        self.memory_codes[: len(codes)] = codes
        self.memory[: len(memory)] = memory
