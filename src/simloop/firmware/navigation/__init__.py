"""Where the vehicle is: filters, alignment, health and calibration, as tasks in tasks.py."""
