"""What a body can take, and what it met."""

from simloop.world.component import Change, Column, Component, Kind

COLLISION_MODEL = Component(
    "collision_model",
    Kind.PARAM,
    "What an impact does to the body.",
    (
        Column("collision_crash_speed_mps", 1, "m/s", "-", "a harder impact is a crash", 1e9),
        Column("collision_after_crash", 1, "1", "-", "1 stays where it crashed, 0 goes on"),
    ),
    Change.ONE_TIME,
)

COLLISION = Component(
    "collision",
    Kind.TRUTH,
    "The last touch of something else than the feet on the ground.",
    (
        Column("collision_count", 1, "1", "-", "touches that began so far"),
        Column("collision_impulse_ns", 1, "N s", "-", "impulse of the last one, along the normal"),
        Column("collision_speed_mps", 1, "m/s", "-", "its speed, along the normal"),
        Column("collision_tick", 1, "tick", "-", "when it began, -1 if never", -1.0),
        Column("collision_point_ned_m", 3, "m", "NED", "where it was"),
        Column("collision_held", 1, "1", "-", "1 after a crash that holds the body in its place"),
    ),
)

COLLISION_ROOM = Component(
    "collision_room",
    Kind.TRUTH,
    "A ball around the body in which nothing else is, measured when the body leaves the last one.",
    (
        Column(
            "collision_ball",
            7,
            "m, m, m, m, m, m, 1",
            "NED",
            "middle, radius, reach of the body, skin, 1 if it meets the ground",
            # A row without a body has all the room there is.
            (0.0, 0.0, 0.0, 1e30, 0.0, 0.0, 0.0),
            scratch=True,
        ),
        Column("collision_out", 1, "1", "-", "1 if it may leave its ball", scratch=True),
    ),
)
