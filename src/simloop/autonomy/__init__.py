"""Off-board code under test: sees messages only."""
