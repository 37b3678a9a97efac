"""How a run ends that must not go on without its recording."""


class RecordingFailed(RuntimeError):
    """The recording cannot go on, and the run was asked to stop in this case."""
