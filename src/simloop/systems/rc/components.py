"""Columns of the RC receiver: what the pilot's radio last said."""

from simloop.component import Component, FloatRow, intent

CHANNELS = 16


class RcReceiver(Component, prefix="rc"):
    """What the RC receiver hears."""

    channel: FloatRow = intent(
        "1", "channels, 0 at 1000 us and 1 at 2000 us", size=CHANNELS, default=0.5
    )
    lost: float = intent("1", "1 while the receiver says that it hears nothing")
    sequence: float = intent("1", "frames so far")
