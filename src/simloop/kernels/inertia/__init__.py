"""Inertia models: row functions that turn a wrench into acceleration."""
