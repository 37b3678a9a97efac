"""The adapter `lightweight`: simloop's own world, which needs no other program.

In a bridge its vehicles are of any kind and live in the bridge's world. Alone it has a small world
of its own with kinematic differential drives, which whoever holds it steps.
"""

from simloop.adapters.lightweight.adapter import LightweightAdapter
from simloop.adapters.lightweight.config import LightweightConfig

__all__ = ["Config", "LightweightAdapter", "LightweightConfig", "make"]

Config = LightweightConfig


def make(name: str, config: LightweightConfig) -> LightweightAdapter:
    """An adapter of this name."""
    return LightweightAdapter(config, name=name)
