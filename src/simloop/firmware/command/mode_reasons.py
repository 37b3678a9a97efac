"""Why a mode or a request was refused, and what flight tasks tell the pilot: codes and texts.

The hundreds tell the answer: refused for now (100), refused (110), nothing this vehicle can do
(120). From 150 on they are events.
"""

REASON_NO_POSITION = 100.0
REASON_NO_HEIGHT = 101.0
REASON_NO_HOME = 102.0
REASON_NO_MISSION = 103.0
REASON_NO_PATH = 104.0
REASON_NOBODY_TO_FOLLOW = 105.0
REASON_NOT_ARMED = 106.0
REASON_ALREADY_FLYING = 107.0
REASON_NOT_FLYING = 108.0
REASON_NOTHING_TO_PAUSE = 109.0

REASON_UNKNOWN_MODE = 110.0
REASON_NOT_THIS_VEHICLE = 111.0
REASON_NO_SUCH_ITEM = 112.0
REASON_BAD_NUMBER = 113.0
REASON_LANDING = 114.0

REASON_UNKNOWN_REQUEST = 120.0
REASON_NO_SERVO = 121.0
REASON_NO_TRANSITION = 122.0
REASON_CANNOT_LOOK = 123.0

EVENT_MODE = 150.0
EVENT_ITEM_REACHED = 151.0
EVENT_MISSION_FINISHED = 152.0
EVENT_ITEM_SKIPPED = 153.0
EVENT_TAKEOFF = 154.0
EVENT_LANDED = 155.0
EVENT_OFFBOARD_LOST = 156.0
EVENT_FOLLOW_LOST = 157.0

MODE_REASONS = {
    REASON_NO_POSITION: "Mode refused: no position",
    REASON_NO_HEIGHT: "Mode refused: no height",
    REASON_NO_HOME: "Return refused: no home position",
    REASON_NO_MISSION: "Mission refused: none is loaded",
    REASON_NO_PATH: "Smart return refused: no way is recorded",
    REASON_NOBODY_TO_FOLLOW: "Follow refused: nobody to follow is heard",
    REASON_NOT_ARMED: "Refused: not armed",
    REASON_ALREADY_FLYING: "Take-off refused: already flying",
    REASON_NOT_FLYING: "Refused: take off first",
    REASON_NOTHING_TO_PAUSE: "Pause refused: it is not on its way anywhere",
    REASON_UNKNOWN_MODE: "Mode refused: there is no such mode",
    REASON_NOT_THIS_VEHICLE: "Mode refused: this vehicle cannot do it",
    REASON_NO_SUCH_ITEM: "Refused: the mission has no such item",
    REASON_BAD_NUMBER: "Refused: a number is missing or out of range",
    REASON_LANDING: "Pause refused: it is landing",
    REASON_UNKNOWN_REQUEST: "Refused: unknown request",
    REASON_NO_SERVO: "Refused: there is no such output to set",
    REASON_NO_TRANSITION: "Refused: this vehicle has no transition",
    REASON_CANNOT_LOOK: "Refused: this vehicle cannot turn to look at things",
    EVENT_MODE: "Flight mode",
    EVENT_ITEM_REACHED: "Mission item reached",
    EVENT_MISSION_FINISHED: "Mission finished",
    EVENT_ITEM_SKIPPED: "Mission item skipped: not possible",
    EVENT_TAKEOFF: "Take-off",
    EVENT_LANDED: "Landed",
    EVENT_OFFBOARD_LOST: "Program lost: holding",
    EVENT_FOLLOW_LOST: "Lost the one to follow: holding",
}
