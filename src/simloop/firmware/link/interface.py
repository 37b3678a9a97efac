"""What the firmware asks of a link, whatever language the link speaks."""

from typing import Protocol


class CommLinkInterface(Protocol):
    """One per lane; it takes the bytes that the board received and sends when it is called."""

    @property
    def connected(self) -> bool:
        """Has a peer been heard?"""

    def receive(self, data: bytes, now_us: int, channel: int = 0) -> None:
        """Act on bytes of one peer."""

    def stream(self, now_us: int) -> None:
        """Send what is due; cheap when nothing is."""

    def send_heartbeat(self) -> None:
        """Say to every peer that the vehicle is there."""

    def send_log_message(self, severity: int, text: str) -> None:
        """Tell every peer something; severities are those of syslog."""
