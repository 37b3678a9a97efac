"""Names in a recording: its file, and the channels it always has beside the topics asked for."""

FILE_NAME = "run.mcap"
FORMAT = 1

INBOX = "simloop/inbox"
EVENTS = "simloop/events"
LAYOUTS = "simloop/layouts"
STATES = "simloop/states"
CHECKPOINTS = "simloop/checkpoints"

OWN = frozenset({INBOX, EVENTS, LAYOUTS, STATES, CHECKPOINTS})
