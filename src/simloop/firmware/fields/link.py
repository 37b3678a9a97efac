"""Columns of the link: who the vehicle is, how often it tells what, and rally points."""

from simloop.firmware.component import Component, Row, column, columns_in

STREAMS = 7
RALLY_POINTS = 8


class Stream:
    """Places in fw_stream_rate_hz; see link/streams.py for the messages of each."""

    RAW_SENSORS, STATUS, RADIO, POSITION, ATTITUDE, HUD, EXTRA = range(STREAMS)


class LinkSettings(Component):
    """Who the vehicle is on the link, and how often it tells what."""

    system_id: float = column("1", "number of this vehicle among all that speak MAVLink").knob(
        "SYSID_THISMAV", 1.0, 1.0, 255.0, whole=True
    )
    stream_rate_hz: Row = column(
        "Hz",
        "how often each group of messages is sent unless a ground station asks otherwise; 0 never",
        size=STREAMS,
    ).knob(
        "SR0_RAW_SENS, SR0_EXT_STAT, SR0_RC_CHAN, SR0_POSITION, SR0_EXTRA1, SR0_EXTRA2, SR0_EXTRA3",
        (2.0, 2.0, 2.0, 5.0, 10.0, 4.0, 2.0),
        0.0,
        50.0,
    )
    vtol_type: float = column(
        "1", "MAV_TYPE that a VTOL reports; 0: fixed wing, whose modes every ground station knows"
    ).knob("Q_MAV_TYPE", 0.0, 0.0, 25.0, whole=True)
    follow_system: float = column(
        "1", "system whose GLOBAL_POSITION_INT is followed; 0: FOLLOW_TARGET of anyone"
    ).knob("FOLL_SYSID", 0.0, 0.0, 255.0, whole=True)


class RallyPoints(Component, prefix="fw_rally"):
    """Places to gather at."""

    ned_m: Row = column(
        "m", "places to gather at", "NED of origin", size=3 * RALLY_POINTS, column="fw_rally"
    )
    count: float = column("1", "such places")


LINK = columns_in(__name__)
