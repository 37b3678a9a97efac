"""All columns of the firmware, one module per part: its parameters, its state, its samples."""
