"""What the firmware must know before it arms, by the names of its columns."""

READY_FLAGS = (
    "fw_aligned",
    "fw_attitude_settled",
    "fw_attitude_ok",
    "fw_position_ok",
    "fw_velocity_ok",
    "fw_height_ok",
)
