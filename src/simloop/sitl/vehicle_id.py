"""VehicleId: the number of a vehicle, which is its MAVLink system id."""

LEAST_MAVLINK_ID, MOST_VEHICLE_ID, BROADCAST_ID = 1, 254, 255


class VehicleId(int):
    """1 to 254; 0 for a vehicle that never speaks MAVLink."""

    def __new__(cls, number: int) -> "VehicleId":
        if isinstance(number, bool) or not isinstance(number, int):
            raise ValueError(f"a vehicle id is a whole number, not {number!r}")
        if number == BROADCAST_ID:
            raise ValueError(
                "vehicle id 255 is reserved: ground stations use it; "
                f"choose {LEAST_MAVLINK_ID} to {MOST_VEHICLE_ID}"
            )
        if not 0 <= number <= MOST_VEHICLE_ID:
            raise ValueError(
                f"vehicle id {number} does not fit: choose {LEAST_MAVLINK_ID} to {MOST_VEHICLE_ID}"
            )
        return super().__new__(cls, number)

    @property
    def speaks_mavlink(self) -> bool:
        """0 means everybody on a MAVLink network, so it is nobody's own."""
        return self >= LEAST_MAVLINK_ID

    def __str__(self) -> str:
        return str(int(self))

    def __repr__(self) -> str:
        return f"VehicleId({int(self)})"
