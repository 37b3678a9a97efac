"""Aircraft that hover on rotors and cruise on a wing: the transition between the two."""
