"""Data that comes with simloop: worlds, vehicles, scenarios."""
