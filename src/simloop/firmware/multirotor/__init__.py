"""Multirotors: the way to the goal, the loops from position to torque, landing, motor mixers."""
