"""The mass of a vehicle, which all its plugins must agree on."""

import numpy as np

from simloop.math.vector import SymmetricTensor
from simloop.world.plugin import VehicleKit

Inertia = tuple[float, float, float, float, float, float]


def set_mass(kit: VehicleKit, mass_kg: float, inertia_kgm2: Inertia, who: str) -> None:
    """Set mass and inertia, which plugins of one vehicle must agree on."""
    if not mass_kg > 0.0:
        raise ValueError(f"{who}: mass_kg must be positive, not {mass_kg}")
    tensor = tensor_of(inertia_kgm2, who)
    for name, mine in (("mass_kg", mass_kg), ("inertia_kgm2", inertia_kgm2)):
        known = kit.values.get(name, mine)
        if not np.array_equal(known, mine):
            raise ValueError(
                f"{who}: {name} is {mine}, but another plugin of this vehicle says {known}; "
                "give both the same"
            )
    kit.value("mass_kg", mass_kg)
    kit.value("inertia_kgm2", inertia_kgm2)
    kit.value("inverse_inertia", tensor.inverse())


def tensor_of(inertia_kgm2: Inertia, who: str) -> SymmetricTensor:
    """An inertia as a tensor that a body can have."""
    tensor = SymmetricTensor(*inertia_kgm2)
    if not tensor.smallest_minor() > 0.0:
        raise ValueError(
            f"{who}: inertia_kgm2 {inertia_kgm2} is not positive definite; "
            "the elements are xx, yy, zz, xy, xz, yz of the tensor"
        )
    return tensor
