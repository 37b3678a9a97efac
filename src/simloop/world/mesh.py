"""A mesh that viewers draw in a vehicle's place."""

from dataclasses import dataclass

FACT = "mesh"


@dataclass(frozen=True, slots=True)
class Mesh:
    """A glTF file with all it needs: metres, its origin at the vehicle's, Y up and Z ahead."""

    data: bytes
    digest: str
    """Names the content."""
