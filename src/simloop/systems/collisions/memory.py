"""What contacts remember, by the names of the shapes: good when the crowd changes."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Label = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Memory:
    """Rows of two shapes and a feature, and what they remember; `labels` names the shapes."""

    labels: tuple[Label, ...]
    codes: NDArray[np.int64]
    values: NDArray[np.float64]

    def translated(
        self, labels: tuple[Label, ...]
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The rows whose shapes are in another list too, with their numbers there.

        Both lists are sorted by name in the same way, so rows stay in order.
        """
        if labels == self.labels:
            return self.codes, self.values
        number = {label: k for k, label in enumerate(labels)}
        new = np.array([number.get(label, -1) for label in self.labels], dtype=np.int64)
        if not len(self.codes):
            return self.codes, self.values
        codes = self.codes.copy()
        codes[:, :2] = new[codes[:, :2]]
        kept = (codes[:, :2] >= 0).all(axis=1)
        return codes[kept], self.values[kept]
