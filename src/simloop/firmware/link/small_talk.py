"""Short questions with short answers: ping, clocks, logs and files that are not there."""

from simloop.firmware.link.channel import Channel
from simloop.firmware.link.vehicle import Vehicle
from simloop.firmware.mavlink.frame import Frame

GROUND_STATION = 6
ALL = 0

# Operations and answers of the file protocol.
FTP_NONE, FTP_END_SESSION, FTP_RESET_SESSIONS = 0, 1, 2
FTP_OPEN, FTP_LIST, FTP_BURST = 4, 3, 15
FTP_ACK, FTP_NAK = 128, 129
UNKNOWN_COMMAND, NOT_FOUND = 7, 10
FTP_HEADER = 12


class SmallTalk:
    """Answers at once, and notes heartbeats of ground stations."""

    def __init__(self, vehicle: Vehicle) -> None:
        self._vehicle = vehicle
        self.handlers = {
            "HEARTBEAT": self._on_heartbeat,
            "PING": self._on_ping,
            "TIMESYNC": self._on_timesync,
            "LOG_REQUEST_LIST": self._on_log_list,
            "LOG_REQUEST_DATA": self._on_log_data,
            "FILE_TRANSFER_PROTOCOL": self._on_file,
        }

    def _on_heartbeat(self, frame: Frame, channel: Channel) -> None:
        if frame.message.type == GROUND_STATION:
            self._vehicle.count("fw_gcs_seen")

    def _on_ping(self, frame: Frame, channel: Channel) -> None:
        message = frame.message
        # With a target it is an answer to somebody.
        if message.target_system == ALL:
            channel.answer(frame, "PING", time_usec=message.time_usec, seq=message.seq)

    def _on_timesync(self, frame: Frame, channel: Channel) -> None:
        if frame.message.tc1 == 0:
            channel.send("TIMESYNC", tc1=channel.now_us * 1000, ts1=frame.message.ts1)

    def _on_log_list(self, frame: Frame, channel: Channel) -> None:
        # One entry that says: there are no logs on board.
        channel.send("LOG_ENTRY")

    def _on_log_data(self, frame: Frame, channel: Channel) -> None:
        channel.send("LOG_DATA", id=frame.message.id, ofs=frame.message.ofs, count=0)

    def _on_file(self, frame: Frame, channel: Channel) -> None:
        """There are no files; said at once, a ground station takes its other way at once."""
        asked = frame.message.payload.ljust(FTP_HEADER, b"\0")
        sequence = (int.from_bytes(asked[:2], "little") + 1) & 0xFFFF
        operation = asked[3]
        fine = operation in (FTP_NONE, FTP_END_SESSION, FTP_RESET_SESSIONS)
        missing = operation in (FTP_OPEN, FTP_LIST)
        error = b"" if fine else bytes((NOT_FOUND if missing else UNKNOWN_COMMAND,))
        answer = FTP_ACK if fine else FTP_NAK
        head = sequence.to_bytes(2, "little")
        head += bytes((asked[2], answer, len(error), operation, 0, 0)) + asked[8:12]
        channel.answer(frame, "FILE_TRANSFER_PROTOCOL", payload=head + error)
