"""The peers, one file each; a file imports its simulator only when a case is made."""

# Names of the files here and of the distributions they need.
NAMES = ("pybullet", "mujoco", "jsbsim", "rotorpy", "crazyflow")
