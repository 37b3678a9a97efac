"""Software in the loop: autopilots, boards and the vehicles they fly."""
