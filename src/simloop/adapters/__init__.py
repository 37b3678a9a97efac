"""Simulators we drive: the native world, JSBSim, Gazebo."""
