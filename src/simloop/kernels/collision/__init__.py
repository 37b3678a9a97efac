"""Collisions: who may touch, where they touch, and which impulses keep them apart."""
