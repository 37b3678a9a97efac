"""Why a mode or a request was refused, and what flight tasks tell the pilot: codes and texts.

The hundreds tell the answer: refused for now (100), refused (110), nothing this vehicle can do
(120). From 150 on they are events.
"""


class Refusal:
    """Why not."""

    NO_POSITION = 100.0
    NO_HEIGHT = 101.0
    NO_HOME = 102.0
    NO_MISSION = 103.0
    NO_PATH = 104.0
    NOBODY_TO_FOLLOW = 105.0
    NOT_ARMED = 106.0
    ALREADY_FLYING = 107.0
    NOT_FLYING = 108.0
    NOTHING_TO_PAUSE = 109.0

    UNKNOWN_MODE = 110.0
    NOT_THIS_VEHICLE = 111.0
    NO_SUCH_ITEM = 112.0
    BAD_NUMBER = 113.0
    LANDING = 114.0

    UNKNOWN_REQUEST = 120.0
    NO_SERVO = 121.0
    NO_TRANSITION = 122.0
    CANNOT_LOOK = 123.0


class Event:
    """What has happened."""

    MODE = 150.0
    ITEM_REACHED = 151.0
    MISSION_FINISHED = 152.0
    ITEM_SKIPPED = 153.0
    TAKEOFF = 154.0
    LANDED = 155.0
    OFFBOARD_LOST = 156.0
    FOLLOW_LOST = 157.0


MODE_REASONS = {
    Refusal.NO_POSITION: "Mode refused: no position",
    Refusal.NO_HEIGHT: "Mode refused: no height",
    Refusal.NO_HOME: "Return refused: no home position",
    Refusal.NO_MISSION: "Mission refused: none is loaded",
    Refusal.NO_PATH: "Smart return refused: no way is recorded",
    Refusal.NOBODY_TO_FOLLOW: "Follow refused: nobody to follow is heard",
    Refusal.NOT_ARMED: "Refused: not armed",
    Refusal.ALREADY_FLYING: "Take-off refused: already flying",
    Refusal.NOT_FLYING: "Refused: take off first",
    Refusal.NOTHING_TO_PAUSE: "Pause refused: it is not on its way anywhere",
    Refusal.UNKNOWN_MODE: "Mode refused: there is no such mode",
    Refusal.NOT_THIS_VEHICLE: "Mode refused: this vehicle cannot do it",
    Refusal.NO_SUCH_ITEM: "Refused: the mission has no such item",
    Refusal.BAD_NUMBER: "Refused: a number is missing or out of range",
    Refusal.LANDING: "Pause refused: it is landing",
    Refusal.UNKNOWN_REQUEST: "Refused: unknown request",
    Refusal.NO_SERVO: "Refused: there is no such output to set",
    Refusal.NO_TRANSITION: "Refused: this vehicle has no transition",
    Refusal.CANNOT_LOOK: "Refused: this vehicle cannot turn to look at things",
    Event.MODE: "Flight mode",
    Event.ITEM_REACHED: "Mission item reached",
    Event.MISSION_FINISHED: "Mission finished",
    Event.ITEM_SKIPPED: "Mission item skipped: not possible",
    Event.TAKEOFF: "Take-off",
    Event.LANDED: "Landed",
    Event.OFFBOARD_LOST: "Program lost: holding",
    Event.FOLLOW_LOST: "Lost the one to follow: holding",
}
