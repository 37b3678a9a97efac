"""Per-tick work on every vehicle: plain functions over rows, compiled by the world."""
