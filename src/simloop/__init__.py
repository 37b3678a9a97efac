"""simloop: a software-in-the-loop simulator for vehicles in the air, on the ground and on water."""
