"""Speed of the full loop against the simulators a user would otherwise pick."""
