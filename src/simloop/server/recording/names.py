"""Names in a recording: its file, and the channels it always has beside the topics asked for."""

FILE_NAME = "run.mcap"
SUMMARY_NAME = "summary.json"
"""Beside it, once the run has ended."""
RECORDING = "recording"
"""Under this name a run provides the recording of itself."""
FORMAT = 1

INBOX = "simloop/inbox"
EVENTS = "simloop/events"
LAYOUTS = "simloop/layouts"
STATES = "simloop/states"
CHECKPOINTS = "simloop/checkpoints"
THINGS = "simloop/things"

OWN_TYPES = {
    INBOX: "simloop_msgs/msg/InboxEntry",
    EVENTS: "simloop_msgs/msg/RunEvent",
    LAYOUTS: "simloop_msgs/msg/StateLayout",
    STATES: "simloop_msgs/msg/VehicleState",
    CHECKPOINTS: "simloop_msgs/msg/StateCheckpoint",
    THINGS: "simloop_msgs/msg/RunThings",
}
OWN = frozenset(OWN_TYPES)
