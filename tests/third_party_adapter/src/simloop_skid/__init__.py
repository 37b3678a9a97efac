"""Skid-steered rovers of another simulator: `kind: skid` below `adapters:` of a scenario."""

from simloop_skid.adapter import Config, SkidAdapter

__all__ = ["Config", "SkidAdapter", "make"]


def make(name: str, config: Config) -> SkidAdapter:
    """What simloop calls for every adapter of this kind that a scenario lists."""
    return SkidAdapter(name, config)
